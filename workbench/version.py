"""The program's version, a constant so that `--version` needs no metadata lookup."""

__version__ = "0.1.0"
