//! Where hand and table meet: what each action is worth in a situation.

mod habits;
mod situation;

pub use situation::{Place, RawSituation, Situation, SituationError, Turn};

use crate::hand::DrawnHand;
use crate::rules::RiichiPoints;
use crate::score::{Indicators, Pot, Table, Win, score};
use crate::search::{
    self, Chance, End, Mix, Move, Offers, Play, Points, Progress, Rates, Root, SearchError, Standing, Step,
};
use crate::shape::{self, Shanten, Ukeire};
use crate::tile::{Kind, KindSet, Tile};

/// What a player can do with a drawn hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Discard a tile, declaring riichi or not.
    Discard {
        /// The tile.
        tile: Tile,
        /// Whether riichi is declared with it.
        riichi: bool,
    },
    /// Win with the tile drawn.
    Tsumo,
}

/// An action and what it is worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// What to do.
    pub action: Action,
    /// Shanten after it.
    pub shanten: Shanten,
    /// Tiles that lower shanten after it.
    pub ukeire: Ukeire,
    /// What follows when the best is done from then on.
    pub play: Play,
}

/// Every action with its worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// Best first, by value in points.
    pub candidates: Vec<Candidate>,
    /// Shanten of the drawn hand.
    pub shanten: Shanten,
    /// Number of tiles that the player cannot see.
    pub unseen: usize,
    /// Own draws left after this discard.
    pub draws_left: usize,
    /// Hands in the graph.
    pub hands: usize,
    /// Exchange number n.
    pub exchanges: usize,
    /// Whether n is more than the shanten number.
    pub complete: bool,
}

/// Values every action with `hand`, the tile `drawn` being its last.
///
/// Points are the expected change of the player's score in this round: wins with honba and sticks,
/// noten payments at an exhaustive draw, and the own riichi stick where it is lost.
///
/// ```
/// use nanikiru::analyze::{Action, RawSituation, Situation, analyze};
/// use nanikiru::hand::DrawnHand;
/// use nanikiru::tile::{Kind, Suit, Tile};
///
/// let hand: DrawnHand = "123m406p789s11222z".parse().unwrap();
/// let drawn = Kind::of(Suit::Honour, 2).map(Tile::plain);
/// let situation = Situation::new(&hand, RawSituation { turn: 17, ..Default::default() }).unwrap();
/// let report = analyze(&hand, drawn, &situation, &Default::default(), &Default::default()).unwrap();
/// assert!(report.shanten.is_complete());
/// let best = &report.candidates[0];
/// // menzen tsumo and a red five, 2 han 40 fu: 1,300 from each
/// assert_eq!((best.action, best.play.value), (Action::Tsumo, 3_900.0));
/// ```
pub fn analyze(
    hand: &DrawnHand,
    drawn: Option<Tile>,
    situation: &Situation,
    options: &search::Options,
    progress: &Progress,
) -> Result<Report, SearchError> {
    let points = points(situation);
    let unseen = situation.unseen();
    let standing = |rates: &Rates| Standing { ron: Offers::even(rates), ends: End::NEVER };
    let step = Step {
        calls: Offers::even(&Rates::BLIND),
        closed: standing(&habits::DISCARDS_DAMA),
        open: standing(&habits::DISCARDS_OPEN),
        riichi: standing(&habits::DISCARDS_RIICHI),
    };
    let chance = Chance::even(situation.turn().draws_left(), 0, step);
    let root = Root::Drawn { hand, forbidden: KindSet::EMPTY };
    let outcome = search::search(root, unseen, &chance, &points, options, progress)?;
    let shapes = shape::discards(hand, unseen);
    let mut candidates: Vec<Candidate> = outcome
        .rows
        .into_iter()
        .filter_map(|row| match row.action {
            Move::Discard { tile, riichi } => Some((tile, riichi, row)),
            Move::Wait => None,
        })
        .map(|(tile, riichi, row)| {
            let shape = shapes.iter().find(|shape| shape.tile == tile);
            let shape = shape.expect("shape and search list the same discards");
            Candidate {
                action: Action::Discard { tile, riichi },
                shanten: shape.shanten,
                ukeire: shape.ukeire,
                play: row.play,
            }
        })
        .collect();
    if let Some(play) = drawn.and_then(|tile| tsumo(hand, tile, &points, chance.draws)) {
        let ukeire = Ukeire { kinds: KindSet::EMPTY, tiles: 0, dead: KindSet::EMPTY };
        let win = Candidate { action: Action::Tsumo, shanten: Shanten::COMPLETE, ukeire, play };
        candidates.push(win);
        candidates.sort_by(|a, b| b.play.value.total_cmp(&a.play.value));
    }
    Ok(Report {
        candidates,
        shanten: shape::shanten(hand),
        unseen: unseen.total(),
        draws_left: chance.draws,
        hands: outcome.hands,
        exchanges: outcome.exchanges,
        complete: outcome.complete,
    })
}

fn points(situation: &Situation) -> Points {
    let kinds: Vec<Kind> = situation.dora_indicators().iter().map(|tile| tile.kind()).collect();
    let own = situation.scores().map(|scores| scores[situation.seat_wind().index()]);
    Points {
        rules: situation.rules().clone(),
        table: Table {
            round: situation.round_wind(),
            seat: situation.seat_wind(),
            dora: Indicators::new(&kinds)
                .expect("a situation has at most five indicators and four of a kind"),
        },
        pot: Pot { honba: situation.honba() as u16, sticks: situation.riichi_sticks() as u16 },
        riichi: match situation.rules().riichi_points {
            RiichiPoints::Needed => own.is_none_or(|own| own >= 1_000),
            RiichiPoints::NotNeeded => true,
        },
        others: habits::OTHERS_TENPAI,
        kans: 0,
    }
}

/// Winning at once, if the tile completes the hand and there is a yaku.
fn tsumo(hand: &DrawnHand, tile: Tile, points: &Points, draws: usize) -> Option<Play> {
    let waiting = hand.discard(tile)?;
    let score = score(&waiting, tile, &Win::TSUMO, &points.table, &points.rules).ok()?;
    let line = points.without_ura(&score, true);
    let value = line.values[0];
    Some(Play::won(value, Mix::of(value, score.yaku, line.han, &line.more), draws))
}
