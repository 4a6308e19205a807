"""Summaries as items, part by part; `workbench.importers.headings` puts the parts together."""
