//! Where the tenpai hands of a caller are: eq. 9 to 18, as sums over the products of their parts.

use super::colour::Colour;
use super::parts::{Id, Manner, NONE, SuitPart, parts};
use super::prices::{CELLS, Price};
use super::values::{PAIRS, Setting, Values};
use crate::hand::Meld;
use crate::sort;
use crate::tile::{Counts, Kind, KindSet, Reds, Suit};

/// The dora that a hand can hold: how often the indicators show each kind, and red fives not seen yet.
#[derive(Clone, Copy)]
pub(super) struct Dora {
    pub shown: [u8; 34],
    pub reds: Reds,
}

impl Dora {
    /// How many dora the melds hold, red fives included.
    pub fn of_melds(&self, melds: &[Meld]) -> u8 {
        let shown = |(kind, n): (Kind, usize)| self.shown[kind.index()] * n as u8;
        let of = |meld: &Meld| meld.kinds().map(shown).sum::<u8>() + u8::from(meld.has_red());
        melds.iter().map(of).sum()
    }
}

/// Tiles of one suit with a number of dora, and how many combinations of unseen tiles they are: eq. 14.
#[derive(Clone, Copy)]
struct PartHolding {
    part: &'static SuitPart,
    dora: u8,
    ways: f64,
    /// The numbers of its waits that the opponent does not own four of.
    live: u16,
}

/// All parts that can be held, by suit: the same for every opponent of one viewer.
pub(super) struct Holdings {
    suits: [SuitHoldings; 4],
}

struct SuitHoldings {
    groups: [Vec<PartHolding>; 3],
    pairs: [Vec<PartHolding>; 2],
    open: [Vec<PartHolding>; 2],
    lone: [Vec<PartHolding>; 3],
}

/// n over k for the four tiles of a kind.
const CHOOSE: [[f64; 5]; 5] = [
    [1.0, 0.0, 0.0, 0.0, 0.0],
    [1.0, 1.0, 0.0, 0.0, 0.0],
    [1.0, 2.0, 1.0, 0.0, 0.0],
    [1.0, 3.0, 3.0, 1.0, 0.0],
    [1.0, 4.0, 6.0, 4.0, 1.0],
];

impl Holdings {
    pub fn new(unseen: &Counts, dora: &Dora) -> Holdings {
        let suited = |suit: Suit| {
            let all = parts(suit);
            let held = |parts: &'static [SuitPart]| -> Vec<PartHolding> {
                let mut held = Vec::with_capacity(parts.len() + parts.len() / 4);
                parts.iter().for_each(|part| hold(part, suit, unseen, dora, &mut held));
                held
            };
            SuitHoldings {
                groups: std::array::from_fn(|k| held(&all.groups[k])),
                pairs: std::array::from_fn(|k| held(&all.pairs[k])),
                open: std::array::from_fn(|k| held(&all.open[k])),
                lone: std::array::from_fn(|k| held(&all.lone[k])),
            }
        };
        Holdings { suits: Suit::ALL.map(suited) }
    }
}

/// The part without and with the red five of its suit, as far as it can be held.
fn hold(part: &'static SuitPart, suit: Suit, unseen: &Counts, dora: &Dora, held: &mut Vec<PartHolding>) {
    let (mut ways, mut shown, mut red) = (1.0, 0, 0.0);
    for &(number, n) in &part.tiles {
        let kind = Kind::ALL[suit.first() + usize::from(number)];
        let left = unseen[kind];
        ways *= CHOOSE[usize::from(left)][usize::from(n)];
        if ways == 0.0 {
            return;
        }
        shown += n * dora.shown[kind.index()];
        if kind.is_five() && dora.reds.contains(suit) {
            red = f64::from(n) / f64::from(left);
        }
    }
    for (dora, ways) in [(shown, ways * (1.0 - red)), (shown + 1, ways * red)] {
        if ways > 0.0 {
            held.push(PartHolding { part, dora, ways, live: 0 });
        }
    }
}

/// What another suit, or two of them, add to a suit that waits.
#[derive(Clone, Copy)]
struct Rest {
    groups: [Id; 2],
    /// Its class, or [`ELSEWHERE`].
    pair: u8,
    dora: u8,
    ways: f64,
    suits: u8,
}

