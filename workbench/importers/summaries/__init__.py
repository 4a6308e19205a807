"""Summaries as items, part by part; `workbench.importers.summaries.headings` puts the parts together."""
