"""The typed rules of gate D that read one claim, its links and the source, each in its own module.

Hard are `status_conflict`, `num_conflict`, `push_before_commit`, `message_list_incomplete`, and what tool
events prove to the letter: `line_differs`, `code_altered`, `listed_count_differs`, `named_value_differs`,
`command_differs`, and the certain cases of `name_differs`, `other_file` and `option_not_chosen`. Every other
rule warns; `gates.contradiction.ranking` selects the warnings that are shown.
"""

from __future__ import annotations

from gates.artifact import Item
from gates.contradiction.attribution import credited
from gates.contradiction.bindings import bindings
from gates.contradiction.bound_numbers import numbers_bound
from gates.contradiction.changed_files import changed_files
from gates.contradiction.code_quoted import code_quoted
from gates.contradiction.commands_named import commands_named
from gates.contradiction.line_numbers import line_number_findings
from gates.contradiction.listed_counts import counts_listed
from gates.contradiction.named_values import values_named
from gates.contradiction.numbers import numbers
from gates.contradiction.open_work import open_work
from gates.contradiction.options_chosen import options_chosen
from gates.contradiction.outcomes import linked_failure, outcomes
from gates.contradiction.overclaims import overclaimed
from gates.contradiction.placement import placed
from gates.contradiction.plain_chats import against_messages
from gates.contradiction.polarity import polarity
from gates.contradiction.quotations import quotations
from gates.contradiction.rival_kinds import kinds_differ
from gates.contradiction.rival_names import names_differ
from gates.contradiction.rival_values import values_differ
from gates.contradiction.short_sources import against_clauses
from gates.contradiction.task_states import task_states
from gates.contradiction.turned_round import turned_round
from gates.contradiction.unsupported_actions import unsupported_actions
from gates.contradiction.warnings import hints
from gates.findings import Found
from gates.search.identifiers import unknown_names
from gates.search.index import SourceIndex
from gates.search.linking import SpanSearch


def judge_item(item: Item, index: SourceIndex, search: SpanSearch) -> list[Found]:
    """Return all findings of these rules on one item."""
    linked = [link for link in item.links if index.resolve(link).ok]
    found = [
        *_identifiers(item, index),
        *numbers(item, index, linked),
        *hints(item, index, search),
        *linked_failure(item, index, linked),
        *polarity(item, index, linked),
    ]
    if len(index.events) == 1:
        return found  # a single text is no session: nobody speaks or acts in it
    found += [
        *line_number_findings(item, index),
        *code_quoted(item, index),
        *counts_listed(item, index),
        *values_named(item, index),
        *numbers_bound(item, index, search),
    ]
    if not any(entry.severity == "hard" for entry in found):
        found += commands_named(item, index)
    return [
        *found,
        *unsupported_actions(item, index),
        *changed_files(item, index),
        *outcomes(item, index),
        *task_states(item, index),
        *open_work(item, index, search),
        *quotations(item, index, search),
        *credited(item, index, search),
        *overclaimed(item, index, linked),
        *bindings(item, index, search),
        *options_chosen(item, index),
        *placed(item, index, search),
        *against_clauses(item, index),
        *against_messages(item, index),
        *kinds_differ(item, index, search),
        *names_differ(item, index, search),
        *turned_round(item, index, search),
        *values_differ(item, index, search),
    ]


def _identifiers(item: Item, index: SourceIndex) -> list[Found]:
    """Find names that occur nowhere in the transcript up to the range's end."""
    found = []
    for name, proves in unknown_names(item.text, index):
        strong = proves and index.scope_complete
        rule = "id_absent" if strong else "id_unseen"
        message = f"{name} occurs nowhere in the session up to event {index.source.end}"
        found.append(Found(rule, "warning", message, item.links, name))
    return found
