"""A later statement takes the value that an earlier one rejected, or rejects the one that it took."""

from __future__ import annotations

import pytest

from tests.facts.session import Script
from workbench.capture import capture_range
from workbench.facts.superseding.reversal import reverses


def _states(*messages: str, tools: bool) -> dict[str, str]:
    """The status of every item after messages that the agent answered by a command, or in words."""
    script = Script()
    for message in messages:
        script.user(message)
        if tools:
            script.run("ls", "a.py")
        else:
            script.agent("Fine.")
    capture = capture_range("ses_x", script.events, 0, len(script.events) - 1)
    return {item.text: item.status for item in capture.items}


@pytest.mark.parametrize("tools", [True, False])
@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("Use Nginx for the gateway, not Caddy.", "Use Caddy for the gateway."),
        ("Use yarn instead of npm for the packages.", "Go back to npm for the packages."),
        ("Don't use Gulp for the bundles, use Vite.", "Actually Gulp for the bundles."),
        (
            "Take the wide layout for the shelf, not the narrow one.",
            "The narrow one after all for the shelf.",
        ),
        ("Use Caddy for the gateway.", "Use Nginx for the gateway, not Caddy."),
        ("Ship the parcel on Monday, not on Friday.", "Ship the parcel on Friday."),
        ("Put the shelf in the hall rather than in the kitchen.", "Put the shelf in the kitchen."),
        ("Use brass in place of steel for the hinges.", "Use steel for the hinges."),
    ],
)
def test_a_choice_that_takes_what_was_rejected_replaces_it(earlier: str, later: str, *, tools: bool) -> None:
    """In sessions of agents and in plain talk; the later one is in force."""
    assert _states(earlier, later, tools=tools) == {earlier: "superseded", later: "in_force"}


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("Use Nginx for the gateway, not Caddy.", "Use Caddy for the mail server."),
        ("Use Nginx for the gateway, not Caddy.", "In the tests, use Caddy."),
        ("Use Nginx for the gateway, not Caddy.", "Also use Caddy for the gateway."),
        ("Use Nginx for the gateway, not Caddy.", "Would Caddy be better for the gateway?"),
        ("Use Nginx for the gateway, not Caddy.", "Use Nginx for the gateway and not Caddy."),
        ("Use Nginx for the gateway, not Caddy.", "Add a test where the gateway runs on Caddy."),
        ("Use Caddy for the mail server.", "Use Nginx for the gateway, not Caddy."),
        ("Never push to the gateway.", "Use Caddy for the gateway."),
        ("Ship the parcel on Monday, not on Friday.", "Ship the letter on Friday."),
        ("Ship the parcel on Monday, not on Friday.", "Call the depot on Friday."),
    ],
)
def test_another_thing_or_an_addition_takes_nothing_back(earlier: str, later: str) -> None:
    """Nor does a question, a repetition or a test case."""
    assert not reverses(later, earlier)


def test_a_choice_goes_back_and_forth() -> None:
    """Only the last one is in force."""
    first, second = "Use Nginx for the gateway, not Caddy.", "Use Caddy for the gateway."
    states = _states(first, second, "Go back to Nginx for the gateway.", tools=True)
    assert states == {
        first: "superseded",
        second: "superseded",
        "Go back to Nginx for the gateway.": "in_force",
    }


def test_a_message_that_corrects_itself_gives_its_last_value() -> None:
    """Another sentence of the message replaces nothing without a word of correction."""
    states = _states("The market is on Friday. Sorry, I mean it is on Sunday.", tools=False)
    assert list(states.values()) == ["superseded", "in_force"]
    states = _states("The market is on Friday. Actually, the rent is due on Sunday.", tools=False)
    assert set(states.values()) == {"in_force"}
