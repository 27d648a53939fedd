"""The laboratory: play-outs between CPUs, speeds, and proofs by many deals (docs/measuring.md)."""
