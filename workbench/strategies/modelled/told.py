"""Whether an item tells an outcome, a choice, a decider or an amount otherwise than its quotations."""

from __future__ import annotations

from collections.abc import Sequence

from gates.artifact import Item
from workbench.facts.spans import EventWords, Lookup
from workbench.strategies.modelled.told_acts import told_acts
from workbench.strategies.modelled.told_amounts import other_amount
from workbench.strategies.modelled.told_choices import told_choices, told_decider
from workbench.strategies.modelled.told_done import told_done
from workbench.strategies.modelled.turned import ChangedSense

AROUND = 300
"""Characters before and after a quotation in which another sentence may bear an item out."""


def told_otherwise(
    item: Item, events: Lookup, places: Sequence[EventWords], touched: Sequence[str]
) -> ChangedSense | None:
    """Return how an item tells something otherwise than its quotations; None if it does not.

    Args:
        item: as the draft would contain it.
        events: the events that the model was shown, by ordinal.
        places: where its quotations stand.
        touched: the sentences that they touch, and the texts of the items that it carries over.
    """
    near = [events[at.ordinal].text[max(0, at.start - AROUND) : at.end + AROUND] for at in places]
    speakers = {events[at.ordinal].kind for at in places}
    found = {
        told_done(item, touched, near),
        told_choices(item, touched),
        told_decider(item.text, speakers, touched),
        told_acts(item, speakers, touched),
        ChangedSense.TURNED if other_amount(item.text, touched, near) else None,
    }
    return next((sense for sense in ChangedSense if sense in found), None)
