"""The agents of a run, by rules or by a model, and the parsing of a model's answers."""
