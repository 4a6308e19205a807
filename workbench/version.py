"""The version of the program, a constant so that `--version` needs no metadata look-up."""

__version__ = "0.1.0"
