"""The rules, apart from everything that runs them."""
