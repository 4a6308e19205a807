"""The importer for Codex rollouts (`rollout-<time>-<id>.jsonl`); its entry point is `importer`."""
