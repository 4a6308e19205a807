"""What the human's next message rejects of the agent's words stands no longer as a step or a decision."""

from __future__ import annotations

import pytest

from tests.facts.session import Script
from tests.strategies.source import whole, work_session
from workbench.strategies.base import DraftRequest
from workbench.strategies.intentional import IntentionalStrategy
from workbench.strategies.page.deciding_events import REMARK, deciding_units
from workbench.strategies.page.exchanges import DENIED
from workbench.strategies.page.objections import Objections
from workbench.strategies.page.overtaken import overtaken
from workbench.strategies.page.statements import statements
from workbench.strategies.page.units import units
from workbench.strategies.ranked import Offers

STORED = "The simplest fix is to keep `helperName` in localStorage when the week is read."


def rejected(said: str, answer: str) -> bool:
    """Whether an answer rejects what the agent said before it."""
    script = Script()
    script.user("Where does the name of the helper come from after a reload?")
    at = script.agent(said)
    script.user(answer)
    return Objections.of(script.events).reject(at, said)


@pytest.mark.parametrize(
    ("said", "answer", "rejects"),
    [
        (STORED, "hmm, I think it's better not to keep any names in local storage.", True),
        (STORED, "We don't want local storage here, read it from the server.", True),
        (STORED, "Good, and don't store the address in the session table.", False),
        (STORED, "Yes, keep it in local storage.", False),
        (
            "The week is queued and appended when it ends.",
            "wait, why would we queue and append the week?",
            True,
        ),
        ("The week is queued and appended when it ends.", "why would we queue and append the week?", False),
        (f"The name is not secret. {STORED}", "Better not to keep names in local storage.", True),
        ("The name is no secret, so keep it in localStorage.", "better not to use local storage", True),
        ("Nothing is kept in localStorage.", "Right, better not to use local storage.", False),
        ("Shall I keep it in localStorage?", "better not to use local storage", False),
        (STORED, "Don't touch the parser, but keep it in local storage.", False),
        ("The week is read once (with a shadow copy).", "no shadow copy!", True),
        ("The week is read once (with a shadow copy).", "no more questions about the shadow copy", False),
        ("The week is read once (with a shadow copy).", "no problem, keep the shadow copy", False),
    ],
)
def test_only_the_rejected_thing_is_rejected(said: str, answer: str, rejects: bool) -> None:
    """By its name, written as one word or two, or by most of its words, in the clause that rejects."""
    assert rejected(said, answer) is rejects


@pytest.mark.parametrize(
    ("said", "answer", "rejects"),
    [
        ("No lint issues, everything is clean already.", "the linter does fire a few times", True),
        ("The week view is fixed.", "It still shows the wrong week, the test fails.", True),
        ("All checks pass now.", "Hm, this doesn't work on my machine.", True),
        ("All checks pass now.", "Great, run them again and push.", False),
        ("The week view reads the name from the server.", "It still fails after a reload.", False),
        ("Are all checks green?", "No, they still fail.", False),
    ],
)
def test_a_report_that_all_is_well_is_rejected_by_trouble(said: str, answer: str, rejects: bool) -> None:
    """The human saw otherwise; what else the agent stated is not touched by it."""
    assert rejected(said, answer) is rejects


SERVED = "The preview and its footer are served from `dist/`."


@pytest.mark.parametrize(
    ("said", "answer", "rejects"),
    [
        (SERVED, "thats not the folder I meant, it is called public", True),
        (SERVED, "no, the footer should stay as it was", True),
        (SERVED, "wrong folder", True),
        (SERVED, "no, the header should stay as it was", False),
        (SERVED, "yes you can undo that, the host was down", True),
        (SERVED, "that's not the only place, look at the tests too", False),
        (SERVED, "the footer should stay as it is", False),
        (
            "It is served. One. Two. Three. The header is grey.",
            "this isn't what I want for the footer",
            False,
        ),
        (SERVED, "undo that key binding in the next release", False),
    ],
)
def test_what_the_agent_last_said_is_denied_or_undone(said: str, answer: str, rejects: bool) -> None:
    """A short message as a whole, a long one only where the denial names what it says."""
    assert rejected(said, answer) is rejects


def test_a_denied_answer_is_marked_by_the_words_that_deny_it() -> None:
    """Neither the page nor an event kept verbatim has it as true."""
    script = work_session()
    script.user("Please serve the preview of the docs from the build folder.")
    script.run("make serve", "ok")
    at = script.agent(SERVED)
    script.user("that's not the folder I meant, it is called public")
    script.run("make serve DIR=public", "ok")
    script.agent("The preview is served from the folder `public/` now.")
    source = whole(script)
    made = source.draft(IntentionalStrategy())
    stated = [item.text for item in made.items]
    assert not any("dist/" in text for text in stated)
    assert any(DENIED in text and "not the folder I meant" in text for text in stated)
    assert at not in made.source.kept


def test_a_later_message_rejects_nothing_of_an_earlier_turn() -> None:
    """Only the next message answers a turn; what replaces older directives is decided elsewhere."""
    script = Script()
    script.user("Where does the name come from?")
    at = script.agent(STORED)
    script.user("Fine.")
    script.agent("It is done.")
    script.user("Better not to keep the address in local storage.")
    assert not Objections.of(script.events).reject(at, STORED)


def test_a_rejected_step_is_on_no_page_and_in_no_memory() -> None:
    """It stood there as the way that was taken."""
    script = work_session()
    script.user("The name of the helper is gone after a reload, please look into it.")
    script.run("cat src/week.ts", "export const week = 1")
    script.agent(STORED)
    script.user("hmm, it's better not to keep any names in local storage.")
    script.agent("The name is read from the server after a reload now.")
    source = whole(script)
    request = DraftRequest(source.range, source.events)
    found = statements(request)
    assert not any(each.informative and "localStorage" in each.item.text for each in found)
    sorts = {unit.ordinals[0]: unit.sort for unit in deciding_units(request, units(request), frozenset())}
    assert [sorts[event.ordinal] for event in script.events if event.text == STORED] == [REMARK]
    offered = [item.text for offer in Offers(request, in_short=False).likely() for item in offer.items]
    assert not any("localStorage" in text for text in offered)
    assert any(overtaken(request, found)) or not any("localStorage" in each.item.text for each in found)
