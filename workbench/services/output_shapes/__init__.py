"""The shapes of `--json` output, as models, each named by the command that prints it."""
