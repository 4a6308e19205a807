"""Everyday kinds with their members: a question asks for the instrument, the source names the piano.

General English, ordered by fields of life. A kind is related to each of its members and each member to it;
members of one kind are not related to each other, because a cat is not a dog.
"""

from __future__ import annotations

from functools import lru_cache

from gates.language.past_tense import forms
from gates.language.tokens import stem_of

_KINDS = """
animal creature beast: cat dog horse cow pig sheep goat rabbit fox deer wolf bear mouse rat hedgehog badger
 otter squirrel bat hare donkey monkey elephant lion tiger camel seal whale bird fish insect hen goose duck
 bee toad frog snake
bird fowl: gull tern owl hawk eagle duck goose swan hen chicken robin sparrow swallow crow raven pigeon dove
 heron puffin stork crane thrush finch kestrel falcon parrot pheasant cormorant
fish: salmon trout cod herring mackerel eel carp pike tuna haddock perch sardine sturgeon
insect bug pest: bee wasp ant fly moth mosquito beetle butterfly midge louse flea cockroach termite aphid
 dragonfly
pest vermin: rat mouse moth weevil slug rabbit woodworm mould
reptile: snake lizard tortoise turtle crocodile
plant vegetation: tree flower shrub grass fern moss weed herb vine reed nettle heather hedge bush ivy
 seedling bulb
tree: oak ash elm beech birch pine fir spruce larch maple willow poplar lime chestnut cedar yew apple pear
 hazel alder
flower blossom: rose tulip daisy lily daffodil orchid violet poppy iris primrose bluebell snowdrop sunflower
 crocus
crop harvest: wheat barley oats rye maize corn rice potato bean hops beet hay cotton grain
fruit: apple pear plum cherry grape orange lemon banana peach apricot strawberry raspberry fig melon currant
 berry
vegetable: potato carrot onion cabbage bean pea leek turnip tomato lettuce spinach pumpkin cucumber beetroot
 pepper kale
meat: beef pork lamb mutton chicken ham bacon sausage veal venison turkey
food: bread cheese meat fish fruit vegetable soup cake pasta rice egg butter sandwich pie biscuit porridge
 stew salad pizza curry honey jam sugar snack meal
meal dish: breakfast lunch dinner supper brunch picnic soup stew pie roast
drink beverage: water tea coffee milk juice beer wine cider lemonade cocoa ale spirits squash
alcohol liquor spirits booze: beer wine cider whisky whiskey gin rum vodka brandy champagne ale lager
 cocktail
sweet confectionery candy: chocolate toffee fudge ice-cream biscuit cake
bakery: bread roll bun loaf cake flour dough oven
spice seasoning: salt pepper ginger cinnamon mustard garlic thyme
container vessel: box bag bottle jar barrel crate tin can bucket basket sack tank drum pot case bin bowl cup
 tray
crockery dishes: cup plate bowl mug saucer glass jug teapot
cutlery: knife fork spoon
clothes clothing garment dress apparel wear: shirt coat jacket trousers skirt hat cap glove scarf sock shoe
 boot jumper fleece suit uniform costume apron robe gown cloak vest belt tie
footwear: shoe boot sandal slipper trainer clog
jewellery jewel: ring necklace bracelet brooch earring diamond pearl gem
fabric cloth textile material: wool cotton linen silk velvet canvas felt leather nylon denim lace
furniture: table chair desk bed sofa bench shelf cupboard wardrobe stool cabinet drawer bookcase couch
 armchair
bedding: blanket sheet pillow mattress duvet quilt
room chamber: kitchen bedroom bathroom hall lounge office studio cellar attic loft classroom gallery lobby
 foyer parlour workshop library nursery pantry cabin ward basement canteen
building structure premises: house hall barn church tower castle school hospital factory mill station shed
 hut cottage palace museum library theatre warehouse garage stable temple mosque hotel barracks lighthouse
 chapel pavilion
place site location spot: room hall field yard square park street beach hill station corner
home dwelling accommodation lodging: house flat cottage hostel hotel cabin dormitory bungalow villa
 guesthouse campsite
church: chapel cathedral abbey minster nave altar parish vicar
tool implement: hammer saw drill spanner chisel axe spade rake screwdriver plane file shovel hoe scythe
 pliers wrench shears trowel crowbar
weapon arm: gun rifle sword knife pistol cannon spear bow bomb
machine equipment apparatus plant: engine motor pump crane lathe press boiler generator turbine loom tractor
 mower compressor excavator printer digger winch conveyor
instrument musical: piano violin organ guitar drum flute trumpet cello harp horn clarinet trombone accordion
 bell
instrument gauge: thermometer barometer compass telescope microscope clock scale meter anemometer
 seismograph camera
vehicle transport: car van bus lorry truck train tram bicycle motorcycle tractor taxi coach boat ship ferry
 plane minibus wagon ambulance trailer cart helicopter
boat ship craft vessel: ferry yacht tug trawler canoe dinghy steamer barge raft lifeboat launch tanker
 schooner cutter rowing sailing kayak frigate submarine
train railway: locomotive carriage wagon tram steam track platform
aircraft plane: helicopter jet glider balloon drone airship
road street way: lane avenue motorway track path alley highway drive bypass
bridge crossing: viaduct footbridge aqueduct ford culvert
water body: lake river sea pond stream canal reservoir pool spring ocean brook well bay
land ground terrain: field meadow hill valley mountain forest marsh moor heath island plain dune
hill height: mountain summit peak ridge slope rise cliff mound
rock stone mineral: granite marble slate limestone sandstone chalk gneiss basalt flint quartz pebble boulder
metal: iron steel copper brass bronze lead tin zinc aluminium gold silver nickel
gem: diamond ruby emerald sapphire pearl
material: wood stone brick glass metal concrete plastic clay paper rubber steel cement plaster slate
fuel: coal gas oil petrol diesel wood peat charcoal kerosene hydrogen pellets
energy power: electricity gas solar wind heat steam nuclear hydro
heating warmth: boiler radiator stove heater furnace fireplace pump
weather: rain snow wind storm fog frost hail thunder sunshine cloud drought heat ice lightning gale mist
storm tempest: gale hurricane thunder lightning tornado blizzard squall thunderstorm
disaster catastrophe: flood fire earthquake storm drought avalanche landslide explosion famine shipwreck
accident mishap incident: fall crash collision slip fire explosion injury derailment
injury wound harm: fracture burn cut bruise sprain concussion broke bite sting
bone limb body: arm leg wrist ankle knee elbow shoulder rib hip finger hand foot skull neck back
illness disease ailment complaint: flu cold fever cancer measles asthma cough malaria pneumonia infection
 cholera plague diabetes stroke allergy
medicine drug remedy: pill tablet vaccine ointment antibiotic syrup penicillin injection painkiller aspirin
doctor medic clinician: surgeon physician dentist nurse consultant paramedic vet
disability disabled impairment: deaf blind wheelchair lame hearing sight
deaf hearing: headset sign loop audio subtitles aid
blind sight: braille cane guide
relative family kin: mother father son daughter brother sister uncle aunt cousin niece nephew grandmother
 grandfather wife husband child grandson widow
parent: mother father
child youngster kid: boy girl baby infant toddler pupil teenager
teenager youth adolescent young: boy girl pupil seventeen sixteen fifteen fourteen thirteen
profession occupation trade job: teacher doctor nurse lawyer engineer baker butcher carpenter plumber farmer
 soldier sailor cook driver clerk miner smith tailor joiner mason watchmaker potter
worker labourer employee: miner welder bricklayer porter cleaner driver joiner stagehand deckhand clerk
 mechanic docker usher guard operator electrician plumber
craftsman artisan maker: carpenter joiner mason smith potter weaver watchmaker cooper thatcher glazier
 plumber
artist: painter sculptor photographer musician actor singer dancer potter
writer author: novelist poet playwright journalist wrote
musician: pianist violinist drummer organist singer conductor composer orchestra band choir
performer player: actor singer dancer musician clown company troupe
official authority: mayor minister inspector councillor magistrate governor council ministry agency
leader boss head chief: director chair captain president manager principal king governor mayor
soldier troops military: sergeant colonel army regiment infantry officer
clergy priest: vicar bishop rector monk pastor curate parson
sportsman athlete: runner swimmer rower footballer cyclist climber
sport game: football tennis cricket rugby hockey swimming rowing athletics golf chess cycling running
 skating basketball
prize award honour: medal trophy cup certificate shield rosette
toy plaything: doll kite ball puzzle train bear
art artwork: painting sculpture drawing photograph print mural statue portrait
picture image: painting photograph drawing portrait poster sketch print photo
book publication: novel atlas dictionary encyclopedia diary manual guide handbook textbook volume
publication: newspaper magazine journal leaflet brochure newsletter pamphlet
document paper record: letter deed will contract certificate licence passport invoice report register log
 minutes receipt map
writing literature: poem novel play essay story letter
play drama: comedy tragedy musical pantomime opera
music: song concert symphony opera hymn tune jazz folk
show performance production: play concert opera ballet musical film circus pantomime recital matinee
 premiere
event festivity: wedding concert festival fair party ceremony parade market exhibition conference premiere
 birthday
holiday festival feast: christmas easter whitsun carnival
subject: mathematics history geography physics chemistry biology art music language
science: physics chemistry biology astronomy geology botany
language tongue: english french german spanish latin italian welsh gaelic dutch greek
school college: nursery primary secondary academy kindergarten university
lesson: course workshop seminar lecture class tutorial
money currency: pound euro dollar franc penny cent pence coin cash
payment fee: toll fare rent deposit tuition subscription levy fine surcharge admission
income earnings revenue: wage salary rent profit takings sales pension
cost expense outlay spending: bill invoice rent wages repair price
debt: loan mortgage overdraft arrears
security deposit guarantee: pledge bond collateral
tax duty: levy tariff vat excise
crime offence: theft burglary robbery fraud murder arson vandalism assault smuggling trespass
criminal thief: burglar robber murderer smuggler vandal
punishment penalty: fine prison ban jail
police: constable officer sergeant detective inspector
law rule: statute bylaw act regulation decree ordinance
government state: ministry parliament council cabinet
organisation body association: club society company charity union trust council committee federation
 cooperative board
company business firm: bank shop factory brewery bakery insurer builder supplier contractor manufacturer
club society: association union league circle guild
insurance cover: insurer policy premium claim
shop store: bakery butcher grocer pharmacy market supermarket bookshop kiosk
restaurant eatery: cafe canteen pub bar bistro tearoom
toilet lavatory restroom washroom: loo wc urinal latrine
month: january february march april may june july august september october november december
season: spring summer autumn winter
weekday day: monday tuesday wednesday thursday friday saturday sunday
colour: red blue green yellow black white brown grey orange pink purple
shape form: round square oval circle triangle rectangle cone sphere
direction: north south east west northern southern eastern western
planet: earth mars venus jupiter saturn mercury neptune uranus
star sky: sun moon planet comet constellation galaxy
astronomy: telescope star planet comet observatory dome
computer device: laptop server tablet phone printer network router
software program: app database system browser
signal message: email letter telegram text radio call
light lamp: lantern bulb candle torch headlamp beacon chandelier
sound noise: bell alarm horn whistle siren bang
alarm: siren bell horn
camera photograph: flash lens film tripod picture
door entrance exit: gate hatch shutter
window: pane glass shutter
roof: slate tile thatch gutter ridge
pipe plumbing: drain tap valve gutter sewer
damage harm: rust rot crack dent leak warp mould
decay corrosion: rust rot mould erosion woodworm
wood timber: oak pine beech ash mahogany plank beam
rubbish waste litter refuse: garbage scrap sewage compost bin
poison toxin: arsenic lead mercury
cleaning: soap mop broom sweep wash scrub
journey travel trip: voyage flight ride walk tour crossing cruise commute
luggage baggage: suitcase bag rucksack trunk
exercise training: running swimming gymnastics rehearsal drill
hobby pastime: fishing gardening knitting sewing painting photography
gardening garden: planting weeding pruning allotment lawn bed greenhouse
animal young: lamb calf chick puppy kitten foal piglet cub
"""


@lru_cache(maxsize=1)
def _related() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for line in _KINDS.replace("\n ", " ").strip().split("\n"):
        named, _, listed = line.partition(":")
        heads, members = _stems(named), _stems(listed)
        for head in heads:
            found.setdefault(head, set()).update(members)
        for member in members:
            found.setdefault(member, set()).update(heads)
    return {stem: frozenset(others - {stem}) for stem, others in found.items()}


def _stems(listed: str) -> set[str]:
    return {stem_of(form) for word in listed.split() for form in forms(word)}


def kinds_and_members(stem: str) -> frozenset[str]:
    """Return the stems of the kinds that a word belongs to, and of its members if it names a kind."""
    return _related().get(stem, frozenset())
