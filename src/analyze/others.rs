//! The others' part of the round as the search needs it: how often they act until the end, and what
//! discards risk.

use super::habits;
use super::opponents::Opponents;
use super::options::Options;
use super::situation::Situation;
use super::utility::{DealIn, RoundUtility};
use crate::danger;
use crate::danger::forecast::{OpponentStep, Other, RiichiOrigin, Stance};
use crate::legal::Position;
use crate::round::Robbable;
use crate::search::{Chance, ChanceStep, ComingRiichi, Declarer, End, Ends, HandChance, Offers, Risks};
use crate::tile::{Players, Tile, Wind};

/// What is left of the risk of later discards that the player chooses. The forecast's rates are those of any tile in
/// the hand; a player who holds several, and sees more by then, finds safer ones. Positions where strong players did what this
/// recommends (`cargo tools measure decisions --depth fast --sample 400 --seed 2`, 490 own turns): with 0.6 it says that 15.7 % of them
/// deal in, with 0.4 11.7 %, and 11.9 % did.
const CHOSEN: f64 = 0.4;

/// What a win of an opponent is worth to the player, by tsumo and from another.
#[derive(Clone, Copy)]
struct Worth {
    tsumo: f64,
    ron: f64,
}

/// An opponent as the search sees it.
struct SearchedOpponent<'a> {
    other: &'a Other,
    now: Worth,
    /// After a riichi that it declares later.
    declared: Worth,
    /// By tile what dealing in to it is worth.
    dealt: [DealIn; Tile::COUNT],
    /// The same of any tile after that riichi.
    dealt_declared: DealIn,
}

/// The opponents as the search sees them, and who declares riichi later.
struct SearchedOpponents<'a> {
    opponents: Vec<SearchedOpponent<'a>>,
    utility: &'a RoundUtility,
    /// What the others' hands cost more than the forecast says: 1, or [`KAN_DORA`].
    dearer: f64,
    /// By opponent the probability that a riichi which comes is its own; none where nobody can declare one.
    shares: Option<Vec<f64>>,
}

