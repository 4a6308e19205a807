"""Words by which a sentence may be condensed: what may go, where not, and where one clause ends.

None of what may go carries a fact, a name, a number, a time, an order, or whether and how something binds.
"""

from __future__ import annotations

from gates.language.lexicon import AUXILIARIES, NEGATIONS

OPENERS = frozenset("ok okay yes yeah hmm oh alright and but".split())
"""Go from the beginning of a sentence."""
INTERJECTIONS = frozenset("well so also then great good right sure actually now perfect thanks".split())
"""Go from there with a mark after them; without one they are words of the sentence."""
ARTICLES = frozenset("a an the".split())
FILLERS = frozenset("please really very quite simply basically also actually essentially".split())
AFTER_ARTICLE = frozenset("bit couple few little lot number one ones only other same single while".split())
"""With these an article says something: `the only`, `a few`."""
BEFORE_ARTICLE = frozenset("all both half many once per such time times twice".split())
OWNERS = frozenset("its their".split())
CONDITIONS = frozenset(
    "although because before after if once since till unless until when whenever while".split()
)
"""In a sentence with one of these the order of its clauses carries something."""
HOLDS_IF = frozenset(
    "before after if once provided till unless until when whenever while without except".split()
)
WITHIN = frozenset("without except".split())
"""Of these, the ones that stand before a mere phrase: it is of the clause that it stands in."""
POINTERS = frozenset("he it she that these they this those which who".split())
"""How a part of a sentence begins that is about what stands before it."""
PAIRED_ANSWERS = frozenset("no nor or".split())
"""Behind these a `yes` is named beside another word, and is no answer."""
CAUSES = frozenset("because since as".split())
"""Of `REASONS`, the ones that open why something is so."""
"""Open a clause without which the others would say more than was said."""
COPULAS = frozenset("is are".split())
NO_SUBJECT = frozenset(
    "and as be been but he how i if is it or she so than that there these they this those to we what when "
    "where which who whose why you".split()
)
"""Before or after these `is` and `are` cannot go."""
PAIRED = frozenset("between both either from".split())
"""Before these an `and` joins a pair, which a comma would part."""
LIMITING = NEGATIONS | frozenset("only just but than".split())
REASONS = frozenset("because since as which who where whose so".split())
"""Open a clause that says why, or more of what stands before it; the sentence stands without it."""
SUBJECTS = frozenset("he i it she that there they this we you".split())
"""Open a clause of its own after `and`."""
PHRASES = frozenset(
    """
    about across against along among around as at because behind below beside between but by during for from
    in inside into like near of on onto or outside over per since so that through to toward under upon via
    which while who whose with within and where
    """.split()
)
"""Before one of these a sentence may be broken off: what goes before is a phrase."""
OPENS_PHRASE = (
    ARTICLES
    | PHRASES
    | OWNERS
    | AUXILIARIES
    | SUBJECTS
    | frozenset(
        "my your our how what why when whether if than these those very more most less same such each".split()
    )
)
"""After one of these it may not: more belongs to it."""
GENERAL = frozenset("all always any both each every everything never none nothing only".split())
"""What is said of all would be said of more without what follows it."""
