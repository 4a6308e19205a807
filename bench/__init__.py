"""Benchmarks, tables of accuracy and endurance runs: each is a command, see docs/contributing.md."""