impl<'a> SearchedOpponents<'a> {
    fn new(
        table: &'a Opponents,
        draws: usize,
        utility: &'a RoundUtility,
        dearer: f64,
    ) -> SearchedOpponents<'a> {
        let opponents: Vec<SearchedOpponent<'_>> = table
            .opponents()
            .map(|(place, _, other)| {
                let [tsumo, ron] = other.declared_pays;
                // points become dearer, and then placement points, which can be gains
                let worth = |tsumo, ron| Worth {
                    tsumo: utility.tsumo(place, dearer * tsumo),
                    ron: utility.ron(place, dearer * ron),
                };
                let now = worth(other.tsumo_pays, other.ron_pays);
                let dealt = |points| utility.deal_in(place, dearer * points);
                let price = |i| Tile::new(i).map_or(DealIn::default(), |tile| dealt(other.price(tile)));
                SearchedOpponent {
                    other,
                    now,
                    declared: worth(tsumo, ron),
                    dealt: std::array::from_fn(price),
                    dealt_declared: dealt(ron),
                }
            })
            .collect();
        let ever =
            |opponent: &SearchedOpponent<'_>| (0..draws).map(|j| opponent.other.declares(j)).sum::<f64>();
        let weights: Vec<f64> = opponents.iter().map(ever).collect();
        let all: f64 = weights.iter().sum();
        let shares = (all > 0.0).then(|| weights.iter().map(|weight| weight / all).collect());
        SearchedOpponents { opponents, utility, dearer, shares }
    }

    /// How they end the round in a step among themselves, by what each does.
    fn ends(&self, step: impl Fn(usize, &SearchedOpponent<'_>) -> (Option<OpponentStep>, Worth)) -> Ends {
        let (mut tsumo, mut ron) = ([0.0; 2], [0.0; 2]);
        for (i, opponent) in self.opponents.iter().enumerate() {
            let (Some(step), worth) = step(i, opponent) else { continue };
            tsumo[0] += step.tsumo;
            tsumo[1] += step.tsumo * worth.tsumo;
            ron[0] += step.ron;
            ron[1] += step.ron * worth.ron;
        }
        Ends { tsumo: mean(tsumo), rest: mean(ron), deal_in: End::NEVER }
    }

    /// What the discards risk, by rates of a deal-in to each and what it is worth.
    fn risks(&self, of: impl Fn(usize, &SearchedOpponent<'_>, Tile) -> (f64, DealIn)) -> Risks {
        Risks::from_fn(|tile| {
            let (mut rates, mut worth) = ([0.0; 3], [DealIn::default(); 3]);
            for (i, opponent) in self.opponents.iter().enumerate() {
                (rates[i], worth[i]) = of(i, opponent, tile);
            }
            self.utility.discarded(rates, worth)
        })
    }

    /// What the coming discard risks.
    fn coming_risks(&self, table: &Opponents) -> Risks {
        Risks::from_fn(|tile| risk_at(table, self.utility, Against { dearer: self.dearer, often: 1.0 }, tile))
    }

    /// What the discards risk with which step `j` begins, the coming one apart.
    fn later_risks(&self, j: usize) -> Risks {
        self.risks(|_, opponent, tile| {
            let rate = match self.shares {
                Some(_) => opponent.other.deal_in_since(j - 1, RiichiOrigin::BeforeRiichi, tile),
                None => opponent.other.deal_in(j - 1, Stance::Free, tile),
            };
            (CHOSEN * rate, opponent.dealt[tile.index()])
        })
    }

    /// How they end the round in step `j` while no riichi has come.
    fn before_riichi_ends(&self, j: usize) -> Ends {
        self.ends(|_, opponent| match self.shares {
            Some(_) => (opponent.other.step_since(j, RiichiOrigin::BeforeRiichi).copied(), opponent.now),
            None => (opponent.other.step(j, Stance::Free).map(OpponentStep::of), opponent.now),
        })
    }

    /// The same after the riichi of opponent `declarer`.
    fn after_riichi_ends(&self, j: usize, declarer: usize) -> Ends {
        self.ends(|i, opponent| match i == declarer {
            true => (opponent.other.step_since(j, RiichiOrigin::Own).copied(), opponent.declared),
            false => (opponent.other.step_since(j, RiichiOrigin::Another).copied(), opponent.now),
        })
    }

    /// What the discards risk after it with which step `j` begins: so much of any tile's risk is left.
    fn after_riichi_risks(&self, j: usize, declarer: usize, left: f64) -> Risks {
        let Some(before) = j.checked_sub(1) else { return Risks::NONE };
        self.risks(|i, opponent, tile| {
            let (since, worth) = match i == declarer {
                true => (RiichiOrigin::Own, opponent.dealt_declared),
                false => (RiichiOrigin::Another, opponent.dealt[tile.index()]),
            };
            (left * opponent.other.deal_in_since(before, since, tile), worth)
        })
    }

    /// What tiles risk that are thrown away in an own riichi, declared before a coming riichi.
    fn thrown(&self, j: usize) -> Risks {
        let Some(before) = j.checked_sub(1) else { return Risks::NONE };
        self.risks(|_, opponent, tile| {
            (opponent.other.deal_in(before, Stance::Riichi, tile), opponent.dealt[tile.index()])
        })
    }

    /// The probability that a riichi comes in step `j`.
    fn comes(&self, j: usize) -> f64 {
        1.0 - self.opponents.iter().map(|opponent| 1.0 - opponent.other.declares(j)).product::<f64>()
    }
}

/// The mean of some ends by their shares.
fn averaged(ends: impl Iterator<Item = (f64, End)>) -> End {
    mean(ends.fold([0.0; 2], |[rate, sum], (share, end)| {
        [rate + share * end.rate, sum + share * end.rate * end.value]
    }))
}

/// What a discard risks now.
pub(super) fn risk_of(table: &Opponents, utility: &RoundUtility, tile: Tile) -> End {
    risk_at(table, utility, Against { dearer: 1.0, often: 1.0 }, tile)
}

/// What a north risks that is set aside.
pub(super) fn risk_of_kita(table: &Opponents, utility: &RoundUtility) -> End {
    risk_at(table, utility, Against { dearer: 1.0, often: danger::OF_NORTH }, Robbable::Kita.tile())
}

/// How the others' wins on a tile differ from those on a discard now.
struct Against {
    /// So many times as dear.
    dearer: f64,
    /// So many times as often.
    often: f64,
}

/// What a tile risks.
fn risk_at(table: &Opponents, utility: &RoundUtility, against: Against, tile: Tile) -> End {
    let Against { dearer, often } = against;
    let (mut rates, mut worth) = ([0.0; 3], [DealIn::default(); 3]);
    for (place, threat, _) in table.opponents() {
        let risk = threat.risk(tile);
        rates[place - 1] = often * risk.rate;
        for payment in &risk.payments {
            let paid = utility.deal_in(place, dearer * f64::from(payment.points));
            worth[place - 1].first += payment.rate * paid.first;
            worth[place - 1].later += payment.rate * paid.later;
        }
    }
    utility.discarded(rates, worth)
}

/// The chance model at this table.
fn at_the_table(table: &Opponents, chance: Chance, utility: &RoundUtility, dearer: f64) -> Chance {
    let searched = SearchedOpponents::new(table, chance.draws, utility, dearer);
    let seen = searched.shares.is_some();
    let met =
        |step: &ChanceStep, j: usize, riichi: usize, [free, own]: [Ends; 2], [risks, thrown]: [Risks; 2]| {
            // where the search sees a riichi come, what goes before it does not fade
            let factors = habits::by_riichi(table.players(), riichi, if seen { 0 } else { j });
            let with =
                |standing: &HandChance, ends, waits| HandChance { ron: standing.ron.times(waits), ends };
            ChanceStep {
                closed: with(&step.closed, free, factors[0]),
                open: with(&step.open, free, factors[1]),
                riichi: with(&step.riichi, own, factors[2]),
                risks,
                thrown,
                calls: step.calls,
            }
        };
    let coming_riichi = searched.shares.as_ref().map(|shares| {
        let declarers = || shares.iter().enumerate().filter(|&(_, &share)| share > 0.0);
        let against = |declarer: usize| {
            (0..=chance.draws).map(|j| searched.after_riichi_risks(j, declarer, CHOSEN)).collect()
        };
        let declarer_risks: Vec<Declarer> =
            declarers().map(|(declarer, &share)| Declarer { share, risks: against(declarer) }).collect();
        let steps = chance.steps.iter().enumerate().map(|(j, step)| {
            let each: Vec<(f64, Ends)> = declarers()
                .map(|(declarer, &share)| (share, searched.after_riichi_ends(j, declarer)))
                .collect();
            let of =
                |end: &dyn Fn(&Ends) -> End| averaged(each.iter().map(|(share, ends)| (*share, end(ends))));
            let ends = Ends { tsumo: of(&|e| e.tsumo), rest: of(&|e| e.rest), deal_in: End::NEVER };
            let thrown: Vec<Risks> =
                declarers().map(|(declarer, _)| searched.after_riichi_risks(j, declarer, 1.0)).collect();
            let by_any = |risks: &[&Risks]| {
                let of = |tile| {
                    declarer_risks
                        .iter()
                        .zip(risks)
                        .map(move |(declarer, risks)| (declarer.share, risks.of(tile)))
                };
                Risks::from_fn(|tile| averaged(of(tile)))
            };
            let chosen: Vec<&Risks> = declarer_risks.iter().map(|declarer| &declarer.risks[j]).collect();
            let risks = [by_any(&chosen), by_any(&thrown.iter().collect::<Vec<_>>())];
            met(step, j, (table.riichi() + 1).min(3), [ends; 2], risks)
        });
        let steps = steps.collect();
        ComingRiichi {
            comes: (0..chance.draws).map(|j| searched.comes(j)).collect(),
            steps,
            declarers: declarer_risks,
        }
    });
    let steps = chance.steps.iter().enumerate().map(|(j, step)| {
        let own = searched
            .ends(|_, opponent| (opponent.other.step(j, Stance::Riichi).map(OpponentStep::of), opponent.now));
        let risks = if j == 0 { searched.coming_risks(table) } else { searched.later_risks(j) };
        met(step, j, table.riichi(), [searched.before_riichi_ends(j), own], [risks, searched.thrown(j)])
    });
    Chance { steps: steps.collect(), coming_riichi, ..chance }
}

/// A rate and a sum as a rate and a mean.
fn mean([rate, sum]: [f64; 2]) -> End {
    End { rate, value: if rate > 0.0 { sum / rate } else { 0.0 } }
}

/// The chance model after an own discard, `tiles_left` being left in the wall then.
pub(super) fn after_discard(situation: &Situation, options: &Options, utility: &RoundUtility) -> Chance {
    let (left, players) = (situation.tiles_left(), situation.rules().players.count());
    let made = situation.turn().number();
    chance(
        situation,
        options,
        utility,
        &Rest { draws: left / players, last: left % players, made, dearer: 1.0 },
    )
}

/// What an own kan's indicator adds to the points of the others' wins: it shows 4 of 136 tiles to each of 14, 0.41 han, and a
/// han more costs about 1.6 times as much.
const KAN_DORA: f64 = 1.25;

/// A step of an average game, whose ends are points, when the others' hands cost so many times as much.
fn costing(mut step: ChanceStep, dearer: f64) -> ChanceStep {
    let times = |end: End| End { value: dearer * end.value, ..end };
    for standing in [&mut step.closed, &mut step.open, &mut step.riichi] {
        let Ends { tsumo, rest, deal_in } = standing.ends;
        standing.ends = Ends { tsumo: times(tsumo), rest: times(rest), deal_in: times(deal_in) };
    }
    step
}

/// After an own kan: its replacement draw, then the discard. The live wall is one tile shorter.
pub(super) fn after_kan(situation: &Situation, options: &Options, utility: &RoundUtility) -> Chance {
    replaced(situation, options, utility, KAN_DORA)
}

/// The same after a north set aside, which turns no indicator.
pub(super) fn after_kita(situation: &Situation, options: &Options, utility: &RoundUtility) -> Chance {
    replaced(situation, options, utility, 1.0)
}

fn replaced(situation: &Situation, options: &Options, utility: &RoundUtility, dearer: f64) -> Chance {
    let (left, players) = (situation.tiles_left() - 1, situation.rules().players.count());
    let made = situation.turn().number();
    let rest = Rest { draws: left / players, last: left % players, made, dearer };
    let mut chance = chance(situation, options, utility, &rest);
    chance.draws += 1;
    chance.steps.insert(0, ChanceStep::ALONE);
    if let Some(coming_riichi) = &mut chance.coming_riichi {
        coming_riichi.comes.insert(0, 0.0);
        coming_riichi.steps.insert(0, ChanceStep::ALONE);
        coming_riichi.declarers.iter_mut().for_each(|declarer| declarer.risks.insert(0, Risks::NONE));
    }
    chance
}

/// While others are to discard: `players` of them before the own draw.
pub(super) fn before_draw(
    position: &Position,
    situation: &Situation,
    options: &Options,
    utility: &RoundUtility,
) -> (Chance, usize) {
    let count = situation.rules().players.count();
    let players = match position {
        Position::Waiting { offered: Some(offered), .. } => situation.before_own_draw(offered),
        _ => count - 1,
    };
    // the others draw first
    let left = situation.tiles_left();
    let (draws, tail) = match left.checked_sub(players + 1) {
        Some(after) => (1 + after / count, after % count),
        // no own draw is left; what the others still discard is left out
        None => (0, 0),
    };
    let made = situation.turn().number() - 1;
    // all of them are a whole step
    let offers = if players + 1 == count { 3 } else { players };
    (chance(situation, options, utility, &Rest { draws, last: tail, made, dearer: 1.0 }), offers)
}

/// A search has three others, who discard one after the other. Of three players the first of them never does.
const EMPTY: [usize; 2] = [1, 0];

/// A step whose others are those that play, the next of them first.
fn seated(mut step: ChanceStep, players: Players) -> ChanceStep {
    if players == Players::Three {
        let shifted = |Offers([next, last, _]): Offers| Offers([[0.0; 34], next, last]);
        step.calls = shifted(step.calls);
        for standing in [&mut step.closed, &mut step.open, &mut step.riichi] {
            standing.ron = shifted(standing.ron);
        }
    }
    step
}

/// The rest of a round.
struct Rest {
    /// Own draws left.
    draws: usize,
    /// Others who draw after the last of them.
    last: usize,
    /// Own discards made.
    made: usize,
    /// The others' hands cost so many times as much.
    dearer: f64,
}

fn chance(situation: &Situation, options: &Options, utility: &RoundUtility, rest: &Rest) -> Chance {
    let Rest { draws, last, made, dearer } = *rest;
    let players = situation.rules().players;
    let dealer = situation.seat_wind() == Wind::East;
    let steps = (0..=draws).map(|j| match (options.others, j == draws) {
        (false, _) => ChanceStep::ALONE,
        (true, false) => costing(seated(habits::step(players, made + j, dealer), players), dearer),
        (true, true) => costing(seated(habits::last_step(players, last, dealer), players), dearer),
    });
    let tail = if last > 0 { last + EMPTY[players as usize] } else { 0 };
    let chance = Chance { draws, tail, steps: steps.collect(), coming_riichi: None };
    match situation.opponents().filter(|_| options.others && options.danger) {
        Some(table) => at_the_table(table, chance, utility, dearer),
        None => chance,
    }
}

/// What a discard now risks at this table; `chance` is one of it.
pub(super) fn risk(chance: &Chance, tile: Tile) -> End {
    chance.steps.first().map_or(End::NEVER, |step| step.risks.of(tile))
}

/// The same with the others of an average game, own deal-ins included, but for the coming discard.
pub(super) fn on_average(situation: &Situation, chance: Chance) -> Chance {
    if chance.steps.iter().all(|step| step.risks.is_none()) {
        return chance;
    }
    let Chance { draws, tail, steps, coming_riichi: _ } = chance;
    let players = situation.rules().players;
    let last = tail.saturating_sub(EMPTY[players as usize]);
    let made = situation.turn().number();
    let dealer = situation.seat_wind() == Wind::East;
    let steps = steps.into_iter().enumerate().map(|(j, step)| {
        let average = if j == draws {
            habits::last_step(players, last, dealer)
        } else {
            habits::step(players, made + j, dealer)
        };
        ChanceStep { risks: step.risks, thrown: step.thrown, ..seated(average, players) }
    });
    Chance { draws, tail, steps: steps.collect(), coming_riichi: None }
}
