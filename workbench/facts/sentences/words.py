"""English word lists by which a user's sentence is classified as a directive, with a version.

A changed list may change a capture, so the version is part of `capture_version`.
"""

from __future__ import annotations

WORDS_VERSION = "en/4"

ACTION_VERBS = frozenset(
    """
    abandon abort accept activate adapt add address adjust adopt allow amend append apply approve archive
    arrange ask assign assume attach auto-detect automate avoid back backport batch be block book
    brainstorm bring build bump bundle cache call cancel cap capture change chase choose clean cleanup clear
    clone close code collapse collect combine come comment commit compile complete condense configure connect
    consider consolidate construct continue convert copy correct cover create cut debug decide declare
    decouple dedupe default defer define delay delete deliver deploy deprecate describe design detach
    develop disable discard distinguish do document download draft drop dump edit eliminate email embed
    enable encapsulate enforce ensure escape exclude execute exit expand expose extend extract fail fetch
    fill filter finalize finish fix flag flip flush focus fold follow forget format forward freeze
    generalize generate get give go group guard handle harden hide highlight hold hook ignore implement
    import improve include increase index inform init initialize inject inline insert install instrument
    integrate introduce invert invite invoke isolate keep kick label land launch leave limit link load
    localize lock log loop lower maintain make map mark match memoize mention merge migrate minimize mock
    modify monitor mount move name narrow normalize note notify omit open optimize order organize
    override pack paginate parallelize parse paste patch pause persist pick pin place plan polish
    populate port post postpone prefer prefix prepare present preserve prevent print prioritize proceed
    produce propose protect prototype provide prune publish pull purge push put queue quote raise randomize
    rebase rebuild reconcile record recreate redact redesign redirect redo reduce refactor refine reformat
    refresh regenerate register reject release relocate rely remember remind remove rename render reopen
    reorder reorganize repair repeat rephrase replace reply report reproduce request require rerun
    reschedule reserve reset resolve respond restart restore restrict restructure resume retain retire
    retry return reuse revert revise rewrite roll rotate round run sanitize save scaffold schedule scope
    scrub send separate serialize serve set setup shorten simplify skip slice slow snapshot sort specify
    split squash stage standardize start stash stay stick stop store stream streamline strip structure
    submit subscribe summarise summarize support suppress swap switch sync tag take target tear test throw
    tidy tighten toggle touch track transform translate treat trigger trim truncate try tune turn
    uninstall unify unpin unstage update upgrade upload use validate wait warn watch wire work wrap write
    accommodate answer assemble bake bill boil borrow budget buy carry charge cite cook count credit cross
    decorate decrease divide donate drink drive drop-off eat empty encourage enter exchange feed fold fry
    grade greet hand hang hire host insure interview iron issue lead learn lend list lock mail mow multiply
    negotiate nominate obtain offer oil order paint park pay peel phone photograph plant play pour practice
    practise pray price promote quote recycle refund rehearse rely rent repaint reply rinse season seat
    secure seed sell serve sew share ship sign sing slice sow spend spread staff stamp station steam stir
    study sweep swim tailor taste teach text tie tip travel treat turn-off vaccinate visit vote wake walk
    wash water wear weigh welcome win wipe
    """.split()
)
"""Base forms that open an imperative: they say what to do, keep or avoid."""

LOOK_VERBS = frozenset(
    """
    analyse analyze audit benchmark check compare confirm count examine explore find inspect investigate
    list look measure profile read recheck research review scan search see skim study trace verify
    """.split()
)
"""Verbs that ask to look at something: a directive that an answer closes."""

EXPLAIN_VERBS = frozenset(
    """
    advise believe clarify confirm describe elaborate estimate explain expect guess help hope imagine know
    learn recap recommend say see share show speak suggest summarise summarize suppose talk teach tell
    think understand wonder
    """.split()
)
"""Verbs that ask for information or express an opinion, after `can you` or `I want to`."""

