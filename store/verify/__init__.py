"""Verifies a store: hash chain, digests, columns and references. Reads only."""
