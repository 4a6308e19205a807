"""Words by which a sentence may be condensed: which may be left out, where not, and where a clause ends.

None of the words left out carries a fact, a name, a number, a time, an order, or whether and how something
binds.
"""

from __future__ import annotations

from gates.language.lexicon import AUXILIARIES, NEGATIONS

OPENERS = frozenset("ok okay yes yeah hmm oh alright and".split())
"""Left out at the beginning of a sentence."""
INTERJECTIONS = frozenset("well so also then great good right sure actually now perfect thanks".split())
"""Left out there if a mark follows; without a mark they are words of the sentence."""
ARTICLES = frozenset("a an the".split())
FILLERS = frozenset("please really very quite simply basically also actually essentially".split())
AFTER_ARTICLE = frozenset("bit couple few little lot number one ones only other same single while".split())
"""Words with which an article has a meaning: `the only`, `a few`."""
BEFORE_ARTICLE = frozenset(
    "all are be been both half is many once per such time times twice was were".split()
)
"""Words after which an article must stay: after a form of `be`, it is what makes the next word a thing."""
OWNERS = frozenset("its their".split())
CONDITIONS = frozenset(
    "although because before after if once since till unless until when whenever while".split()
)
"""Words with which the order of a sentence's clauses has a meaning."""
HOLDS_IF = frozenset(
    "before after if once provided till unless until when whenever while without except".split()
)
"""Words that open a condition, without which the other clauses would say more than was said."""
EXCEPTING = frozenset("except unless until till without only".split())
"""Those that may be about all clauses before them."""
TURNS = frozenset(
    "although but despite even except however instead nevertheless nonetheless not only rather still though "
    "unless whereas yet".split()
)
"""Words that open a contrast or an exception, which says nothing true apart from what it is about."""
OPENS_SENTENCE = frozenset(
    "although despite even instead not only rather still though unless whereas".split()
)
"""Those of `TURNS` with which a sentence of its own may begin."""
WITHIN = frozenset("without except".split())
"""Those of `HOLDS_IF` before a mere phrase, which belongs to the clause around it."""
POINTERS = frozenset("he it she that these they this those which who".split())
"""First words of a part that refers to the words before it."""
PAIRED_ANSWERS = frozenset("no nor or".split())
"""Words after which a `yes` is one of two named alternatives, and no answer."""
CAUSES = frozenset("because since as".split())
"""Those of `REASONS` that open a cause."""
COPULAS = frozenset("is are".split())
NO_SUBJECT = frozenset(
    "and as be been but he how i if is it or she so than that there these they this those to we what when "
    "where which who whose why you".split()
)
"""Words next to which `is` and `are` must stay."""
PAIRED = frozenset("between both either from".split())
"""Words after which an `and` joins a pair, which a comma would separate."""
LIMITING = NEGATIONS | frozenset("only just but than".split())
REASONS = frozenset("because since as which who where whose so".split())
"""Words that open a reason for the previous words, or details of them.

The sentence is complete without it.
"""
MAY = frozenset("can could may might".split())
"""Words that make `so they ...` an aim; without them it is what followed."""
SUBJECTS = frozenset("he i it she that there they this we you".split())
"""Words that open a new clause after `and`."""
PHRASES = frozenset(
    """
    about across against along among around as at because behind below beside between but by during for from
    in inside into like near of on onto or outside over per since so that through to toward under upon via
    which while who whose with within and where
    """.split()
)
"""Words before which a sentence may be broken off: what precedes them is a phrase."""
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
"""Words after which it may not be broken off, because more belongs to them."""
GENERAL = frozenset("all always any both each every everything never none nothing only".split())
"""Words for all of something: without the rest, the beginning would be about more."""
