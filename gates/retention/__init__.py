"""Gate C: what became of captured decisions and open work."""
