"""What changed between two snapshots."""

from __future__ import annotations

import copy
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given as any_of
from hypothesis import settings
from hypothesis import strategies as st

from gates.artifact import ItemKind
from gates.snapshot.builder import build_snapshot, snapshot_of_artifact
from gates.snapshot.diff import KINDS, diff
from gates.snapshot.pairing import SnapshotStatement, pair, similarity
from gates.snapshot.word_diff import ops, word_ops

from .build import active, artifact, conflict, given, link

Snapshot = dict[str, Any]


def of(*items: dict[str, Any], **more: Any) -> Snapshot:
    """The snapshot over one active artifact with these items."""
    return build_snapshot(given(active(artifact(*items)), **more))


def claim(text: str, *ordinals: int, kind: str = "claim", **more: Any) -> dict[str, Any]:
    return {"kind": kind, "text": text, "links": [link(each) for each in ordinals], **more}


def short(found: Snapshot, field: str = "claims") -> list[tuple[str, str | None, str | None]]:
    """Change, statement before and statement after, of the changes to one field."""

    def said(value: Any) -> str | None:
        return str(value["statement"]) if isinstance(value, dict) else value

    return [
        (c["change"], said(c["before"]), said(c["after"])) for c in found["changes"] if c["field"] == field
    ]


def test_the_object_has_exactly_the_documented_fields() -> None:
    found = diff(of(claim("a")), of(claim("b")), name_a="d-1", name_b="d-2")
    assert set(found) == {"schema", "a", "b", "changes", "summary"}
    assert (found["schema"], found["a"], found["b"]) == ("workbench.diff/1", "d-1", "d-2")
    for change in found["changes"]:
        assert set(change) == {"change", "field", "kind", "before", "after", "words"}
        assert change["change"] in KINDS


def test_without_names_the_snapshot_ids_name_the_sides() -> None:
    one, other = of(claim("a")), of(claim("b"))
    found = diff(one, other)
    assert (found["a"], found["b"]) == (one["snapshot_id"], other["snapshot_id"])


def test_claims_are_added_and_removed() -> None:
    one = of(claim("34 uses of it", 1), claim("the port is 80", 2))
    other = of(claim("34 uses of it", 1), claim("nothing was pushed to main", 3))
    assert short(diff(one, other)) == [
        ("removed", "the port is 80", None),
        ("added", None, "nothing was pushed to main"),
    ]


def test_a_reworded_claim_with_shared_evidence_is_changed_whatever_its_words() -> None:
    found = diff(of(claim("abc def", 5)), of(claim("quite other words here", 5)))
    assert short(found) == [("changed", "abc def", "quite other words here")]


def test_a_reworded_claim_without_shared_evidence_is_changed_when_similar() -> None:
    found = diff(of(claim("30 uses of refresh_token", 5)), of(claim("34 uses of refresh_token", 6)))
    assert [each["change"] for each in found["changes"] if each["field"] == "claims"] == [
        "changed",
        "relinked",
    ]
    assert found["changes"][0]["words"] == [
        {"op": "delete", "text": "30"},
        {"op": "insert", "text": "34"},
        {"op": "equal", "text": " uses of refresh_token"},
    ]


def test_claims_of_different_kinds_do_not_pair_by_evidence_or_words() -> None:
    found = diff(of(claim("ship the fix", 5)), of(claim("ship the fix", 5, kind="decision")))
    assert [each[0] for each in short(found)] == ["added", "removed"]


def test_the_most_alike_of_several_candidates_pairs_first() -> None:
    one = of(claim("use port 80 for the proxy", 5), claim("use port 80 for the proxy and cache", 5))
    other = of(claim("use port 81 for the proxy and cache", 5))
    assert short(diff(one, other)) == [
        ("removed", "use port 80 for the proxy", None),
        ("changed", "use port 80 for the proxy and cache", "use port 81 for the proxy and cache"),
    ]


def test_moved_evidence_is_relinked() -> None:
    found = diff(of(claim("34 uses", 5)), of(claim("34 uses", 6)))
    (change,) = [each for each in found["changes"] if each["field"] == "claims"]
    assert change["change"] == "relinked" and change["words"] == []
    assert change["after"]["evidence_refs"][0]["ordinal"] == 6


