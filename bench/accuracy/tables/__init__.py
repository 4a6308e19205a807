"""The tables: one module each, see the docstring of `bench.accuracy`."""
