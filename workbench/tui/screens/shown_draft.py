"""The draft that a screen shows, shared by the parts of the screen: its page and its judgement."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.presentation.judgement import Judgement
    from workbench.services.drafts.draft_page import DraftPage
    from workbench.services.judgement.judge import JudgedArtifact


class ShownDraft:
    """The current draft: set by the screen, read by its parts; empty at first."""

    def __init__(self, revision: Callable[[], int] = int) -> None:
        """Start empty; `revision` returns the revision of the session now."""
        self.page: DraftPage | None = None
        self.judgement: Judgement | None = None
        self.asked = False
        """Whether the draft was requested; the screen is drawn once before that."""
        self._now, self._seen = revision, 0

    @property
    def opening(self) -> str:
        """The reason in words why keys wait until the draft is requested; empty from then on."""
        return "" if self.asked else "Reading the draft"

    @property
    def active(self) -> bool:
        """Whether it replaces its range now."""
        return self.page is not None and self.page.line is not None and self.page.line.state == "active"

    @property
    def judged(self) -> JudgedArtifact | None:
        """The draft with its report and events; None while there is none."""
        return self.page.judged if self.page is not None else None

    @property
    def current(self) -> Judgement | None:
        """The judgement; None if it was made before the last move, edit or review."""
        return self.judgement if self._now() == self._seen else None

    def hold(self) -> None:
        """Take the judgement for current at the session's revision now."""
        self._seen = self._now()

    def shows(self, artifact_id: str | None) -> bool:
        """Return whether the page is of this artifact; None: of any."""
        return self.judged is not None and artifact_id in (None, self.judged.artifact_id)
