"""Interchangeable words of restatements: one of them is not new if the source has another.

Groups are of base forms, separated by a slash; members are compared by their stems. A group is a judgement
about paraphrase in reports, not about meaning in every context. Opposites are in
`gates.contradiction.opposites`.
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache

from gates.language.past_tense import forms
from gates.language.tokens import stem_of

_GROUPS = """
say tell state mention note remark report explain describe discuss talk speak express claim add announce
declare comment address outline detail indicate present cite point reveal share / ask inquire question
request query enquire wonder / answer reply respond response / suggest recommend propose advise suggestion
recommendation proposal advice urge advocate encourage / think believe feel consider opinion view reckon
suppose find regard deem belief thought / want wish desire hope like prefer keen aim intend plan seek eager
interested would intention / agree accept consent approve agreement okay confirm acknowledge / refuse
decline reject deny turn / promise assure guarantee pledge vow commit / thank grateful thankful appreciate
gratitude / apologise apologize sorry apology regret / complain complaint criticise criticize object gripe /
worry worried concern concerned anxious afraid fear nervous / happy glad pleased delighted joyful excited
thrilled cheerful enthusiastic / sad unhappy upset disappointed sorrow miserable down / angry mad furious
annoyed irritated cross / surprise astonish amaze shock surprising unexpected / funny amusing hilarious
humorous laugh joke / love adore fond enjoy like fan / hate dislike detest loathe / help assist aid support
assistance helping facilitate enable / give provide offer supply grant hand donate deliver present / get
obtain receive acquire gain earn secure collect pick / buy purchase get acquire order shop / sell vend offer
trade / pay spend cost price expense charge fee payment / show demonstrate display exhibit reveal illustrate
present indicate prove / make create produce build construct generate develop craft form manufacture
establish / begin start commence launch initiate open kick / end finish conclude complete close finalize
finalise terminate stop wrap over / continue proceed keep persist carry remain ongoing / change alter modify
adjust adapt shift transform switch vary revise amend convert / increase rise grow raise climb surge boost
gain expand up growth jump higher uptick escalate / decrease fall drop decline reduce lower shrink cut
diminish down lessen reduction slump plunge tumble dip / improve enhance better upgrade refine boost
improvement strengthen optimize optimise / worsen deteriorate / large big huge great major substantial
significant considerable massive enormous vast sizable / small little tiny minor slight modest / important
key crucial vital essential significant critical main major central necessary / main primary principal chief
key major central core leading / good great excellent fine nice positive strong wonderful perfect ideal best
fantastic / bad poor awful terrible negative horrible worse / new novel recent fresh latest modern
innovative groundbreaking original / old former previous existing past earlier prior ancient ex / fast quick
rapid swift speedy prompt quickly rapidly soon / slow gradual sluggish slowly / easy simple straightforward
effortless easily simply / difficult hard tough challenging tricky complex complicated difficulty challenge
/ problem issue trouble difficulty challenge concern obstacle / method approach technique way procedure
strategy algorithm framework scheme means manner / use utilise utilize employ apply leverage adopt usage
application using / need require must necessary necessity demand requirement / try attempt seek effort
endeavour endeavor aim strive / work function operate job operation operational working run / job position
role post employment work occupation career / task assignment duty work job chore / company firm business
corporation organisation organization enterprise agency / boss manager supervisor leader head chief / worker
employee staff personnel colleague coworker / customer client consumer buyer user shopper / child kid son
daughter baby children youngster infant toddler / parent mother father mum mom dad mummy daddy / man male
guy gentleman / woman female lady girl / friend mate buddy pal companion / wife husband spouse partner /
house home apartment flat residence place property / car vehicle automobile / school college university
class / teacher professor instructor tutor lecturer / student pupil learner / doctor physician medic gp /
ill sick unwell disease illness / hurt injure wound injury harm damage / die death dead killed pass fatal
kill / police officer cop / crime offence offense criminal / attack assault strike / fight battle struggle
combat conflict / win victory defeat beat triumph success / lose loss defeat lost / game match contest
competition / play perform compete / meet meeting gather encounter join get-together gathering / talk chat
converse conversation discussion dialogue speak discuss / call phone ring telephone contact / write compose
author pen written / read study peruse / see watch view look observe notice spot / hear listen / go travel
move head leave trip journey visit / come arrive reach return / leave depart exit go departure quit / stay
remain keep / return back / visit attend trip / bring take carry fetch / send mail deliver transmit post
dispatch forward / put place set / find discover locate detect identify uncover finding / search seek look
hunt / know aware understand knowledge familiar / learn discover study / teach train educate instruct /
understand comprehend grasp / remember recall recollect / forget overlook / choose select pick opt decide
choice selection / decide determine resolve conclude decision / allow permit let enable / prevent stop avoid
block hinder / forbid ban prohibit bar banned / keep retain maintain preserve hold / include contain
comprise involve feature incorporate encompass consist / contain hold include / combine merge unify
integrate join unite consolidate / separate split divide part / different various distinct diverse varied
several multiple / several multiple many numerous various few number some / many numerous lots plenty much /
few little / all every each entire whole everyone everything / some certain several / most majority / about
approximately around roughly nearly almost / often frequently regularly commonly usually / usually typically
generally normally / always constantly continually / sometimes occasionally / currently now presently today
/ soon shortly / before prior previously earlier / after following later subsequently / during while
throughout / also additionally furthermore moreover / because since due / however but although though
despite / only just solely merely / together jointly / about regarding concerning / via through / without
lacking lack / money cash fund funding funds dollars pounds finance financial / profit earnings income gain
revenue / revenue sales turnover income / price cost value / expensive costly pricey / cheap inexpensive
affordable / quarter q1 q2 q3 q4 / year annual yearly annually / month monthly / week weekly / day daily /
evening night tonight / morning am / quick brief short / long lengthy extended / result outcome finding
conclusion consequence effect / effect impact influence consequence affect / cause lead trigger result bring
reason / reason cause explanation / goal aim objective purpose target / idea concept notion thought / plan
intend scheme schedule arrange organize organise prepare / part portion section piece component element /
kind type sort form category / group team party crew / place location site spot area venue / area region
zone district / country nation state / city town / government authorities administration state / law
legislation rule regulation act legal / official authority / court judge trial tribunal / leader head chief
president / war conflict / protest demonstration rally / election vote poll ballot / agreement deal contract
accord pact / information data details info / evidence proof data / study research investigation analysis
examination survey paper work / analyse analyze examine investigate study explore assess evaluate / evaluate
assess measure test experiment / test trial experiment examination check / compare comparison contrast
versus / performance result accuracy / model system network / dataset data corpus / task problem / train
learn training / robust strong resilient / efficient effective productive / accurate precise exact / predict
forecast prediction expect anticipate expectation / expect anticipate await / possible potential feasible
likely may might could / probably likely perhaps maybe / certain sure confident / clear obvious evident
plain / true real genuine actual / false wrong incorrect untrue / right correct proper / wrong mistaken
incorrect error mistake / whole entire complete full total / total overall altogether sum / available
accessible free / free complimentary gratis / beautiful pretty lovely gorgeous attractive / clean tidy /
mess clutter / food meal dinner lunch dish / eat dine have / drink beverage / party celebration event /
event occasion / gift present / clothes clothing outfit wear / picture photo image photograph pic / film
movie video / music song track / book novel / letter mail email message note / message text note email /
email mail message / website site webpage web online / online internet web / computer laptop pc / phone
mobile smartphone cell / remote control controller / device gadget / button key / feature function
functionality capability / design style layout / product item goods / service offering / meeting session
conference / project scheme / team group / interest interesting curious fascinating intriguing / popular
famous well-known renowned / strange odd weird unusual bizarre / normal usual regular ordinary standard /
special unique particular exceptional / same identical similar equal alike / similar alike comparable /
opposite contrary / top best leading / high elevated / low reduced / early soon / late delayed / delay
postpone defer / cancel scrap call / miss skip / join enter participate attend / quit resign leave / hire
employ recruit / fire dismiss sack / work collaborate cooperate collaboration partnership / partner ally /
compete rival / protect defend guard safeguard secure security / attack threaten / threat danger risk hazard
/ safe secure / dangerous risky unsafe hazardous / warn caution alert warning / notice alert inform notify
tell / inform notify tell / remind reminder / invite invitation / welcome greet / introduce present launch
unveil release / release publish issue launch / publish post release issue / remove delete eliminate strip
rid discard clear / add insert include append / replace substitute swap switch / fix repair mend resolve
solve / solve resolve fix tackle address / break crash fail / fail failure unsuccessful / succeed success
successful manage / manage handle run control / control manage govern / lead guide direct head / follow
pursue track / rest relax break / sleep nap rest / tired exhausted sleepy / busy occupied / ready prepared
set / live reside dwell / move relocate / born birth / young youth teenage teenager / old elderly senior
aged / rich wealthy / poor needy / strong powerful / weak feeble / hot warm / cold chilly cool / wet rainy /
dark dim / bright vivid / loud noisy / quiet silent / empty vacant / full packed / near close nearby / far
distant remote / inside within in / outside beyond / up upward / down downward / worldwide global
international globally / local regional / public open / private personal / personal individual own /
national country / tailor customize customise personalize custom bespoke adapt / share distribute / spread
distribute / cover span / reach achieve attain hit accomplish / achieve attain accomplish / complete fulfil
fulfill / wait await / delicious tasty / meditation mindfulness / environment setting surroundings / nature
natural / story tale narrative account / experience undergo / situation circumstance condition / condition
state / opportunity chance / ability capability skill talent capacity / benefit advantage perk plus /
disadvantage drawback downside / limit restrict constraint limitation / increase extend / invest investment
/ loan lend borrow / debt owe / save store / steal theft rob robbery / arrest detain custody / charge accuse
accused / guilty convicted / jail prison sentence / victim casualty / witness observer / suspect alleged /
allege claim accuse / search hunt / rescue save / flight plane aircraft / crash collision accident / fire
blaze / flood flooding / storm hurricane / emphasize emphasise stress highlight underline / represent depict
portray / link connect relate associate connection relation relationship / depend rely / base ground / rate
speed pace / amount quantity sum / size scale / level degree / extent degree / standard norm / rule
guideline / term condition / detail specific particular / range variety array / series sequence / entire
complete / lead outpace
"""


@lru_cache(maxsize=1)
def _groups() -> tuple[dict[str, frozenset[int]], tuple[frozenset[str], ...]]:
    of: dict[str, set[int]] = defaultdict(set)
    members = []
    for number, group in enumerate(_GROUPS.split("/")):
        stems = frozenset(stem_of(form) for word in group.split() for form in forms(word))
        members.append(stems)
        for stem in stems:
            of[stem].add(number)
    return {stem: frozenset(numbers) for stem, numbers in of.items()}, tuple(members)


@lru_cache(maxsize=50_000)
def synonyms(stem: str) -> frozenset[str]:
    """Return the stems that may replace this one in a restatement, without itself."""
    of, members = _groups()
    found: frozenset[str] = frozenset().union(*(members[number] for number in of.get(stem, ())))
    return found - {stem}
