"""The importer for OpenHands conversations, version 0 and the SDK's; its entry point is `importer`."""
