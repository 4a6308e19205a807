"""Sessions of Gemini CLI: the importer is in `importer`, its parts beside it."""
