"""A rule with an exception or a limit that nobody stated is altered, even if all of its words are there."""

from __future__ import annotations

import pytest

from gates.artifact import Artifact, ArtifactSource, Item, ItemKind, Origin
from gates.capture import CapturedItem, make_capture
from gates.evaluate import evaluate
from gates.language.sentence_spans import sentence_texts
from gates.language.similarity import even, statement
from gates.report import Retention, RetentionVerdict
from gates.restatement import ArtifactStatement, pieces
from gates.retention.judging import judge
from gates.retention.match import RETAINED, Match
from gates.search.index import SourceIndex
from gates.source import EventKind, SourceEvent, SourceRange, make_link


def stated(rule: str, summary: str) -> Match:
    """Return the match of a captured rule with a summary of one item."""
    wanted = CapturedItem(item_id="cap_1", kind="decision", text=rule, status="in_force", origin="phrase")
    item = Item(kind=ItemKind.CLAIM, text=summary)
    considered = tuple(ArtifactStatement(statement(piece), item) for piece in pieces(summary))
    return judge(wanted, considered, None, even)


EXCEPTIONS = [
    ("Never water the cacti.", "Never water the cacti unless the soil is bone dry."),
    ("Never water the cacti.", "Never water the cacti, except the small ones."),
    ("Never water the cacti.", "Never water the cacti. Except the small ones."),
    ("Never water the cacti.", "The cacti must never be watered, apart from seedlings."),
    ("Erase nothing on the tape.", "Erase nothing on the tape without a second copy."),
    ("Do not erase anything on the tape.", "Erase nothing on the tape without a second copy."),
    ("Ask Lena before you sign.", "Ask Lena before you sign, unless the sum is tiny."),
    ("Keep the raw scans.", "Keep the raw scans until the audit is over."),
    ("Reply in Welsh.", "Reply in Welsh when the letter is official."),
    ("All doors must be locked.", "All doors except the cellar ones must be locked."),
    ("Use only local seeds.", "Use only local seeds where possible."),
    ("Do not lend the van.", "Do not lend the van, but lending it to neighbours is fine."),
    ("No visits after dark.", "No visits after dark, relatives excepted."),
    ("No visits.", "No visits besides the nurse."),
    ("Lock every door.", "Lock every door, not for deliveries."),
    ("Only use the old kiln for tests.", "Only use the old kiln for tests, other than glaze tests."),
]
NARROWED = [
    ("Do not name the donor.", "Do not name the donor outside the committee."),
    ("Always ring before moving boxes.", "Always ring before moving boxes bigger than a suitcase."),
    ("Do not lower the water.", "Do not lower the water by more than a hand."),
    ("Do not shout at me.", "Do not shout at me before lunch."),
    ("Never water the cacti.", "Never water the cacti on Sunday evenings."),
    ("Never water the cacti.", "Never water the cacti in the greenhouse."),
    ("Keep the code out of the logs.", "Keep the code out of the logs in production."),
    ("Do not ring before nine.", "Do not ring before nine during the holidays."),
    ("No parties on Mondays.", "No parties on Monday evenings."),
    ("Every module needs an owner.", "Every exported module needs an owner."),
    ("All parcels must be weighed.", "All parcels that leave the island must be weighed."),
]


@pytest.mark.parametrize(("rule", "summary"), EXCEPTIONS)
def test_an_exception_that_nobody_stated_alters_a_rule(rule: str, summary: str) -> None:
    """The words of the rule are all there, and it binds less."""
    match = stated(rule, summary)
    assert (match.verdict, match.rule) == (Retention.MUTATED, "exception_added")


@pytest.mark.parametrize(("rule", "summary"), NARROWED)
def test_a_narrower_scope_alters_a_rule(rule: str, summary: str) -> None:
    """A place, a time or a group limits what the rule applies to."""
    match = stated(rule, summary)
    assert match.verdict is Retention.MUTATED
    assert match.rule in ("exception_added", "scope_narrowed")


