"""A chat as an OpenAI messages array, out of a story of `@@ system`, `@@ user` and `@@ assistant`."""

from __future__ import annotations

import json

from sample_sessions.builder.story import StoryError, read_story

ROLES = ("system", "user", "assistant")


def chat(name: str, model: str) -> str:
    """The file's text: one JSON object with model and messages."""
    messages = []
    for block in read_story(name):
        if block.name not in ROLES:
            raise StoryError(f"line {block.line}: a chat has no {block.name}")
        messages.append({"role": block.name, "content": block.body})
    return json.dumps({"model": model, "messages": messages}, ensure_ascii=False, indent=1) + "\n"
