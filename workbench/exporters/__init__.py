"""Exporters: an active context as text, Markdown or message arrays. They read no store and write no file."""
