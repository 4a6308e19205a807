"""A model's proposals for a capture: their position, and when they count."""

from __future__ import annotations

from typing import Any

import pytest

from gates.capture import Capture, CapturedItem, make_capture, parse_capture
from gates.errors import CaptureError, PolicyError
from gates.evaluate import Evaluator
from gates.policy import DEFAULT_POLICY, looser_keys, parse_policy
from gates.review import Review, ReviewAction
from gates.source import SourceEvent, SourceLink, make_link
from gates.trust import (
    as_counted,
    model_version,
    proposals_of_models,
    rules_version,
    trusted,
    with_proposals,
)
from tests.gates.build import SESSION, artifact_of, index_of, item, source_events
from workbench.presentation.capture_words import how_found

EVENTS: tuple[SourceEvent, ...] = source_events()
TRUSTING = parse_policy('[capture]\ntrust = ["judge"]')


def link(ordinal: int, start: int, end: int) -> SourceLink:
    return make_link(SESSION, ordinal, EVENTS[ordinal].text, start, end)


def captured(
    name: str,
    *evidence: SourceLink,
    kind: str = "decision",
    origin: str = "model",
    by: str | None = "openai:m",
) -> CapturedItem:
    body = {"item_id": f"cap_{name}", "kind": kind, "text": evidence[0].quote, "status": "in_force"}
    return CapturedItem.model_validate({**body, "origin": origin, "evidence": evidence, "by": by})


RULE = captured("rule", link(0, 54, 81), origin="phrase", by=None)
ROW = captured("row", link(6, 17, 45), origin="phrase", by=None)
OWN = captured("own", link(4, 0, 40))
CAPTURE = make_capture("structural/9", [RULE], [ROW])


def test_a_models_proposals_come_first_and_name_it() -> None:
    """They precede those of the rules, and the capture's version names rules and model."""
    found = with_proposals(CAPTURE, [OWN], "1-abc")
    assert [each.item_id for each in found.proposed] == ["cap_own", "cap_row"]
    assert found.proposed[0].by == "openai:m"
    assert (rules_version(found), model_version(found)) == ("structural/9", "1-abc")
    assert (rules_version(CAPTURE), model_version(CAPTURE)) == ("structural/9", None)
    assert parse_capture(found.to_json()) == found
    assert found.items == CAPTURE.items
    again = with_proposals(found, [], "2-def")
    assert again.capture_version == "structural/9+judge/2-def"


@pytest.mark.parametrize(
    ("start", "end", "same"),
    [
        (54, 81, True),
        (54, 67, True),  # within it, and it is not more than three times as long
        (54, 63, True),  # 27 of 9: three times
        (54, 62, False),  # 27 of 8
        (41, 67, True),  # half of 26 is shared
        (40, 66, False),  # 12 of 26
    ],
)
def test_what_the_rules_have_is_not_proposed_again(start: int, end: int, same: bool) -> None:
    """A quotation of similar size that shares half its words with a captured one is a repetition."""
    found = with_proposals(CAPTURE, [captured("again", link(0, start, end))], "1")
    assert ([each.item_id for each in found.proposed] == ["cap_row"]) is same


@pytest.mark.parametrize(
    "closed", [{"status": "superseded"}, {"status": "done"}, {"carried_out": True, "likelihood": 0.4}]
)
def test_a_proposal_of_what_does_not_count_marks_it(closed: dict[str, Any]) -> None:
    """It stays as the rules have it, also when captured again; it counts if the policy trusts the model."""
    over = RULE.model_copy(update=closed)
    plain = make_capture("structural/9", [over], [ROW])
    mine = captured("mine", link(0, 54, 81))
    found = with_proposals(plain, [mine], "1")
    assert found.items == (over.model_copy(update={"by": "openai:m"}),)
    assert [each.item_id for each in found.proposed] == ["cap_row"]
    assert with_proposals(plain, proposals_of_models(found), "1") == found
    (held,) = trusted(found, ("judge",)).items
    assert (held.item_id, held.origin, held.counts_anyway) == (over.item_id, "model", True)
    assert how_found(found.items[0]) == "in a sentence; openai:m proposes it"


def test_a_proposal_of_what_counts_marks_nothing() -> None:
    """Rules and model agree."""
    assert with_proposals(CAPTURE, [captured("mine", link(0, 54, 81))], "1").items == CAPTURE.items


def test_a_models_proposal_takes_the_place_of_the_same_by_the_rules() -> None:
    """The words are proposed once, under the model's name."""
    found = with_proposals(
        CAPTURE, [captured("mine", link(6, 17, 45)), captured("twice", link(6, 18, 45))], "1"
    )
    assert [each.item_id for each in found.proposed] == ["cap_mine"]