NOUN_LIKE = frozenset(
    """
    back block book build bundle cache call cap change clean code comment commit cover cut default delay
    design document draft dump edit email escape extract fail fill filter fix flag focus format group guard
    handle hold hook import index label land launch limit link list load lock log loop map mark match mock
    mount name note open order pack patch paste pause pin place plan port post prefix present print produce
    profile prototype prune pull push queue quote read record release repair reply report request research
    reserve reset resume retry return review roll round run scan schedule scope search set setup skip slice
    snapshot sort split squash stage start stash store stream strip structure study support swap switch
    sync tag target tear test touch trace track transform trigger trim try tune turn update upgrade
    upload use wait warn watch wire work wrap
    answer bill budget credit cross exchange feed grade hand issue lead mail offer oil paint park phone plant
    play practice price rent season seat seed share ship sign staff stamp station steam study sweep taste
    text tie tip travel visit vote walk wash water
    """.split()
)
"""Verbs that are nouns as often: they open an imperative only before the beginning of an object."""

OBJECT_STARTS = frozenset(
    """
    a about across after against all an and another any anything around as at away back before both by down
    each either every everything existing for from her his how in instead into it its just many me more my
    new no none nothing off on one only onto or other our out over some something such that the their them
    these this those through to two under until up us what whatever when where whether which whichever
    with without you your
    """.split()
)
"""Words that may follow an imperative verb; after the same word as a noun, a verb would follow."""

OPENERS = frozenset(
    """
    actually again ah aha alright also alternatively and anyway automatically basically because before but
    carefully cool correct definitely else exactly fair finally fine first firstly further furthermore good
    great hello hey hi hmm honestly however indeed instead just lastly later likewise maybe moreover nah
    next nice no nope now oh ok okay once only or perfect perhaps please plus possibly probably quickly
    really right second secondly simply so sorry still sure thanks then therefore third thus today ugh uh
    uhh um well yeah yep yes yup
    """.split()
)
"""Words that may stand before a request in its clause."""

EXPECTATIONS = frozenset(
    """
    already also always and appear become begin cause come contain definitely end exist feel
    get give go happen have help hopefully include indicate just know lead learn look make mean not now
    only probably produce reflect result return say see seem show sound stay still take tell then trigger
    work
    """.split()
)
"""After `should`, these state an expectation instead of a task, unless the subject is we or you."""

SETTLED = frozenset(
    """
    able accurate adequate alright alike available close correct deterministic done easy enough equal fine
    good great interesting ok okay possible pretty quick ready relative relatively safe same similar simple
    sufficient trivial true unlikely useful
    """.split()
)
"""After `should be` or `must be`, these make a guess about how things are."""

QUESTION_STARTS = frozenset(
    """
    am any anything are aren't can can't cannot could couldn't did didn't do does doesn't don't had has
    hasn't have haven't how how's is isn't might shall should shouldn't was wasn't were weren't what what's
    when where which who whom whose why will won't would wouldn't
    """.split()
)
"""Words that make a clause a question, whatever its last character is."""

REPORTED = frozenset(
    """
    asked asks assume assuming believed claimed claims feeling guess hope hoping if mentioned mentions said
    says suggested
    suggests suppose supposed that's reckon thought told unclear unless unsure whether wonder wondering
    """.split()
)
"""Before a modal, these report, doubt or suppose; nobody is asked to do anything."""

NARRATIVE_INTROS = (
    "i do the following",
    "i did the following",
    "following happens",
    "following scenario",
    "steps to reproduce",
    "to reproduce",
    "scenario",
    "scenarios",
    "for example",
    "e.g.",
    "example of",
    "examples of",
    "possibilities",
    "what happens",
    "what happened",
    "this is what i",
    "here is what i",
    "here's what i",
)
"""Phrases in a line ending with a colon that introduce a story, not a list of requests."""

FILLERS = frozenset(
    """
    actually again already also always at definitely first instead just kindly least maybe not now only
    perhaps please possibly quickly really still then
    """.split()
)
"""Words between a request's opening and its verb."""

FINITE = frozenset(
    """
    = are aren't can can't could did didn't do does doesn't don't fail failed fails get gets got had has
    have is isn't look looks may might must need needs not now pass passed passes seem seems should still
    was were will work works would
    """.split()
)
"""After a word that is noun or verb, these show that it was the noun."""

NO_PHRASES = frozenset(
    """
    better big biggie chance changes clue comment comments concern concerns deal difference doubt errors
    harm hurry idea issue issues longer luck matter more need objection objections one other particular
    preference prob problem problems problemo probs question questions rush sorry such surprise sweat
    thank thanks thx time way wonder worries worry yes
    """.split()
)
"""After `no`, these make a phrase that forbids nothing."""

PRONOUNS = frozenset(
    "he her him i it me she that the their them there these they this those us we who you".split()
)
