"""Words that carry the force, scope, order and condition of a statement, for comparison with a restatement.

Each phrase has one tag. They are the words in which rules and plans are usually written; a changed list may
change a verdict (`EVALUATOR_VERSION`).
"""

from __future__ import annotations

_LISTS = {
    "must": """
        must | have to | has to | had to | need to | needs to | shall | make sure | ensure | mandatory |
        compulsory | obligatory | obliged | required | requires | require | non-negotiable | strictly |
        full stop | hard rule | no way around it | insisted | insists | definitely | is to | are to | be
        to | needs | need | needed | no matter what | whatever happens | come what may | without exception
        | imperative | necessarily
        """,
    "should": "should | ought to | ought | expected to | would like | 'd like | would rather | preferred",
    "hedge": """
        recommended | preferably | ideally | nice to have | encouraged | advisable | try to | tries to |
        aim to | probably | would help | where possible | if possible | when possible | suggested |
        usually | typically | generally | normally | tend to | tends to | nice | better to | better not |
        be lovely | where practical | as far as possible | by preference | at some point | discouraged |
        rarely
        """,
    "may": """
        may | might | can | could | maybe | perhaps | possibly | optional | optionally | free to | feel
        free | at liberty | is allowed | are allowed | allowed to | permitted | is permitted | entitled |
        an option | one option | a possibility | being considered | considered | consider | up to you | is
        fine | are fine | fine with | fine to | leave it open | leave open | acceptable | is ok | is okay
        | are ok | ok to | okay to
        """,
    "not": """
        not | no | never | none | nothing | nobody | no one | neither | nor | without | avoid | avoids |
        avoided | avoiding | refrain from | rather than | instead of | no longer | forbidden | prohibited
        | banned | unwanted | disallowed | out of scope | off limits | off-limits | under no circumstances
        | cannot | barred | not allowed | not permitted | never allowed | never permitted | don't | kept
        out of | keep out of | lacking | lacks | lack | missing | skip | skips | skipped | skipping | left
        out | leave out | leaving out | omit | omitted | exempt | exempt from | hands off | as opposed to
        | disallow | forbid | forbids | prohibit | stay out of | stays out of
        """,
    "all": """
        all | every | each | any | whole | entire | everyone | everybody | everything | everywhere | both
        | always | whenever | entirely | throughout | anyone | anybody | anything | fully | completely |
        across the board
        """,
    "most": "most | majority | the bulk | bulk | mostly | mainly | largely | nearly all | almost all",
    "some": """
        some | several | a few | few | a couple | certain | partly | occasionally | sometimes | part of |
        one of | a handful | half | many
        """,
    "only": """
        only | solely | exclusively | exclusive | merely | just | nothing else | nobody but | no one but |
        none but | nothing but | reserved | no other | nobody else | limited to | restricted to
        | alone | sole
        """,
    "before": """
        before | prior to | ahead of | precedes | preceding | precede | in advance of | earlier than |
        by the time
        """,
    "after": """
        after | as soon as | following | afterwards from | later than | only after | only once |
        once | not until | subsequent to
        """,
    "then": """
        then | and then | thereafter | afterwards | subsequently | later | finally | last | second |
        followed by | after that | only after that | only then | next | after which |
        as the next step | not until then |
        only afterwards | only later
        """,
    "follows": "follows | follow",
    "first": """
        first | firstly | to begin with | at first | initially | start with | starting with | up front
        """,
    "if": """
        if | when | in case | in the event | provided | provided that | as long as | so long as | on
        condition | on the condition | while | where | whereas | subject to | contingent on | dependent on
        | assuming | for as long as | given that | during | whilst | by default | unless stated otherwise
        """,
    "unless": """
        unless | except | except for | except when | except if | excluding | apart from | other than |
        save for | anyone but |
        anybody but | everyone but | everybody but | everything but | all but | excepted | excludes |
        exception | exceptions | barring | but not | aside from | with the exception of
        """,
    "regardless": """
        even if | even when | whether or not | regardless | regardless of | regardless of whether |
        irrespective of | no matter whether | no matter if | no matter who | no matter when
        """,
    "until": "until | till | up until | pending",
    "otherwise": "otherwise | or else | else | failing that",
    "because": """
        because | cause i | cause it | cause he | cause she | cause we | cause they | cos
        | since | although | though | even though | as it
        | as they | as we | so that | due to | owing to | so we | so it | so they
        | which is | because of | for this reason | to keep | in order to
        """,
    "over": """
        at least | at the least | minimum | minimum of | or more | no fewer than | no less than |
        not less than | a minimum | more than | above | exceeds | over | longer than | greater than |
        higher than | older than | starting from
        """,
    "under": """
        at most | at the most | maximum | maximum of | no more than | not more than | must not exceed |
        not exceed | up to | below | under | less than | fewer than | capped | cap | caps | limit of | limit |
        ceiling |
        no longer than | within | smaller than | lower than | younger than | hard limit | or fewer |
        or less | shorter than | limited
        at | no later than | not beyond
        """,
    "me": "i | me | my | myself | mine | the user | user | user's | user themselves",
    "you": "you | your | yours | yourself | the agent | agent | the assistant | assistant | agent's",
    "we": "we | us | our | ours | ourselves | let's | the team | team | everyone on the team",
    "talk": """
        please | kindly | goes without saying | gonna | going to | thanks | thank you | hey | hi | hello |
        ok | okay | well | so | basically | honestly | really | actually | obviously | sorry | great |
        perfect | sure | alright | yes | yeah | hm | hmm | also | too | as well | still | now | currently
        | from now on | for now | again | to be clear | just to be clear | i think | i mean | you know |
        of course | fine | anyway | btw | by the way | fyi | note that | remember | remember that | going
        forward | want | wants | wanted | wish | wishes | would | will | let | lets | get | gets | got |
        gotten | be | is | are | was | were | being | been | am | do | does | did | done | has | have |
        had | having | go | goes | going | went | make | makes | made | put | puts | take | takes | taken
        | took | keep | keeps | kept | stay | stays | use | uses | used | using | way | thing | things |
        remain | remains | remaining | open | pending | to do | todo | left to do | outstanding | still to
        do | still open | left | rule | one | ones | there | here | happen | happens | order of steps |
        the missing |
        user wants | task | tasks | explicitly | said | asked | requested | decide | decides | decided |
        decision | chosen |
        agreed | confirmed | instructed | told | in place | per | via | its | it's | own | set | sets |
        become | becomes | this | that | this time | this year | after all | just
        now | such | next up | in this
        order | in that order | the order is | in the following order | in the order
        """,
}
"""Phrases by tag; words of conversation and light verbs are `talk`, which may be exchanged freely."""


