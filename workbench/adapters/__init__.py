"""Compactions under review inside frameworks for agents; each module needs the framework it is named after.

The whole history that was compacted is kept in a store, as a session like any other: the app and the commands
review its drafts, and what they accept is what applies.
"""
