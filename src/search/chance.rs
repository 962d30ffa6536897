//! What the player does not decide: draws, other players' discards, and their wins.

use crate::search::SearchError;
use crate::tile::{Kind, Tile};

/// The chance model of a search.
///
/// A step is the time between two own discards: the others discard in turn, right, across, left;
/// then the player draws, unless a call has taken the place of the draw.
///
/// Own draws are without replacement from the tiles that the player cannot see: after `j` steps a
/// kind with `c` unseen copies comes with probability `c / (N - j)`, where `N` is the number of
/// unseen tiles at the root (less one for each own kan, whose replacement tile is gone too). Copies
/// that were drawn and kept are not unseen any more; what was drawn and thrown away at once lowers
/// only `N`. The draws that the player would keep are therefore exact; a tile that was thrown away
/// and is wanted later is counted as if it were still unseen. Should the tiles that the player wants
/// thereby be more than `N - j`, the next draw is certainly one of them, and those with the least to
/// gain are dropped.
///
/// One discard of another player is a kind with `c` unseen copies with probability `r c / (N - j)`:
/// `r` is 1 if they discard blindly.
#[derive(Clone, PartialEq, Debug)]
pub struct Chance {
    /// Own draws left, a call counted as one.
    pub draws: usize,
    /// How many of the others discard after the last own discard, 0..=3; with 0 the last own draw is
    /// the last tile of the wall.
    pub tail: usize,
    /// Entry `j`: the others after `j` draws; `draws + 1` of them.
    pub steps: Vec<ChanceStep>,
    /// A riichi of another player that is still to come. Without it the steps are all there is.
    pub coming_riichi: Option<ComingRiichi>,
}

/// A riichi of another player that is still to come: the player sees it and decides anew.
#[derive(Clone, PartialEq, Debug)]
pub struct ComingRiichi {
    /// Entry `j`: the probability that it comes in step `j` before the own draw, if it has not come before;
    /// `draws` of them.
    pub comes: Vec<f64>,
    /// The others from that draw on, as [`Chance::steps`].
    pub steps: Vec<ChanceStep>,
    /// Who has declared it. Who plays on does not know that beforehand; who folds then knows whose tiles are safe.
    pub declarers: Vec<Declarer>,
}

/// One of those who can declare a riichi to come.
#[derive(Clone, PartialEq, Debug)]
pub struct Declarer {
    /// The probability that it is this one.
    pub share: f64,
    /// Entry `j`: what the discard risks then with which step `j` begins.
    pub risks: Vec<Risks>,
}

/// The others between two own discards.
#[derive(Clone, PartialEq, Debug)]
pub struct ChanceStep {
    /// Discards that the hand can call and not win with.
    pub calls: Offers,
    /// Against a closed hand without riichi.
    pub closed: HandChance,
    /// Against an open hand.
    pub open: HandChance,
    /// Against an own riichi.
    pub riichi: HandChance,
    /// What the discard risks with which the step begins.
    pub risks: Risks,
    /// The same in riichi, where the tile that is drawn goes.
    pub thrown: Risks,
}

/// By tile what a discard risks: the probability that it deals in, and what that pays on average.
#[derive(Clone, PartialEq, Debug)]
pub struct Risks([End; Tile::COUNT]);

impl Risks {
    /// No discard deals in.
    pub const NONE: Risks = Risks([End::NEVER; Tile::COUNT]);

    /// By a function of the tile.
    pub fn from_fn(risk: impl Fn(Tile) -> End) -> Risks {
        Risks(std::array::from_fn(|i| Tile::new(i).map_or(End::NEVER, &risk)))
    }

    /// What a discard of this tile risks.
    pub const fn of(&self, tile: Tile) -> End {
        self.0[tile.index()]
    }

    /// Whether no discard deals in.
    pub fn is_none(&self) -> bool {
        self.0.iter().all(|end| end.rate == 0.0)
    }
}

/// How the others meet a player's hand.
#[derive(Clone, PartialEq, Debug)]
pub struct HandChance {
    /// Discards that the hand wins with.
    pub ron: Offers,
    /// That the round ends otherwise.
    pub ends: Ends,
}

/// How the others end the round in a step; no more than one of these happens.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ends {
    /// One of them wins by tsumo.
    pub tsumo: End,
    /// One of them wins from another, or the round is broken off.
    pub rest: End,
    /// The player deals in, where that does not depend on the discard.
    pub deal_in: End,
}

/// One way in which the round ends in a step.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct End {
    /// Probability.
    pub rate: f64,
    /// What it pays the player on average, in the payoffs' unit; an own riichi stick is not part of it.
    pub value: f64,
}

/// How often the others discard a kind, relative to blind discards: by player (right, across, left)
/// and kind.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Offers(pub [[f64; 34]; 3]);

/// How often somebody discards a kind, relative to blind discards.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rates {
    /// Winds and dragons.
    pub honour: f64,
    /// By number: entry 0 is for 1 and 9, entry 1 for 2 and 8, and so on to the five.
    pub number: [f64; 5],
}

