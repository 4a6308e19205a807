"""Classifies one sentence of the user or the agent: whether it directs, states, asks or only remarks."""