/// In the place of a pair's class: the pair is in another suit.
const ELSEWHERE: u8 = PAIRS as u8;

impl Rest {
    const NOTHING: Rest = Rest { groups: [NONE; 2], pair: ELSEWHERE, dora: 0, ways: 1.0, suits: 0 };

    fn of(held: &PartHolding, suit: Suit, values: &Values) -> Rest {
        let pair = held.part.pair.map_or(ELSEWHERE, |kind| values.pair_class(kind));
        let suits = 1 << suit.index();
        Rest { groups: held.part.groups, pair, dora: held.dora, ways: held.ways, suits }
    }

    /// This and one group of another suit.
    fn and(&self, other: &Rest) -> Rest {
        let groups = if self.groups[0] == NONE { other.groups } else { [self.groups[0], other.groups[0]] };
        Rest {
            groups,
            pair: self.pair.min(other.pair),
            dora: self.dora + other.dora,
            ways: self.ways * other.ways,
            suits: self.suits | other.suits,
        }
    }

    fn key(&self) -> (u8, [Id; 2], u8, u8) {
        (self.suits, self.groups, self.pair, self.dora)
    }
}

/// Rests that are worth the same, added up.
fn gather(mut rests: Vec<Rest>) -> Vec<Rest> {
    sort::by_key(&mut rests, Rest::key); // stable: equal keys keep their order
    rests.dedup_by(|next, kept| {
        let same = next.key() == kept.key();
        kept.ways += if same { next.ways } else { 0.0 };
        same
    });
    rests
}

/// One suit as one opponent can hold it.
struct Side {
    suit: Suit,
    /// By number of groups.
    groups: [Vec<Rest>; 3],
    /// With a pair, by number of groups.
    pairs: [Vec<Rest>; 2],
    /// Those of them without furiten waits.
    free_pairs: [Vec<Rest>; 2],
    /// What waits without furiten, by the groups in it: by itself, beside a pair, and with a pair of its own
    /// beside another one.
    lone: [Vec<PartHolding>; 3],
    open: [Vec<PartHolding>; 2],
    paired: [Vec<PartHolding>; 2],
}

impl Side {
    /// Eq. 15 and 16: forms with bad waits count `bad`, furiten hands nothing.
    fn new(suit: Suit, held: &SuitHoldings, opponent: &Holder, values: &Values) -> Side {
        let of_suit = |kinds: u64| (kinds >> suit.first()) as u16 & 0x1ff;
        let (furiten, melded) = (of_suit(opponent.furiten.bits()), of_suit(opponent.melded_kinds));
        let four = |part: &SuitPart, number: u8| {
            part.count(number) + opponent.melded[suit.first() + usize::from(number)] >= 4
        };
        let live = |held: &PartHolding| {
            let part = held.part;
            let mut live = part.mask;
            if live & melded != 0 {
                let dead = part.waits.iter().map(|wait| wait.number).filter(|&number| four(part, number));
                live = dead.fold(live, |live, number| live & !(1 << number));
            }
            PartHolding { live, ..*held }
        };
        let furiten = |held: &PartHolding| held.live & furiten != 0;
        let form = |held: PartHolding| {
            let PartHolding { part, live, .. } = held;
            let good = if live == part.mask { part.good } else { part.good_of(live) };
            PartHolding { ways: held.ways * if good { 1.0 } else { opponent.bad }, ..held }
        };
        let rests =
            |held: &Vec<PartHolding>| gather(held.iter().map(|h| Rest::of(h, suit, values)).collect());
        let waiting = |held: &Vec<PartHolding>| -> Vec<PartHolding> {
            held.iter().map(live).filter(|held| held.live != 0 && !furiten(held)).map(form).collect()
        };
        // beside another pair the hand waits there too: it is good, and tenpai even without live waits here
        let paired = held
            .pairs
            .each_ref()
            .map(|held| held.iter().map(live).filter(|held| !furiten(held)).collect::<Vec<PartHolding>>());
        Side {
            suit,
            groups: held.groups.each_ref().map(rests),
            pairs: held.pairs.each_ref().map(rests),
            free_pairs: paired.each_ref().map(rests),
            lone: held.lone.each_ref().map(waiting),
            open: held.open.each_ref().map(waiting),
            paired,
        }
    }
}

