"""Sessions of pi and its kin (OpenClaw, OMP): the importer is in `importer`, its parts beside it."""
