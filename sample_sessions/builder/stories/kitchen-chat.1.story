A kitchen in an old flat, planned over some weeks.

@@ system
You are a practical planning assistant. Answer shortly. Keep track of decisions and open points, and say when something contradicts an earlier decision.
@@ user
hi. we want to redo our kitchen this spring. old flat from 1908, 3rd floor, kitchen is 3.42 x 2.85 m, one window, ceiling 3.1. where do we even start
@@ assistant
With three things: what bothers you now, how much you may spend, and what can't move (drain, gas, window, chimney). Tell me those and we can sort the rest.
@@ user
bothers: no worktop, like 60 cm in total. the gas cooker is from 1987. light is awful. and the fridge stands in the hall
@@ assistant
That's a clear list. Budget and fixed things?
@@ user
budget 14k, not more. fixed: the drain is in the corner left of the window, the gas pipe comes through the floor at the right wall, and there's a chimney breast on the right wall, 48 cm deep
@@ assistant
Noted: budget 14,000 at most. Drain in the corner left of the window, gas pipe on the right wall, chimney breast 48 cm deep. Do you own or rent?
@@ user
we own, but it's a housing cooperative, they have to approve everything with water or walls
@@ assistant
Then the approval is the first open point, because it sets the date. Do you know how long they take?
@@ user
no. last time (bathroom, 2019) it was 5 weeks. I'll ask them. put that on the list: ask the cooperative for permission
@@ assistant
Open: ask the cooperative for permission (you; took 5 weeks in 2019).
@@ user
can the sink go under the window? we'd love that
@@ assistant
Maybe. The window is next to the drain corner. What matters is the distance and the height of the sill. How high is the sill and how far is the middle of the window from the drain?
@@ user
sill 84 cm. middle of window is 1.30 m from the drain
@@ assistant
A worktop is usually at 90 to 92 cm, so with a sill at 84 the window would open into the sink and the top would stand above the sill. The 1.30 m is fine with a slope of about 2%, so 2.6 cm fall. The sill is the problem, not the drain.
@@ user
so no?
@@ assistant
Only with a lowered worktop of 83 cm there, or a tap that folds down and a window that opens only at the top. I would leave the sink in the corner run, left of the window.
@@ user
rasmus is 1.94, 83 cm kills his back. ok: the sink stays left of the window.
@@ assistant
Decision: the sink stays left of the window. Reason: the sill is at 84 cm.
@@ user
and worktop height 94, we tried at a friend's
@@ assistant
Decision: worktop height 94 cm. That puts the top 10 cm above the sill, so the run must stop before the window or the panel behind it shows. Do you want the counter to run along the window wall at all?
@@ user
hm. what would you do
@@ assistant
L-shape: a long run on the left wall (2.85 m) with sink and dishwasher, and a run on the right wall with the cooker next to the chimney breast. The window wall keeps a low bench or stays free. You get about 3.1 m of worktop instead of 0.6.
@@ user
a bench under the window would be lovely actually. with drawers
@@ assistant
A bench at 45 cm, 1.6 m wide, with drawers is easy and cheap. It can be two standard 40 cm high drawer units with a top.
@@ user
yes do that. bench under the window with two drawers
@@ assistant
Decision: bench under the window with two drawers, 45 cm high, 1.6 m wide.
@@ user
gas or induction? Rasmus wants gas, I don't
@@ assistant
Facts for the discussion: the cooker is from 1987, the flat's gas pipe would need a pressure test, and the cooperative may want to close gas pipes anyway. Induction needs a three-phase connection, 400 V, about 7 kW. Do you have three phases in the flat?
@@ user
how do I see that
@@ assistant
In the fuse box: three main fuses or a three-pole main switch. Or look at the meter, it says 3x230/400 V.
@@ user
meter says 3x230/400. three fuses 25A
@@ assistant
Then induction is possible. A new line of 5 x 2.5 mm² from the fuse box to the kitchen is needed. How far is it?
@@ user
hall, so 6 m maybe. rasmus says ok to induction if he gets a proper extractor
@@ assistant
Then: decision induction instead of gas. And the extractor?
@@ user
yes induction. extractor has to go outside, not that carbon filter stuff. put extractor as open, we have to find out if the chimney can be used
@@ assistant
Decision: induction instead of gas. Open: can the chimney be used for the extractor? That's a question for the chimney sweep, and the cooperative must agree as well.
@@ user
who closes the gas pipe?
@@ assistant
A licensed gas fitter. Never close it yourselves. Open: find a gas fitter to close the pipe. It should happen before the cabinets come.
@@ user
ok. now fronts. I like plain, no handles. oak worktop, solid, oiled
@@ assistant
Handle-less costs more with most makers (about 15%), because of the profile. Solid oak is nice and needs oil twice a year, and around a sink it goes grey if water stands on it. Is that ok for you?
@@ user
we had that at my parents, I know. yes solid oak worktop
@@ assistant
Decision: solid oak worktop, oiled. Fronts plain without handles. Colour?
@@ user
not white. something like dark green? or that grey blue
@@ assistant
With one window to the... which direction does it face?
@@ user
north east
@@ assistant
Then dark green will look nearly black for most of the day. A mid green with some yellow in it (sage, olive) stays green. I would paint two test boards and hang them for a week.
@@ user
good idea. open: test boards sage and grey blue
@@ assistant
Open: two test boards, sage and grey blue, for a week.
@@ user
how's the budget looking with all that
@@ assistant
A rough first sum:
- cabinets and fronts: 4,800
- solid oak worktop, 3.1 m: 900
- induction hob and oven: 1,500
- extractor with duct: 900
- dishwasher and fridge: 1,400
- electrician: 1,600
- plumber and gas fitter: 900
- tiles and tiler: 800
- floor: ?
- skip, paint, small things: 600
That is 13,400 without a floor.
@@ user
the floor! under the lino there are boards, we lifted a corner
@@ assistant
If the boards are sound you can sand and oil them, about 35 per m² plus the threshold. For 9.75 m² that is some 340. If they were cut for pipes or are rotten at the sink you need new ones. Lift more lino near the sink before you decide.
@@ user
will do on the weekend
@@ assistant
Open: lift the lino near the sink and look at the boards.
@@ user
lifted it. boards fine except two at the sink, black and soft
@@ assistant
Two boards is nothing. A carpenter replaces them in half a day. But why are they black: an old leak or a present one? Put dry kitchen paper under the trap for two days.
@@ user
paper stayed dry. old leak then
@@ assistant
Good. Then: decision keep the boards, replace the two at the sink, sand and oil?
@@ user
yes. keep the boards, replace two, sand and oil
@@ assistant
Decision noted. I put 600 for the floor. The sum is now 14,000, exactly your limit, with no reserve. In a house of 1908 I would want 10% reserve.
@@ user
so where do we save
@@ assistant
Three candidates: fronts with a simple handle bar instead of handle-less (saves about 600), laminate instead of oak (saves about 600), keep your fridge (saves 700). How old is the fridge?
@@ user
fridge is 3 years old, good one. but it's 2 m high, will it fit
@@ assistant
Left wall: 2.85 m. Fridge 60, dishwasher 60, sink 60, drawers 80: 2.60 m. It fits with 25 cm left for a broom cupboard. The door must open towards the room: hinge on the left or right?
@@ user
hinge right, can be swapped acc. to the manual
@@ assistant
Then put it at the hall end of the left wall and hinge it on the left... let me think: standing in front, hall is on your left. The door should open away from the worktop, so hinge left.
@@ user
ok. we keep the fridge, goes at the hall end of the left wall
@@ assistant
Decision: keep the fridge, at the hall end of the left wall, hinge on the left. The sum is 13,300, reserve 700.
@@ user
my sister says oak around the sink is a mistake, hers has black edges after 2 years
@@ assistant
She is not wrong: it depends on the oil and on the habit of wiping. Alternatives for the sink run: laminate (cheap), compact laminate (thin, waterproof, about 250 per m), granite (about 350 per m, heavy but fine for your floor).
@@ user
what about oak only on the right wall and something else at the sink
@@ assistant
That works well and looks intended when the two are on different walls, as in your case.
@@ user
ok change: no oak at the sink. compact laminate on the left wall, oak on the right wall next to the cooker
@@ assistant
Decision changed: the solid oak worktop for everything is replaced by compact laminate on the left wall (2.25 m) and oak on the right wall (0.85 m). Cost about 560 + 250 = 810 instead of 900. Reserve 790.
@@ user
black compact or light
@@ assistant
North-east window, green fronts: light. Black shows lime around the tap, and you have hard water there?
@@ user
very hard. ok light, some sand colour
@@ assistant
Decision: sand-coloured compact laminate.
@@ user
tiles: white metro tiles, classic, 10x20, up to the shelves
@@ assistant
Decision: white metro tiles 10 x 20 behind the worktop, up to the shelves. Height of the shelves? 94 + 55 = 149 cm is common.
@@ user
rasmus can see under at 155. make it 155
@@ assistant
Then tiles from 94 to 155, 61 cm: six rows of 10 with joints, that's 61.2 with 2 mm joints. Nice coincidence. Area: 3.1 m x 0.61 = 1.9 m², buy 2.2.
@@ user
no upper cabinets, only two shelves, we agreed on that i think
@@ assistant
You had not told me yet. Decision: no upper cabinets, two open shelves, lowest at 155 cm.
@@ user
right, I told rasmus, not you :)
@@ user
cooperative answered: they need a drawing with sizes and the name of the plumber. decision in the meeting on 12 march
@@ assistant
So the date is fixed: drawing and plumber's name before 12 March. Open: drawing with sizes; choose a plumber. Shall I describe the drawing so that you can put it on squared paper?
@@ user
yes pls
@@ assistant
Squared paper, 1 square = 10 cm. Room 34 x 28.5 squares. Left wall from the hall: fridge 6, broom cupboard 2.5, drawers 8, dishwasher 6, sink 6, in all 28.5. Window wall: bench 16 wide, 4.5 deep... depth of the bench?
@@ user
45 cm deep I guess
@@ assistant
Then 16 x 4.5. Right wall: chimney breast where exactly?
@@ user
starts 1.10 m from the window wall, is 1.05 wide
@@ assistant
So on the right wall you have 1.10 m between window wall and chimney breast, and 0.70 m between chimney breast and the door side (2.85 - 1.10 - 1.05 = 0.70). The cooker needs 60 plus a bit of worktop on both sides: put it in the 1.10 m part: 25 worktop, 60 hob, 25 worktop. That leaves oak on both sides of the hob, 0.5 m in all, not 0.85.
@@ user
hm that's small. what about the 70 cm part
@@ assistant
There you get a tall oven cabinet of 60 cm. Oven at eye level, pots below. Then the hob part has drawers below. I would do that.
@@ user
love it. oven in a tall cabinet in the 70 part, hob in the 1.10 part
@@ assistant
Decision: oven in a tall cabinet beside the chimney breast, towards the door. Hob in the 1.10 m part next to the window wall. The oak part is 1.10 m with the cut-out for the hob.
@@ user
wait, is hob next to the window ok? curtains?
@@ assistant
No curtains within 50 cm, and the window must not open over the hob. Which way does it open?
@@ user
two casements, inwards. the right one would open over the corner
@@ assistant
Opened 90 degrees the right casement is 55 cm into the room along the right wall, above the worktop of 25 cm plus part of the hob. Then move the hob away from the window: 40 worktop at the window, 60 hob, 10 to the chimney breast.
@@ user
still over it a bit
@@ assistant
15 cm. Either the right casement gets a stop at 45 degrees, or it stays closed while you cook. A window stop is 20 euros.
@@ user
stop it is
@@ assistant
Decision: window stop on the right casement. Hob: 40 cm from the window wall.
@@ user
chimney sweep was here. the chimney is used by the flat below (stove!!), so no extractor in it
@@ assistant
Good that you asked. So the duct must go through the outer wall, or you take a recirculating hood. The outer wall means the cooperative (facade). Or through the upper part of the window with a plate instead of glass.
@@ user
cooperative says no holes in the facade to the street, it's listed. courtyard side would be ok but kitchen is street side
@@ assistant
Then outside is not possible, except for the window plate, which counts as facade too. So: recirculating with a good carbon filter (plasma or thick active carbon), about 150 a year for filters if you cook daily... some can be regenerated in the oven.
@@ user
rasmus is sad. ok: recirculating extractor with a filter that can be regenerated
@@ assistant
Decision changed: recirculating extractor with a filter that can be regenerated; the wish that it goes outside can't be kept. The open point about the chimney is closed.
@@ user
does rasmus get gas back then, his words
@@ assistant
Fair question. The condition was a proper extractor. Facts: with gas you need more air, not less, and a recirculating hood does not take the water vapour of gas away. Also the cooperative?
@@ user
he's joking. mostly. induction stays
@@ assistant
Induction stays.
@@ user
plumbers: two offers. Brandt 1,150, can do it in april. Lindqvist 890, only from june
@@ assistant
Your April slot depends on the approval of 12 March. Brandt is 260 more. If you want to cook in May, take Brandt. Does either include closing the gas?
@@ user
brandt has a gas licence, included. lindqvist no
@@ assistant
Then Brandt is hardly more expensive: a gas fitter alone is 150 to 200.
@@ user
brandt then
@@ assistant
Decision: plumber Brandt, 1,150, in April, closing of the gas pipe included. The open points "choose a plumber" and "find a gas fitter" are closed. Reserve: 790 - 250 = 540.
@@ user
test boards hang since saturday. sage wins by far. grey blue looks like a hospital
@@ assistant
Decision: fronts in sage. Do you have the maker's colour number?
@@ user
no, the carpenter mixes it from a sample. we take a carpenter, not ikea, did I say that
@@ assistant
No. That changes the 4,800 for cabinets. Do you have an offer?
@@ user
6,400 incl. bench and mounting
@@ assistant
Mounting was 700 and the bench 300 in my list under cabinets, so the difference is about 1,600. The sum becomes 15,060. That is above your limit of 14,000.
@@ user
I know. we talked, budget is now 16k, my parents give 2k for it as a present
@@ assistant
Changed: the budget is 16,000 (was 14,000). Sum 15,060, reserve 940.
@@ user
carpenter asks: handles yes or no. handle-less would be +480
@@ assistant
With 940 reserve I would not. A routed grip in the upper edge costs nothing extra with many carpenters.
@@ user
routed grip, good, no handle-less profile
@@ assistant
Decision changed: routed grip in the front's upper edge instead of the handle-less profile.
@@ user
tiles again. saw handmade green ones. zellige. SO nice
@@ assistant
They are. With sage fronts you'd have green on green, uneven surface, about 140 per m² plus more work: 2.2 m² makes 308 plus 200 for the tiler. It was 90 for the metro tiles.
@@ user
we want them. green zellige instead of the white metro tiles
@@ assistant
Decision changed: green zellige instead of white metro tiles. About 420 more. Reserve 520. Zellige are 10 x 10, so the height of 61 cm still works with six rows.
@@ user
drawing is done, sent to the cooperative today with brandts name
@@ assistant
Closed: the drawing. Remaining before 12 March: nothing from your side.
@@ user
12 march: approved!! with one condition, the water must be off only between 9 and 12 because of the doctor on the 2nd floor
@@ assistant
Very good. Condition: water off only between 9 and 12. Open: tell Brandt about it.
@@ user
told him. he groaned
@@ assistant
Closed. Next: the electrician. The line for the hob (5 x 2.5 mm²), oven on its own circuit, dishwasher on its own, four double sockets above the worktop, light. Do you have one?
@@ user
my cousin is electrician, he does it for 900 + material, can come 8+9 april
@@ assistant
Decision: your cousin does the electrics on 8 and 9 April, 900 plus material (say 350). That's 350 less than planned. Reserve 870. Is he allowed to sign the installation off at the grid operator?
@@ user
his boss signs
@@ assistant
Good. Order of work then: 1. empty the kitchen, 2. Brandt closes gas and moves water, 3. electrics 8 and 9 April, 4. plaster, 5. boards: replace two, sand, oil, 6. cabinets, 7. tiles, 8. Brandt connects. When does Brandt come?
@@ user
first time 2 april, second on call
@@ assistant
And the carpenter?
@@ user
week of 27 april. he needs exact sizes after plaster
@@ assistant
Open: the carpenter measures after the plaster is done, so between 11 and 17 April. And who plasters?
@@ user
we do. I did our hall. open: rent the sander for 18 april
@@ assistant
Open: rent the sander for 18 April. Oil needs 2 days before the cabinets, ok with the 27th.
@@ user
where do we cook in april
@@ assistant
Camp kitchen: one induction plate, kettle, and the dishes in the bathtub. Put the fridge back in the hall, it's used to it.
@@ user
haha. ok
@@ user
light! you said nothing about light
@@ assistant
True, and you put it in your first list. Suggestion: LED strip under the lower shelf, the whole length (2.25 m + 1.10 m), 3000 K, one pendant over the bench, no spots in the ceiling: at 3.1 m they light your hair.
@@ user
yes. LED strip under the lower shelf, pendant over the bench. warmer though, 2700
@@ assistant
Decision: LED strip under the lower shelf with 2700 K, pendant over the bench. Open: tell your cousin the positions before 8 April.
@@ user
he wants heights. strip outlet 153, pendant in the middle of the bench, hob outlet 30 above floor?
@@ assistant
Hob: 5 x 2.5 mm² ending at 30 cm above floor behind the drawers is common, but with drawers of full depth he should end it at 10 cm, in the plinth zone. The outlet for the strip at 153 is right below the shelf.
@@ user
10 then. told him everything. closed
@@ assistant
Closed: positions told to your cousin.
@@ user
zellige: the tiler says he doesn't do zellige on a wall this crooked, he'd have to level it first, 380
@@ assistant
So zellige would cost 380 more, in all 800 more than metro tiles. Reserve would be 490. Or you level the wall yourselves while you plaster anyway: material 40.
@@ user
we can't level to 2 mm. honestly. what would the metro tiles forgive
@@ assistant
They are flatter and bigger, so they show a crooked wall as well, but with a 3 mm joint and thick bed he'd go up to 5 mm. Ask him.
@@ user
he says metro is ok without levelling. ok back to white metro, I'm tired. with green joint? no. grey joint
@@ assistant
Decision changed back: white metro tiles 10 x 20 with grey joints instead of green zellige. Reserve 1,290.
@@ user
did you count the floor
@@ assistant
Yes: 600 for boards, sanding and oil.
@@ user
and the skip
@@ assistant
Yes, in the 600 for skip, paint and small things. But the skip needs a permit for the street, about 60, and a date. Open: order the skip and the permit, for 1 April.
@@ user
cooperative has a courtyard, skip can stand there, asked the caretaker. no permit needed
@@ assistant
Good, no permit. Open remains: order the skip for 1 April, into the courtyard.
@@ user
what happened with the dishwasher, did we choose
@@ assistant
Not yet. 60 cm, built-in, must fit a worktop height of 94 cm: the normal ones go up to 87 cm niche height, "XXL" ones to 92. With 94 cm worktop minus 1.2 cm compact laminate the niche is 92.8. Take an XXL with a plinth that fits. Open: choose a dishwasher, height 86.5 (XXL).
@@ user
why XXL
@@ assistant
Because between the top of a normal one (81.5 to 87) and your worktop would be a gap of 6 cm, which the carpenter would close with a strip. It works, but XXL gives you space for the big plates.
@@ user
ok XXL. I'll look
@@ user
1 april: skip is here, kitchen is empty, rasmus pulled the old cupboards off the wall and found a second window bricked up :o
@@ assistant
Lovely. On which wall?
@@ user
left wall, where the fridge goes. courtyard side!! light shaft
@@ assistant
Does it change the plan? Opening it means the cooperative, a static check, and the fridge moves. I would not open that now. But: courtyard side means the extractor could go outside there, if it is really the outer wall to a shaft.
@@ user
the hob is on the other side of the room though. no. we leave it bricked
@@ assistant
Decision: the bricked-up window stays closed. Take a photo and the sizes for later.
@@ user
done
@@ user
brandt was here, gas is closed and sealed, has a paper for the cooperative. water moved. tap hole still to decide, he says: tap on the sink or in the worktop
@@ assistant
With compact laminate: hole in the sink is safer. Which sink do you have?
@@ user
none yet, oops
@@ assistant
Open: choose a sink, with tap hole, for a 60 cm unit, before the carpenter measures (11 to 17 April), because he needs the cut-out.
@@ user
steel, undermount?
@@ assistant
Undermount needs a top that can be cut with a polished edge: compact laminate can. Steel is fine with hard water if you wipe.
@@ user
ok undermount steel sink. then tap hole is in the worktop or?
@@ assistant
Yes, with undermount the tap stands in the worktop behind the sink. So the answer for Brandt: tap in the worktop.
@@ user
good, tap in the worktop. model still open
@@ assistant
Decision: undermount steel sink, tap in the worktop. Open: the model of the sink, before 17 April.
@@ user
can you give me all decisions that are valid NOW, not the old ones
@@ assistant
Valid now:
- sink left of the window, undermount steel, tap in the worktop
- worktop height 94 cm; sand-coloured compact laminate on the left wall, oak on the right wall
- bench under the window with two drawers
- induction; hob 40 cm from the window wall; window stop on the right casement
- recirculating extractor with a filter that can be regenerated
- oven in a tall cabinet beside the chimney breast
- fridge kept, at the hall end of the left wall, hinge left
- fronts in sage with a routed grip, made by the carpenter
- white metro tiles 10 x 20 with grey joints, from 94 to 155
- no upper cabinets, two open shelves
- boards kept, two replaced, sanded and oiled
- LED strip with 2700 K under the lower shelf, pendant over the bench
- plumber Brandt; electrics by your cousin on 8 and 9 April
- bricked-up window stays closed
- budget 16,000
@@ user
and open?
@@ assistant
Open:
- choose the model of the sink, before 17 April
- choose a dishwasher, XXL
- choose the extractor (recirculating, regenerable filter)
- rent the sander for 18 April
- the carpenter measures between 11 and 17 April
- Brandt's second visit, on call after the cabinets
@@ user
perfect. the extractor: 60 or 90 wide
@@ assistant
The hob is 60 with 40 on one side and 10 to the chimney breast. 90 does not fit centred over it. 60.
@@ user
60 then. do you think 94 is too high for me? I'm 1.68
@@ assistant
The common rule is elbow height minus 10 to 15 cm. At 1.68 your elbow is at about 1.05, so 90 to 95 is fine for cutting, a bit high for stirring in big pots. The hob could be lower, but then the oak part has a step.
@@ user
no step. 94 stays
@@ assistant
94 stays.
@@ user
electrics done, all measured, the boss signs on monday
@@ assistant
Good. Then plaster this weekend, and the carpenter from the 11th.
@@ user
bought the sink. 54 x 44 outside, needs 60 unit. and dishwasher ordered, XXL, comes 4 may
@@ assistant
Closed: sink, dishwasher. But 4 May is after the carpenter's week of 27 April, so the front of the dishwasher is mounted later. Tell him, he'll leave it leaning.
@@ user
ok. telling him when he measures
@@ assistant
Open: tell the carpenter that the dishwasher comes on 4 May.
@@ user
sander booked for the 18th
@@ assistant
Closed: sander.
@@ user
whats left now
@@ assistant
Open: choose the extractor, 60 cm wide, recirculating; the carpenter measures between 11 and 17 April; tell him about the dishwasher on 4 May; Brandt's second visit. Sum so far 14,710 by my list, reserve 1,290, with the extractor still an estimate of 900.
@@ user
thanks. talk after the floor
@@ assistant
Good luck with the plaster. Two thin coats, not one thick one.
