//! The figures that a value goes by, beside what the search and the net of all recorded discards say: each with its name and with
//! what it counts as among reasons.

use super::facts::{Act, Facts, Reason};
use super::opponents::TableThreat;
use crate::dense::is;

/// A number that is known of an action.
#[derive(Debug)]
pub struct Figure {
    /// What it is.
    pub name: &'static str,
    /// What it counts as among reasons.
    pub reason: Reason,
    of: fn(&Facts) -> f64,
}

impl Figure {
    /// Of an action.
    pub fn of(&self, facts: &Facts) -> f64 {
        (self.of)(facts)
    }
}

const fn figure(name: &'static str, reason: Reason, of: fn(&Facts) -> f64) -> Figure {
    Figure { name, reason, of }
}

/// A call: the share of its plays that go on.
fn calls(facts: &Facts) -> f64 {
    is(facts.case.act == Act::Call) * (1.0 - facts.folds)
}

/// Passing; and of a call the share of plays that fold, for the others win no less then than if nobody had called.
fn passes(facts: &Facts) -> f64 {
    is(facts.case.act == Act::Pass) + is(facts.case.act == Act::Call) * facts.folds
}

fn acts(facts: &Facts, act: Act) -> f64 {
    is(facts.case.act == act)
}

/// Shanten before the action; 5 and more are one.
fn far(facts: &Facts, shanten: i32) -> f64 {
    is(facts.case.shanten.clamp(0, 5) == shanten)
}

fn threat(facts: &Facts, threat: TableThreat) -> f64 {
    is(facts.case.threat == threat)
}

fn threatened(facts: &Facts) -> f64 {
    is(facts.case.threat != TableThreat::None)
}

/// Tiles left of the 70 in the live wall after a deal, less a half.
fn left(facts: &Facts) -> f64 {
    facts.case.tiles_left as f64 / 70.0 - 0.5
}

/// The logarithm of the win rate of the search, about 0 on average.
fn log_win(facts: &Facts) -> f64 {
    libm::log(facts.searched.win.rate / (1.0 - facts.risk.rate) + 0.01) + 2.3
}

fn nearer_to_pairs(facts: &Facts) -> f64 {
    is(facts.pairs < facts.groups && facts.shanten >= 2)
}

/// The figures of the rates: of the five ends, of being tenpai at a draw, and of having been tenpai.
pub const RATES: &[Figure] = {
    use Reason::*;
    use TableThreat::{MoreRiichi, OneRiichi};
    &[
        figure("1", Usual, |_| 1.0),
        figure("shanten 0", Shanten, |f| far(f, 0)),
        figure("shanten 1", Shanten, |f| far(f, 1)),
        figure("shanten 3", Shanten, |f| far(f, 3)),
        figure("shanten 4", Shanten, |f| far(f, 4)),
        figure("shanten 5 and more", Shanten, |f| far(f, 5)),
        figure("tenpai after it", Shanten, |f| is(f.shanten <= 0)),
        figure("4-shanten or more after it", Shanten, |f| is(f.shanten >= 4)),
        figure("tiles left / 70 - 1/2", TilesLeft, left),
        figure("its square", TilesLeft, |f| left(f) * left(f)),
        figure("shanten 0, by tiles left", TilesLeft, |f| far(f, 0) * left(f)),
        figure("shanten 1, by tiles left", TilesLeft, |f| far(f, 1) * left(f)),
        figure("shanten 3, by tiles left", TilesLeft, |f| far(f, 3) * left(f)),
        figure("shanten 4, by tiles left", TilesLeft, |f| far(f, 4) * left(f)),
        figure("one riichi", Threat, |f| threat(f, OneRiichi)),
        figure("more riichi", Threat, |f| threat(f, MoreRiichi)),
        figure("open threat", Threat, |f| threat(f, TableThreat::Open)),
        figure("one riichi, shanten 0", Threat, |f| threat(f, OneRiichi) * far(f, 0)),
        figure("one riichi, shanten 1", Threat, |f| threat(f, OneRiichi) * far(f, 1)),
        figure("one riichi, by tiles left", Threat, |f| threat(f, OneRiichi) * left(f)),
        figure("open before", Open, |f| is(f.case.open)),
        figure("open after it", Open, |f| is(f.open)),
        figure("shanten 0, closed", Open, |f| far(f, 0) * is(!f.case.open)),
        figure("open, farther from a yaku", Yaku, |f| is(f.open) * f64::from((f.yaku - f.shanten).min(3))),
        figure("riichi", Riichi, |f| acts(f, Act::Riichi)),
        figure("dama", Riichi, |f| acts(f, Act::Dama)),
        figure("riichi possible", Riichi, |f| is(f.riichi_share.is_some())),
        figure("who declares here, less a half", Riichi, |f| f.riichi_share.map_or(0.0, |share| share - 0.5)),
        figure("call", Call, calls),
        figure("call to tenpai", Call, |f| calls(f) * is(f.shanten <= 0)),
        figure("pass", Call, passes),
        figure("pass, one riichi", Call, |f| passes(f) * threat(f, OneRiichi)),
        figure("pass, shanten 1", Call, |f| passes(f) * far(f, 1)),
        figure("pass, shanten 2", Call, |f| passes(f) * far(f, 2)),
        figure("pass, shanten 3", Call, |f| passes(f) * far(f, 3)),
        figure("tile on offer", Call, |f| is(f.call_share.is_some())),
        figure("who calls here", Call, |f| f.call_share.unwrap_or(0.0)),
        figure("hanchan", Length, |f| is(f.hanchan)),
        figure("dealer", Dealer, |f| is(f.dealer)),
        figure("nearer to seven pairs", SevenPairs, nearer_to_pairs),
        figure("folding in quiet", Folding, |f| f.folds * (1.0 - threatened(f))),
        figure("folding under a threat", Folding, |f| f.folds * threatened(f)),
        figure("kan", Kan, |f| is(f.kan)),
        figure("estimated", Estimated, |f| is(f.estimated)),
        // too few to be seen among others: of 1,000 discards one leaves such a hand
        figure("nearest to thirteen orphans", Hand, |f| is(f.orphans)),
        figure("nearest to thirteen orphans, win rate", Hand, |f| is(f.orphans) * log_win(f)),
        figure("large", Depth, |f| is(f.large)),
        figure("large, far", Depth, |f| is(f.large && f.shanten >= 2)),
    ]
};

