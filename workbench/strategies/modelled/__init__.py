"""Strategies that ask a language model: items with verbatim quotations, scored and repaired (SG6).

The model's answer is data: it is bounded, its quotations are looked up in the source, and no instruction in
it is followed. Prompts are files in this package; their version is the drafts' prompt version.
"""
