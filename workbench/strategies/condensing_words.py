"""Words by which a sentence may be condensed: what may go, what may be told in another form, and where not.

None of them carries a fact, a name, a number, a time, an order, or whether and how something binds.
"""

from __future__ import annotations

from gates.language.lexicon import NEGATIONS

OPENERS = frozenset("ok okay yes yeah hmm oh alright and but".split())
"""Go from the beginning of a sentence."""
INTERJECTIONS = frozenset("well so also then great good right sure actually now perfect thanks".split())
"""Go from there with a mark after them; without one they are words of the sentence."""
ARTICLES = frozenset("a an the".split())
FILLERS = frozenset("please really very quite simply basically".split())
AFTER_ARTICLE = frozenset("bit couple few little lot number one ones only other while".split())
"""With these an article says something: `the only`, `a few`."""
BEFORE_ARTICLE = frozenset("half many once per such time times twice".split())
FORMS = {
    "don't": "do not",
    "doesn't": "does not",
    "didn't": "did not",
    "isn't": "is not",
    "aren't": "are not",
    "wasn't": "was not",
    "weren't": "were not",
    "hasn't": "has not",
    "haven't": "have not",
    "won't": "will not",
    "can't": "cannot",
    "couldn't": "could not",
    "shouldn't": "should not",
    "wouldn't": "would not",
    "i'm": "I am",
    "i've": "I have",
    "i'll": "I will",
    "we're": "we are",
    "we've": "we have",
    "we'll": "we will",
    "you're": "you are",
    "they're": "they are",
    "it'll": "it will",
}
SHORT = {
    ("do", "not"): "don't",
    ("does", "not"): "doesn't",
    ("did", "not"): "didn't",
    ("is", "not"): "isn't",
    ("are", "not"): "aren't",
    ("was", "not"): "wasn't",
    ("were", "not"): "weren't",
    ("it", "is"): "it's",
    ("i", "am"): "I'm",
    ("we", "are"): "we're",
    ("you", "are"): "you're",
    ("they", "are"): "they're",
}
ALIKE = {
    "currently": "now",
    "e.g.": "such as",
    "via": "through",
}
"""Words that say the same wherever they stand."""
ASKED = frozenset("he i it she that the there they this we you".split())
"""After a verb these make a question of it, whose short form cannot be told in full."""
SAYING = frozenset(
    "assume believe check confirm ensure hope know mean means mind note remember said say says see show "
    "shows sure think verify".split()
)
"""Before `that`, where it may be left out."""
OWNERS = frozenset("its my our their your".split())
CONDITIONS = frozenset(
    "although because before after if once since till unless until when whenever while".split()
)
CLAUSE = 5
"""Words of a sentence after which a comma parts two clauses rather than what opens it."""
PAIRED = frozenset("between both either from".split())
"""Before these an `and` joins a pair, which a comma would part."""
LINKS = frozenset("about as at by for from in into of on out over than through to under via with".split())
"""Before these a word more reads well."""
CLOSE = LINKS | frozenset(
    "according and be because but due instead it let not or so such than that up".split()
)
"""After these none does."""
LIMITING = NEGATIONS | frozenset("only just but than".split())
JOINED = frozenset("also and but e.g i.e nor not or so that then which who yet".split())
"""Before these an `and` more is one too many."""
