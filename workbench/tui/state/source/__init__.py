"""Words of the source as they stand beside a statement."""
