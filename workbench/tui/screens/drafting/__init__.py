"""From a range to a draft: the strategy, its cost, the model."""
