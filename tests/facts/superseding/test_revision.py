"""Which later statement revises which earlier one, and which are independent."""

from __future__ import annotations

import pytest

from workbench.facts.superseding.reversal import reverses

REVISED = [
    ("Use port 8000.", "Use port 9000."),
    ("Use port 8000 for the API.", "Use port 9000 for the API."),
    ("Service 1 must use port 8001.", "Service 1 must use port 9001."),
    ("Set the retry limit to 3.", "Set the retry limit to 5."),
    ("Always keep 3 backups of server 1.", "Always keep 5 backups of server 1."),
    ("Budget is 14000.", "Budget is 15000 now."),
    ("Use MySQL for the store.", "Actually let's go with SQLite for the store"),
    ("Use MySQL for the store.", "Let's use SQLite for the store instead."),
    ("Decision: use MySQL for the store.", "Decision changed: use SQLite for the store."),
    ("Paint the wall blue.", "Paint the wall green instead."),
    ("Never deploy on Friday.", "You may deploy on Friday from now on."),
    ("Never deploy on Friday.", "Deploy on Friday is fine now, forget that rule."),
    ("The budget is 14,000 at most.", "The budget is 16,000 (was 14,000)."),
    ("White metro tiles up to the shelves.", "Green zellige instead of white metro tiles."),
    ("Always run the slow linter.", "We no longer run the slow linter."),
]
BESIDE = [
    ("Service 1 must use port 8001.", "Service 2 must use port 8002."),
    ("Always keep 3 backups of server 1.", "Always keep 5 backups of server 2."),
    ("Room 1 gets 4 chairs.", "Room 2 gets 6 chairs."),
    ("Decision 1: use port 8001.", "Decision 2: use port 8002."),
    ("Decision: table 4 is for the Smiths.", "Decision: table 5 is for the Joneses."),
    ("Use port 8000 for service A.", "Use port 9000 for service B."),
    ("Use PostgreSQL 14 for orders.", "Use PostgreSQL 16 for billing."),
    ("Use MySQL for the store.", "Actually use Redis for the cache."),
    ("Use MySQL for the store.", "Use SQLite for the store?"),
    ("Use MySQL for the store.", "Use Redis for the store."),
    ("Fix issue 12.", "Fix issue 13."),
    ("Add 2 tests of the parser.", "Add 3 tests of the parser."),
    ("Pay 200 to the plumber.", "Pay 300 to the plumber."),
    ("Set timeout of service 1 to 200.", "Now set timeout of service 2 to 300."),
    ("Add tests for the parser.", "Actually, add docs for the parser."),
    ("Never use white metro tiles.", "Green zellige instead of white metro tiles."),
    ("Use port 8000.", "Also use port 9000."),
    ("Never deploy on Friday.", "You may deploy on Monday from now on."),
]


@pytest.mark.parametrize("name", ["Herr Gros-Weis", "Herr Groß-Weiß", "İİİ"])
def test_letters_that_grow_in_lower_case_move_no_words(name: str) -> None:
    """The words after the verb are read at their own offsets, whatever letters come before."""
    later = f"{name}: actually remove nightly mirrors from the page again."
    assert reverses(later, "Please add nightly mirrors to the page.")


@pytest.mark.parametrize(("earlier", "later"), REVISED)
def test_the_later_value_holds(earlier: str, later: str) -> None:
    """The same thing with another value, or a word of revision and another object."""
    assert reverses(later, earlier)


@pytest.mark.parametrize(("earlier", "later"), BESIDE)
def test_another_thing_is_independent(earlier: str, later: str) -> None:
    """Another number or name refers to something else; an addition or a question revises nothing."""
    assert not reverses(later, earlier)