def test_work_that_is_done_and_claims_that_are_doubted_are_changes_of_status() -> None:
    work = claim("write tests", 5, kind="open_work", status="open")
    found = diff(of(work), of({**work, "status": "done"}))
    assert [each[0] for each in short(found)] == ["status"]
    doubted = diff(of(work), of(work, ledger=frozenset()))
    moved, counted = doubted["changes"]
    assert (moved["before"]["status"], moved["after"]["status"]) == ("verified", "candidate")
    assert counted["field"] == "counts.delta"


def test_words_of_another_speaker_are_a_change() -> None:
    found = diff(of(claim("keep it small", 5, speaker="user")), of(claim("keep it small", 5)))
    assert [each[0] for each in short(found)] == ["changed"]


def test_objective_and_done_definition_are_always_compared() -> None:
    found = diff(of(objective="Fix login", done_definition={"a": 1}), of(objective="Fix logout"))
    assert [(c["field"], c["change"]) for c in found["changes"]] == [
        ("objective", "changed"),
        ("done_definition", "changed"),
    ]
    assert (found["summary"]["objective"], found["summary"]["done_definition"]) == ("changed", "changed")
    same = diff(of(), of())["summary"]
    assert (same["objective"], same["done_definition"]) == ("unchanged", "unchanged")


def test_conflicts_failures_questions_coverage_and_counts_are_compared() -> None:
    failed = {"kind": "failure", "text": "Tests failed"}
    detail = {"category": "command", "where": "make", "why": "x"}
    one = of(
        conflict("Port 80 or 8080", 3, 4), failed, {"kind": "open_question", "text": "Which port is it?"}
    )
    other = of(
        conflict("Port 80 or 8080", 3, 5),
        {**failed, "detail": detail},
        {"kind": "open_question", "text": "Which port is it now?"},
        steps=4,
        chunk_ids_seen=("c",),
    )
    found = diff(one, other)
    assert [(c["change"], c["field"]) for c in found["changes"]] == [
        ("relinked", "conflicts"),
        ("changed", "failures"),
        ("changed", "open_questions"),
        ("changed", "source_coverage.chunk_ids_seen"),
        ("changed", "source_coverage.chunk_ids_cited"),
        ("changed", "counts.steps_since_last_compaction"),
    ]
    assert found["changes"][-1]["before"] == 0 and found["changes"][-1]["after"] == 4
    assert (found["changes"][3]["before"], found["changes"][3]["after"]) == ([], ["c"])
    assert (found["summary"]["source_coverage"], found["summary"]["counts"]) == ("changed", "changed")


def test_a_conflict_whose_sides_were_swapped_is_relinked() -> None:
    one = of(conflict("Port 80 or 8080", 3, 4))
    other = copy.deepcopy(one)
    turned = other["state"]["conflicts"][0]
    turned["side_a_refs"], turned["side_b_refs"] = turned["side_b_refs"], turned["side_a_refs"]
    assert [c["change"] for c in diff(one, other)["changes"]] == ["relinked"]


def test_the_summary_counts_statements_and_kinds_on_both_sides() -> None:
    one = of(claim("a b c d"), claim("use lax", kind="decision"), conflict("x", 1, 2))
    other = of(claim("a b c d"), claim("use lax", kind="decision"), claim("use it", kind="decision"))
    summary = diff(one, other)["summary"]
    assert {name: summary[name] for name in (*KINDS, "unchanged")} == {
        "added": 1,
        "removed": 1,
        "changed": 0,
        "relinked": 0,
        "status": 0,
        "unchanged": 2,
    }
    assert summary["claims"] == {"decision": {"before": 1, "after": 2}, "claim": {"before": 1, "after": 1}}
    assert summary["conflicts"] == {"before": 1, "after": 0}


