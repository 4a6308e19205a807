"""Words that exclude each other: opposites, and members of one class of which a statement names another.

The lists contain base forms, compared by stems. A hit is a hint for a person, never by itself a hard finding:
the pairs that make one are in `gates.language.lexicon`.
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache

from gates.language.past_tense import forms
from gates.language.tokens import stem_of

_OPPOSITES = """
accept|reject refuse decline deny turn / agree|disagree refuse decline object / approve|reject disapprove
veto refuse / allow permit enable let|forbid ban prohibit prevent block deny disallow refuse / increase rise
grow raise climb surge boost gain expand growth|decrease fall drop decline reduce lower shrink cut diminish
reduction slump plunge / improve better improvement enhance|worsen deteriorate worse decline harm hinder
degrade / high higher highest|low lower lowest / up upward upwards|down downward downwards / more most|less
least fewer fewest / many numerous much lot|few little / maximum maximize maximise maximal|minimum minimize
minimise minimal / large big huge major great massive vast significant substantial considerable|small little
tiny minor slight minimal negligible insignificant / long longer longest lengthy|short shorter shortest
brief / strong stronger strength robust powerful|weak weaker weakness fragile / fast faster quick quickly
rapid rapidly speedy|slow slower slowly gradual gradually / early earlier earliest|late later latest /
before prior|after following / first initial|last final / begin start open launch commence beginning|end
finish close conclude stop ending cease halt / continue proceed resume|stop cease halt discontinue quit
cancel pause / open opened|closed shut / good great excellent best positive wonderful perfect favorable|bad
poor worst awful terrible negative mediocre unfavorable / happy glad pleased delighted excited thrilled
enthusiastic cheerful|sad unhappy upset disappointed miserable depressed bored / love adore like enjoy|hate
dislike detest loathe / success succeed successful successfully|fail failure unsuccessful unsuccessfully /
win won victory|lose lost defeat loss / profit gain|loss deficit / buy bought purchase|sell sold / lend
lent|borrow borrowed / give gave|take took / send sent|receive received / arrive come came enter|leave left
depart go went exit / join joined|leave quit left / remember remembered|forget forgot / find found
discover|lose lost hide conceal / easy easier easily simple straightforward|difficult hard challenging
complicated complex tricky tough / simple|complex complicated sophisticated / possible feasible|impossible
infeasible / likely|unlikely / able|unable / certain sure|uncertain unsure doubtful / clear|unclear
ambiguous vague / known familiar|unknown unfamiliar / important crucial vital essential key|unimportant
trivial insignificant irrelevant minor / necessary needed required|unnecessary optional needless / useful
helpful|useless unhelpful / interesting fascinating exciting|boring dull uninteresting / expensive
costly|cheap inexpensive affordable / free complimentary|paid / rich wealthy|poor / new novel fresh modern
recent|old outdated ancient existing stale obsolete traditional / young youth|old elderly senior / same
identical equal|different distinct opposite / similar alike|different dissimilar / true real genuine|false
fake untrue / right correct accurate|wrong incorrect inaccurate mistaken / safe secure|dangerous unsafe
risky hazardous insecure / public|private / internal inside indoor|external outside outdoor / local domestic
national|global international foreign worldwide / include including included|exclude excluding excluded omit
/ add added insert|remove removed delete deleted subtract / accelerate|decelerate slow / attach|detach /
enable enabled activate|disable disabled deactivate / support supports supported supporting|oppose opposes
opposed opposing / encourage encourages|discourage discourages / advise recommend|discourage / praise
praised|criticise criticize criticized criticised condemn / protect protects defend|attack harm endanger /
help helps assist|hinder hurt harm / solve resolve fix|cause create / create build make|destroy break
demolish eliminate / connect link join|disconnect separate / unite merge combine|split separate divide /
together|apart separately alone / full|empty / hot warm|cold cool chilly / dry|wet rainy / light bright|dark
dim / day daytime|night nighttime / morning|evening night afternoon / male man men boy boys|female woman
women girl girls / husband|wife / father dad|mother mum mom / brother|sister / son|daughter / uncle|aunt /
king|queen / guilty|innocent / arrest arrested detain detained imprison|release released free freed / alive
survive survived|dead die died / rare rarely seldom|common often frequently commonly / always|never
sometimes / majority most|minority few / optimistic confident|pessimistic doubtful / confident|doubtful
unsure / calm relaxed|anxious nervous worried / brave|afraid scared / healthy well|sick ill unwell unhealthy
/ busy occupied|free available idle / available|unavailable / present|absent / visible|invisible hidden /
active|inactive passive / automatic automatically automated|manual manually / permanent|temporary /
flexible|rigid inflexible / stable steady constant|unstable volatile fluctuating variable /
efficient|inefficient / effective|ineffective / sufficient enough adequate|insufficient inadequate /
complete completed finished|incomplete unfinished partial partially / fully entirely completely|partially
partly / general|specific / broad wide|narrow / deep|shallow / thick|thin / heavy|light / hard|soft /
smooth|rough / clean|dirty / tidy|messy / quiet silent|loud noisy / polite|rude / honest|dishonest /
friendly|hostile unfriendly / near close|far distant / upper top above|lower bottom below / front|back rear
/ left|right / north northern|south southern / east eastern|west western / import|export / supply|demand /
inflation|deflation / asset|liability / income revenue|expense / surplus|deficit / bullish|bearish / hire
hired recruit|fire fired dismiss dismissed / employ|dismiss / promote promoted|demote demoted / ally partner
friend|enemy rival opponent / peace peaceful|war violent / agreement|disagreement dispute / legal
lawful|illegal unlawful / formal|informal / official|unofficial / direct directly|indirect indirectly /
major|minor / advantage benefit|disadvantage drawback / strength|weakness / cause|prevent / permit|prevent /
supervised|unsupervised / linear|nonlinear / discrete|continuous / local|remote / static|dynamic /
online|offline / synchronous|asynchronous / explicit|implicit / convex|nonconvex / homogeneous|heterogeneous
/ single|multiple several / individual|group collective / customized customised tailored custom|standard
generic pre-selected / pass passed passes passing|fail failed fails failing / merge merged|revert reverted /
deploy deployed|rollback / pending open todo|done completed finished / started|finished stopped / keep
retain kept|drop delete remove discard / upgrade|downgrade / lock locked|unlock unlocked / show display|hide
conceal / valid|invalid / required mandatory|optional / approved|rejected / confirmed confirm|denied deny /
willing eager keen|reluctant unwilling / eager|reluctant / reject|embrace / thank grateful|blame /
trust|distrust / respect|disrespect / admit|deny / allow|refuse / fresh|stale / vegan vegetarian|meat /
attend|skip miss / ahead|behind / beat exceed exceeded surpass above|miss missed below / outperform
outperforms|underperform underperforms / overestimate|underestimate
"""
"""Entries separated by slashes; every word left of the bar excludes every word right of it."""

_CLASSES = """
monday tuesday wednesday thursday friday saturday sunday / january february march april june july august
september october november december / spring summer autumn fall winter / red blue green yellow black white
orange purple pink brown grey gray / mother father brother sister uncle aunt cousin son daughter husband
wife grandmother grandfather roommate grandson granddaughter nephew niece boyfriend girlfriend / breakfast
lunch dinner supper brunch / north south
east west / africa asia europe america australia antarctica / hour day week month year quarter minute second
decade century / hundred thousand million billion trillion / beer wine whisky whiskey vodka coffee tea juice
water milk / dog cat horse cow bird fish rabbit / car bus train plane bike bicycle boat taxi / doctor lawyer
teacher engineer nurse manager accountant student professor chef / football basketball baseball tennis
hockey cricket golf rugby / murder manslaughter robbery theft fraud arson assault rape / email letter phone
text / kitchen bathroom bedroom garden garage
"""
"""Classes separated by slashes; a statement with another member of the class states another fact."""


def _stems(words: str) -> frozenset[str]:
    return frozenset(stem_of(form) for word in words.split() for form in forms(word))


@lru_cache(maxsize=1)
def _opposed() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for entry in _OPPOSITES.split("/"):
        left, _, right = entry.partition("|")
        for mine, other in ((_stems(left), _stems(right)), (_stems(right), _stems(left))):
            for stem in mine:
                found[stem] |= other
    return {stem: frozenset(others - {stem}) for stem, others in found.items()}


@lru_cache(maxsize=1)
def _classed() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for entry in _CLASSES.split("/"):
        members = _stems(entry)
        for stem in members:
            found[stem] |= members
    return {stem: frozenset(others - {stem}) for stem, others in found.items()}


_AFFIXES = ("un", "in", "im", "ir", "dis", "non", "sub", "dys", "mis", "de", "en", "over", "under")
_SWAPPED = (("over", "under"), ("en", "de"), ("in", "out"), ("in", "de"), ("up", "down"))


def _affixed(stem: str) -> frozenset[str]:
    """Return the stem with each prefix that reverses it, or without the one that it has.

    None for a figure.
    """
    if stem[0] == "#":
        return frozenset()
    found = {prefix + stem for prefix in _AFFIXES[:-3]} if len(stem) > 3 else set()
    for prefix in _AFFIXES[:-3]:
        if stem.startswith(prefix) and len(stem) - len(prefix) > 3:
            found.add(stem[len(prefix) :])
    for one, other in _SWAPPED:
        for mine, theirs in ((one, other), (other, one)):
            if stem.startswith(mine) and len(stem) - len(mine) > 3:
                found.add(theirs + stem[len(mine) :])
    return frozenset(found) | {stem_of(each) for each in found}


@lru_cache(maxsize=20_000)
def opposites(stem: str) -> frozenset[str]:
    """Return the stems with the opposite meaning: listed ones, and those made with a prefix."""
    return _opposed().get(stem, frozenset()) | _affixed(stem)


def siblings(stem: str) -> frozenset[str]:
    """Return the stems of the same closed class: another weekday, another relative."""
    return _classed().get(stem, frozenset())
