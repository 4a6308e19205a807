"""The importer for Gemini CLI sessions; its entry point is `importer`."""
