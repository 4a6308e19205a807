"""The use cases. Each takes an `Env` first and returns frozen values; none prints or draws screens."""
