"""`calibrate`: faults in, counts out; a floor that is not reached fails."""

from __future__ import annotations

from pathlib import Path

import sample_sessions
from gates.policy import FAULT_CLASSES, CalibrateSettings, Policy
from workbench.bootstrap import Env
from workbench.cli.main import main
from workbench.services.output_shapes.calibrate_shapes import CalibrateShape
from workbench.services.scores.calibrate import calibrate

GOOD = (Path(sample_sessions.__file__).parent / "clean-run.jsonl").as_posix()


def test_faults_of_a_good_sample_are_counted_and_its_own_items_raise_no_hard_finding() -> None:
    """Every class has a row; broken links and lost items are blocked, changed names warned of; equal runs."""
    found = calibrate(Env(store_location="unused"), GOOD, most=3)
    body = found.to_json()
    CalibrateShape.model_validate(body)
    assert tuple(found.classes) == FAULT_CLASSES
    for name in ("break_link", "shift_link", "drop_decision", "drop_open"):
        tally = found.classes[name]
        assert tally.made > 0
        assert tally.by_intended == tally.blocked == tally.made
    renamed = found.classes["change_identifier"]
    assert renamed.by_intended == renamed.by_gate["D"] == renamed.made > 0
    assert renamed.blocked == renamed.by_gate["B"], "a name that stands nowhere only warns in D"
    assert found.classes["swap_entity_in"].by_intended == 0
    assert found.clean.hard["D"] == 0
    assert found.classes["flip_negation"].shown < found.classes["flip_negation"].by_any
    assert all(tally.blocked <= tally.shown <= tally.by_any for tally in found.classes.values())
    assert calibrate(Env(store_location="unused"), GOOD, most=3).to_json() == body


def test_a_class_below_its_floor_is_named() -> None:
    """A floor that the gates cannot reach is below; one that they reach is not."""
    floors = CalibrateSettings(floor={"change_identifier": 1.0, "swap_entity_in": 0.5})
    env = Env(store_location="unused", policy=Policy(calibrate=floors))
    found = calibrate(env, GOOD, most=2)
    assert list(found.below()) == ["swap_entity_in"]
    assert found.to_json()["passed"] is False


def test_a_file_without_compactions_is_one_line_and_exit_2(tmp_path: Path) -> None:
    """A transcript without compactions is an input error with a hint."""
    place = tmp_path / "none.jsonl"
    place.write_text('{"role": "user", "content": "hello"}\n{"role": "assistant", "content": "hi"}\n')
    assert main(["calibrate", place.as_posix()]) == 2
    assert main(["calibrate", GOOD, "--most", "0"]) == 2
