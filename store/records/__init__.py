"""What the store keeps, one module a kind of record: written once, read back as frozen values."""
