"""Kinds of things and their members, in addition to the thesaurus of `gates.language.synonyms`.

`gates` compares statements, where a dog is not a cat. A question names the kind and its answer the member, so
retrieval needs both. General English, written without looking at any collection.
"""

from __future__ import annotations

from functools import lru_cache

from gates.language.past_tense import forms, irregular
from gates.language.synonyms import synonyms
from gates.language.tokens import stem_of
from workbench.runs.language.everyday_kinds import kinds_and_members
from workbench.runs.language.everyday_words import GROUPS
from workbench.runs.language.verb_senses import in_sense

_GROUPS = """
pet dog cat animal puppy hound / bicycle bike cyclist cycle cycling / boat ship vessel ferry craft /
sick ill patient unwell ambulance medical / injured hurt injury wound bruise fracture / sea water ocean
overboard / fall slip tumble trip stumble / board embark boarding gangway aboard / disembark alight
ashore / inside indoors lounge cabin interior saloon / outside outdoors deck / child kid pupil school
schoolchild infant / elderly old pensioner senior / worker crew staff employee hand personnel / captain
master skipper / chief head director chair chairman president / engineer mechanic technician fitter /
motor engine drive / power thrust propulsion electricity current / battery electric charge charging /
fuel diesel petrol oil gas / fire blaze smoke burn flame / alarm alert warning siren / leave depart
departure sail sailing start underway / arrive arrival reach dock berth / cancel cancelled cancellation
scrap suspend withdraw / delay late postpone / price fare cost fee charge toll tariff / refund reimburse
reimbursement repay compensation money / ticket fare booking reservation pass / book reserve booking
reservation / discount reduction concession rebate cheaper off / free gratis complimentary nothing / pay
wage salary earnings / raise increase rise uplift / buy purchase acquire bought / sell sale sold buyer /
contract agreement deal tender / won award awarded chosen appointed / winter snow ice cold frost /
summer season holiday / wind gale storm weather knot / fog mist visibility haze / wave swell sea height
/ night midnight dark evening / morning dawn early / repair fix mend overhaul refit maintenance / break
fail failure fault defect shear crack damage / check inspect inspection test examine audit survey / find
discover detect / leak drip spill / clean wash scrub rinse / paint coat coating / noise loud sound din
complaint / pollution emission carbon smoke exhaust / whale dolphin porpoise seal / bird gull tern /
food meal cafe restaurant canteen snack / drink alcohol beer wine / drug medicine medication / smoke
smoking tobacco cigarette / luggage bag baggage suitcase belongings / lost missing mislaid find / car
vehicle automobile van lorry truck / lorry truck freight cargo goods haulage / train rail railway / bus
coach / wheelchair disabled disability accessible ramp lift stretcher / lift elevator hoist winch / life
lifejacket jacket buoy raft / meeting board committee council / vote elect election ballot reject
approve / rule regulation limit restriction policy / allow permit welcome may let / forbid ban prohibit
refuse / training course lesson drill exercise / trainee cadet apprentice beginner novice student /
uniform clothes dress jacket shirt / rest sleep break hour / shift watch duty roster rota / house home
building shelter / wait queue waiting / money budget pound euro dollar / island isle islander resident
inhabitant local / visitor tourist guest passenger traveller customer / letter email message mail /
phone telephone call number / computer software system website app / password login account / shop store
retailer / farm farmer dairy creamery cheese milk / yard shipyard dockyard slip / replace replacement
successor new / old former previous / length long longer lengthen metre / entitle entitled eligible
right may / width wide broad / weight heavy tonne kilogram / speed fast knot pace / capacity seat hold
carry room / hospital doctor nurse clinic health / police coastguard rescue / net rope line cable wire
chain / metal steel iron / wood timber plank / live lodge stay dwell reside hostel home / week weekday
weekend monday tuesday wednesday thursday friday saturday sunday / group party crowd / group class / coach
group / hut cabin shed shelter roof / cause reason trace because due / remove removed taken out / hire employ
recruit take / work job duty labour / name called named / trip crossing journey voyage passage travel
tour ride / spot see sight sighting notice watch observe / wish want desire hope / bench seat chair sofa
/ landing pier quay jetty wharf dock mooring / strand wire thread fibre / bridge span / exchange change
replace swap renew substitute / forget neglect omit / consume use burn / rise raise climb go increase /
bicycle bike wheeler cyclist / abstain refrain avoid / bankrupt insolvent liquidation / proof evidence
document letter certificate / see visibility view sight / order book request / sell rid / spare relief
backup / hand pass give transfer / lose loss deficit / route line service / build built erect construct
finish complete found establish / lamp light lantern / young calf cub baby / emergency hand manual
backup / try test check / fast speed quick swift / die dead death kill / marry wedding married / born
birth / garden lawn yard park / street road lane avenue / town city village / tree wood forest / river
stream lake / roof ceiling top / door gate entrance / key lock / clock watch time / bed sleep / bath
shower wash / kitchen cook oven / bread bake bakery / meat butcher beef pork / fruit apple pear / book
read library / write pen letter / teach teacher lesson / song sing music / picture photo photograph
image / film cinema movie / game play match / ball football / win victory champion / guest host / gift
present / bank loan credit debt / tax duty levy / law act statute / court judge trial / thief theft steal
stolen / soldier army military / war battle / king queen royal / church priest chapel / plane flight
airport aircraft / track platform station / accident collision crash / insure insurance insurer policy /
bill invoice / error mistake bug defect fault / program software application / server host machine /
test trial experiment / plan scheme project / paper report study / part component piece / tool device
instrument / chill refrigerate cool cold freeze frozen / surcharge supplement extra additional / inspector
auditor surveyor examiner / vest jacket waistcoat / discard throw thrown bin scrap replace / workshop garage
yard shed / electricity power current mains supply / land shore ashore / disturb annoy bother noise complain
complaint / coach bus minibus / overcharge charge / subscription membership fee dues / design draw drawn
draft architect / destroy burn ruin wreck demolish / yearly annual year / stone rock boulder rockfall /
stay overnight night sleep / path trail track footpath / walker hiker rambler / copy backup duplicate /
adult grown member / borrow lend loan / chair seat bench stool / in-charge responsible look after head /
mistake slip error / neighbour household resident / dairy milk creamery / harmful dangerous hazardous risk
danger / boss manager foreman / salary wage pay / quit resign leave depart / illness disease sickness / parcel
package freight / opening open hours / shut closed close closure / rule law bylaw / permission permit leave
allowed / refusal reject turned / grant donation gift contribution / spokesman chair secretary / founder found
founded begin / owner own belong / tenant rent lease hire / neighbourhood area district / wage hourly /
deadline due date until / spoil mould rot decay / faulty defect broken fault / thick thickness / queue line
wait / gate barrier / hole gap crack / rain wet water / instruct order tell / weigh weight heavy / old age
aged / machine engine device / crowd many busy / empty vacant unused / mill factory plant works / start
begin open / shut close / old age
"""


