"""Faults that `calibrate` injects into good artifacts."""
