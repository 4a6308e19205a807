"""From a range to a draft: which strategy, at which cost, by which model."""