def _tagged() -> dict[tuple[str, ...], str]:
    found: dict[tuple[str, ...], str] = {}
    for tag, listed in _LISTS.items():
        for phrase in listed.split("|"):
            found.setdefault(tuple(phrase.split()), tag)
    return found


PHRASES = _tagged()
LONGEST_PHRASE = max(len(words) for words in PHRASES)

SAME_ACTION = """
    forbid prohibit ban disallow bar / skip omit drop exclude leave / remove delete drop strip erase /
    raise throw / postpone defer delay / pause halt suspend stop / run execute launch / forward
    share / access reach / disclose say state reveal tell / budget spend spending / add append insert
    include / check verify validate examine inspect / review read / fail abort / show display render
    present / log record / write persist store save / fetch get pull retrieve read load / send post
    submit deliver mail / begin start commence / end finish complete / change modify alter edit update
    touch / rename relabel / move migrate transfer shift port / replace swap substitute / create build
    generate make add / merge combine / use adopt employ apply / choose pick select take / prefer favour
    favor / fix repair resolve / investigate examine look explore study / ask request / tell inform
    notify / allow permit let / need require want / keep retain preserve leave maintain / deploy ship
    release roll rollout / document describe / refresh update / trigger cause start / wait hold / cost
    price pay / test cover / enable activate switch / disable deactivate switch / return give / answer
    respond reply / revoke rotate / duplicate copy / close shut / config configuration settings / folder
    directory / repo repository / function method helper / error exception failure / message text / name
    call title / limit cap ceiling maximum / user person people / client customer / server backend /
    frontend ui / page screen / database db / table relation / mail email e-mail / picture image / speed
    performance / big large / small tiny / quick fast / boot startup start / outage down / write written
    writing / disk storage / box host machine server node / bug issue problem defect / issue ticket / pr
    pull-request merge-request / commit push / dir directory / arg argument parameter option / flag
    option switch / constant const / env environment / var variable / util utility / spec specification
    / exec run / give hand / work handle / others rest remainder
    / straight directly / appear show / find look search seek locate
    / kg kilo kilogram kilogramme
    / init initialize initialise / auth authentication / perm permission / param parameter /
    lib library / dep dependency / doc documentation / msg message / impl implementation implement / ref
    reference / gen generate / sync synchronise synchronize / async asynchronous / num number / min
    minimum / max maximum / temp temporary / prod production / dev development / stage staging / app
    application / sure certain / wait await pending

    / high height / wide width / long length / deep depth / weigh weight / hot heat / choose choice
    / pay payment / deliver delivery / arrive arrival / lose loss / sell sale / fly flight / sit seat
    / grow growth / prove proof / lend loan / speak speech / sing song / wed wedding marry
    / marry marriage
    / succeed success / receive receipt / die death / strong strength / free freedom / safe safety
    / warm warmth

    / phone call ring telephone / kid child children / mum mom mother / dad father / grandma grandmother
    / grandpa grandfather / flat apartment / shop store / buy purchase / car vehicle / film movie
    / holiday vacation / trip journey / waste rubbish trash / lift elevator / bike bicycle
    / photo photograph picture / tv television / fridge refrigerator / ill sick / doctor physician
    / invoice bill
    / guest visitor / permit licence license / mend repair fix / rent hire lease / wash clean
    / discard bin dump / exam test / lesson class / last final / empty vacant / entire whole
    / leftover remainder / colour color / grey gray / veggie vegetarian / pupil student
    / noon midday / yearly annual annually
"""
"""Words that are interchangeable in a restated rule or task: narrower than the thesaurus of reports."""

LIGHT_VERBS = frozenset(
    """
    apply belong carry come concern count exist go happen include involve lie live occur pass
    receive treat
    """.split()
)
"""Verbs without a topic of their own: one in place of another verb changes little."""
