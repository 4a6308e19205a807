"""Words by which a later sentence of plain talk marks something as changed, over, or uncertain.

Phrases are separated by a slash; each may contain a pattern.
"""

from __future__ import annotations

import re
from functools import lru_cache


class Phrases:
    """Phrases to search for; the search in one sentence is cached for comparisons with many."""

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self.search = lru_cache(maxsize=128)(pattern.search)


def _phrases(listed: str) -> Phrases:
    choices = "|".join(phrase for phrase in " ".join(listed.split()).split(" / "))
    return Phrases(re.compile(rf"\b(?:{choices})\b", re.IGNORECASE))


CHANGE = _phrases(
    r"""
    from now on / from here on / going forward / henceforth / as of / starting / since / these days /
    update / now / new /
    from (?:today|tomorrow|(?:the )?next \w+|\w+day|\w+ber|\w+ary|march|april|may|june|july|august) /
    for the time being /
    after the (?:\w+ )?(?:break|holidays?|summer|winter|move|merger?|launch|release|exams?) / voted /
    decided / agreed on / \w+ed (?:the|our|my|his|her|their|it|us|me) (?:\w+ ){0,3}(?:to|into) /
    stretched / doubled / halved / shift(?:ed)? / no longer / any ?more / instead / rather /
    mov(?:e|ed|es|ing) (?:to|over|it|us|from) / had better move / chang(?:e|ed|es) /
    switch(?:ed|es|ing)? / renamed? / replac\w+ / swapped / (?:went|gone) over / postponed / slips? /
    slipped / rais(?:e|ed) / lower(?:ed)? / extend(?:ed)? / bump(?:ed)? / cut / upgraded? / migrated? /
    (?:put|go|goes|going|went|gone) (?:\w+ )?(?:up|down) / retired / took over / tak(?:es|ing) over /
    step(?:s|ped) in / left / scrap(?:ped)? / forget / dropped / ditched / gonna be /
    make (?:it|that) / actually / second thoughts? / after all / turns out / in fact / correction /
    sorry / wrong / will do / plenty / enough / ended up / ha(?:s|ve) to / (?:i'm|we're) going with /
    (?:i|we)'ll go with / go for / settled (?:on|for) / put (?:us|me|it|the|them) /
    (?:is|are) history / only need / swap(?:s|ping)? / got rid of / gave up on / (?:re)?measured again /
    insists? / push(?:ed)? (?:it|that|them|(?:the|our|my) \w+) (?:back )?to /
    widened / narrowed / shortened / lengthened / loosened / tightened / tripled / rebranded / signed with
    """
)
"""Words of change."""
OVER = _phrases(
    r"""
    no longer / any ?more / left / leaves / leaving / retire[sd]? / resigned / quit / gone / closed /
    closing / cancell?ed / drop(?:s|ped|ping) / broke / broken / flooded / r[au]n out / giv(?:es|ing) up /
    gave up / scrap(?:ped)? / forget / is history / out of / replaced / swapped / overbooked /
    sold out / fell through / discontinued / isn't working / not working / instead of / rather than /
    too \w+ / no \w+ left / cut off / is full / jam(?:s|med) / hates? / let us down / lost / empty /
    stopped / died / done with / fed up / on (?:\w+ )?leave / on holiday / away / sick /
    took over from / tak(?:es|ing) over from / abandoned / deprecated / dead / congested /
    unavailable / handed / ditched / got rid of / (?:is|are|was|were) off (?:till|until|for) / booked out /
    (?:can't|cannot|won't) make it / keeps? (?:breaking|crashing|failing|losing|stopping)
    """
)
"""Words about a value that is no longer valid."""
ENDS = _phrases(
    r"""
    no longer / any ?more / abolish\w* / (?:is|are) history / scrap(?:ped)? / never ?mind /
    cancell?ed / lifted / forget (?:about )?(?:the|that|what) /
    (?:fine|ok|okay|allowed|possible) (?:now|again|after all) / after all / do(?:n't| not) need /
    dropped (?:the|that)
    """
)
"""Words that end something without another value for it."""
LEANS = _phrases(
    r"""
    (?:make|move|push|shift|bring|change|set|raise|increase|lower|reduce|cut|bump) (?:it|that|them) /
    scra(?:p|tch) that / up to / down to / bump the / cut the \w+ (?:down )?to / the new /
    better (?:say|make) / let's (?:say|do) / instead
    """
)
"""Words that only make sense about something mentioned before."""
AGAIN = _phrases("make (?:it|that) / scra(?:p|tch) that")
"""Words that refer back beyond doubt, whatever the value is."""
CHOSEN = _phrases(
    "instead / switch(?:ed|ing)? / decided on / going with / go with / settled (?:on|for) / make it / rather"
)
"""Words for a choice in place of something else."""
HANDED = _phrases(
    r"""
    tak(?:es|ing) / took / passes to / goes to / hands? (?:it |them )?over /
    handed (?:it |them )?(?:over )?to / does / cover(?:s|ing) / step(?:s|ped) in / in charge / who /
    now / instead / replaces?
    """
)
"""Words for somebody taking over a task."""
UNSURE = _phrases(
    r"""
    what if / suppose / would / could / might / maybe / perhaps / wonder(?:ing)? / if / unless /
    except / only this / this once / just this / for once / tonight / used to / back then /
    last (?:week|year|month|time) / in (?:19|20)\d\d / not sure / for example /
    when (?:i|we|you|he|she|it|they)(?:'\w+)?
    """
)
"""Words for a supposition, an exception, or something that was valid before."""
PAST = _phrases(
    r"""
    took / ran / found / saw / (?<!ve )got / came / went / was / were / had / told / said / matched / tried /
    did / peaked / gave / asked / bought / ate / watched / hit / scored / finished / counted /
    (?<!as of )yesterday / ago
    """
)
"""Words for past events, which give no lasting value."""
STAYS = _phrases(
    "always / from (?:now|here) on / every / each / whenever / (?:limited|restricted) to / capped at"
)
DENIES = re.compile(r"\b(?:no|not|never|without|none|neither)\b|n't\b", re.IGNORECASE)
BESIDE = _phrases("also / too / as well / another / and / besides")
"""Words for an addition to an earlier statement."""
CORRECTS = re.compile(
    r"\W{0,3}(?:(?:no|oh|sorry|wait|hm+|oops)\b[,.!: ]{1,3}){0,3}"
    r"(?:actually|correction|scratch that|i mean|on second thoughts?"
    r"|(?:make|move|push|shift|change|raise|increase|lower|reduce|cut|bump) (?:it|that))\b",
    re.IGNORECASE,
)
"""The beginning of a sentence that corrects what was just said."""
POLITE = re.compile(
    r"^(?:(?:please|and|so|ok(?:ay)?|hm+|then),? )*(?:can|could|would|will) you (?:please )?"
    r"(?=[^?]*\b(?:instead|change|switch|make (?:it|that)|move|from now on|rather)\b)",
    re.IGNORECASE,
)
"""A request for a change in the form of a question."""
ONE_OFF = re.compile(
    r"^(?:(?:please|can you|could you|now|then|also|ok(?:ay)?|hi|hello|hey)[, ]+)*"
    r"(?:write|draft|list|make me|print|sketch|calculate|find|explain|show|tell|give|convert|fix|draw|add|"
    r"summari[sz]e|translate|i (?:need (?:a|some|an|help)|want to|asked|tried|thought|see|saw|got)|"
    r"(?:i'm|we're|we are|i am) (?:planning|trying|looking|writing|migrating)|thanks?|that|nice|good|great|"
    r"perfect)\b",
    re.IGNORECASE,
)
"""Requests that an answer closes, plans and comments."""
