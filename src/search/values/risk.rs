//! What discards risk, as the search needs it.
//!
//! A discard `b` passes with probability `k(b)`, else it deals in and costs its loss. From a 14-tile hand
//! `c` to the 13-tile hand `q` that the discard leaves, `k(b)` is the product of `k` over the concealed
//! tiles of `c` divided by the same product over `q`. Values are therefore compared as
//! `(A(q) + L) / product(q)`, with `L` the mean loss: which of the hands that `c` can become is best does
//! not depend on `c` then, and the graph need not know which tile is discarded where. A loss other than
//! the mean one is counted in `k` as if it were a probability; that decides about the play alone. What
//! the play leads to is counted with the rates and losses themselves.

use crate::search::chance::{Odds, Risks};
use crate::search::float::Float;
use crate::search::payoff::Criterion;
use crate::search::set::melds::NORTH;
use crate::search::set::origin::{RED, count, local_of, tile_of};
use crate::search::set::suit::{CallKind, CalledTile};
use crate::search::set::{SearchSet, part};
use crate::tile::{Suit, Tile};

/// Tiles by suit and local.
const CODES: usize = 40;

/// The loss that a loss of the mean is compared at: a fifth of it stands for what a hand is worth.
const HAND: f64 = 0.2;

/// The least probability of passing that comparisons count with.
const LEAST_PASS: f64 = 0.02;

/// The tiles of a hand together: that all would pass, and what they cost in the mean.
#[derive(Clone, Copy)]
pub(crate) struct RiskFactor<R> {
    pass: R,
    cost: R,
}

/// A discard.
#[derive(Clone, Copy)]
pub(crate) struct DiscardRisk<R> {
    /// Probability that it passes.
    pub(crate) pass: R,
    /// What it pays in the mean, with the probability that it deals in.
    pub(crate) cost: R,
}

/// What the discards risk with which a step begins.
pub(crate) struct StepRisk<R> {
    /// The mean loss.
    base: R,
    /// By tile: passing, as values are compared.
    compared: [R; CODES],
    /// By suit and part: one by the product of it.
    held: [Vec<R>; 4],
    /// Throwing away what has been drawn, as values are compared.
    pub(crate) thrown_compared: R,
    /// The tiles one by one.
    tiles: TileRisk<R>,
    /// By suit and part: the product and the sum of that.
    weighed: [Vec<RiskFactor<R>>; 4],
}

/// What each tile risks.
pub(crate) struct TileRisk<R> {
    /// By tile: passing, and the mean cost.
    tiles: [RiskFactor<R>; CODES],
    /// All unseen tiles of the root.
    unseen: TsumogiriRisk<R>,
}

/// Tiles that are thrown away when they are drawn.
#[derive(Clone, Copy)]
pub(crate) struct TsumogiriRisk<R> {
    tiles: R,
    /// Sums of passing and cost.
    pass: R,
    cost: R,
}

fn code(tile: Tile) -> usize {
    tile.kind().suit().index() * 10 + local_of(tile)
}

impl<R: Float> RiskFactor<R> {
    const NONE: RiskFactor<R> = RiskFactor { pass: R::ONE, cost: R::ZERO };

    fn plus(self, other: RiskFactor<R>) -> RiskFactor<R> {
        RiskFactor { pass: self.pass * other.pass, cost: self.cost + other.cost }
    }

    fn minus(self, other: RiskFactor<R>) -> RiskFactor<R> {
        RiskFactor { pass: self.pass / other.pass, cost: self.cost - other.cost }
    }

    /// The discard that leaves these tiles.
    pub(crate) fn leaving(self, left: RiskFactor<R>) -> DiscardRisk<R> {
        let one = self.minus(left);
        // a product divided by itself is one but for rounding
        let pass = if one.pass > R::ONE { R::ONE } else { one.pass };
        DiscardRisk { pass, cost: one.cost }
    }
}

impl<R: Float> DiscardRisk<R> {
    /// It passes.
    pub(crate) const SAFE: DiscardRisk<R> = DiscardRisk { pass: R::ONE, cost: R::ZERO };

    /// The probability that it deals in.
    pub(crate) fn rate(&self) -> R {
        R::ONE - self.pass
    }
}

impl<R: Float> StepRisk<R> {
    /// Of every step; `None` where nothing is risked.
    pub(crate) fn of_steps(
        exchanges: &SearchSet,
        odds: &Odds<'_>,
        criterion: Criterion,
    ) -> Vec<Option<StepRisk<R>>> {
        let steps = odds.steps.iter();
        steps.map(|step| StepRisk::new(exchanges, &step.risks, criterion)).collect()
    }