@pytest.mark.parametrize(
    ("rule", "summary"),
    [
        ("Never water the cacti.", "Never water the cacti, not even on Sunday evenings."),
        ("Never water the cacti.", "Never water the cacti, because they rot in wet soil."),
        ("Never water the cacti.", "Never water the cacti under any circumstances."),
        ("Every module needs an owner.", "Every module needs an owner, for clarity."),
        ("Never water the cacti.", "Never water the cacti; the small ones are in the greenhouse."),
        ("Ask me before you sign.", "Sign nothing without asking the user first."),
        ("Keep the code out of the logs.", "Keep the code out of the logs, in this project and in general."),
        ("Keep the code out of the logs.", "KEEP THE CODE OUT OF THE LOGS !"),
        ("drop the beta this month", "Policy: drop the beta this month, keep the gamma until October."),
        ("Never water the cacti.", "Except the ferns, all is well. Never water the cacti."),
    ],
)
def test_what_limits_nothing_alters_nothing(rule: str, summary: str) -> None:
    """Reasons, emphasis, whole scopes and other sentences leave the rule as it is."""
    assert stated(rule, summary).verdict in RETAINED


def test_an_exception_that_only_the_user_can_make_is_doubtful() -> None:
    """It is not what was said, and the user may allow it at any time."""
    match = stated("Never sell the boat.", "Never sell the boat unless the user asks for it.")
    assert (match.verdict, match.rule) == (Retention.UNCERTAIN, "exception_added")


def in_chat(rule: str, summary: str, *others: str) -> RetentionVerdict:
    """Return the verdict on a rule that a user stated, with other messages of the user after it."""
    kinds = (EventKind.USER, EventKind.ASSISTANT)
    texts = (rule, "Understood.", *(t for other in others for t in (other, "Noted.")))
    events = tuple(SourceEvent(n, kinds[n % 2], text, f"n{n}", tokens=5) for n, text in enumerate(texts))
    index = SourceIndex.build(SourceRange("ses_1", 0, len(events) - 1), events, scope_complete=True)
    link = make_link("ses_1", 0, rule, 0, len(rule))
    item = CapturedItem(
        item_id="cap_1", kind="decision", text=rule, status="in_force", origin="phrase", evidence=(link,)
    )
    source = ArtifactSource(session_id="ses_1", source_start=0, source_end=len(events) - 1)
    artifact = Artifact(
        source=source, strategy="native", prompt_version="imported:text/1", origin=Origin.IMPORTED
    ).with_items((Item(kind=ItemKind.CLAIM, text=summary),))
    return evaluate(artifact, index, make_capture("rules/1", [item])).retention[0]


def test_an_exception_that_the_user_stated_elsewhere_is_no_alteration() -> None:
    """The user may limit a rule in a later message; the assistant may not."""
    rule, summary = "Never water the cacti.", "Never water the cacti, except the seedlings."
    assert in_chat(rule, summary).verdict is Retention.MUTATED
    assert in_chat(rule, summary, "You may water the seedlings, though.").retained
    assert in_chat(rule, summary, "Fine, seedlings are allowed.").retained
    assert in_chat(rule, summary, "Order twelve seedlings.").verdict is Retention.MUTATED


@pytest.mark.parametrize(
    ("rule", "summary"),
    [
        ("Never throw away anything from the blue box.", "Nothing from the blue box may be thrown away."),
        ("Keep my address out of the flyer.", "The user's address must not appear in the flyer."),
        (
            "Never order anything without asking me first.",
            "Nothing may be ordered before the user was asked.",
        ),
        ("Do not open the valves by hand.", "Nobody may open the valves by hand."),
        ("Do not print any flyers.", "No flyers may be printed."),
        ("Nobody but Iva may drive the van.", "Only Iva is allowed to drive the van."),
        ("Only the cook may order fish.", "Fish may be ordered by nobody but the cook."),
        ("Never sail without a radio.", "Every sail needs a radio."),
        ("Loans need my consent.", "No loan may be given without the user's consent."),
        ("Always rinse the brushes after use.", "The brushes have to be rinsed whenever they were in use."),
        ("My fee is now 90 EUR, my aunts helped.", "My fee is now 90 EUR, aunts helped."),
        ("I now drink tea instead of coffee.", "The user now drinks tea."),
    ],
)
def test_a_rule_in_other_words_is_not_rejected(rule: str, summary: str) -> None:
    """Bans by their subject, double denials and possessives change nothing."""
    assert stated(rule, summary).verdict not in (Retention.CONTRADICTED, Retention.MUTATED)


def test_a_title_before_a_name_ends_no_sentence() -> None:
    """The stop belongs to the title, or to the number's abbreviation."""
    text = "It is Prof. Ito now, not Dr. Moss. Ask Mrs. Lund in room no. 12. The answer is no. 7 people left."
    assert sentence_texts(text)[0] == "It is Prof. Ito now, not Dr. Moss."
    assert sentence_texts(text)[1] == "Ask Mrs. Lund in room no. 12."
