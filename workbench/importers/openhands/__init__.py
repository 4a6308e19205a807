"""OpenHands conversations, version 0 and the SDK's: the importer is in `importer`, its parts beside it."""
