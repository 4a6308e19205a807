"""Jinja2 templates and the one place that loads them; Jinja2 itself is imported on first use.

Autoescape is off on purpose: nothing here is HTML. Text out of transcripts goes through the filter
`line` (one line, control characters shown escaped, no Markdown structure of its own) or `fence` (a
code block that its text cannot close). An undefined name is an error, never an empty string.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from workbench.masking import mask
from workbench.templates.filters import fence, line

if TYPE_CHECKING:
    from jinja2 import Environment


def narrative(snapshot: dict[str, Any]) -> str:
    """The narrative Markdown of a snapshot (SN4): equal JSON gives equal bytes.

    The snapshot must fit Snapshot JSON v1; optional parts that are absent print "none recorded", and
    secrets in its texts are masked.
    """
    return mask(render("narrative.md.j2", snapshot=snapshot))[0]


def render(template: str, **values: object) -> str:
    """One template of this folder with its values, ending in one newline."""
    return _environment().get_template(template).render(**values).rstrip("\n") + "\n"


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("workbench", "templates"),
        autoescape=False,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        newline_sequence="\n",
    )
    environment.filters["line"] = line
    environment.filters["fence"] = fence
    return environment
