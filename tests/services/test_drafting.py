"""Drafts: the default range, the recorded cost, and the checkpoint used as a fallback."""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from gates.artifact import GenerationRecord, Origin
from gates.errors import RangeError
from gates.policy import parse_policy
from gates.report import Verdict
from store.records import done_definitions, sessions
from tests.cli.samples import write_transcript
from workbench import plugin_registry
from workbench.bootstrap import Env
from workbench.errors import UsageError
from workbench.services.drafts.draft_command import draft
from workbench.services.drafts.range_choice import choose_range
from workbench.services.lookup.diff import compare
from workbench.services.moves.accept_rollback import accept, history
from workbench.services.review_log import reviews
from workbench.services.stores import modes
from workbench.services.transcript_files.import_transcripts import import_paths
from workbench.strategies.asked import parse_size
from workbench.strategies.base import Candidate, DraftRequest, Strategy
from workbench.strategies.intentional import IntentionalStrategy


def environment(folder: Path, **changes: Any) -> Env:
    """A store of its own, a clock that ticks a second a time, and 7 ms between two looks at it."""
    seconds, ticks = count(), count()
    return Env(
        store_location=str(folder / "store.duckdb"),
        actor="ann",
        now=lambda: f"2026-03-04T12:00:{next(seconds):02d}.000Z",
        ticks=lambda: next(ticks) * 0.007,
        **changes,
    )


def imported(env: Env, folder: Path, **changes: Any) -> str:
    path = write_transcript(folder / "upload.jsonl", **changes)
    return import_paths(env, [str(path)]).imported[0].appended.session_id


def words_at(env: Env, ordinal: int) -> str:
    """Return the text of the only session's event at an ordinal."""
    store = env.open_store()
    return sessions.load_events(store, sessions.listing(store)[0].session_id, ordinal, ordinal)[0].text


class Garbage:
    """A strategy whose candidate does not fit the schema."""

    name = "garbage"
    prompt_version = "garbage/1"

    def draft(self, request: DraftRequest) -> Candidate:  # noqa: ARG002 - one shape for all
        """Nothing that parses."""
        return Candidate({"schema": "workbench.artifact/1", "items": 7}, GenerationRecord())


class Expensive:
    """A strategy whose generation took more tokens than the policy allows."""

    name = "expensive"
    prompt_version = "expensive/1"

    def draft(self, request: DraftRequest) -> Candidate:
        """A good candidate at 50,000 tokens."""
        good = IntentionalStrategy().draft(request)
        record = GenerationRecord(
            model="some-model",
            input_tokens=49_000,
            cache_read_tokens=0,
            cache_creation_tokens=0,
            output_tokens=1_000,
            provenance="reported",
            elapsed_ms=900,
        )
        return Candidate({**good.payload, "prompt_version": "expensive/1"}, record)


@pytest.fixture
def env(tmp_path: Path) -> Env:
    return environment(tmp_path)


def use(monkeypatch: pytest.MonkeyPatch, strategy: type[Strategy]) -> None:
    """Let the plug-ins know one strategy more."""
    known = plugin_registry.load

    def load(group: str, name: str) -> object:
        return strategy if name == "fake" else known(group, name)

    monkeypatch.setattr(plugin_registry, "load", load)


def test_the_default_range_begins_after_the_last_compaction(env: Env, tmp_path: Path) -> None:
    """After a native compaction, from its summary to the last complete turn."""
    chosen = choose_range(env, imported(env, tmp_path))
    assert (chosen.start, chosen.end) == (19, 22)
    assert "last compaction" in chosen.why


def test_without_a_turn_after_it_the_last_compactions_own_range_is_drafted(env: Env, tmp_path: Path) -> None:
    """A transcript that ends with its compaction is drafted again over the same range."""
    chosen = choose_range(env, imported(env, tmp_path, after=False))
    assert (chosen.start, chosen.end) == (0, 16)
    assert "no complete turn follows" in chosen.why