/// What of an opponent its hands depend on.
pub(super) struct Holder<'a> {
    pub setting: &'a Setting<'a>,
    pub furiten: KindSet,
    /// Eq. 15.
    pub bad: f64,
    melded: [u8; 34],
    /// The kinds that the melds hold, as bits.
    melded_kinds: u64,
}

impl<'a> Holder<'a> {
    pub fn new(setting: &'a Setting<'a>, furiten: KindSet, bad: f64) -> Holder<'a> {
        let mut melded = [0; 34];
        let tiles = setting.melds.iter().flat_map(|meld| meld.kinds());
        tiles.for_each(|(kind, n)| melded[kind.index()] += n as u8);
        let held = |kinds: u64, (i, n): (usize, &u8)| kinds | u64::from(*n > 0) << i;
        let melded_kinds = melded.iter().enumerate().fold(0, held);
        Holder { setting, furiten, bad, melded, melded_kinds }
    }
}

/// Tenpai hands of one opponent by colour: eq. 13.
pub(super) struct Hands {
    /// The sum of all factors of the colour's tenpai hands.
    pub total: [f64; Colour::COUNT],
    /// Their part that wins on a kind for a price.
    prices: Vec<[f64; CELLS]>,
}

impl Hands {
    /// Every tenpai hand with so many groups beside the melds (4 less the number of melds, 2 with one meld:
    /// 5.2.4), weighed by the factors 14 to 16.
    pub fn new(holdings: &Holdings, groups: usize, opponent: &Holder, dora: &Dora) -> Hands {
        let setting = opponent.setting;
        let values = Values::new(setting);
        let side = |suit: Suit| Side::new(suit, &holdings.suits[suit.index()], opponent, &values);
        let sides = Suit::ALL.map(side);
        let melded = setting.melds.iter().fold(0, |suits, meld| suits | 1 << meld.kind().suit().index());
        let mut hands =
            Hands { total: [0.0; Colour::COUNT], prices: vec![[0.0; CELLS]; Colour::COUNT * Kind::COUNT] };
        let mut sum = Sum { hands: &mut hands, values, melded, dora };
        for side in &sides {
            for (k, lone) in side.lone.iter().enumerate().take(groups + 1) {
                let mut rests = groups_of_others(&sides, side.suit, groups - k);
                if k == 0 {
                    rests.iter_mut().for_each(|rest| rest.groups = sum.values.like(rest.groups));
                    rests = gather(rests);
                }
                sum.add(side.suit, lone, &rests, true);
            }
            for k in 0..groups {
                let others = |pairs: fn(&Side) -> &[Vec<Rest>; 2]| {
                    pair_of_others(&sides, side.suit, groups - 1 - k, pairs)
                };
                sum.add(side.suit, &side.open[k], &others(|side| &side.pairs), true);
                // two suits with a pair each wait for either: the hand is counted at one of them
                let both = others(|side| &side.free_pairs);
                let bit = 1 << side.suit.index();
                let (later, earlier): (Vec<Rest>, Vec<Rest>) =
                    both.into_iter().partition(|rest| pair_suit(rest) > bit);
                sum.add(side.suit, &side.paired[k], &later, true);
                sum.add(side.suit, &side.paired[k], &earlier, false);
            }
        }
        hands
    }

    /// The sum of the factors of the colour's hands that can win, each as often as it has waits.
    pub fn winning(&self, colour: usize) -> f64 {
        self.prices[colour * Kind::COUNT..][..Kind::COUNT].as_flattened().iter().sum()
    }

    /// The sum of the factors of the colour's hands that win on the kind, by price.
    pub fn prices(&self, colour: usize, kind: Kind) -> &[f64; CELLS] {
        &self.prices[colour * Kind::COUNT + kind.index()]
    }
}

/// The bit of the suit in which a rest's pair lies.
fn pair_suit(rest: &Rest) -> u8 {
    let suit = match rest.pair {
        0..=5 => usize::from(rest.pair / 2),
        6 => Suit::Sou.index(),
        _ => Suit::Honour.index(),
    };
    1 << suit
}

