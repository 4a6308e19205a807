"""A store as a file: made, migrated, copied, backed up, bundled, purged."""