def test_a_snapshot_of_the_bare_contract_can_be_compared() -> None:
    bare = of(claim("34 uses", 5), {"kind": "failure", "text": "It broke"})
    for each in bare["state"]["claims"]:
        del each["kind"], each["work_status"], each["speaker"]
    for each in bare["state"]["failures"]:
        del each["statement"], each["evidence_refs"]
    del bare["counts"]["delta"]
    assert diff(bare, bare)["changes"] == []
    assert short(diff(bare, of(claim("35 uses", 5)))) == [("changed", "34 uses", "35 uses")]


def test_by_text_it_compares_lines_and_still_coverage_and_counts() -> None:
    one = of(claim("the cookie is set to Lax for every path", 5), claim("34 uses", 6), objective="Fix")
    other = of(claim("the cookie is set to Strict for every path", 7), claim("gone are the days", 6), steps=1)
    found = diff(one, other, by="text")
    lax, strict = (f"  the cookie is set to {mode} for every path" for mode in ("Lax", "Strict"))
    assert short(found, "text") == [
        ("removed", "  Fix", None),
        ("added", None, "  Fix the login"),
        ("changed", lax, strict),
        ("removed", "  34 uses", None),
        ("added", None, "  gone are the days"),
    ]
    assert "counts.steps_since_last_compaction" in [each["field"] for each in found["changes"]]
    assert diff(one, one, by="text")["changes"] == []


WORDS = st.lists(
    st.sampled_from("use the port lax cookie test fix a/b.py 80 81".split()), min_size=1, max_size=6
)
ITEMS = st.lists(
    st.builds(
        lambda kind, words, ordinals, status: claim(" ".join(words), *ordinals, kind=kind, status=status),
        st.sampled_from(["decision", "open_work", "claim", "failure", "open_question"]),
        WORDS,
        st.lists(st.integers(0, 4), max_size=2),
        st.sampled_from(["open", "done", None]),
    ),
    max_size=12,
)


@settings(max_examples=60, deadline=None)
@any_of(ITEMS)
def test_a_snapshot_does_not_differ_from_itself(items: list[dict[str, Any]]) -> None:
    one = snapshot_of_artifact(artifact(*items))
    for by in ("item", "text"):
        found = diff(one, copy.deepcopy(one), by=by)
        assert found["changes"] == []
        assert not any(found["summary"][kind] for kind in KINDS)


@settings(max_examples=60, deadline=None)
@any_of(ITEMS, ITEMS)
def test_both_directions_count_the_same(one: list[dict[str, Any]], other: list[dict[str, Any]]) -> None:
    a, b = snapshot_of_artifact(artifact(*one)), snapshot_of_artifact(artifact(*other))
    there, back = diff(a, b)["summary"], diff(b, a)["summary"]
    assert (there["added"], there["removed"]) == (back["removed"], back["added"])
    for kind in ("changed", "relinked", "status", "unchanged"):
        assert there[kind] == back[kind]


@settings(max_examples=60, deadline=None)
@any_of(ITEMS, ITEMS)
def test_every_claim_stands_in_the_difference_at_most_once_a_side(
    one: list[dict[str, Any]], other: list[dict[str, Any]]
) -> None:
    a, b = snapshot_of_artifact(artifact(*one)), snapshot_of_artifact(artifact(*other))
    changes = [each for each in diff(a, b)["changes"] if each["field"] == "claims"]
    partner: dict[str, set[str | None]] = {}
    for each in changes:
        before, after = each["before"], each["after"]
        if before is not None:
            partner.setdefault(f"a {before['claim_id']}", set()).add(after and after["claim_id"])
        if after is not None:
            partner.setdefault(f"b {after['claim_id']}", set()).add(before and before["claim_id"])
    assert all(len(each) == 1 for each in partner.values())
    once = Counter(
        (c["change"], (c["before"] or c["after"])["claim_id"], c["after"] is None) for c in changes
    )
    assert not once or max(once.values()) == 1


ENTRIES = st.lists(
    st.builds(
        lambda key, kind, words, evidence: SnapshotStatement(key, kind, " ".join(words), frozenset(evidence)),
        st.sampled_from("abcdefgh"),
        st.sampled_from("xy"),
        WORDS,
        st.lists(st.sampled_from("123"), max_size=2),
    ),
    max_size=25,
)


