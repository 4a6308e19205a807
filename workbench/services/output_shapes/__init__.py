"""The shapes of `--json`, as models, each named by the command that prints it."""
