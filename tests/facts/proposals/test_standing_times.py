"""A time of day that replaced another one stays valid once it is set."""

from __future__ import annotations

import pytest

from tests.facts.session import Script
from workbench.capture import capture_range


@pytest.mark.parametrize("later", ["start it at 05:30 instead", "run the backup at 05:30 instead"])
def test_another_time_of_day_is_not_done_with_its_change(later: str) -> None:
    """The agent changed a file and reported; the new time is still what applies."""
    script = Script()
    for message in ("start the backup at 01:15", later, "now list the files"):
        script.user(message)
        script.edit("cron.txt", "a", "b")
        script.run("ls", "cron.txt")
        script.agent("I have set the time in the table, and all is done.")
    capture = capture_range("ses_x", script.events, 0, len(script.events) - 1)
    assert {item.status for item in capture.items if item.text == later} == {"in_force"}
    assert not any(item.carried_out for item in capture.items if item.text == later)
