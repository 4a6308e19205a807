"""A request with its waits noted, and why one got no answer."""

from __future__ import annotations

import pytest

from workbench.models.base import Deadline, ModelTrouble
from workbench.models.posting import Poster
from workbench.models.streams import AnthropicEvents


def poster(
    url: str, *, timeout_ms: int = 60_000, idle: float = 60.0, pauses: list[float] | None = None
) -> Poster:
    slept = pauses if pauses is not None else []
    return Poster(url, {}, timeout_ms=timeout_ms, idle_seconds=idle, sleep=slept.append)


def reason(sender: Poster, *, streamed: bool = False, run: Deadline | None = None) -> ModelTrouble:
    with pytest.raises(ModelTrouble) as caught:
        sender.post({"stream": streamed}, AnthropicEvents if streamed else None, run)
    return caught.value