    fn new(exchanges: &SearchSet, risks: &Risks, criterion: Criterion) -> Option<StepRisk<R>> {
        if risks.is_none() {
            return None;
        }
        let loss = |value: f64| if criterion == Criterion::Value { -value } else { 0.0 };
        let tiles = || (0..Tile::COUNT).filter_map(Tile::new).map(|tile| (tile, risks.of(tile)));
        let unseen = |tile: Tile| unseen(exchanges, tile);
        let (mut all, mut rates, mut losses) = (0.0, 0.0, 0.0);
        for (tile, end) in tiles() {
            let weight = unseen(tile);
            all += weight;
            rates += weight * end.rate;
            losses += weight * end.rate * loss(end.value);
        }
        let base = if rates > 0.0 { losses / rates } else { 0.0 };
        let compared = |rate: f64, value: f64| {
            let relative = if base > 0.0 { (loss(value) + HAND * base) / ((1.0 + HAND) * base) } else { 1.0 };
            (1.0 - rate * relative).larger(LEAST_PASS)
        };
        let mut risk = StepRisk {
            base: R::of(base),
            compared: [R::ONE; CODES],
            held: Default::default(),
            thrown_compared: R::ONE,
            tiles: TileRisk::of_all(exchanges, risks),
            weighed: Default::default(),
        };
        let mut thrown = 0.0;
        for (tile, end) in tiles() {
            let passes = compared(end.rate, end.value);
            risk.compared[code(tile)] = R::of(passes);
            thrown += unseen(tile) * passes;
        }
        if all > 0.0 {
            risk.thrown_compared = R::of(thrown / all);
        }
        for (s, suit) in Suit::ALL.into_iter().enumerate() {
            for part in &exchanges.suits[s].parts {
                let (mut held, mut weighed) = (R::ONE, RiskFactor::NONE);
                let mut add = |local: usize, copies: u8| {
                    for _ in 0..copies {
                        held = held / risk.compared[s * 10 + local];
                        weighed = weighed.plus(risk.tiles.tiles[s * 10 + local]);
                    }
                };
                let red = u8::from(part.packed & RED != 0);
                for i in 0..suit.size() {
                    add(i, count(part.packed, i) - if i == 4 { red } else { 0 });
                }
                if red > 0 && tile_of(suit, 9).is_some() {
                    add(9, red);
                }
                // a north leaves the hand without a discard: as if it were held still
                add(NORTH, exchanges.suits[s].melds[usize::from(part.melds)].set.kita);
                risk.held[s].push(held);
                risk.weighed[s].push(weighed);
            }
        }
        Some(risk)
    }

    /// The tiles that a hand holds, as values are compared.
    pub(crate) fn held(&self, key: u64) -> R {
        (0..4).fold(R::ONE, |product, s| product * self.held[s][usize::from(part(key, s))])
    }

    /// What a hand is worth, as hands that can come of the same 14 tiles are compared.
    pub(crate) fn normalised(&self, value: R, key: u64) -> R {
        (value + self.base) * self.held(key)
    }

    /// The same of a win with this tile, drawn to a hand.
    pub(crate) fn normalised_win(&self, value: R, key: u64, tile: Tile) -> R {
        self.normalised(value, key) / self.compared[code(tile)]
    }

    /// The same of a hand that a kan has just made: the tiles of the kan were held before it.
    pub(crate) fn normalised_kan(&self, value: R, key: u64, kan: Option<(Tile, u32)>) -> R {
        let normalised = self.normalised(value, key);
        kan.map_or(normalised, |(tile, copies)| {
            (0..copies).fold(normalised, |normalised, _| normalised / self.compared[code(tile)])
        })
    }

    /// What something is worth to a hand that was compared.
    pub(crate) fn denormalised(&self, normalised: R, key: u64) -> R {
        normalised / self.held(key) - self.base
    }

    /// What a call leads to is worth to the hand that makes it, which holds so much.
    pub(crate) fn denormalised_call(&self, normalised: R, held: R, called: CalledTile) -> R {
        let [first, second] = own_codes(called).map(|code| self.compared[code]);
        normalised / (held * first * second) - self.base
    }

    /// Passing with a tile drawn, as values are compared.
    pub(crate) fn compared(&self, code: u8) -> R {
        self.compared[usize::from(code)]
    }

    /// The same by the tile.
    pub(crate) fn compared_tile(&self, tile: Tile) -> R {
        self.compared[code(tile)]
    }

    /// The tiles of a hand.
    pub(crate) fn weighed(&self, key: u64) -> RiskFactor<R> {
        (0..4).fold(RiskFactor::NONE, |sum, s| sum.plus(self.weighed[s][usize::from(part(key, s))]))
    }

    /// With one tile drawn, by its code.
    pub(crate) fn with_drawn(&self, held: RiskFactor<R>, code: u8) -> RiskFactor<R> {
        held.plus(self.tiles.tiles[usize::from(code)])
    }

    /// Without those that a call takes out of the hand.
    pub(crate) fn without_called(&self, held: RiskFactor<R>, called: CalledTile) -> RiskFactor<R> {
        let own = own_codes(called).map(|code| self.tiles.tiles[code]);
        own.into_iter().fold(held, RiskFactor::minus)
    }

    /// The discard that leaves a hand of what was held.
    pub(crate) fn discarded(&self, before: RiskFactor<R>, left: u64) -> DiscardRisk<R> {
        before.leaving(self.weighed(left))
    }

    /// The tiles one by one.
    pub(crate) fn tiles(&self) -> &TileRisk<R> {
        &self.tiles
    }
}

