"""The context of a step, its manifest, and both made again from the store."""
