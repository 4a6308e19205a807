"""Values from OpenHands events of both versions: texts, arguments, whether a call failed.

The functions see one value at a time, without events or positions.
"""

from __future__ import annotations

from typing import Any

from workbench.importers.conversations.array_reading import size_of
from workbench.importers.files.documents import clean_text, compact, loads

_BOOKKEEPING = (
    "kind", "thought", "confirmation_state", "security_risk", "hidden", "blocking", "is_static",
    "keep_prompt", "wait_for_response", "translated_ipython_code", "impl_source", "reasoning_content",
)  # fmt: skip
"""Fields of an action that are not arguments of its tool."""

_UNDECIDED = (None, -1)
"""Exit codes of commands that were still running."""


def text_of(content: object) -> str:
    """Return the text of a string, a block, or a list of blocks; an image becomes a note in brackets."""
    if isinstance(content, str):
        return clean_text(content)
    if isinstance(content, list):
        return "\n".join(filter(None, map(text_of, content)))
    if not isinstance(content, dict):
        return "" if content is None else compact(content)
    if isinstance(content.get("text"), str):
        return clean_text(content["text"])
    urls = content.get("image_urls")
    if isinstance(urls, list):
        return "\n".join(_image(url) for url in urls)
    return compact(content)


def asked(action: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of an action's tool, without the task list of a `view` command."""
    arguments = {key: part for key, part in action.items() if part is not None and key not in _BOOKKEEPING}
    if arguments.get("command") == "view":
        arguments.pop("task_list", None)
    return arguments


def arguments_of(call: object) -> dict[str, Any]:
    """Return the arguments of a tool call as the model wrote them; empty if they cannot be read."""
    if not isinstance(call, dict):
        return {}
    inner = call.get("function")
    arguments = (inner if isinstance(inner, dict) else call).get("arguments")
    if isinstance(arguments, str):
        try:
            arguments = loads(arguments.encode("utf-8", "surrogatepass"))
        except (ValueError, RecursionError):
            return {}
    return asked(arguments) if isinstance(arguments, dict) else {}


def output_of(observation: dict[str, Any]) -> tuple[str, bool | None]:
    """Return the text of an observation, and whether the call failed (None: it does not state it)."""
    text = next((text_of(observation[key]) for key in ("content", "output") if observation.get(key)), "")
    error = observation.get("error")
    if isinstance(error, str) and error.strip():
        text = f"{text}\n{clean_text(error)}" if text and error not in text else text or clean_text(error)
    if not text and isinstance(observation.get("message"), str):
        text = clean_text(observation["message"])
    return text, _failed(observation, error)


def exit_code_of(observation: dict[str, Any]) -> int | None:
    """Return the exit code in an observation; None if it has none."""
    metadata = observation.get("metadata")
    code = metadata.get("exit_code") if isinstance(metadata, dict) else observation.get("exit_code")
    return code if isinstance(code, int) and not isinstance(code, bool) else None


def _failed(observation: dict[str, Any], error: object) -> bool | None:
    if observation.get("is_error") is True or error is True or (isinstance(error, str) and error.strip()):
        return True
    code = exit_code_of(observation)
    if code not in _UNDECIDED:
        return code != 0
    if "metadata" in observation:
        return None
    return False if observation.get("is_error") is False or error is False else None


def _image(url: object) -> str:
    if not isinstance(url, str):
        return "[image]"
    if url.startswith("data:") and ";base64," in url:
        kind, _, data = url[5:].partition(";base64,")
        return f"[image {kind} {size_of(data)} bytes]"
    return f"[image {url}]"