def test_it_counts_only_where_the_policy_or_a_person_says_so() -> None:
    """Untrusted it is proposed; trusted it is an item; a person adds or dismisses it either way."""
    found = with_proposals(CAPTURE, [OWN], "1")
    assert as_counted(found, (), ()) == found
    counted = as_counted(found, ("judge",), ())
    assert [each.item_id for each in counted.items] == ["cap_rule", "cap_own"]
    assert [each.item_id for each in counted.proposed] == ["cap_row"]
    assert counted.digest != found.digest
    assert trusted(CAPTURE, ("judge",)) is CAPTURE
    assert proposals_of_models(counted) == ()
    about = {"review_id": "r", "session_id": SESSION, "target": "cap_own", "actor": "a", "reason": "b"}
    dismissed = Review.model_validate({**about, "action": ReviewAction.DISMISS})
    added = Review.model_validate({**about, "action": "add", "added": OWN.model_dump(mode="json")})
    for trust in ((), ("judge",)):
        assert "cap_own" not in str(as_counted(found, trust, [dismissed]))
        assert [each.item_id for each in as_counted(found, trust, [added]).items] == ["cap_rule", "cap_own"]


def test_gate_c_judges_what_the_policy_trusts() -> None:
    """The same artifact keeps one decision of one, or one of two."""
    index = index_of()
    artifact = artifact_of(item("Never touch the public API.", "Never touch the public API."))
    found: Capture = with_proposals(CAPTURE, [OWN], "1")
    recall = []
    for policy in (DEFAULT_POLICY, TRUSTING):
        report = Evaluator(index, found, policy).evaluate(artifact)
        recall += [m.value for m in report.gates["C"].measures if m.name == "decision_recall"]
        assert report.policy_version == policy.version
    assert recall == [1.0, 0.5]


def test_the_policys_version_changes_with_trust_alone() -> None:
    """A policy that trusts nobody keeps the version from before this key existed."""
    assert DEFAULT_POLICY.version == "default-3fc582c116a3"
    assert parse_policy("[capture]\ntrust = []").version == DEFAULT_POLICY.version
    assert TRUSTING.version != DEFAULT_POLICY.version
    assert parse_policy('[capture]\ntrust = ["judge", "judge"]').version == TRUSTING.version
    assert list(looser_keys(TRUSTING)) == ["capture.trust = judge (the store's policy: nobody)"]
    assert list(looser_keys(TRUSTING, TRUSTING)) == []
    for wrong in ('trust = ["nli"]', 'trust = "judge"', "trust = [1]", "surprise = 1"):
        with pytest.raises(PolicyError):
            parse_policy(f"[capture]\n{wrong}")


def test_an_older_capture_keeps_its_digest() -> None:
    """An item without a model's name digests as it did before there was one; a name is bounded."""
    body = CAPTURE.to_json()
    without = {**body, "items": [{k: v for k, v in each.items() if k != "by"} for each in body["items"]]}
    assert parse_capture(without).digest == CAPTURE.digest
    assert make_capture("structural/9", [RULE.model_copy(update={"by": "x"})]).digest != CAPTURE.digest
    for length, fits in ((200, True), (201, False), (0, False)):
        given = {**body, "items": [{**body["items"][0], "by": "x" * length}]}
        if fits:
            assert parse_capture(given).items[0].by == "x" * length
        else:
            with pytest.raises(CaptureError):
                parse_capture(given)


@pytest.mark.parametrize("place", ["capture_version", "item_id"])
def test_a_capture_without_a_canonical_form_does_not_parse(place: str) -> None:
    """A lone surrogate in JSON is an escape like any other, but nothing can be named by it."""
    body = CAPTURE.to_json()
    (body if place == "capture_version" else body["items"][0])[place] = "x\ud800"
    with pytest.raises(CaptureError, match="lone surrogate"):
        parse_capture(body)


def test_one_sentence_is_one_item_whatever_kind_the_model_says_it_is() -> None:
    """A rule that a model calls open work is not proposed again; words that only support another item are."""
    work = captured("work", link(0, 54, 81), kind="open_work")
    assert [each.item_id for each in with_proposals(CAPTURE, [work], "1").proposed] == ["cap_row"]
    two = captured("two", link(6, 17, 45), link(0, 54, 81), origin="phrase", by=None)
    found = with_proposals(make_capture("structural/9", [two], []), [work], "1")
    assert [each.item_id for each in found.proposed] == ["cap_work"]
