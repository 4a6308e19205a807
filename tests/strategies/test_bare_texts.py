"""Uninformative texts in a draft: headings, places, the agent's notes to itself; and open offers."""

from __future__ import annotations

import pytest

from gates.artifact import Item, ItemKind
from gates.source import EventKind, SourceEvent, make_link
from tests.facts.session import SESSION, Script
from tests.strategies.source import whole
from workbench.facts.answers.questions import waiting_questions
from workbench.facts.commitment import Basis, Commitment, CommitmentKind
from workbench.facts.spans import EventWords
from workbench.strategies.bare_texts import is_bare, is_headed, without_key
from workbench.strategies.base import DraftRequest
from workbench.strategies.essentials import essentials
from workbench.strategies.historian.ledger import stated_part
from workbench.strategies.memory.drafting import _says_something
from workbench.strategies.offered_choices import is_phase, is_step
from workbench.strategies.page.overtaken import is_failing, last_passed, only_asks
from workbench.strategies.page.self_contained import is_self_contained
from workbench.strategies.page.statements import statements
from workbench.strategies.ranked import Offers, _statement


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("## Phase 1. READING: Understanding the problem", True),
        ("'/var/folders/49/T/TemporaryItems/Screenshot 2025-11-21 at 01.48.00.png'", True),
        ("https://example.org/orders/issues/12", True),
        ("[theme] Detected truecolor mode (COLORTERM=truecolor)", True),
        ("There's also a secondary issue:", True),
        ("Good, I can see the existing test of the parser.", True),
        ("I see - the tests use an inline repository, not a helper.", True),
        ("Good observation about the session files.", True),
        ("The exploration found the key code paths.", True),
        ("See [config.go](/repo/config.go:19), [main.go](/repo/main.go:3)", True),
        ("`git status`", True),
        ("git status", True),
        ("```bash git add . git push ```", True),
        ("$ npm run build && npm test -- parser", True),
        ("go test ./... 2>&1", True),
        ("git is not used here", False),
        ("make the parser strict", False),
        ("`make lint` runs the linter", False),
        ("The parser drops the last row when the file has no newline at its end.", False),
        ("I see no test that reads the second file.", False),
        ("docs/rota.md holds the order of the volunteers", False),
        ("Now the parser keeps the last row.", False),
        ("Right: the second index is dropped when it is not used.", False),
    ],
)
def test_a_text_that_says_nothing_by_itself_is_bare(text: str, bare: bool) -> None:
    """A heading, a mere place, a line of a log, a lead, a note of the agent to itself."""
    assert is_bare(text, by_agent=True) is bare


@pytest.mark.parametrize(
    ("line", "title", "phase"),
    [
        ("Phase 3. EXPLORATION: find the files of the rota", "EXPLORATION", True),
        ("Phase 5. ROTA CHECK: read the rota again", "ROTA CHECK", True),
        ("Phase 5. CHECKING: read it\n6. LAST LOOK: read the rota again", "LAST LOOK", True),
        ("6. LAST LOOK: read the rota again", "LAST LOOK", False),
        ("Step 2: rename the rota", "rename", False),
        ("IMPORTANT: never rename the rota", "IMPORTANT", False),
    ],
)
def test_a_phase_that_a_prompt_prescribes_is_no_request(line: str, title: str, phase: bool) -> None:
    """It is the same for any task; a step in plain words and a rule are the user's own."""
    script = Script()
    at = script.user(f"Please help me with the rota.\n{line}\n")
    event = script.events[at]
    assert is_phase(event, event.text.find(title)) is phase
    assert is_phase(event, event.text.rfind(line.rpartition("\n")[2])) is phase, "its label belongs to it"


def test_a_note_and_a_lead_are_bare_of_the_agent_only() -> None:
    """The same text by a human may be an answer."""
    assert not is_bare("Good call on the second index:", by_agent=False)
    assert is_bare("## The second index", by_agent=False)


def test_the_name_of_an_argument_is_no_part_of_what_was_said() -> None:
    """`thought:` is the tool's; a word of the sentence is not."""
    assert without_key("thought: The index is dropped.") == "The index is dropped."
    assert without_key("The thought: it is dropped.") == "The thought: it is dropped."


def test_a_heading_of_a_reply_is_no_fact_of_the_ledger() -> None:
    """The sentence splitter separates `## Phase 7.` from its words; both belong to the heading."""
    text = "## Phase 7. VERIFICATION: Testing the parser\n\nThe parser keeps the last row of orders."
    event = SourceEvent(0, EventKind.ASSISTANT, text, "e0")
    words = stated_part(event)
    assert words is not None and words.quote([event]) == "The parser keeps the last row of orders."
    assert is_headed(text, text.index("VERIFICATION"))
    assert not is_headed(text, text.index("The parser"))


