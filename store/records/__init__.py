"""The store's records, one module per kind: written once, read back as frozen values."""
