"""Codex rollouts (`rollout-<time>-<id>.jsonl`): the importer is in `importer`, its parts beside it."""
