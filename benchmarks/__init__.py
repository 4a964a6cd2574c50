"""How good and how fast: one command each. Everything is documented in docs/benchmarks.md."""
