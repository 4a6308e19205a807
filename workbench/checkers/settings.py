"""The enabled checkers and their models, from the command line, else from the configuration.

In the file a table `[checker.NAME]` describes a checker (so does `[tier.NAME]`, the former name) and `on =
true` enables it wherever drafts are judged; on the command line `--checker NAME` asks for a described one,
`--checker NAME=WHERE` for another, `--checker none` for none at all. Paths stay here: they never enter a
report.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from gates.second_opinion import CHECKER_NAMES
from workbench.config_file import tables
from workbench.errors import InputError, UsageError

JUDGE = "judge"
NONE = "none"
_KEYS = {"vectors": {"model", "on"}, "nli": {"model", "on"}, JUDGE: {"provider", "model", "url", "key", "on"}}
WHERE = {
    "vectors": "vectors=FOLDER",
    "nli": "nli=FOLDER",
    JUDGE: "judge=anthropic:MODEL or judge=openai:MODEL",
}


@dataclass(frozen=True, slots=True)
class CheckerSetting:
    """One checker as the command line or the file describes it."""

    name: str
    model: str
    """The folder of the model; for the judge the model's name."""
    provider: str = ""
    url: str = ""
    """Address of the judge's service; empty: the provider's own."""
    key: str = ""
    """Name of the environment variable that holds the key.

    Empty: the provider's own, which is sent to the provider and to the address in its base variable only.
    """
    on: bool = False
    asked: bool = False
    """Whether the command line names it: then its failures are errors, and a judge may send."""


def enabled(asked: tuple[str, ...], path: Path) -> tuple[CheckerSetting, ...]:
    """Return the enabled checkers, in the order of `CHECKER_NAMES`.

    Args:
        asked: the values of `--checker`.
        path: the configuration file, which need not exist.

    Raises:
        UsageError: a value names no checker, or its model is configured nowhere.
        InputError: the configuration file describes no such checker.
    """
    described = read(path)
    if NONE in asked:
        return ()
    found = {setting.name: setting for setting in described.values() if setting.on}
    for each in asked:
        setting = _asked(each, described)
        found[setting.name] = setting
    return tuple(found[name] for name in CHECKER_NAMES if name in found)


def _asked(text: str, described: Mapping[str, CheckerSetting]) -> CheckerSetting:
    name, given, where = text.partition("=")
    if name not in CHECKER_NAMES:
        raise UsageError(
            f"there is no checker {name!r}",
            f"write --checker {', --checker '.join(WHERE.values())}, or --checker none",
        )
    if not given:
        if name in described:
            return replace(described[name], asked=True)
        raise UsageError(
            f"the checker {name} has no model",
            f"write --checker {WHERE[name]}, or describe it in the configuration file under [checker.{name}]",
        )
    if name != JUDGE:
        if not where:
            raise UsageError(f"--checker {name}= names no folder", f"write --checker {WHERE[name]}")
        return CheckerSetting(name, where, asked=True)
    provider, colon, model = where.partition(":")
    if not colon or not model:
        raise UsageError(f"--checker {text} names no model", f"write --checker {WHERE[JUDGE]}")
    known = described.get(JUDGE)
    same = known is not None and known.provider == provider
    return CheckerSetting(
        JUDGE,
        model,
        provider=_provider(provider),
        url=known.url if known is not None and same else "",
        key=known.key if known is not None and same else "",
        asked=True,
    )


def _provider(name: str) -> str:
    from workbench.models.services import SERVICES

    if name not in SERVICES:
        raise UsageError(f"there is no provider {name!r}", f"there are: {', '.join(SERVICES)}")
    return name


def read(path: Path) -> dict[str, CheckerSetting]:
    """Return the checkers that a configuration file describes; empty if there is no file.

    Raises:
        InputError: the file cannot be read, or a checker's table is invalid.
    """
    hint = f"fix or remove {path}"
    found: dict[str, CheckerSetting] = {}
    for key in TABLES:
        described = tables(path).get(key, {})
        if not isinstance(described, dict) or set(described) - set(CHECKER_NAMES):
            raise InputError(f"a checker in {path} is not one of: {', '.join(CHECKER_NAMES)}", hint)
        for name, table in described.items():
            found[name] = _described(name, table, path, f"[{key}.{name}]")
    return {name: found[name] for name in CHECKER_NAMES if name in found}


TABLES = ("tier", "checker")
"""The tables of a configuration file that describe checkers; `tier` is the former name."""


def _described(name: str, table: Any, path: Path, written: str) -> CheckerSetting:  # noqa: ANN401 - TOML not checked yet
    hint = f"it takes {', '.join(sorted(_KEYS[name]))}; fix or remove {path}"
    if not isinstance(table, dict) or set(table) - _KEYS[name]:
        raise InputError(f"{written} in {path} has a key that it does not take", hint)
    on = table.get("on", False)
    texts = {key: table.get(key, "") for key in _KEYS[name] - {"on"}}
    if not isinstance(on, bool) or any(not isinstance(text, str) for text in texts.values()):
        raise InputError(f"{written} in {path}: `on` is true or false, the others are texts", hint)
    if not texts["model"]:
        raise InputError(f"{written} in {path} names no model", hint)
    if name == JUDGE:
        try:
            _provider(texts["provider"])
        except UsageError as error:
            raise InputError(f"{written} in {path}: {error.message}", error.hint) from error
    return CheckerSetting(name, on=on, **texts)
