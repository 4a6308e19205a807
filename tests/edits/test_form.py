"""The form of a draft: unchanged it changes nothing, and what does not fit is named line by line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gates.artifact import Artifact
from tests.gates.build import artifact_of, index_of, item
from workbench.edits.form import Edited, FormError, form_of, read_form
from workbench.edits.item_places import places


def made() -> Artifact:
    """A rule of the user, open work with two links, a claim in several lines, and a narrative."""
    return artifact_of(
        item("Never touch the public API.", "Never touch the public API.", kind="constraint", speaker="user"),
        item(
            "Two retry tests are left",
            "Two retry tests are left",
            "2 failed, 14 passed",
            kind="open_work",
            status="open",
        ),
        item("# a heading\n> a quotation\n\\ a backslash\n\nand \x1b[31mcontrol"),
        narrative="It went on.\nAnd on.",
    )


def read(text: str, artifact: Artifact | None = None) -> Edited:
    """The form read back against its artifact."""
    artifact = artifact or made()
    return read_form(text, artifact, places(artifact), index_of())


def form(artifact: Artifact | None = None) -> str:
    """The form of an artifact."""
    artifact = artifact or made()
    return form_of(artifact, places(artifact), "d-1")


def bare(artifact: Artifact) -> list[dict[str, object]]:
    """Its items without their derived ids."""
    return [each.model_dump(exclude={"item_id"}) for each in artifact.items]


def test_a_form_that_was_not_touched_gives_back_what_was_there() -> None:
    """Words, links, blank lines and control characters included, though the form shows none of the latter."""
    assert "\x1b" not in form()
    back = read(form())
    assert [each.model_dump(exclude={"item_id"}) for each in back.items] == bare(made())
    assert back.narrative == made().narrative


@given(st.text(st.characters(codec="utf-8"), min_size=1, max_size=60).filter(lambda text: text.strip()))
def test_any_words_survive(words: str) -> None:
    """Any text of a statement is unchanged after a round trip through the form."""
    artifact = artifact_of(item(words))
    assert read(form(artifact), artifact).items[0].text == words


def test_words_kind_and_order_change_as_they_are_typed() -> None:
    """An item without lines is dropped, one without a place is new, and links are found by their words."""
    text = """
    ## o-1 open_work done
    Both retry tests are done
    > 8: Two retry tests are left

    ## c-1 decision user
    Never touch the public API.

    ## claim
    The exporter writes batches
    > 6: The exporter now writes 240 rows per batch
    """.replace("\n    ", "\n")
    back = read(text)
    assert [(each.kind.value, each.status, each.speaker, each.text) for each in back.items] == [
        ("open_work", "done", None, "Both retry tests are done"),
        ("decision", None, "user", "Never touch the public API."),
        ("claim", None, None, "The exporter writes batches"),
    ]
    assert [[link.ordinal for link in each.links] for each in back.items] == [[8], [], [6]]
    assert back.items[2].links[0].quote == "The exporter now writes 240 rows per batch"
    assert back.narrative is None


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("nothing", 1, "no line begins with ##"),
        ("## c-9 claim\nwords", 1, "no c-9"),
        ("## c-1 claim\nwords\n## c-1 claim\nwords", 3, "twice"),
        ("## c-1 thought\nwords", 1, "'thought' is no kind"),
        ("## claim open user twice\nwords", 1, "'twice' is not understood"),
        ("## claim", 1, "no words"),
        ("## conflict\nthis against that", 1, "both its sides"),
        ("## claim\nwords\n> 99: a", 3, "no event 99"),
        ("## claim\nwords\n> 6: such words", 3, "do not occur in event 6"),
        ("## claim\nwords\n> 8: te", 3, "occur 2 times in event 8"),
        ("## claim\nwords\n> 6:", 3, "missing"),
        ("## claim\nwords\n> six: words", 3, "is no link"),
        ("## claim\nwords\n>: more", 3, "there is none above"),
        ("## claim\nwords\n# more", 3, "begins with #"),
        ("## claim\nwords\n> 7: Thanks.\nmore", 4, "precede its links"),
        ("## narrative\na\n## narrative\nb", 3, "a second narrative"),
    ],
)
def test_what_does_not_fit_is_named_with_its_line(text: str, line: int, message: str) -> None:
    """The first problem is in the message too."""
    with pytest.raises(FormError) as refused:
        read(text)
    (problem,) = refused.value.problems
    assert problem.line == line
    assert message in problem.message
    assert f"line {line}" in refused.value.message


def test_every_line_that_does_not_fit_is_named_at_once() -> None:
    """All problems of a form are reported together, with their lines."""
    with pytest.raises(FormError) as refused:
        read("## wrong\nwords\n> 99: a\n\n## claim\n> 6: nowhere")
    assert [each.line for each in refused.value.problems] == [1, 3, 5, 6]
