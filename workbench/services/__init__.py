"""The use cases: `Env` first, frozen values back; no printing, no screens."""