@settings(max_examples=100, deadline=None)
@any_of(ENTRIES, ENTRIES)
def test_pairing_takes_every_index_once_and_is_the_same_backwards(
    a: list[SnapshotStatement], b: list[SnapshotStatement]
) -> None:
    there, back = pair(a, b), pair(b, a)
    assert sorted([i for i, _ in there.pairs] + list(there.removed)) == list(range(len(a)))
    assert sorted([j for _, j in there.pairs] + list(there.added)) == list(range(len(b)))
    assert {(j, i) for i, j in there.pairs} == set(back.pairs)


@settings(max_examples=60, deadline=None)
@any_of(ENTRIES, ENTRIES)
def test_what_stays_alone_has_no_partner_left(a: list[SnapshotStatement], b: list[SnapshotStatement]) -> None:
    found = pair(a, b)
    for i in found.removed:
        for j in found.added:
            assert a[i].key != b[j].key
            if a[i].kind == b[j].kind:
                assert not a[i].evidence & b[j].evidence
                assert similarity(a[i].text, b[j].text) < 0.6


def test_thousands_of_statements_of_one_pattern_pair_with_their_like() -> None:
    one = [
        SnapshotStatement(f"a{n}", "claim", f"Ran pytest tests/test_{n}.py which said {n} passed")
        for n in range(400)
    ]
    other = [
        SnapshotStatement(f"b{n}", "claim", f"Ran pytest tests/test_{n}.py which said {n + 1} passed")
        for n in range(400)
    ]
    assert pair(one, other).pairs == tuple((n, n) for n in range(400))


@any_of(st.text(), st.text())
def test_word_ops_join_to_both_texts(before: str, after: str) -> None:
    pieces = word_ops(before, after)
    assert "".join(each["text"] for each in pieces if each["op"] != "insert") == before
    assert "".join(each["text"] for each in pieces if each["op"] != "delete") == after
    assert all(each["text"] for each in pieces)
    ops = [each["op"] for each in pieces]
    assert all(one != other for one, other in pairwise(ops))


def test_changed_words_in_a_row_are_one_change() -> None:
    assert word_ops("use Lax now", "use Strict later") == [
        {"op": "equal", "text": "use "},
        {"op": "delete", "text": "Lax now"},
        {"op": "insert", "text": "Strict later"},
    ]


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("34 uses of refresh_token", "30 uses of refresh_token", True),
        ("Edit src/app.py", "Edit src/api.py", False),
        ("src/app.py", "src/api.py", False),
        ("Use the Lax cookie", "use the lax  COOKIE", True),
        ("設定を変更した", "設定を変更する", True),
        ("The tests pass on the main branch", "Nobody has asked for a release yet", False),
    ],
)
def test_similarity_is_of_words_with_identifiers_whole(one: str, other: str, alike: bool) -> None:
    assert (similarity(one, other) >= 0.6) is alike


def test_every_kind_of_item_has_its_place_in_the_text() -> None:
    items = [
        claim(f"statement {kind.value}", kind=kind.value)
        for kind in ItemKind
        if kind is not ItemKind.CONFLICT
    ]
    one = of(*items, conflict("statement conflict", 1, 2))
    texts = {each["after"] for each in diff(of(), one, by="text")["changes"] if each["field"] == "text"}
    for kind in ItemKind:
        assert any(f"statement {kind.value}" in text for text in texts)


def test_what_is_deleted_stands_before_what_is_inserted_in_its_place() -> None:
    """A deletion is listed before an insertion at the same place, as readers of a diff expect."""
    before, after = ["head", "use tabs", "tail"], ["head", "withdrawn: use tabs", "and more", "tail"]
    assert ops(before, after) == [("equal", 0, 1), ("delete", 1, 2), ("insert", 1, 3), ("equal", 2, 3)]
    assert [op for op, *_ in ops(after, before)] == ["equal", "delete", "insert", "equal"]
    assert ops([], []) == [] and ops(["a"], []) == [("delete", 0, 1)]
