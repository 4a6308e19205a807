"""A request of a turn that is over is never stated as one to carry out: its outcome stands beside it."""

from __future__ import annotations

from tests.facts.session import Script
from tests.strategies.source import whole
from workbench.strategies.base import DraftRequest
from workbench.strategies.condensing import verbatim_run
from workbench.strategies.ranked import Offers

ASKED = "Rename the tariff table of the lagoon to harbour rates, please."
LONG = (
    "The tariff table of the lagoon in rates/lagoon.toml has its new name and each of the nine callers of it "
    "in the ferry module reads that name from the same constant of the harbour now."
)
SUBJECT = "Name the table after the harbour"


def request(
    *, after: str, edits: bool = False, commits: bool = False, then: str = "The nightly ferry leaves at four."
) -> tuple[DraftRequest, int]:
    """A request, its turn with what was done in it, and the agent's closing words; work goes on later."""
    script = Script()
    script.user("Look at the ferry module first, it is where the rates are read.")
    script.run("cat ferry.toml", "rate = 4\n" * 200)
    script.agent("The ferry module reads 9 rates.")
    asked = script.user(ASKED)
    script.run("cat rates/lagoon.toml", "rate = 4\n" * 200)
    if edits:
        script.edit("rates/lagoon.toml", "lagoon", "harbour")
    if commits:
        script.run(f'git commit -am "{SUBJECT}"', f"[main 45ffe0a] {SUBJECT}\n 1 file changed")
    if after:
        script.agent(after)
    script.user(then)
    script.run("cat ferry.toml", "rate = 4\n" * 200)
    script.agent("The timetable has the nightly ferry at four.")
    source = whole(script)
    return DraftRequest(source.range, source.events), asked


def stated(made: DraftRequest, asked: int) -> list[str]:
    """What a memory offers of the request."""
    offers = Offers(made, in_short=True)
    found = [offer for offer in (*offers.binding(), *offers.likely()) if asked in offer.ordinals]
    texts = [item.text for offer in found for item in offer.items]
    assert all(verbatim_run(text, LONG) is None for text in texts)
    return [text for text in texts if "harbour rates" in text]


def test_the_outcome_of_a_request_is_in_the_agents_words_or_in_what_was_done() -> None:
    """A short report is quoted; else the commit or the files tell it. What nothing tells may still bind."""
    for kinds, told in (
        (
            {"after": "Done! The tariff table and its callers in `ferry.py` have the name of the harbour."},
            "(the agent answered: Done! The tariff",
        ),
        ({"after": LONG, "commits": True, "edits": True}, "(the agent answered: "),
        ({"after": "Anything else?", "commits": True}, f'(committed: "{SUBJECT}")'),
        ({"after": "Anything else?", "edits": True}, "(then changed: lagoon.toml)"),
        ({"after": "Anything else?"}, ASKED),
        ({"after": "", "edits": True}, "(then changed: lagoon.toml)"),
    ):
        made, asked = request(**kinds)
        texts = stated(made, asked)
        assert texts, kinds
        assert all(told in text for text in texts), (kinds, texts)


def test_what_the_user_undid_has_no_outcome() -> None:
    """The request is to be carried out again: it stays as it was said."""
    then = "I reverted your changes, please try again."
    made, asked = request(after="The tariff table has its new name.", edits=True, then=then)
    texts = stated(made, asked)
    assert texts
    assert all("(" not in text for text in texts)


def test_a_step_of_a_pasted_plan_has_not_the_outcome_of_the_turn() -> None:
    """What the turn changed or answered tells nothing of one step; no request is stated as only answered."""
    plan = (
        "Carry out this plan:\n\n# Rename the tariff table\n\n## Changes\n\nRename `rates/lagoon.toml`.\n\n"
        "## Checks\n\n1. Run `ferry check --tariffs` in the harbour office\n"
        "2. Create a trial ticket to trigger a real booking\n3. Verify the booking is printed at the quay\n"
    )
    script = Script()
    script.user(plan)
    script.edit("rates/lagoon.toml", "lagoon", "harbour")
    script.agent("The table `rates/lagoon.toml` has its new name.")
    asked = script.user("Put the fares in order of their length")
    script.run("cat fares.toml", "fare = 4\n" * 200)
    script.agent("Anything else?")
    script.user("The nightly ferry leaves at four.")
    script.run("cat ferry.toml", "rate = 4\n" * 200)
    script.agent("The timetable has the nightly ferry at four.")
    source = whole(script)
    offers = Offers(DraftRequest(source.range, source.events), in_short=True)
    items = [item for offer in (*offers.binding(), *offers.likely()) for item in offer.items]
    steps = [item.text for item in items if item.links[-1].ordinal == 0]
    assert any("trial ticket" in text for text in steps)
    assert all("(then changed" not in text and "(the agent" not in text for text in steps)
    assert not any(text.endswith("(the agent answered)") for text in (item.text for item in items))
    assert any(asked in offer.ordinals for offer in (*offers.binding(), *offers.likely()))
