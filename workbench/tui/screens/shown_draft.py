"""The draft that a screen shows, for the screen's parts: its page as it was read, and the judgement of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.presentation.judgement import Judgement
    from workbench.services.drafts.draft_page import DraftPage
    from workbench.services.judgement.judge import JudgedArtifact


class ShownDraft:
    """Nothing at first; the screen sets it, its parts read it."""

    def __init__(self) -> None:
        self.page: DraftPage | None = None
        self.judgement: Judgement | None = None
        self.asked = False
        """Whether the draft was asked for yet; the screen is drawn once before that."""

    @property
    def opening(self) -> str:
        """What keys have to wait for until the draft is asked for, in words; empty from then on."""
        return "" if self.asked else "Reading the draft"

    @property
    def active(self) -> bool:
        """Whether it replaces its range now."""
        return self.page is not None and self.page.line is not None and self.page.line.state == "active"

    @property
    def judged(self) -> JudgedArtifact | None:
        """The draft with its report and events; None while there is none."""
        return self.page.judged if self.page is not None else None
