"""Everyday words that replace each other in questions and sources.

General English, in addition to the thesaurus of `gates`, ordered by fields of life. Members of a group are
related to each other: a question may use one where a source uses another.
"""

from __future__ import annotations

GROUPS = """
live reside inhabit dwell occupy resident household / sleep overnight stay bed night / wake rise up / eat
meal dine food / cook bake prepare boil fry / hungry food meal / thirsty drink / smoke cigarette tobacco /
wear dress clothing put / wash clean laundry rinse / cut trim shear prune / sew stitch needle / dig excavate
trench / plant sow seed grow / harvest pick gather reap / feed food fodder / breed rear raise / hunt shoot
trap / catch capture trap seize / kill slaughter shoot / bury grave funeral burial / marry wife husband
wedding couple / birth born baby / die dead death funeral / age old year / male man / female woman / widow
husband / orphan parent / neighbour next adjoining adjacent / stranger unknown foreign / guest visitor
caller / visitor tourist spectator attendance admission / spectator audience viewer attendance crowd seat
attend watch see saw seen / attend attendance present visit / absent away missing leave / seat chair place
bench fit hold accommodate capacity / fit hold room capacity / hold contain capacity seat / stand upright /
hang suspend hung / lie rest / sit seat / bear carry support hold / lift raise hoist / pull drag tow haul /
push shove / throw hurl toss / drop fall / break broken smash shatter snap crack fracture / broke broken
break defect fault / destroy ruin wreck spoil demolish devastate gut lost / ruin spoil damage destroy / burn
fire scorch char gut / flood inundate river overflow water submerge / drown sink water / sink wreck founder
/ melt thaw / freeze frozen ice frost / dry drought arid / wet damp moist soak rain / leak drip burst escape
/ burst explode split / explode explosion blast bomb / collapse fall cave / bend warp distort twist / rust
corrode rot / stick jam stuck seize block clog / jam stuck block stop / block obstruct bar obstacle / loose
slack undone / tie fasten bind secure rope / lock secure key bolt / seal close shut / cover hide conceal
clad wrap roof / hide conceal bury secret keep / reveal uncover disclose expose / protect guard shelter
shield safe against defend prevent / shelter refuge protect / save rescue preserve / rescue save recover
lifeboat / warn alarm alert notify / notify tell inform announce report / forbid ban prohibit bar disallow
outlaw / allow permit let admit welcome / admit enter entry admission let allow / entry entrance admission
enter door / exit leave door / arrive come reach / late latecomer delay overdue behind / latecomer late
arrive start / early before advance / begin start open commence launch / end finish close stop expire /
expire end lapse run / last continue take run / length last long duration minute hour / interval break pause
intermission / pause break rest interval / hurry rush fast / wait queue / queue line wait / turn rotate
revolve spin / revolve turntable rotate turn / rotate spin turn orbit / orbit circle round revolve / move
shift transfer relocate / transfer move hand / carry transport convey bring haul / transport carry convey
vehicle / ride journey trip travel / drive driver car motor / drive steer / walk foot stroll hike / run race
/ climb ascend mount / descend down lower / fly flight air / sail voyage boat sea / swim pool bath / visit
tour trip see / tour trip travel visit circuit / path way route / map chart plan / north south east west
near / near nearby close beside next adjacent / far distant away / above over overhead top / below under
beneath down / inside indoors within / outside outdoors open / behind back rear / front ahead forward / edge
border boundary rim / middle centre central / top summit peak crown upper / summit hilltop top / bottom base
foot floor / floor storey level / storey floor level / stairs staircase step stairway flight / step stair /
lift elevator / corridor passage hallway / attic loft roof / cellar basement underground / ceiling roof /
wall fence / fence hedge barrier / garden yard ground / yard courtyard / workshop shop garage / office desk
/ store storage keep depot warehouse / keep store hold retain / stock supply store / supply provide deliver
/ deliver bring supply / order request book / book reserve ticket / cancel scrap drop abandon / postpone
delay defer later / abandon leave quit drop surrender / leave quit depart resign go / resign resignation
quit leave notice retire / retire pension leave / hire employ recruit engage / employ employee staff payroll
job work / unpaid volunteer voluntary unsalaried / volunteer unpaid helper voluntary honorary without /
helper assistant volunteer aide / assist help aid accompany / accompany escort together chaperone /
supervise oversee watch supervision guard inspect / supervision oversee watch / oversee manage supervise run
lead / manage run lead direct head / lead head run chair direct guide / responsible charge lead head manage
duty / duty task obligation / oblige must require compel / require need must demand condition / condition
term requirement / need require necessary / must have require obligatory compulsory / compulsory mandatory
obligatory / optional voluntary / agree vote approve resolve accept / vote poll ballot elect / approve
accept pass confirm agree / refuse reject decline deny turn / deny refuse reject / reject refuse majority /
propose suggest proposal motion / motion proposal / decide resolve choose vote decision determine / choose
select pick / appoint name choose elect confirm hire successor / successor follow replace new / replace
renew substitute exchange new / renew replace extend / exchange swap replace trade change / swap exchange
change trade / change alter new modify / improve better upgrade / upgrade improve modern / modern new recent
/ old ancient former historic / oldest first earliest / first initial earliest premiere / last final latest
/ next following later / previous former earlier before / former previous old ex / build erect construct
make put / construct build / design draw plan architect / architect design draw / invent create devise /
create make found / found establish form create begin start set / form found establish make / make produce
manufacture build / produce make yield / repair mend fix straighten restore overhaul / restore renovate
repair renew / renovate refurbish restore modernise / maintain service repair care / service maintain /
inspect examine check survey / survey study inspect poll / examine inspect test / test trial try exam /
measure record gauge / record log note measure register / register log list enrol sign / count number total
tally / total sum whole altogether overall / sum amount total money / amount quantity sum / share part
portion percent fraction quota / half quarter third part / part piece portion component / piece part play
work / most majority largest biggest highest top / biggest largest greatest / smallest least tiniest /
highest tallest top maximum / lowest minimum least / maximum limit most / minimum least / limit maximum
restrict cap / increase rise more grow raise / rise climb increase up / decrease fewer less fall drop
decline / fewer less decrease / fall drop tumble / more extra additional further / extra additional
supplement more / enough sufficient / lack without missing shortage / missing lost absent / lose lost
missing / lost lose missing find / find discover notice detect spot / discover find notice detect identify
/ notice see observe spot / see watch observe look view / look view see / watch see look observe guard /
view sight scenery / show display exhibit / show performance play screening / exhibit display show
exhibition / perform play act stage show / play piece drama work / act perform / rehearse practise rehearsal
/ practise train exercise / audience spectator house public / stage platform scene / theatre playhouse stage
/ playhouse theatre / auditorium hall house / cinema film picture screen movie / film movie shoot picture
cinema / shoot film / song sing / sing choir vocal / dance dancer ballet / music concert / paint colour
brush / draw sketch picture / write author pen wrote compose / read reader / reader library / borrow lend
loan library / lend loan borrow hire / loan lend borrow credit bank / print press publish / publish print
issue / news press paper report / press newspaper journalist / announce declare publish / say state claim
tell / tell inform say / ask request enquire question / answer reply / complain complaint grumble / praise
compliment / blame fault guilty / guilt blame convict / punish fine penalty / fine penalty / steal theft rob
burglar / burglary break burglar theft / attack assault / fight battle struggle war / war army military
battle wartime bomb / wartime war / peace truce / win victory champion prize / victory win / prize award win
/ lose defeat / compete contest race competition / competition contest match race / team side crew / club
society association / member membership belong join / join member enrol enter / membership member
subscription / meeting assembly gather / meet gather assemble / gather collect assemble / collect gather
pick / collection gather / give donate present gift hand / donate donation donor gift give grant bequeath /
bequeath will inherit legacy donate leave / inherit heir / gift present donate / grant fund subsidy aid /
fund finance money pay / finance fund pay money loan / afford price / pay bill cost fee settle charge / bill
invoice charge pay / cost price pay spend charge expense / price cost charge ticket / charge fee cost price
/ spend cost pay expense / expense cost outlay / earn wage salary pay income / salary wage pay earn / wage
salary pay earn / income revenue earn takings / takings revenue income sales / revenue income takings
turnover / profit surplus gain / surplus profit / deficit loss shortfall / loss deficit lose / debt owe loan
/ owe debt / rent lease let hire tenant / lease rent let contract / tenant rent lease / owner own belong
property proprietor / own owner belong possess / property own land estate / buy purchase acquire bought /
purchase buy / sell sale sold / sale sell / cheap low reduced discount / discount reduced concession cheaper
reduction / expensive dear costly / free charge nothing gratis / refund reimburse repay return money /
reimburse refund repay / deposit security pledge / security deposit guard / insurance insure insurer / tax
levy / customs duty / money cash fund / bank loan / work job function operate run / function work operate /
operate run work / use utilise employ serve / serve use act / purpose use aim / broken defect work function
/ job work post position / post position job / position post place / student pupil learner undergraduate /
pupil schoolchild student child / school class education / teach instruct educate train / teacher instructor
tutor schoolteacher / schoolteacher teacher / learn study / study learn research / research study science /
science scientist / expert specialist / beginner novice new / novice beginner new / experience practice /
skill ability / know knowledge / forget remember / remember commemorate memorial / memorial monument
commemorate / history past / past history former / future plan / plan intend scheme project / project scheme
plan / aim goal / reason cause why because / cause trigger trace lead / result outcome consequence / effect
influence / influence affect / help aid assist support / support help aid / danger risk hazard peril / safe
secure protect / hurt injure injury wound harm / injure hurt wound / wound injure hurt / heal cure recover /
cure heal treat / treat cure care / care nurse look / ill sick disease patient / patient ill sick hospital /
pain ache hurt / hospital clinic ward doctor / ambulance emergency / emergency urgent rescue / deaf hear
hearing / hear listen sound deaf / blind see sight / wheelchair disabled access / access reach enter / reach
access get / strong powerful / weak feeble / heavy weight weigh / weight weigh heavy kilogram tonne / weigh
weight / big large great main / large big great / small little tiny / tall high height / high tall height /
height high tall / deep depth / depth deep / wide width broad across diameter / width wide across diameter /
diameter across wide / across diameter wide width / long length / thick thickness / round circle / flat
level even / steep slope / slope steep hill side / hot warm heat / warm heat hot / heat warm / cold chill
cool / bright light shine / dark night dim black / night dark evening midnight / evening night dusk / dusk
sunset evening twilight / dawn sunrise morning / morning early dawn / noon midday / midnight night / day
daily date / daily every day / week weekly / month monthly / year annual yearly / annual year yearly /
spring summer / summer season / winter cold season / season term / clock time hour / date day / today now
current / now current present / recent new late / soon quick shortly / quick fast rapid / fast quick speed /
slow slowly / speed fast pace / quiet silent noise / noise loud sound / loud noise sound / sound noise hear
/ smell odour scent / taste flavour / touch feel / soft gentle / hard difficult / difficult hard trouble /
easy simple / simple plain / plain simple / clean pure / dirty filthy / dirt mud dust / dust dirt / mud dirt
/ pure clean / empty vacant unused / full packed crowded / crowd people / people person inhabitant / person
people human man / human person / citizen inhabitant resident / inhabitant resident population people live /
population inhabitant people / village town parish community / town village city / community parish village
local / parish community village / local area region nearby / region area district county / area region
district / country land nation / land ground country / ground soil earth / earth soil ground / soil earth
ground / farm farmer field barn / farmer farm / barn farm shed / field meadow / wood forest tree / forest
wood / river stream / stream river brook / lake pond / sea ocean marine / coast shore beach / shore coast /
beach shore sand / island isle / harbour port quay / port harbour / bridge span cross / cross bridge over /
road street / street road / traffic car road / park garden / park parking car / parking park garage /
station stop / stop halt end cease / halt stop / train rail / rail track / bus minibus coach shuttle /
shuttle bus minibus / car motor automobile / bicycle bike cycle / engine motor / motor engine drive /
electric electricity battery power / electricity electric power current / power energy electricity / energy
power electricity / gas fuel / fuel energy / boiler heating heat furnace / heating boiler heat / pipe tube
plumbing / tube pipe / wire cable / cable wire rope / rope cable / bulb lamp light / lamp light bulb / light
lamp bright / mirror reflect glass / glass pane / lens glass / telescope instrument / star astronomy /
astronomer astronomy star / sky star cloud / cloud sky overcast / rain wet shower wettest / wettest rain wet
/ snow winter / storm thunder gale lightning / lightning thunder strike thunderstorm / strike hit / hit
strike struck / wind gust blow gale / gust wind / blow wind / metal iron / stone rock boulder / rock stone
boulder / boulder rock stone / sand beach / clay pottery / brick wall / wood timber / paper document /
document paper / file record / archive record library archivist / archivist archive librarian / librarian
library archivist / museum exhibit / curator museum keeper / keeper guard curator / guard keeper watch /
police constable / judge court / lawyer solicitor attorney / law legal rule / rule regulation law / right
entitle allowed / entitle right eligible / eligible entitle qualify / qualify eligible / proof evidence
prove document / evidence proof / true fact / false wrong / wrong mistake error / error mistake fault /
mistake error / fault defect / correct right / sign signature / signature sign / name call title / title
name / call name / word term / language speak / speak talk / talk speech lecture speak / lecture talk speech
/ speech talk / letter write post / post mail letter / mail post letter / phone telephone ring call / ring
phone bell / bell ring / contact reach phone / internet online web / website online web / computer machine /
machine device / device appliance / appliance device / technical technician engineering / technician
technical engineer / engineer technical / technology technical / factory works mill plant / mill factory /
industry factory / trade business commerce / business trade firm / firm company business / company firm /
partner associate / customer client buyer / client customer / buyer customer / shopkeeper shop / market
stall fair / stall stand booth / tourist visitor / inn pub hotel / pub inn bar / bar pub / hotel inn / camp
tent / tent camp / bed sleep / blanket cover / clothes garment costume wardrobe / garment clothes costume /
costume garment dress clothes / wardrobe clothes costume / uniform fleece dress / shoe boot / hat cap / bag
sack / sack bag / box crate / crate box / barrel cask / bottle flask / cup mug / plate dish / dish plate
meal / pot pan / knife blade / blade knife / needle pin / nail screw / screw bolt / bolt screw / hammer tool
/ tool instrument / toy game / game play match / ball sphere / card pass ticket / pass card ticket / ticket
pass card / leaflet brochure flyer / brochure leaflet / picture photograph image photography / photograph
picture photography camera flash / photography photograph camera picture / camera photograph / drone
aircraft / pilot drone fly / bat roost / roost nest / nest bird / horse rider / rider horse / dog hound lead
/ cat kitten / bee hive honey / hive bee / honey bee / milk dairy cow / cow cattle / cattle cow / sheep wool
lamb / wool sheep / pig pork / hen egg chicken / egg hen / fish fishing / fishing angler fish / angler
fishing / hunter hunt / mouse mice / mice mouse / moth insect / child infant youngster / infant baby toddler
/ baby infant / adult grown / teenager youth young / youth young teenager / young youth / elderly pensioner
old senior / pensioner elderly retired old / couple pair two / pair two couple / twin double / double twice
/ single one alone / alone single lone / together joint / group party / group class / class pupil / crew team
staff / staff employee crew personnel / team staff / chair president head / president chair / board trustee
committee / trustee board director / committee board / council authority municipal / authority council /
government state / election vote / minister government / king monarch / queen monarch / duke duchess noble /
noble duke / army soldier military / soldier army / enemy foe / spy secret / secret hide / prison jail /
captive prisoner / religion church faith / priest church / pray prayer / holy sacred / bell toll / organ
church / grave tomb burial / ghost spirit / custom tradition habit / tradition custom / habit custom / luck
fortune / story tale legend / legend story / famous known / known call / strange odd / funny joke / happy
glad / sad unhappy / angry furious / fear afraid / afraid fear
"""