/// The figures of the payments.
pub const PAYS: &[Figure] = {
    use Reason::*;
    &[
        figure("1", Usual, |_| 1.0),
        figure("open after it", Open, |f| is(f.open)),
        figure("riichi", Riichi, |f| acts(f, Act::Riichi)),
        figure("dealer", Dealer, |f| is(f.dealer)),
        figure("dama", Riichi, |f| acts(f, Act::Dama)),
        figure("call", Call, calls),
        figure("tiles left / 70 - 1/2", TilesLeft, left),
        figure("hanchan", Length, |f| is(f.hanchan)),
        figure("estimated", Estimated, |f| is(f.estimated)),
        figure("nearer to seven pairs", SevenPairs, nearer_to_pairs),
        figure("a threat", Threat, threatened),
        figure("2-shanten or more after it", Shanten, |f| is(f.shanten >= 2)),
        figure("4-shanten or more after it", Shanten, |f| is(f.shanten >= 4)),
        figure("pass", Call, passes),
        // the search knows yakuman alone, and other wins are cheaper
        figure("nearest to thirteen orphans", Hand, |f| is(f.orphans)),
    ]
};

/// The figures of what three players change in the rates of the ends; the constant is the last.
pub const RATES_OF_THREE: &[Figure] = {
    use Reason::*;
    // so many are left after their deal
    fn left(facts: &Facts) -> f64 {
        facts.case.tiles_left as f64 / 55.0 - 0.5
    }
    &[
        figure("one riichi", Threat, |f| threat(f, TableThreat::OneRiichi)),
        figure("more riichi", Threat, |f| threat(f, TableThreat::MoreRiichi)),
        figure("open threat", Threat, |f| threat(f, TableThreat::Open)),
        figure("tiles left / 55 - 1/2", TilesLeft, left),
        figure("tiles left, under a threat", Threat, |f| left(f) * threatened(f)),
        figure("tenpai after it", Shanten, |f| is(f.shanten <= 0)),
        figure("1-shanten after it", Shanten, |f| is(f.shanten == 1)),
        figure("open after it", Open, |f| is(f.open)),
        figure("riichi", Riichi, |f| acts(f, Act::Riichi)),
        figure("pass", Call, passes),
        figure("call", Call, calls),
        figure("dealer", Dealer, |f| is(f.dealer)),
        figure("1", Usual, |_| 1.0),
    ]
};

/// The figures of what they change in the payments. Wins are dearer than searches and averages of four say: norths that are
/// drawn later are set aside, too.
pub const PAYS_OF_THREE: &[Figure] =
    &[figure("a threat", Reason::Threat, threatened), figure("1", Reason::Usual, |_| 1.0)];

#[cfg(test)]
mod tests {
    use super::super::facts::Case;
    use super::super::facts::tests::FACTS;
    use super::*;

    #[test]
    fn every_figure_has_a_name_of_its_own() {
        for figures in [RATES, PAYS, RATES_OF_THREE, PAYS_OF_THREE] {
            let mut names: Vec<&str> = figures.iter().map(|figure| figure.name).collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), figures.len());
        }
    }

    #[test]
    fn a_call_in_order_to_fold_counts_as_passing() {
        let call = Facts { case: Case { act: Act::Call, ..FACTS.case }, folds: 0.25, ..FACTS };
        assert_eq!((calls(&call), passes(&call)), (0.75, 0.25));
        assert_eq!((calls(&FACTS), passes(&FACTS)), (0.0, 0.0));
    }
}