def test_a_note_after_a_call_is_no_fact_of_the_ledger() -> None:
    """`Interesting! ...` says what the agent saw on its way, however the call is divided from it."""
    fact = "The week view reads the name twice from the server."
    text = f"Interesting! The test of the week view did not fail. {fact}"
    event = SourceEvent(0, EventKind.ASSISTANT, text, "e0")
    words = stated_part(event)
    assert words is not None
    assert words.quote([event]) == fact


@pytest.mark.parametrize(
    ("said", "waits"),
    [
        ("All is committed. I can push now if you want.", "I can push now if you want."),
        (
            "If you'd like, I can add a test of the second row.",
            "If you'd like, I can add a test of the second row.",
        ),
        (
            "Let me know if you want me to delete the old file.",
            "Let me know if you want me to delete the old file.",
        ),
        ("Let me know if you have any questions.", None),
        ("If you like, I can explain the parser.", None),
        ("If you want a list of the rows, run `rows --all`.", None),
    ],
)
def test_an_offer_waits_until_the_human_speaks(said: str, waits: str | None) -> None:
    """An offer to act is a question without its mark; an offer to talk is not."""
    script = Script()
    script.user("Mend the parser of orders.")
    script.agent(said)
    found = [words.quote(script.events) for words in waiting_questions(script.events, 0)]
    assert found == ([waits] if waits else [])
    script.user("Now the second file.")
    assert waiting_questions(script.events, 0) == []


@pytest.mark.parametrize(
    ("text", "failing"),
    [
        ("All 3 tests fail as expected, confirming the bugs.", True),
        ("The suite is still broken.", True),
        ("The tests fail when the second file is missing.", False),
        ("The three tests that failed pass now.", False),
        ("The parser fails on an empty file.", False),
    ],
)
def test_what_says_that_a_check_failed(text: str, failing: bool) -> None:
    """A condition (`if it fails`) or a pass is no failure."""
    assert is_failing(text) is failing


def test_a_failed_check_is_no_offer_once_the_agent_says_that_checks_pass() -> None:
    """Before that it is an offer; a message about only some checks does not settle it."""
    script = Script()
    script.user("Mend the parser of orders.")
    script.agent("All 3 tests of the orders parser fail as expected, confirming the bugs of the last row.")
    script.edit("src/orders.py", "rows[:-1]", "rows")
    source = whole(script)
    assert last_passed(DraftRequest(source.range, source.events)) == -1
    script.agent("All tests pass except the one of the empty file.")
    source = whole(script)
    assert last_passed(DraftRequest(source.range, source.events)) == -1
    passed = script.agent("All 3 tests pass.")
    source = whole(script)
    request = DraftRequest(source.range, source.events)
    assert last_passed(request) == passed
    offered = [item.text for offer in Offers(request, in_short=False).likely() for item in offer.items]
    assert not any("fail as expected" in text for text in offered)


def test_a_request_says_once_what_to_do_and_a_rule_holds_on() -> None:
    """The same rule for the page and the other strategies."""
    assert only_asks("Put it into a review memo.")
    assert not only_asks("Never move the theme files of the shop.")


def test_checks_that_broke_off_alike_are_reported_once() -> None:
    """With the error, not with the first lines of its trace."""
    script = Script()
    script.user("Mend the parser of orders.")
    for name in ("test_orders", "test_rows"):
        trace = 'Traceback (most recent call last):\n  File "<frozen runpy>", line 198\n'
        script.run(
            f"python -m pytest tests/{name}.py", f'{trace}TypeError: field "lineno" missing', failed=True
        )
    source = whole(script)
    found = essentials(DraftRequest(source.range, source.events)).records
    failed = [item.text for item in found if item.kind is ItemKind.FAILURE]
    assert len(failed) == 1
    assert "test_rows" in failed[0] and 'TypeError: field "lineno" missing' in failed[0]
    assert "Traceback" not in failed[0]


@pytest.mark.parametrize(
    ("note", "leans"),
    [
        ("Good, I can see the existing test of the parser.", True),
        ("The parser of orders drops the last row of a file.", False),
    ],
)
def test_what_leans_on_a_dropped_note_goes_with_it(note: str, leans: bool) -> None:
    """`It reads ...` needs the sentence before it, and may stay if that one stays."""
    first, leaning = (
        "The rows of `orders.csv` have no index.",
        "It reads the second row of `orders.csv` twice.",
    )
    text = f"{first} {note} {leaning}"
    words = (EventWords(1, 0, len(text)),)
    found = Commitment(CommitmentKind.DECISION, Basis.STATED, text, "in_force", words, (1,))
    assert _statement(found, text, by_agent=True) == (first if leans else text)


