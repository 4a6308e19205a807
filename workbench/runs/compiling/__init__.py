"""The context of a step and its manifest, and how both are rebuilt from the store."""
