"""Summarization memory (S4): the summary is the state; it is rewritten, never appended to.

`state` holds what it is, `cycle` when and what is folded, `text` how a summary is written, `extractive` the
model without a model, `drafting` the strategy over a range, `run` a conversation in one's own loop.
"""
