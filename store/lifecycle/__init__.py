"""The store as a file: created, migrated, copied, backed up, bundled, purged."""
