"""Texts from the contents of Codex records: messages, tool outputs, failures.

The functions see one value at a time, without positions or other records.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from workbench.importers.conversations.array_reading import size_of
from workbench.importers.events.speech import is_summary
from workbench.importers.files.documents import clean_text, compact, loads

HARNESS = (
    "<environment_context>", "<user_instructions>", "# AGENTS.md instructions", "<turn_aborted>",
    "<subagent_notification>", "<user_action>", "<user_shell_command>", "<permissions instructions>",
    "<skills_instructions>", "<collaboration_mode>", "<model_switch>", "<personality_spec>", "<skill>",
    "<apps_instructions>", "<plugins_instructions>", "<goal_context>", "<hook_prompt",
    "<realtime_conversation>", "<token_budget>", "<INSTRUCTIONS>", "Warning: apply_patch was requested via",
)  # fmt: skip
"""Beginnings of the texts that Codex itself writes in the user's role."""

SUMMARY_PREAMBLE = "Another language model started to solve this problem and produced a summary"
"""Beginning of a local compaction's summary in the replacement history."""

_PREAMBLE = re.compile(
    re.escape(SUMMARY_PREAMBLE) + r"[^\n]{0,600}?(?:assist with your own analysis|own analysis):?\s*"
)
_IMAGE_MARK = re.compile(r"</?image(?:\s[^<>\n]{0,400})?>")
_DATA_URL = re.compile(r"data:([\w.+/-]{1,100});base64,")
_EXIT = re.compile(r"(?:Process exited with code|Exit code:?) (-?\d{1,10})\b")
_HEAD = 400
"""Characters at the beginning of an output that contain its exit code, before the output itself."""
_FAILED = re.compile(
    r"(?:apply_patch verification failed|[\w ]{1,60} failed(?: for `|: )|aborted by user|aborted$|"
    r"failed to parse function arguments|unsupported (?:custom tool )?call|"
    r"(?:exec command|patch|command) rejected|rejected by user)",
)
SHELLS = ("bash", "sh", "zsh", "dash", "fish", "pwsh", "powershell", "cmd")
_COMMAND_FLAGS = ("-lc", "-c", "-ic", "-Command", "/c")


def parts_of(content: object) -> list[str]:
    """Return the texts of a message's content, one per part; other content becomes a note in brackets.

    The markers that Codex puts around images are left out.
    """
    if isinstance(content, str):
        return [clean_text(content)]
    if isinstance(content, dict):
        return [_part(content)]
    parts = content if isinstance(content, list) else []
    return [text for text in map(_part, parts) if text and not _IMAGE_MARK.fullmatch(text.strip())]


def message_text(content: object) -> str:
    """Return the words of a message, without images and their markers; copies are matched by these words."""
    parts = content if isinstance(content, list) else [content]
    texts = [part if isinstance(part, str) else _text_of(part) for part in parts]
    return "".join(text for text in texts if text and not _IMAGE_MARK.fullmatch(text.strip())).strip()


def is_harness(text: str) -> bool:
    """Return whether a text in the user's role is not a human's: inserted by Codex, or an agent's summary."""
    return text.lstrip().startswith(HARNESS) or is_summary(text)


def without_preamble(text: str) -> str:
    """Return a summary without its fixed preamble."""
    found = _PREAMBLE.match(text)
    return text[found.end() :] if found is not None else text


def output_of(output: object) -> tuple[str, bool | None]:
    """Return the text of a tool's output, and whether the call failed (None: it does not state it)."""
    if isinstance(output, dict):
        success = output.get("success")
        text = "\n".join(parts_of(output.get("content", output)))
        return text, None if not isinstance(success, bool) else not success
    if not isinstance(output, str):
        text = "\n".join(parts_of(output))
        return text, _failed(text)
    text, code = _unwrapped(output)
    return clean_text(text), _failed(text) if code is None else code != 0


def arguments_of(arguments: object) -> object:
    """Return a call's arguments, parsed if they are JSON; a shell's command without the shell."""
    value = arguments
    if isinstance(arguments, str):
        try:
            value = loads(arguments.encode("utf-8", "surrogatepass"))
        except (ValueError, RecursionError):
            return clean_text(arguments)
        if not isinstance(value, dict | list):
            return clean_text(arguments)
    if isinstance(value, dict) and isinstance(value.get("command"), list):
        return {**value, "command": script_of(value["command"])}
    return value


def script_of(command: list[Any]) -> object:
    """Return what a command line runs: `["bash", "-lc", "ls"]` runs `ls`; others are joined with spaces."""
    if not all(isinstance(part, str) for part in command):
        return command
    if len(command) == 3 and command[1] in _COMMAND_FLAGS:
        shell = command[0].replace("\\", "/").rsplit("/", 1)[-1].removesuffix(".exe")
        if shell in SHELLS:
            return command[2]
    return " ".join(command)


def dicts(value: object) -> Iterator[dict[str, Any]]:
    """Yield the objects of a list; nothing if the value is not a list."""
    for each in value if isinstance(value, list) else ():
        if isinstance(each, dict):
            yield each


def _unwrapped(output: str) -> tuple[str, int | None]:
    """Return text and exit code of the JSON that older builds write: `{"output": …, "metadata": …}`."""
    if output.startswith('{"output"'):
        try:
            value = loads(output.encode("utf-8", "surrogatepass"))
        except (ValueError, RecursionError):
            return output, None
        if isinstance(value, dict) and isinstance(value.get("output"), str):
            metadata = value.get("metadata")
            code = metadata.get("exit_code") if isinstance(metadata, dict) else None
            return value["output"], code if isinstance(code, int) else None
    return output, None


def _failed(text: str) -> bool | None:
    if _FAILED.match(text):
        return True
    found = _EXIT.search(text[:_HEAD])
    return None if found is None else int(found.group(1)) != 0


def _text_of(part: object) -> str:
    text = part.get("text") if isinstance(part, dict) else None
    return text if isinstance(text, str) else ""


def _part(part: object) -> str:
    if isinstance(part, str):
        return clean_text(part)
    if not isinstance(part, dict):
        return compact(part)
    if isinstance(part.get("text"), str):
        return clean_text(part["text"])
    kind = str(part.get("type", "part"))
    sealed = part.get("encrypted_content")
    if isinstance(sealed, str):
        return f"[encrypted {kind} {len(sealed)} bytes]"
    url = part.get("image_url")
    if url is None and kind != "input_image":
        return compact(part)
    found = _DATA_URL.match(url) if isinstance(url, str) else None
    if found is not None and isinstance(url, str):
        return f"[image {found.group(1)} {size_of(url[found.end() :])} bytes]"
    return f"[image {url}]" if isinstance(url, str) else "[image]"
