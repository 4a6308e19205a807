"""Modes: off until switched on with a reason; what they then draft; the cap of a model's input."""

from __future__ import annotations

import resource
from pathlib import Path

import pytest

from gates.artifact import GenerationRecord
from gates.errors import RangeError
from gates.policy import parse_policy
from tests.services.test_drafting import environment, imported
from workbench import modes, plugin_registry
from workbench.bootstrap import Env
from workbench.errors import InputError, InterruptedWork, UsageError
from workbench.services.contexts.context import read_context
from workbench.services.drafts.cap import OverCap
from workbench.services.drafts.draft_command import draft
from workbench.services.drafts.range_choice import ChosenRange, choose_range
from workbench.services.drafts.staged_draft import draft_in_stages
from workbench.services.moves.accept_rollback import accept, rollback
from workbench.services.stores import modes as switching
from workbench.strategies.base import Candidate, DraftRequest


@pytest.fixture
def env(tmp_path: Path) -> Env:
    """A store and a configuration of its own."""
    return environment(tmp_path, config=tmp_path / "config.toml")


@pytest.mark.parametrize("mode", ["rolling", "multi_session"])
def test_a_mode_is_off_until_it_is_switched_on(env: Env, tmp_path: Path, mode: str) -> None:
    """Drafting by it is refused, then done, then refused again."""
    session = imported(env, tmp_path)
    chosen = choose_range(env, session)

    def attempt() -> None:
        draft(env, chosen, strategy=mode) if mode == "rolling" else draft_in_stages(env, chosen)

    with pytest.raises(UsageError, match=f"{mode} is off"):
        attempt()
    switching.switch(env, mode, on=True, reason="retention holds here")
    attempt()
    switching.switch(env, mode, on=False, reason="drifts")
    with pytest.raises(UsageError, match="is off"):
        attempt()


def test_every_switch_is_recorded_with_its_reason(env: Env) -> None:
    """Actor, time and reason of every switch are kept; a reason may contain any character."""
    reason = 'quotes " and \\ and \n and \x1b and \x7f'
    switching.switch(env, "rolling", on=True, reason=reason)
    switching.switch(env, "rolling", on=False, reason="enough")
    found = switching.modes(env)
    assert [(s.on, s.reason, s.actor) for s in found.switches] == [
        (True, reason, "ann"),
        (False, "enough", "ann"),
    ]
    assert all(s.since for s in found.switches)
    assert [(s.mode, s.on) for s in found.current] == [("rolling", False), ("multi_session", False)]


@pytest.mark.parametrize("reason", ["", "  "])
def test_a_switch_needs_a_reason(env: Env, reason: str) -> None:
    """None is made without one, and nothing is written."""
    with pytest.raises(UsageError, match="needs a reason"):
        switching.switch(env, "rolling", on=True, reason=reason)
    assert not env.config_file.exists()
    with pytest.raises(UsageError, match="no mode 'other'"):
        switching.switch(env, "other", on=True, reason="r")


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ('[[switch]]\nmode = "rolling"\non = true\n', "on without a reason"),
        ('[[switch]]\nmode = "other"\non = true\nreason = "r"\n', "is not one of"),
        ('[[switch]]\nmode = "rolling"\non = 1\nreason = "r"\n', "does not say whether"),
        ('mode = "rolling"\n', "has a key 'mode', which it does not take"),
        ("[[switch", "is not TOML"),
        ("switch = 7", "switch is not a table"),
    ],
)
def test_a_wrong_configuration_is_refused(env: Env, body: str, why: str) -> None:
    """One line that names the file; a mode never counts as on by accident."""
    env.config_file.write_text(body)
    with pytest.raises(InputError, match=why):
        modes.check_on("rolling", env.config_file)
    with pytest.raises(InputError):
        switching.switch(env, "rolling", on=True, reason="r")
    assert env.config_file.read_text() == body


def test_a_key_that_is_not_taken_is_reported_with_those_that_are(env: Env) -> None:
    """And the nearest of them; bytes that are no text are not explained by a codec."""
    env.config_file.write_text("[modell.x]\nmodel = 'm'\n")
    with pytest.raises(InputError) as refused:
        modes.check_on("rolling", env.config_file)
    assert refused.value.hint.startswith("did you mean model? it takes switch, checker, model, prices, run; ")
    env.config_file.write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="is not valid UTF-8, so it is not TOML") as refused:
        modes.check_on("rolling", env.config_file)
    assert "codec" not in refused.value.message


