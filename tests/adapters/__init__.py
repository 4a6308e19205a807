"""The adapters with the real packages of the frameworks; each is skipped where its package is absent."""