@pytest.mark.parametrize(
    ("lead", "step"),
    [
        ("Steps to reproduce:", True),
        ("### 1.4 Reproduction Steps", True),
        ("**How to reproduce the bug:**", True),
        ("What the parser does:", False),
        ("The reproduction shows:", False),
    ],
)
def test_a_step_to_reproduce_a_fault_is_no_fact(lead: str, step: bool) -> None:
    """For no strategy; the same entry under another line is one, and so is one that a human lists."""
    entry = "The reader of `orders.csv` gets a file of two rows"
    script = Script()
    script.user("Mend the parser of orders.")
    text = f"The parser drops the last row of `orders.csv`.\n\n{lead}\n\n1. {entry}\n2. Observe the rows"
    script.agent(text)
    script.edit("src/orders.py", "rows[:-1]", "rows")
    event, at = script.events[1], text.index(entry)
    assert is_step(event, at) is step
    assert not is_step(event, 0)
    assert not is_step(event._replace(kind=EventKind.USER), at)
    source = whole(script)
    request = DraftRequest(source.range, source.events)
    offered = [item.text for offer in Offers(request, in_short=False).likely() for item in offer.items]
    page = [each.item.text for each in statements(request) if each.informative]
    link = make_link(SESSION, 1, text, at, at + len(entry))
    item = Item(kind=ItemKind.CLAIM, text=entry, links=(link,))
    memory = [item.text] if _says_something(request, item, -1) else []
    words = stated_part(event)
    told = [any("two rows" in text for text in texts) for texts in (offered, page, memory)]
    assert told == [not step] * 3
    assert words is not None and ("two rows" in words.quote(script.events)) is not step


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("↑310 ↓12k R840k W96k 1.204 41.5% small-modelWaiting for input", True),
        ("3 5 7 9 are the odd rows", False),
        ("When the page closes (`", True),
        ("When the page closes (`close()`)", False),
    ],
)
def test_a_status_line_and_a_fragment_are_bare(text: str, bare: bool) -> None:
    """A row of figures of a screen, and a text that stops after an opened bracket, state nothing."""
    assert is_bare(text, by_agent=False) is bare


PROCEDURE = """Repair the rota of the bakery: it forgets the night shift.

Follow these phases to repair it:

Phase 1. READING: read the report and put it in clear words
Phase 2. TEST WRITING: before any repair, write a script that shows the fault.
Phase 3. CHECKING: try your repair thoroughly.

Be thorough in your search. A long search is fine, and a complete one is better than a short one.
The rota in /srv/rota must never be sorted again."""
DOCUMENT = """# Plan of the rota

1. Read all the notes that this plan mentions before you change something
2. If a step breaks another one, repair that one before you begin the next
3. Should compare the rota with the one of the week before
4. `night_shift()` is added to the rota after the evening

- [x] Add the `night_shift()` method to the rota
- [ ] Try the printing of the whole rota by hand
"""


def test_steps_of_a_procedure_are_no_statements() -> None:
    """Neither those of a prompt for any task nor those that the agent's plan tells itself."""
    script = Script()
    script.user(PROCEDURE)
    script.write("docs/plan.md", DOCUMENT)
    script.edit("rota.py", "", "def night_shift(): ...")
    script.agent("The rota has a night shift now.")
    source = whole(script)
    found = statements(DraftRequest(source.range, source.events), least=0.0)
    texts = [each.item.text for each in found if each.informative]
    gone = (
        "READING",
        "TEST WRITING",
        "CHECKING",
        "thorough",
        "Read all",
        "breaks another",
        "the week before",
        "[x]",
        "[ ]",
    )
    assert not [text for text in texts if any(words in text for words in gone)]
    assert all(any(words in text for text in texts) for words in ("never be sorted", "after the evening"))


@pytest.mark.parametrize(
    ("text", "alone"),
    [
        ("The fix is **minimal** and keeps the rota of every other week as it was before.", False),
        ("My implementation fully resolves the trouble with the night shift of the bakery.", False),
        ("I can see the rota and the list of the shifts of the bakery.", False),
        ("The fix is minimal: `night_shift()` is called before the rota is printed.", True),
        ("The fix is to call the printer of the rota after the night shift was added.", True),
        ("I can see that the rota is printed before the night shift is added.", True),
    ],
)
def test_praise_of_its_own_work_states_nothing(text: str, alone: bool) -> None:
    """Nor does a look at something; what the fix consists of does."""
    assert is_self_contained(text) is alone


@pytest.mark.parametrize(
    ("text", "entire"),
    [
        ('The page of the shop stays at "Waiting...', False),
        ('The page of the shop stays at "Waiting..." until the rows are read', True),
        ('The page of the shop says "Waiting …', True),
    ],
)
def test_words_cut_within_a_quotation_say_nothing(text: str, *, entire: bool) -> None:
    """Unless a mark says that they go on."""
    script = Script()
    script.user("What does the page of the shop say?")
    ordinal = script.agent(f"{text}.")
    source = whole(script)
    link = make_link(SESSION, ordinal, f"{text}.", 0, len(text))
    item = Item(kind=ItemKind.CLAIM, text=text, links=(link,))
    assert _says_something(DraftRequest(source.range, source.events), item, -1) is entire