@pytest.mark.parametrize("before", [None, '[model.x]\nmodel = "m"\n'])
def test_a_full_disk_leaves_the_configuration_as_it_was(env: Env, before: str | None) -> None:
    """Neither half a table, which would make the file unreadable, nor an empty file is left."""
    if before is not None:
        env.config_file.write_text(before)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before or "") + 10, hard))
    try:
        with pytest.raises(InputError, match="cannot write") as refused:
            switching.switch(env, "rolling", on=True, reason="r")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert refused.value.hint.startswith("nothing changed; ")
    assert (env.config_file.read_text() if env.config_file.exists() else None) == before


def test_rolling_over_an_accepted_artifact_and_back(env: Env, tmp_path: Path) -> None:
    """It begins at the active artifact and displaces it, and a rollback makes that active again."""
    switching.switch(env, "rolling", on=True, reason="r")
    session = imported(env, tmp_path)
    whole = choose_range(env, session)
    first = draft(env, ChosenRange(session, 0, whole.end // 2, "half"))
    assert first.judged is not None
    accept(env, first.judged.artifact_id, confirm=("C",))
    before = read_context(env, session).view.segments
    chosen = choose_range(env, session, strategy="rolling")
    assert chosen.start == 0
    second = draft(env, chosen, strategy="rolling")
    assert second.judged is not None
    assert second.judged.artifact.covers == (first.judged.artifact_id,)
    assert {item.generation for item in second.judged.artifact.items} == {1}
    moved = accept(env, second.judged.artifact_id, confirm=("C",))
    assert moved.pointer.displaced == (first.judged.artifact_id,)
    rollback(env, second.judged.artifact_id)
    assert read_context(env, session).view.segments == before


def test_a_rolling_range_contains_what_it_rolls_up(env: Env, tmp_path: Path) -> None:
    """A range that parts an active artifact's is refused before anything is drafted."""
    session = imported(env, tmp_path)
    whole = choose_range(env, session)
    first = draft(env, ChosenRange(session, 0, whole.end // 2, "half"))
    assert first.judged is not None
    accept(env, first.judged.artifact_id, confirm=("C",))
    with pytest.raises(RangeError, match="splits the range of an active artifact"):
        choose_range(env, session, (2, whole.end), strategy="rolling")


def test_stages_stay_below_the_cap_and_hand_a_seed_on(env: Env, tmp_path: Path) -> None:
    """Every window is its own judged artifact; each stage but the first names the seed it received."""
    switching.switch(env, "multi_session", on=True, reason="r")
    session = imported(env, tmp_path)
    policy = parse_policy("[purpose.compaction]\ncap_tokens = 200\n")
    small = environment(tmp_path, config=env.config_file, policy=policy)
    staged = draft_in_stages(small, choose_range(env, session, (0, 16)))
    assert len(staged.stages) > 1
    assert all(stage.window.tokens <= 180 or stage.window.over for stage in staged.stages)
    judged = [stage.drafted.judged for stage in staged.stages]
    assert staged.seed.artifacts == tuple(each.artifact_id for each in judged if each is not None)
    assert [stage.seed_id is None for stage in staged.stages] == [True, *[False] * (len(judged) - 1)]

    def stop(progress: str) -> None:
        if progress.startswith("stage 2"):
            raise KeyboardInterrupt

    with pytest.raises(InterruptedWork) as interrupted:
        draft_in_stages(small, choose_range(env, session, (0, 16)), on_progress=stop)
    kept = f"1 of {len(judged)} stages are kept as drafts"
    assert interrupted.value.hint == kept

    def refuse(progress: str) -> None:
        if progress.startswith("stage 2"):
            raise OverCap("too large", "choose less")

    with pytest.raises(OverCap) as refused:
        draft_in_stages(small, choose_range(env, session, (0, 16)), on_progress=refuse)
    assert refused.value.hint == f"choose less; {kept}"


def test_a_model_is_never_sent_more_than_the_cap(
    env: Env, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A range over the cap is refused before drafting, with a smaller range and with staged windows."""
    drafted: list[DraftRequest] = []

    class Model:
        name = "told"
        prompt_version = "told/1"
        calls_model = True

        def draft(self, request: DraftRequest) -> Candidate:
            drafted.append(request)
            return Candidate({}, GenerationRecord())

    session = imported(env, tmp_path)
    monkeypatch.setattr(plugin_registry, "load", lambda _group, _name: Model)
    policy = parse_policy("[purpose.compaction]\ncap_tokens = 200\n")
    small = environment(tmp_path, config=env.config_file, policy=policy)
    with pytest.raises(OverCap, match="over the cap of 200") as refused:
        draft(small, choose_range(env, session, (0, 16)), strategy="told")
    assert not drafted
    assert "--range 0.." in refused.value.hint
    assert "--strategy multi_session" in refused.value.hint
