"""The settings of the sample sessions, in the order in which they are listed."""

from __future__ import annotations

from sample_sessions.builder.transcript import Setting

SETTINGS = (
    Setting(
        name="lost-open-work",
        version="2.1.12",
        model="claude-opus-4-5-20251101",
        cwd="/home/mira/src/tollgate",
        branch="billing/outbox-capture",
        slug="patient-ferrying-otter",
        start="2026-01-20T08:41:07",
        base_tokens=17_900,
    ),
    Setting(
        name="clean-run",
        version="2.1.29",
        model="claude-opus-4-5-20251101",
        cwd="/home/jonas/code/platformboard",
        branch="fix/night-of-the-clocks",
        slug="brisk-humming-tram",
        start="2026-02-03T12:58:40",
        base_tokens=18_300,
    ),
    Setting(
        name="invented-instruction",
        version="2.1.33",
        model="claude-opus-4-6",
        cwd="/home/ines/code/fieldnotes-api",
        branch="chore/remove-export",
        slug="quiet-mending-heron",
        start="2026-02-10T15:22:19",
        base_tokens=18_600,
    ),
)
