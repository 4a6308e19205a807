"""Jinja2 templates and the one place that loads them; Jinja2 itself is imported on first use.

Autoescape is off where no HTML is made: text out of transcripts goes through the filter `line` (one
line, control characters shown escaped, no Markdown structure of its own) or `fence` (a code block that
its text cannot close). Pages are made by `render_html`: there every value is escaped, and its control
characters are shown, without a filter that could be forgotten. An undefined name is an error, never an
empty string.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from workbench.escaping import one_line, visible
from workbench.masking import mask
from workbench.templates.filters import cut, fence, heading, line

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


def render_html(template: str, **values: object) -> str:
    """One HTML template of this folder with its values, each escaped and its control characters shown."""
    return _pages().get_template(template).render(**values).rstrip("\n") + "\n"


@cache
def _pages() -> Environment:
    environment = _made(autoescape=True, finalize=_shown)
    environment.filters["cut"] = cut
    environment.filters["one_line"] = one_line
    return environment


def _shown(value: object) -> object:
    """Text with its control characters shown; what is HTML already stays."""
    return visible(value) if type(value) is str else value


@cache
def _environment() -> Environment:
    environment = _made(autoescape=False, keep_trailing_newline=True)
    environment.filters["line"] = line
    environment.filters["heading"] = heading
    environment.filters["fence"] = fence
    return environment


def _made(**options: Any) -> Environment:  # noqa: ANN401 - options of Jinja2
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader("workbench", "templates"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        newline_sequence="\n",
        **options,
    )
