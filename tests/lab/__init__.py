"""The laboratory: simulate, bench_rules, prove."""
