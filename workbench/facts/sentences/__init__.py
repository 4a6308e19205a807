"""How one sentence of a human or the agent reads: whether it directs, states, asks or only remarks."""
