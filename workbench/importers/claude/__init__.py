"""The parts of the Claude Code importer, which `workbench.importers.claude_code` combines."""
