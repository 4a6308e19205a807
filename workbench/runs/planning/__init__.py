"""The agents of a run: by rules or by a model, with what a model says read by its schema."""
