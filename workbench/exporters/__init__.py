"""Exporters: an active context as text, Markdown or message arrays.

They neither open a store nor write files.
"""
