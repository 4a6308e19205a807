"""The importer for sessions of pi and its relatives (OpenClaw, OMP); its entry point is `importer`."""
