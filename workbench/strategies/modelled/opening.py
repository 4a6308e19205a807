"""A model by its name, ready to be asked by a run of your own (SG6)."""

from __future__ import annotations

from pathlib import Path

from workbench import config
from workbench.models.settings import setting_of
from workbench.strategies.modelled.asking import CAP_TOKENS, TIMEOUT_MS, Asker, Say, silent


def ask_model(
    name: str = "",
    *,
    recorded: Path | None = None,
    configuration: Path | None = None,
    cap_tokens: int = CAP_TOKENS,
    timeout_ms: int = TIMEOUT_MS,
    on_progress: Say = silent,
    progress: Say | None = None,
) -> Asker:
    """Return an asker of a model; nothing is sent yet.

    Args:
        name: `anthropic:MODEL`, `openai:MODEL`, or a name that the configuration describes.
        recorded: a recording to take the answers from instead; then no name is needed.
        configuration: the configuration file; None: where the program looks for it.
        cap_tokens: most tokens of one generation, all four counts together.
        timeout_ms: most milliseconds of one generation.
        on_progress: receives notices for a person.
        progress: receives the progress of an answer; an exception it raises ends the call.

    Raises:
        UsageError: there is no such model, or no key for it.
        InputError: the configuration or the recording cannot be read.
    """
    limits = {"cap_tokens": cap_tokens, "timeout_ms": timeout_ms}
    if recorded is not None:
        from workbench.models.recordings import Recorded

        replayed = Recorded(recorded)
        return Asker(replayed, replayed.named, **limits, on_progress=on_progress, progress=progress)
    serving = setting_of(name, configuration or config.config_file()).serve(timeout_ms)
    return Asker(serving.model, serving.named, **limits, on_progress=on_progress, progress=progress)
