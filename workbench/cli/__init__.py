"""The command line: argument parser, commands, and the only two modules that write output."""
