"""Conversion of summaries to items, in parts that `workbench.importers.summaries.headings` combines."""
