"""Word lists of the gates, with a version: a changed list may change a verdict."""

from __future__ import annotations

LEXICON_VERSION = "en/3"

STOPWORDS = frozenset(
    """
    a about above after again all also am an and any are as assistant at be because been before being
    below between both but by can can't could currently did do does doing don't done down during each
    either else etc even ever every few for from further get gets getting go goes going gone got had has
    have having he her here hers him his how i i'll i'm i've if in into is it it's its itself just kind
    let let's like made make makes making many may me might more most much must my need needs neither no
    nor not now of off ok okay on once one only onto or other our ours out over own per please quite
    rather really same shall she should since so some still such than that that's the their theirs them
    then there these they they're thing things this those through thus to too under until up upon us use
    used user uses using very via was way we we'll we're we've well were what when where whether which
    while who whom whose why will with within without won't would yes yet you you're your yours
    """.split()
)
"""Words that carry no topic. Negations and modals are judged separately (see `NEGATIONS`)."""

NEGATIONS = frozenset(
    """
    aren't avoid avoids can't cannot couldn't didn't doesn't don't hadn't hasn't haven't isn't mustn't
    neither never no none nor not nothing shouldn't skip unable wasn't weren't without won't wouldn't
    """.split()
)

DENIALS = frozenset(
    """
    absent absenc avoid declin deni disagre disregard exclud fail forget forgot ignor incorrect instead lack
    miss omit omiss opposit outsid prevent rather refus reject remov skip suppress unabl uncheck unless
    unset untouch wrong
    """.split()
)
"""Stems of words that deny without a negation: the thing beside them is not so, or was left out."""

DONE_WORDS = frozenset(
    """
    added closed complete completed created done finished fixed implemented merged migrated passed
    passes passing refactored removed renamed resolved shipped succeeded successful successfully updated
    verified written
    """.split()
)

OPEN_WORDS = frozenset(
    """
    blocked deferred incomplete later next open outstanding pending remaining still tbd todo unfinished
    unresolved
    """.split()
)

PASS_WORDS = frozenset(
    """
    green pass passed passes passing succeed succeeded succeeds
    """.split()
)

FAIL_WORDS = frozenset(
    """
    broke broken error errors fail failed failing fails failure failures red
    """.split()
)

ASSENT_WORDS = frozenset(
    """
    agree agreed approve approved awesome better confirm confirmed continue cool correct excellent fine go
    good great lgtm looks nice ok okay perfect proceed right sounds sure tested thank thanks verified work
    worked working works yeah yep yes yup
    """.split()
)
"""Words by which a message may agree, or report that something works."""

AUXILIARIES = frozenset(
    """
    am are be been being can could did do does had has have is may might must ought shall should was were will
    would to and or but please why
    """.split()
)
"""Words after which `not` negates a statement.

Elsewhere it belongs to a phrase (`the not so useful tests`).
"""

BRANDS = frozenset(
    """
    bitbucket chatgpt circleci cloudflare devops dynamodb ebay github gitlab graphql ios ipad iphone
    javascript latex linkedin macos mongodb mysql nextjs nodejs oauth openai postgresql powershell
    readme sqlite stackoverflow todo todos typescript vscode websocket websockets wifi youtube
    """.split()
)
"""Names written in camel case in plain prose; they are no symbols of a code base."""

FILE_EXTENSIONS = frozenset(
    """
    bash bat c cc cfg cjs conf cpp cs css csv cxx db diff dockerfile duckdb ejs env erb ex exs fish gif
    go gradle h hpp html ico ini ipynb java jpeg jpg js json jsonl jsx kt less lock log lua m md mdx mjs
    mod parquet patch pdf php pl plist png pom proto ps1 py pyc pyi pyx r rb rs rst sass scala scss sh
    sol sql sqlite sum svelte svg swift tar tf toml tpl ts tsv tsx txt vue wasm webp xml yaml yml zip
    zsh
    """.split()
)

ANTONYMS = tuple(
    frozenset(pair.split())
    for pair in (
        "disable enable",
        "disabled enabled",
        "add remove",
        "added removed",
        "accept reject",
        "accepted rejected",
        "allow deny",
        "allowed denied",
        "allow forbid",
        "decrease increase",
        "decreased increased",
        "exclude include",
        "excluded included",
        "always never",
        "drop keep",
        "delete keep",
        "keep remove",
        "merge revert",
        "merged reverted",
        "start stop",
        "started stopped",
        "failed succeeded",
        "failed passed",
        "fail pass",
        "failing passing",
        "closed open",
        "async sync",
        "asynchronous synchronous",
        "after before",
        "optional required",
        "safe unsafe",
        "false true",
        "invalid valid",
        "private public",
        "immutable mutable",
    )
)

COUNT_WORDS = tuple(
    """
    one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen twenty
    """.split()
)
"""Small counts in words, from one on, as they precede what is counted."""

ABBREVIATIONS = {
    short: word
    for short, _, word in (
        pair.partition("=")
        for pair in """
    admin=administrator admins=administrators arg=argument args=arguments conf=configuration
    config=configuration configs=configurations db=database dbs=databases dep=dependency
    deps=dependencies dev=development dir=directory dirs=directories doc=documentation
    docs=documentation env=environment envs=environments func=function funcs=functions
    impl=implementation lib=library libs=libraries max=maximum msg=message msgs=messages
    param=parameter params=parameters perf=performance prod=production repo=repository
    repos=repositories spec=specification specs=specifications
    """.split()
    )
}
"""Short forms of words about software; `PR` is read in `gates.language.quantities`."""

SPOKEN_NUMBERS = {
    name: int(value)
    for name, _, value in (
        pair.partition("=")
        for pair in """
    zero=0 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12
    thirteen=13 fourteen=14 fifteen=15 sixteen=16 seventeen=17 eighteen=18 nineteen=19 twenty=20
    thirty=30 forty=40 fifty=50 sixty=60 seventy=70 eighty=80 ninety=90 hundred=100 thousand=1000
    dozen=12
    """.split()
    )
}
"""Values of number words. `one` is left out: it is mostly a pronoun."""
