"""The parts of the Claude Code importer; `workbench.importers.claude_code` puts them together."""