def _members(groups: str) -> dict[str, frozenset[str]]:
    """Return the stems of each member of a group, with those of all others in its groups."""
    found: dict[str, set[str]] = {}
    for group in groups.split("/"):
        members = {stem_of(form) for word in group.split() for form in forms(word)}
        for stem in members:
            found.setdefault(stem, set()).update(members)
    return {stem: frozenset(members - {stem}) for stem, members in found.items()}


@lru_cache(maxsize=1)
def _of() -> dict[str, frozenset[str]]:
    return _members(_GROUPS)


@lru_cache(maxsize=1)
def _everyday() -> dict[str, frozenset[str]]:
    return _members(GROUPS)


@lru_cache(maxsize=1)
def _inflections() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for base, past in irregular().items():
        stems = frozenset(map(stem_of, (base, *past)))
        for stem in stems:
            found[stem] = found.get(stem, frozenset()) | stems
    return found


def inflected(stem: str) -> frozenset[str]:
    """Return the stem and those of the other forms of an irregular verb: `sold` is a form of `sell`."""
    return _inflections().get(stem, frozenset()) | {stem}


@lru_cache(maxsize=50_000)
def kin(stem: str) -> frozenset[str]:
    """Return stems of other words for the same kind of thing."""
    return in_sense(lambda each: _of().get(each, frozenset()))(stem)


@lru_cache(maxsize=50_000)
def akin(stem: str) -> frozenset[str]:
    """Return stems of everyday words that may answer this one: replacements, its kinds and its members."""
    return in_sense(lambda each: _everyday().get(each, frozenset()) | kinds_and_members(each))(stem)


@lru_cache(maxsize=50_000)
def standing_for(stem: str) -> frozenset[str]:
    """Return the synonyms of a stem in the thesaurus of `gates`, in its sense."""
    return in_sense(synonyms)(stem)


@lru_cache(maxsize=50_000)
def closely(stem: str) -> frozenset[str]:
    """Return stems with possibly the same meaning, without everyday words, kinds or members."""
    return (inflected(stem) | standing_for(stem) | kin(stem)) - {stem}


@lru_cache(maxsize=50_000)
def related(stem: str) -> frozenset[str]:
    """Return stems that a text may use if a question uses this one."""
    return (closely(stem) | akin(stem)) - {stem}
