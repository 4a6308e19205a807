"""The tables: one module each, see the docstring of `tests.benchmarks.accuracy`."""
