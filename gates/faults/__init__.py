"""Faults that `calibrate` puts into good artifacts."""
