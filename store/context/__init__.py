"""The context an agent would get, folded from native compactions and active artifacts, and its size."""
