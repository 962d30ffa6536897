//! A seat that plays as strong players do: the nets of `nanikiru::policy` say how likely each choice is. It does not
//! search.

use crate::decisions::mix;
use crate::player::{Act, Moment, Player, Thought};
use nanikiru::danger::DangerModel;
use nanikiru::ends::inputs::Scene;
use nanikiru::hand::{Call, From, Meld};
use nanikiru::legal::{self, OfferedBy, TileOffer};
use nanikiru::policy::discard::Question;
use nanikiru::policy::offer::OfferQuestion;
use nanikiru::policy::{Discard, PolicyModel};
use nanikiru::review::{Choice, Claims, Turn};
use nanikiru::round::{Robbable, Schedule, View};
use nanikiru::shape::{shanten, shanten_among};
use nanikiru::tile::{Counts, KindSet, Players, Tile};
use std::time::Instant;

/// Wins whenever it can, declares nine terminals, sets norths aside in riichi, and makes a concealed kan where it costs no
/// shanten and nobody else is in riichi; never adds to a pon. The nets choose everything else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PolicySeat(ChoiceRule);

/// How one choice is made of those that the nets know probabilities of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ChoiceRule {
    /// The most probable one.
    First,
    /// Chance chooses. It is a hash of this seed and of the moment as the seat counts it (its turn, whose tile is on offer),
    /// not a sequence: two plays that differ elsewhere have the same chance at the same moment.
    Chance { seed: u64 },
}

impl PolicySeat {
    /// One that chooses each with its probability; another seed is another chance.
    pub const fn new(seed: u64) -> PolicySeat {
        PolicySeat(ChoiceRule::Chance { seed })
    }

    /// One that always makes the most probable choice.
    pub const fn first() -> PolicySeat {
        PolicySeat(ChoiceRule::First)
    }

    /// Which of these it chooses.
    fn pick(&self, moment: &Moment, items: &[Item]) -> usize {
        match self.0 {
            ChoiceRule::Chance { seed } => Chance::of(seed, moment).pick(items),
            ChoiceRule::First => {
                let more = |&a: &usize, &b: &usize| items[a].probability.total_cmp(&items[b].probability);
                // of equally probable ones the first
                (0..items.len()).rev().max_by(more).expect("something can be chosen")
            }
        }
    }
}

impl Chance {
    /// The chance of a moment.
    fn of(seed: u64, moment: &Moment) -> Chance {
        let view = moment.view();
        let player = view.table().player(moment.seat());
        let (kind, detail) = match moment.choice() {
            Choice::Turn(_) => (0, 0),
            Choice::AfterCall { .. } => (1, 0),
            Choice::Offer(claims) => (2, 1 + 64 * claims.from.index() + claims.tile.index()),
        };
        let place = [moment.seat().index(), player.river().len(), player.melds().len(), kind, detail];
        let norths = player.kita().iter().map(|_| NORTH as usize);
        let place = place.into_iter().chain(norths);
        Chance(place.fold(mix(seed), |key, n| mix(key ^ mix(n as u64 + 1))))
    }
}

impl Player for PolicySeat {
    fn act(&self, moment: &Moment, thought: &mut Thought) -> Act {
        let begin = Instant::now();
        let act = match moment.choice() {
            Choice::Turn(Turn { tsumo: true, .. }) => Act::Tsumo,
            Choice::Turn(Turn { nine_terminals: true, .. }) => Act::NineTerminals,
            Choice::Turn(Turn { kita: true, .. }) if moment.in_riichi() => Act::Kita,
            Choice::Turn(turn) => match turn.kans.iter().find(|kan| is_free(moment, kan)) {
                Some(kan) => Act::Call(*kan),
                None => self.discard(moment, (&turn.discards, &turn.riichi), turn.kita),
            },
            Choice::AfterCall { discards } => self.discard(moment, (discards, &[]), false),
            Choice::Offer(Claims { ron: true, .. }) => Act::Ron,
            Choice::Offer(claims) => self.answer(moment, claims),
        };
        thought.add(begin.elapsed(), true);
        act
    }
}

impl PolicySeat {
    fn discard(&self, moment: &Moment, (dama, riichi): (&[Tile], &[Tile]), kita: bool) -> Act {
        let of = |riichi| move |&tile: &Tile| Discard { tile, riichi };
        let among: Vec<Discard> = dama.iter().map(of(false)).chain(riichi.iter().map(of(true))).collect();
        let at = match among[..] {
            [_] if !kita => 0,
            _ => self.pick(moment, &own_items(moment, &among, kita)),
        };
        let Some(&Discard { tile, riichi }) = among.get(at) else { return Act::Kita };
        Act::Discard { tile, riichi }
    }

    fn answer(&self, moment: &Moment, claims: &Claims) -> Act {
        let (items, melds): (Vec<Item>, Vec<Option<Meld>>) =
            offered_items(moment, claims).into_iter().unzip();
        melds[self.pick(moment, &items)].map_or(Act::Pass, Act::Call)
    }
}

/// The kinds that a seat holds: of the dangers the nets ask for no others.
fn held(view: &View) -> KindSet {
    view.concealed().iter().map(|(kind, _)| kind).collect()
}