impl Rates {
    /// Blind discards.
    pub const BLIND: Rates = Rates { honour: 1.0, number: [1.0; 5] };

    /// The rate of one kind.
    pub const fn of(&self, kind: Kind) -> f64 {
        if kind.is_honour() {
            return self.honour;
        }
        let n = kind.number();
        self.number[if n <= 5 { n - 1 } else { 9 - n }]
    }
}

impl Offers {
    /// Nobody ever discards what the player can use.
    pub const NEVER: Offers = Offers([[0.0; 34]; 3]);

    /// So many times as often.
    pub fn times(self, factor: f64) -> Offers {
        Offers(self.0.map(|player| player.map(|rate| factor * rate)))
    }

    /// All three alike.
    pub fn even(rates: &Rates) -> Offers {
        Offers([std::array::from_fn(|i| rates.of(Kind::ALL[i])); 3])
    }
}

impl End {
    /// The others never win.
    pub const NEVER: End = End { rate: 0.0, value: 0.0 };
}

impl Ends {
    /// The others never win.
    pub const NEVER: Ends = Ends { tsumo: End::NEVER, rest: End::NEVER, deal_in: End::NEVER };

    /// All of them.
    pub const fn all(&self) -> [End; 3] {
        [self.tsumo, self.rest, self.deal_in]
    }

    /// That any of them happens, and what that pays on average.
    pub fn any(&self) -> End {
        let rate: f64 = self.all().iter().map(|end| end.rate).sum();
        let value: f64 = self.all().iter().map(|end| end.rate * end.value).sum();
        End { rate, value: if rate > 0.0 { value / rate } else { 0.0 } }
    }
}

impl HandChance {
    /// No ron and no wins of others.
    pub const ALONE: HandChance = HandChance { ron: Offers::NEVER, ends: Ends::NEVER };
}

impl ChanceStep {
    /// The pure single-player game: nobody offers or ends anything.
    pub const ALONE: ChanceStep = ChanceStep {
        calls: Offers::NEVER,
        closed: HandChance::ALONE,
        open: HandChance::ALONE,
        riichi: HandChance::ALONE,
        risks: Risks::NONE,
        thrown: Risks::NONE,
    };
}

impl Chance {
    /// The same in every step.
    pub fn even(draws: usize, tail: usize, step: ChanceStep) -> Chance {
        Chance { draws, tail, steps: vec![step; draws + 1], coming_riichi: None }
    }
}

/// The chance model before a coming riichi and after it.
pub(crate) struct Course<'a> {
    pub(crate) before_riichi: Odds<'a>,
    /// By step the probability that the riichi comes, and what is after it.
    pub(crate) after_riichi: Option<(&'a [f64], Odds<'a>)>,
}

/// The chance model over a number of unseen tiles, more than will be drawn: before a coming riichi, or after it.
pub(crate) struct Odds<'a> {
    pub(crate) steps: &'a [ChanceStep],
    /// After a coming riichi: whose it is.
    pub(crate) declarers: &'a [Declarer],
    pub(crate) tail: usize,
    draws: usize,
    unseen: usize,
}

impl<'a> Course<'a> {
    /// `kans`: the most replacement tiles that a searched hand takes.
    pub(crate) fn new(chance: &'a Chance, unseen: usize, kans: usize) -> Result<Course<'a>, SearchError> {
        let Chance { draws, tail, ref steps, ref coming_riichi } = *chance;
        if unseen <= draws + kans {
            return Err(SearchError::WallTooShort { unseen, draws: draws + kans });
        }
        let fits = |steps: usize| match tail <= 3 && steps == draws + 1 {
            true => Ok(()),
            false => Err(SearchError::Steps { draws, steps, tail }),
        };
        fits(steps.len())?;
        let odds = |steps, declarers| Odds { steps, declarers, tail, draws, unseen };
        let after_riichi = coming_riichi.as_ref().map(|ComingRiichi { comes, steps, declarers }| {
            fits(steps.len())?;
            // after the last draw none comes
            fits(comes.len() + 1)?;
            declarers.iter().try_for_each(|declarer| fits(declarer.risks.len()))?;
            Ok((&comes[..], odds(&steps[..], &declarers[..])))
        });
        Ok(Course { before_riichi: odds(steps, &[]), after_riichi: after_riichi.transpose()? })
    }
}

impl Odds<'_> {
    pub(crate) fn draws(&self) -> usize {
        self.draws
    }

    /// Whether the draw after `j` steps is the last tile of the wall.
    pub(crate) fn is_haitei(&self, j: usize) -> bool {
        self.tail == 0 && j + 1 == self.draws
    }

    /// Denominator of the probabilities after `j` steps and `kans` replacement tiles.
    pub(crate) fn tiles_left(&self, j: usize, kans: usize) -> f64 {
        (self.unseen - j - kans) as f64
    }
}
