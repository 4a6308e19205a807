"""The source text shown beside a statement."""
