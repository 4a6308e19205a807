"""Strategies that ask a language model: items with verbatim quotations, judged and repaired (SG6).

The model's answer is data: it is bounded, its quotations are found again in the source, and nothing in it is
followed. Prompts are files beside this package's modules; their version is the drafts' prompt version.
"""