def test_a_session_without_compactions_is_drafted_from_its_beginning(env: Env, tmp_path: Path) -> None:
    """All complete turns, from the first event on."""
    chosen = choose_range(env, imported(env, tmp_path, summary=None))
    assert (chosen.start, chosen.end) == (0, 20)


def test_the_default_range_begins_after_the_last_active_artifact(env: Env, tmp_path: Path) -> None:
    """Active ranges are not drafted again."""
    session = imported(env, tmp_path, summary=None)
    made = draft(env, choose_range(env, session, (0, 16)))
    assert made.judged is not None
    accept(env, made.judged.artifact_id, confirm=("C",))
    chosen = choose_range(env, session)
    assert (chosen.start, chosen.end) == (17, 20)
    assert "active artifact" in chosen.why


def test_when_nothing_is_left_to_draft_that_is_said(env: Env, tmp_path: Path) -> None:
    """With every turn behind an active artifact there is no default range."""
    session = imported(env, tmp_path, summary=None)
    made = draft(env, choose_range(env, session))
    assert made.judged is not None
    accept(env, made.judged.artifact_id, confirm=("C",))
    with pytest.raises(UsageError, match="is replaced already, and nothing to draft follows") as refused:
        choose_range(env, session)
    assert "import it again" in refused.value.hint
    assert [move.sequence for move in history(env, session).pointers] == [1]


def test_a_session_in_which_nobody_says_anything_has_nothing_to_draft(env: Env, tmp_path: Path) -> None:
    """The error names neither a range to replace nor an event before the first."""
    path = tmp_path / "chat.json"
    path.write_text(json.dumps([{"role": "system", "content": "Be brief."}]), encoding="utf-8")
    (found,) = import_paths(env, [str(path)]).imported
    with pytest.raises(UsageError, match="nobody says or does anything") as refused:
        choose_range(env, found.appended.session_id)
    assert "-1" not in refused.value.message


def test_all_of_a_session_without_a_complete_turn_is_drafted(env: Env, tmp_path: Path) -> None:
    """As of one whose agent ended it with a command; what follows an active artifact waits for its turn."""
    path = tmp_path / "chat.json"
    call = {"id": "c1", "type": "function", "function": {"name": "bash", "arguments": '{"cmd": "ls"}'}}
    said = [
        {"role": "user", "content": "Rename the module to parse."},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": "README.md " * 400},
        {"role": "assistant", "content": None, "tool_calls": [{**call, "id": "c2"}]},
        {"role": "tool", "tool_call_id": "c2", "content": "README.md"},
    ]
    path.write_text(json.dumps(said), encoding="utf-8")
    session = import_paths(env, [str(path)]).imported[0].appended.session_id
    chosen = choose_range(env, session)
    assert (chosen.start, chosen.end) == (0, 4)
    assert "no turn of it is complete" in chosen.why
    made = draft(env, choose_range(env, session, (0, 2))).judged
    assert made is not None
    accept(env, made.artifact_id, confirm=("C",))
    with pytest.raises(UsageError, match="no turn from event 3 on is complete") as refused:
        choose_range(env, session)
    assert refused.value.hint.endswith("--range 3..4")


def test_a_range_that_parts_a_tool_call_names_the_nearest(env: Env, tmp_path: Path) -> None:
    """The error names the range to use instead."""
    with pytest.raises(RangeError) as stated:
        choose_range(env, imported(env, tmp_path), (0, 2))
    assert "--range 0..3" in stated.value.hint


def test_the_time_of_generating_is_recorded(env: Env, tmp_path: Path) -> None:
    """Milliseconds by the injected clock; drafting again adds nothing and keeps the first record."""
    chosen = choose_range(env, imported(env, tmp_path), (0, 16))
    first, second = draft(env, chosen), draft(env, chosen)
    assert first.judged is not None
    assert second.judged is not None
    assert first.judged.artifact.generation_record.elapsed_ms == 7
    assert (first.judged.artifact_id, first.judged.number) == (second.judged.artifact_id, 2)