/// So many groups in other suits than this.
fn groups_of_others(sides: &[Side; 4], suit: Suit, groups: usize) -> Vec<Rest> {
    let others = || sides.iter().filter(|side| side.suit != suit);
    match groups {
        0 => vec![Rest::NOTHING],
        1 => others().flat_map(|side| side.groups[1].iter().copied()).collect(),
        _ => {
            let mut rests: Vec<Rest> = others().flat_map(|side| side.groups[2].iter().copied()).collect();
            for first in others() {
                for second in others().filter(|second| second.suit > first.suit) {
                    let both = |a: &Rest| second.groups[1].iter().map(|b| a.and(b)).collect::<Vec<_>>();
                    rests.extend(first.groups[1].iter().flat_map(both));
                }
            }
            rests
        }
    }
}

/// A pair and so many groups in other suits than this.
fn pair_of_others(
    sides: &[Side; 4],
    suit: Suit,
    groups: usize,
    pairs: fn(&Side) -> &[Vec<Rest>; 2],
) -> Vec<Rest> {
    let others = || sides.iter().filter(|side| side.suit != suit);
    let mut rests: Vec<Rest> = others().flat_map(|side| pairs(side)[groups].iter().copied()).collect();
    if groups == 1 {
        for first in others() {
            for second in others().filter(|second| second.suit != first.suit) {
                let both = |a: &Rest| second.groups[1].iter().map(|b| a.and(b)).collect::<Vec<_>>();
                rests.extend(pairs(first)[0].iter().flat_map(both));
            }
        }
    }
    rests
}

struct Sum<'a, 'b> {
    hands: &'a mut Hands,
    values: Values<'b>,
    melded: u8,
    dora: &'a Dora,
}

impl Sum<'_, '_> {
    /// Adds the hands of a waiting part with each rest to the prices of the part's waits, and to the
    /// colours' totals if they are `counted` here.
    fn add(&mut self, suit: Suit, parts: &[PartHolding], rests: &[Rest], counted: bool) {
        let ways: f64 = parts.iter().map(|held| held.ways).sum();
        if ways == 0.0 {
            return;
        }
        let by_suits = rests.chunk_by(|a, b| a.suits == b.suits);
        let by_colour: Vec<(std::ops::Range<usize>, &[Rest])> = by_suits
            .map(|rests| (Colour::of_suits(self.melded | 1 << suit.index() | rests[0].suits), rests))
            .collect();
        for (colours, rests) in by_colour.iter().filter(|_| counted) {
            for colour in colours.clone() {
                self.hands.total[colour] += ways * rests.iter().map(|rest| rest.ways).sum::<f64>();
            }
        }
        for held in parts {
            for wait in held.part.waits.iter().filter(|wait| held.live >> wait.number & 1 == 1) {
                let mut readings = Readings::new();
                for reading in &wait.readings {
                    let pair = reading.pair.map_or(ELSEWHERE, |kind| self.values.pair_class(kind));
                    readings.push((reading.groups, pair, reading.manner));
                }
                let kind = suit.first() + usize::from(wait.number);
                for (colours, rests) in &by_colour {
                    for colour in colours.clone() {
                        self.wait(kind, held, &readings, rests, colour);
                    }
                }
            }
        }
    }

    #[inline]
    fn wait(&mut self, kind: usize, held: &PartHolding, readings: &Readings, rests: &[Rest], colour: usize) {
        let dora = held.dora + self.dora.shown[kind];
        let prices = &mut self.hands.prices[colour * Kind::COUNT + kind];
        for rest in rests {
            let mut best: Option<Price> = None;
            for &(groups, pair, manner) in readings {
                let groups = match groups {
                    [NONE, _] => rest.groups,
                    [first, NONE] => [first, rest.groups[0]],
                    both => both,
                };
                let pair = usize::from(if pair == ELSEWHERE { rest.pair } else { pair });
                best = best.max(self.values.price(groups, pair, manner));
            }
            if let Some(price) = best {
                prices[price.plus(dora + rest.dora).cell()] += held.ways * rest.ways;
            }
        }
    }
}

/// Ways to read a wait: groups, the class of the pair, and the manner.
type Readings = arrayvec::ArrayVec<([Id; 2], u8, Manner), 4>;