impl<R: Float> TileRisk<R> {
    /// In riichi, by step; `None` where nothing is risked.
    pub(crate) fn in_riichi(exchanges: &SearchSet, odds: &Odds<'_>) -> Vec<Option<TileRisk<R>>> {
        let risks = odds.steps.iter().map(|step| &step.thrown);
        risks.map(|risks| (!risks.is_none()).then(|| TileRisk::of_all(exchanges, risks))).collect()
    }

    fn of_all(exchanges: &SearchSet, risks: &Risks) -> TileRisk<R> {
        let mut risk = TileRisk { tiles: [RiskFactor::NONE; CODES], unseen: TsumogiriRisk::none() };
        let (mut all, mut pass, mut cost) = (0.0, 0.0, 0.0);
        for tile in (0..Tile::COUNT).filter_map(Tile::new) {
            let (end, copies) = (risks.of(tile), unseen(exchanges, tile));
            risk.tiles[code(tile)] =
                RiskFactor { pass: R::of(1.0 - end.rate), cost: R::of(end.rate * end.value) };
            all += copies;
            pass += copies * (1.0 - end.rate);
            cost += copies * end.rate * end.value;
        }
        risk.unseen = TsumogiriRisk { tiles: R::of(all), pass: R::of(pass), cost: R::of(cost) };
        risk
    }

    /// All tiles that can be drawn.
    pub(crate) fn unseen(&self) -> TsumogiriRisk<R> {
        self.unseen
    }

    /// The others, when so many of a tile, by its code, are not thrown away.
    pub(crate) fn keeping(&self, thrown: TsumogiriRisk<R>, code: u8, copies: R) -> TsumogiriRisk<R> {
        let RiskFactor { pass, cost } = self.tiles[usize::from(code)];
        TsumogiriRisk {
            tiles: thrown.tiles - copies,
            pass: thrown.pass - copies * pass,
            cost: thrown.cost - copies * cost,
        }
    }

    /// A discard by its tile.
    pub(crate) fn of(&self, tile: Tile) -> DiscardRisk<R> {
        let RiskFactor { pass, cost } = self.tiles[code(tile)];
        DiscardRisk { pass, cost }
    }
}

/// Unseen copies of a tile at the root: what can be drawn.
fn unseen(exchanges: &SearchSet, tile: Tile) -> f64 {
    let root = &exchanges.suits[tile.kind().suit().index()].root;
    let (position, red) = (tile.kind().number() - 1, root.red == crate::search::set::origin::RedFive::Unseen);
    match (tile.is_red(), tile.kind().is_five()) {
        (true, _) => f64::from(u8::from(red)),
        (false, true) => f64::from(root.unseen[position] - u8::from(red)),
        (false, false) => f64::from(root.unseen[position]),
    }
}

impl<R: Float> TsumogiriRisk<R> {
    fn none() -> TsumogiriRisk<R> {
        TsumogiriRisk { tiles: R::ZERO, pass: R::ZERO, cost: R::ZERO }
    }

    /// One of them, whichever it is.
    pub(crate) fn one(&self) -> DiscardRisk<R> {
        // what is thrown away was unseen at the root, but for rounding
        if self.tiles > R::of(0.5) {
            let pass = self.pass / self.tiles;
            let cost = self.cost / self.tiles;
            DiscardRisk { pass: if pass > R::ONE { R::ONE } else { pass }, cost }
        } else {
            DiscardRisk::SAFE
        }
    }
}

/// The code of no tile: those of honours end before.
const NO_TILE: usize = CODES - 1;

/// The codes of the tiles of the hand that a chi or pon takes, plain fives where there are both; of no tile for a kan, which
/// no discard follows.
fn own_codes(CalledTile { tile, claim }: CalledTile) -> [usize; 2] {
    let kind = tile.kind();
    let (suit, position) = (10 * kind.suit().index(), kind.number() - 1);
    match claim {
        CallKind::Pon => [suit + position; 2],
        CallKind::Kan => [NO_TILE; 2],
        CallKind::Chi { low } => {
            let (low, high) = (usize::from(low), usize::from(low) + 2);
            let first = if low == position { low + 1 } else { low };
            let second = if high == position { high - 1 } else { high };
            [suit + first, suit + second]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(tile: &str, claim: CallKind) -> [usize; 2] {
        own_codes(CalledTile { tile: tile.parse().unwrap(), claim })
    }

    #[test]
    fn a_call_takes_the_other_tiles_of_its_group() {
        assert_eq!(taken("3p", CallKind::Chi { low: 2 }), [13, 14]);
        assert_eq!(taken("4p", CallKind::Chi { low: 2 }), [12, 14]);
        assert_eq!(taken("0p", CallKind::Chi { low: 2 }), [12, 13]);
        assert_eq!(taken("0s", CallKind::Pon), [24, 24]);
        assert_eq!(taken("7z", CallKind::Pon), [36, 36]);
        assert_eq!(taken("7z", CallKind::Kan), [NO_TILE; 2]);
    }

    #[test]
    fn no_tile_has_the_code_of_none() {
        assert!((0..Tile::COUNT).filter_map(Tile::new).all(|tile| code(tile) != NO_TILE));
    }
}
