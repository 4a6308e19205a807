"""Whether an item alters what its quotations say: a number, a name, a role, a choice, or done for open.

The same comparisons also show that an item says the same although only one of the texts has a word of denial.
"""

from __future__ import annotations

from collections.abc import Sequence

from gates.artifact import Item, ItemKind
from gates.language.similarity import statement
from workbench.strategies.modelled.told_contrast import bars_turned, denies_alike
from workbench.strategies.modelled.told_open import open_denied
from workbench.strategies.modelled.told_roles import roles_turned
from workbench.strategies.modelled.told_values import other_value

_STATES_NOTHING = frozenset({ItemKind.CONFLICT, ItemKind.OPEN_QUESTION})


def is_altered(item: Item, touched: Sequence[str], messages: Sequence[str]) -> bool:
    """Return whether an item says something else than the sentences that it quotes.

    Args:
        item: as the draft would contain it.
        touched: the sentences that its quotations touch, and the texts of the items that it carries over.
        messages: the whole messages that it quotes.
    """
    if item.kind in _STATES_NOTHING:
        return False
    return True in _signs(item, touched) or other_value(item.text, touched, messages)


def is_alike(item: Item, touched: Sequence[str]) -> bool:
    """Return whether an item says the same as a quoted sentence, with more or fewer words of denial."""
    held = {number.value for each in touched for number in statement(each).tokens.numbers}
    if any(number.value not in held for number in statement(item.text).tokens.numbers):
        return False
    opened, roles, bars = _signs(item, touched)
    if True in (opened, roles, bars):
        return False
    related = roles is False and not any(statement(each).tokens.negations for each in (item.text, *touched))
    return related or False in (opened, bars) or denies_alike(item.text, touched)


def _signs(item: Item, touched: Sequence[str]) -> tuple[bool | None, bool | None, bool | None]:
    text = item.text
    return open_denied(item, touched), roles_turned(text, touched), bars_turned(text, touched)
