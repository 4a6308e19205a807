"""Summarization memory (S4): the summary is the state; it is rewritten, never appended to.

`state` defines the state, `cycle` when and what is folded, `summary_text` the form of a summary, `extractive`
the summarizer without a model, `drafting` the strategy for a range, `run` a conversation in your own loop.
"""
