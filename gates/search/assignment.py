"""One-to-one assignment of claims to spans with the greatest sum of scores.

If each span can support only one claim, choosing for all claims together is better than choosing for each
alone. Ties go to the earlier claim and the earlier span, so equal scores give an equal assignment.
"""

from __future__ import annotations

from collections.abc import Sequence

from gates.language.similarity import MILLION, coverage, statement

LARGEST = 400
"""Rows or columns above which the best column of each row is taken instead, because the work is cubic."""


def assign(scores: Sequence[Sequence[float]]) -> list[int]:
    """Return the column assigned to each row; -1 for rows without one if there are more rows than columns.

    No column is assigned twice, unless there are more than `LARGEST` rows or columns.

    Args:
        scores: one row per claim, one column per span; all rows of one length. Higher is better.
    """
    rows = len(scores)
    columns = len(scores[0]) if rows else 0
    if not columns:
        return [-1] * rows
    if max(rows, columns) > LARGEST:
        return [max(range(columns), key=lambda column: (row[column], -column)) for row in scores]
    if rows > columns:
        turned = assign([[scores[r][c] for r in range(rows)] for c in range(columns)])
        found = {row: column for column, row in enumerate(turned)}
        return [found.get(row, -1) for row in range(rows)]
    return _hungarian(scores, columns)


def _hungarian(scores: Sequence[Sequence[float]], columns: int) -> list[int]:
    """Assign by shortest augmenting paths with potentials; requires rows <= columns."""
    rows = len(scores)
    row_price = [0.0] * (rows + 1)
    column_price = [0.0] * (columns + 1)
    owner = [0] * (columns + 1)
    for row in range(1, rows + 1):
        owner[0] = row
        before = _augment(scores, owner, row_price, column_price)
        column = before.pop()
        while column:
            previous = before[column]
            owner[column] = owner[previous]
            column = previous
    result = [-1] * rows
    for column in range(1, columns + 1):
        if owner[column]:
            result[owner[column] - 1] = column - 1
    return result


def _augment(
    scores: Sequence[Sequence[float]], owner: list[int], row_price: list[float], column_price: list[float]
) -> list[int]:
    """Find a path to a free column; return the column before each column, followed by the free column."""
    columns = len(column_price) - 1
    least = [float("inf")] * (columns + 1)
    before = [0] * (columns + 1)
    used = [False] * (columns + 1)
    here = 0
    while owner[here]:
        used[here] = True
        row = owner[here]
        nearest, step = 0, float("inf")
        for column in range(1, columns + 1):
            if used[column]:
                continue
            cost = round(-scores[row - 1][column - 1] - row_price[row] - column_price[column], 9)
            if cost < least[column]:
                least[column], before[column] = cost, here
            if least[column] < step:
                nearest, step = column, least[column]
        for column in range(columns + 1):
            if used[column]:
                row_price[owner[column]] += step
                column_price[column] -= step
            else:
                least[column] -= step
        here = nearest
    return [*before, here]


def best_spans(claims: Sequence[str], spans: Sequence[str]) -> list[int]:
    """Return the index of the span assigned to each claim, one-to-one, by the share of its words there.

    Words that occur in few of the spans weigh more than those in many.
    """
    held = [statement(span).stems for span in spans]
    counts: dict[str, int] = {}
    for stems in held:
        for stem in stems:
            counts[stem] = counts.get(stem, 0) + 1

    def weight(stem: str) -> int:
        return MILLION // (1 + counts.get(stem, 0))

    return assign([[coverage(statement(claim).stems, stems, weight) for stems in held] for claim in claims])