def test_a_draft_that_does_not_parse_gives_a_checkpoint(
    env: Env, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Gate A fails, the candidate is not stored, and a judged checkpoint replaces it with a warning."""
    use(monkeypatch, Garbage)
    made = draft(env, choose_range(env, imported(env, tmp_path), (0, 16)), strategy="fake")
    assert made.judged is None
    assert made.report.gates["A"].status is Verdict.FAIL
    assert made.fallback is not None
    assert made.fallback.gate == "A"
    assert "does not parse" in made.fallback.warning
    assert made.fallback.judged.artifact.origin is Origin.CHECKPOINT
    body = made.to_json()
    assert body["artifact_id"] is None
    assert body["fallback"]["artifact_id"] == made.fallback.judged.artifact_id


def test_a_draft_over_its_budget_is_degraded_to_a_checkpoint(
    env: Env, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Gate E fails by the recorded tokens.

    The draft is stored, and a checkpoint is offered with a warning.
    """
    use(monkeypatch, Expensive)
    made = draft(env, choose_range(env, imported(env, tmp_path), (0, 16)), strategy="fake")
    assert made.judged is not None
    assert made.report.gates["E"].status is Verdict.FAIL
    assert made.fallback is not None
    assert made.fallback.gate == "E"
    assert f"the checkpoint d-{made.fallback.judged.number} was made in its place" in made.fallback.warning
    assert made.fallback.judged.report.gates["E"].status is Verdict.PASS


def test_a_checkpoint_is_never_degraded_again(tmp_path: Path) -> None:
    """If a policy fails even a checkpoint, it is judged and returned unchanged."""
    policy = parse_policy('name = "tight"\n[purpose.compaction]\ntimeout_ms = 1\n')
    env = environment(tmp_path, policy=policy)
    made = draft(env, choose_range(env, imported(env, tmp_path), (0, 16)), strategy="checkpoint")
    assert made.report.gates["E"].status is Verdict.FAIL
    assert made.fallback is None


def test_the_done_definition_is_fixed_with_the_first_snapshot(env: Env, tmp_path: Path) -> None:
    """The first snapshot contains the text of `--done`; a later one is refused."""
    session = imported(env, tmp_path)
    chosen = choose_range(env, session, (0, 16))
    draft(env, chosen, done="all tests pass")
    made = draft(env, chosen, done="all tests pass and docs/upload.md is written")
    assert made.judged is not None
    accept(env, made.judged.artifact_id, confirm=("C",))
    snapshot = compare(env, f"{session}@1", f"{session}@1").a.snapshot
    assert snapshot["done_definition"] == "all tests pass and docs/upload.md is written"
    with pytest.raises(UsageError, match="done definition was fixed"):
        draft(env, chosen, done="never")


def test_a_refused_draft_keeps_no_done_definition(env: Env, tmp_path: Path) -> None:
    """Nothing was drafted, so nothing is kept."""
    session = imported(env, tmp_path)
    chosen = choose_range(env, session, (0, 11))
    with pytest.raises(UsageError):
        draft(env, chosen, done="never to be kept", size=parse_size("native"))
    assert done_definitions.latest(env.open_store(), session) is None
    draft(env, chosen, done="all tests pass")
    assert done_definitions.latest(env.open_store(), session) == "all tests pass"


def test_an_unknown_strategy_or_model_is_refused(env: Env, tmp_path: Path) -> None:
    """Nothing is generated for a name that is not there."""
    chosen = choose_range(env, imported(env, tmp_path), (0, 16))
    with pytest.raises(UsageError, match="magic"):
        draft(env, chosen, strategy="magic")
    with pytest.raises(UsageError, match="no model"):
        draft(env, chosen, model="magic")


def test_a_stored_artifact_can_be_compared_with_its_file(env: Env, tmp_path: Path) -> None:
    """An artifact written to a file differs from itself in the store only by what a report verified."""
    chosen = choose_range(env, imported(env, tmp_path), (0, 16))
    made = draft(env, chosen)
    assert made.judged is not None
    file = tmp_path / "artifact.json"
    file.write_text(json.dumps(made.judged.artifact.to_json()), encoding="utf-8")
    found = compare(env, made.judged.artifact_id, str(file))
    stated = {(change["change"], change["field"]) for change in found.result["changes"]}
    assert stated <= {("status", "claims"), ("changed", "counts.delta")}


def rolling_env(folder: Path) -> Env:
    """One in which `rolling` is switched on."""
    env = environment(folder, config=folder / "config.toml")
    modes.switch(env, "rolling", on=True, reason="to see")
    return env


def accepted(env: Env, session: str, start: int, end: int) -> str:
    """An artifact of that range, active."""
    made = draft(env, choose_range(env, session, (start, end)))
    assert made.judged is not None
    accept(env, made.judged.artifact_id, confirm=("C", "D"))
    return made.judged.artifact_id


def test_rolling_without_a_range_rolls_up_what_is_active(tmp_path: Path) -> None:
    """The range starts at the first active artifact, and the new artifact names the ones it covers."""
    env = rolling_env(tmp_path)
    session = imported(env, tmp_path, summary=None)
    first = accepted(env, session, 0, 16)
    made = draft(env, choose_range(env, session, strategy="rolling"), strategy="rolling")
    assert made.judged is not None
    assert made.judged.artifact.covers == (first,)


def test_rolling_with_nothing_new_says_so(tmp_path: Path) -> None:
    """Rather than draft the same range again, rolling nothing up."""
    env = rolling_env(tmp_path)
    session = imported(env, tmp_path, summary=None)
    accepted(env, session, 0, 20)
    with pytest.raises(UsageError, match="nothing to roll up yet"):
        choose_range(env, session, strategy="rolling")


def test_the_default_range_parts_no_active_one(env: Env, tmp_path: Path) -> None:
    """If only the last compaction's own range is left, it is widened to the adjacent active one."""
    session = imported(env, tmp_path, after=False)
    accepted(env, session, 8, 18)
    chosen = choose_range(env, session)
    assert (chosen.start, chosen.end) == (0, 18)
    made = draft(env, chosen)
    assert made.judged is not None
    accept(env, made.judged.artifact_id, confirm=("C", "D"))


@pytest.mark.parametrize(("ordinal", "seen"), [(16, True), (17, False)])
def test_an_item_added_by_review_is_in_the_next_draft(
    env: Env, tmp_path: Path, ordinal: int, seen: bool
) -> None:
    """It appears once with its link in every strategy; one from after the range does not."""
    session = imported(env, tmp_path, summary=None)
    words = "The mauve ledger stays on the seventh shelf."
    reviews.add(
        env,
        session,
        kind="decision",
        text=words,
        ordinal=ordinal,
        quote=words_at(env, ordinal),
        reason="said",
    )
    for strategy in ("intentional", "checkpoint", "snapshot"):
        made = draft(env, choose_range(env, session, (0, 16)), strategy=strategy)
        assert made.judged is not None
        held = [item for item in made.judged.artifact.items if item.text == words]
        assert len(held) == int(seen)
        assert all(link.ordinal == ordinal for item in held for link in item.links)


def test_an_added_item_that_was_dismissed_is_in_no_draft(env: Env, tmp_path: Path) -> None:
    """The last review of an item wins."""
    session = imported(env, tmp_path, summary=None)
    words = "The mauve ledger stays on the seventh shelf."
    added = reviews.add(
        env, session, kind="open_work", text=words, ordinal=3, quote=words_at(env, 3), reason="said"
    ).stored.review
    first = draft(env, choose_range(env, session, (0, 16)))
    assert first.judged is not None
    assert [item.status for item in first.judged.artifact.items if item.text == words] == ["open"]
    reviews.dismiss(env, added.target, reason="not said")
    second = draft(env, choose_range(env, session, (0, 16)))
    assert second.judged is not None
    assert words not in [item.text for item in second.judged.artifact.items]
