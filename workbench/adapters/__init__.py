"""Reviewed compactions inside agent frameworks; each module needs the framework it is named after.

The complete compacted history is kept in a store as an ordinary session: its drafts are reviewed in the app
or with commands, and an accepted draft is the one that applies.
"""