/// Every discard with its probability, and after them setting a north aside where that is possible.
fn own_items(moment: &Moment, among: &[Discard], kita: bool) -> Vec<Item> {
    let (view, length) = (moment.view(), moment.length());
    let hand = moment.drawn_hand().expect("a seat that discards holds 14 tiles");
    let tiles: Vec<Tile> = hand.discards().collect();
    let danger = DangerModel::builtin().danger_of(&view, length, held(&view), &tiles);
    let schedule = Schedule::of(view.table(), length);
    let question = Question { view: &view, hand: &hand, drawn: moment.drawn(), danger: &danger, schedule };
    let north = kita.then(|| Item { name: NORTH, probability: PolicyModel::builtin().kita(&question) });
    let rest = 1.0 - north.as_ref().map_or(0.0, |north| north.probability);
    let shares = PolicyModel::builtin().policy(question, among.to_vec()).shares(among);
    let item = |(one, share): (&Discard, Option<f64>)| Item {
        name: one.tile.index() as u64 + if one.riichi { 64 } else { 0 },
        probability: rest * share.expect("all were asked for"),
    };
    among.iter().zip(shares).map(item).chain(north).collect()
}

/// Passing and every call with its probability.
fn offered_items(moment: &Moment, claims: &Claims) -> Vec<(Item, Option<Meld>)> {
    let (view, length, seat) = (moment.view(), moment.length(), moment.seat());
    let hand = moment.waiting_hand().expect("a seat that is offered a tile holds 13");
    let from = From::of(claims.from, seat).expect("nobody is offered an own tile");
    let offered = TileOffer { tile: claims.tile, from, by: OfferedBy::Discard };
    let called = legal::offered_calls(&hand, offered, &view.table().permit(seat));
    let danger = DangerModel::builtin().danger_of(&view, length, held(&view), &[]);
    let scene = Scene::of(&view, Schedule::of(view.table(), length));
    let question = OfferQuestion { view: &view, hand: &hand, offered, danger: &danger, scene: &scene };
    let shares = PolicyModel::builtin().offered(&question, &called);
    let melds = std::iter::once(None).chain(called.iter().map(|one| one.meld().copied()));
    let item = |(meld, probability): (Option<Meld>, f64)| {
        (Item { name: meld.as_ref().map_or(0, meld_name), probability }, meld)
    };
    melds.zip(shares).map(item).collect()
}

fn meld_name(meld: &Meld) -> u64 {
    let call = match meld.call() {
        Call::Chi { .. } => 1,
        Call::Pon { .. } => 2,
        Call::Daiminkan { .. } | Call::Ankan | Call::Kakan { .. } => 3,
    };
    1_000 * call + 2 * meld.kind().index() as u64 + u64::from(meld.has_red())
}

/// Whether a kan is concealed, leaves shanten as it is, is not of norths that bring more one by one, and nobody else is in
/// riichi.
fn is_free(moment: &Moment, meld: &Meld) -> bool {
    let Ok(hand) = moment.drawn_hand() else { return false };
    let norths = meld.kind() == Robbable::Kita.tile().kind() && hand.deck().players() == Players::Three;
    if !matches!(meld.call(), Call::Ankan) || norths || moment.others_in_riichi() {
        return false;
    }
    let mut counts = *hand.concealed().as_array();
    counts[meld.kind().index()] -= 4;
    let after = Counts::new(counts).expect("less than before");
    let players = hand.deck().players();
    shanten_among(players, &after, hand.melds().len() + 1).is_ok_and(|after| after.least() <= shanten(&hand))
}

/// The name of setting a north aside.
const NORTH: u64 = 500;

/// Something that can be chosen.
struct Item {
    /// A number of its own, the same wherever it can be chosen.
    name: u64,
    probability: f64,
}

/// What decides at a moment.
#[derive(Clone, Copy)]
struct Chance(u64);

impl Chance {
    /// Chooses an item with its probability: the one whose log-probability and Gumbel noise add up to most.
    fn pick(self, items: &[Item]) -> usize {
        let worth = |item: &Item| libm::log(item.probability) + self.gumbel(item.name);
        let worths: Vec<f64> = items.iter().map(worth).collect();
        (0..items.len()).max_by(|&a, &b| worths[a].total_cmp(&worths[b])).expect("something can be chosen")
    }

    fn gumbel(self, item: u64) -> f64 {
        let bits = mix(self.0 ^ mix(item.wrapping_add(0x9e37_79b9_7f4a_7c15))) >> 11;
        let uniform = (bits as f64 + 0.5) / (1u64 << 53) as f64;
        -libm::log(-libm::log(uniform))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chance_follows_probabilities() {
        let items: Vec<Item> =
            [0.1, 0.6, 0.3].iter().zip(5..).map(|(&probability, name)| Item { name, probability }).collect();
        let mut counts = [0; 3];
        for n in 0..20_000u64 {
            counts[Chance(mix(n + 1)).pick(&items)] += 1;
        }
        // 3.5 standard errors of 20,000
        for (count, item) in counts.into_iter().zip(&items) {
            let expected = 20_000.0 * item.probability;
            let error = (expected * (1.0 - item.probability)).sqrt();
            assert!((f64::from(count) - expected).abs() < 3.5 * error, "{counts:?}");
        }
    }

    #[test]
    fn an_item_keeps_its_chance_when_others_cannot_be_chosen() {
        let items =
            |names: &[u64]| names.iter().map(|&name| Item { name, probability: 0.25 }).collect::<Vec<Item>>();
        for n in 0..200u64 {
            let chance = Chance(mix(n + 1));
            let all = [3, 1, 4, 2];
            let first = all[chance.pick(&items(&all))];
            let without: Vec<u64> = all.into_iter().filter(|&name| name == first || name > 2).collect();
            assert_eq!(without[chance.pick(&items(&without))], first);
        }
    }
}
