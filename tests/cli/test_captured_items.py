"""Captured items from a shell: each is shown, added and dismissed by its id."""

from __future__ import annotations

from tests.cli.test_flow import Shell, prepared, shell

__all__ = ["prepared", "shell"]


def test_reviews_change_what_is_captured(shell: Shell) -> None:
    """A captured item can be added with its words, and dismissed again; both are recorded."""
    added = shell.json(
        *("review", "add", shell.session, "--kind", "decision", "--text", "The limit stays at 3"),
        *("--event", "10", "--quote", "the limit stays at 3", "--reason", "it was said"),
    )
    target = added["target"]
    items = shell.json("capture", shell.session, "--range", "0..16")["items"]
    assert [item["text"] for item in items if item["item_id"] == target] == ["The limit stays at 3"]
    report = shell.json("show", f"{shell.session}:d-1")["value"]["report"]
    assert target in [verdict["item_id"] for verdict in report["retention"]]
    shell.json("review", "dismiss", target, "--reason", "said twice")
    items = shell.json("capture", shell.session, "--range", "0..16")["items"]
    assert target not in [item["item_id"] for item in items]
    strict = shell.json("score", f"{shell.session}:d-1", "--strict", code=1)
    assert target not in [verdict["item_id"] for verdict in strict["reports"][0]["retention"]]


def test_every_item_that_capture_lists_can_be_named(shell: Shell) -> None:
    """An item that no report judged can be shown and dismissed too, by a prefix of its id."""
    body = shell.json("capture", shell.session)
    judged = shell.json("show", f"{shell.session}:d-1")["value"]["report"]["retention"]
    known = {verdict["item_id"] for verdict in judged}
    late = [item for item in body["items"] if item["item_id"] not in known]
    assert late
    for item in late:
        value = shell.json("show", item["item_id"])["value"]
        assert (value["artifact_id"], value["text"], value["status"]) == (None, item["text"], item["status"])
    first = late[0]
    assert first["text"].split()[0] in shell.run("show", first["item_id"]).out
    given = shell.json("review", "dismiss", first["item_id"][:12], "--reason", "only a question")
    assert given["target"] == first["item_id"]
    left = shell.json("capture", shell.session)["items"]
    assert [item["item_id"] for item in left] == [
        item["item_id"] for item in body["items"] if item["item_id"] != first["item_id"]
    ]
