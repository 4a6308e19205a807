"""Words for people and organisations that may act, own or decide in a rule or a task."""

from __future__ import annotations

from gates.retention.words import Word, base_stem

_PEOPLE = """
    accountant admin administrator agency analyst applicant architect auditor author board boss buyer
    candidate caretaker chair chairman chairwoman client clerk colleague committee company contractor
    contributor coordinator council customer dentist department designer desk developer director doctor
    driver editor employee employer engineer finance founder group guest guild head hoster intern
    investor judge landlord lawyer lead leadership legal lender librarian maintainer management manager
    marketing moderator nurse office officer operator ops organiser organizer owner parent partner
    patient pilot president producer professor publisher purchaser recruiter reporter representative
    requester reviewer sales secretary seller senior sponsor squad staff student subcontractor supervisor
    supplier support teacher team tenant tester trainer translator treasurer tutor vendor visitor
    volunteer writer
"""
_STEMS = frozenset(base_stem(word) for word in _PEOPLE.split())


def is_people(word: Word) -> bool:
    """Return whether a word names a person, a group or an organisation."""
    return word.kind == "word" and (word.proper or word.stem in _STEMS)


def is_agent(word: Word) -> bool:
    """Return whether a word names somebody or something by what it does: `caller`, `callee`, `parser`."""
    return word.kind == "word" and word.text.rstrip("s").endswith(("er", "or", "ee"))
