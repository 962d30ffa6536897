//! What is known of an action beside the figures of its search: what corrections of its figures go by.

use super::opponents::TableThreat;
use super::situation::Situation;
use crate::ends::ENDS;
use crate::hand::WaitingHand;
use crate::legal::{Action, Position};
use crate::search::{End, Parts};
use crate::shape::{Shanten, shanten_by_form};
use crate::tile::Tile;
use serde::Serialize;

/// Which kind of action it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    /// A discard, an own kan or a north set aside, where riichi is not possible with it.
    Silent,
    /// A discard with riichi.
    Riichi,
    /// The same discard without: dama.
    Dama,
    /// Leaving an offered tile.
    Pass,
    /// Calling it.
    Call,
}

impl Act {
    /// All of them.
    pub const ALL: [Act; 5] = [Act::Silent, Act::Riichi, Act::Dama, Act::Pass, Act::Call];
}

/// The situation of an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Case {
    /// What the others threaten with.
    pub threat: TableThreat,
    /// Shanten before the action, -1 to 6.
    pub shanten: i32,
    /// Tiles left in the live wall.
    pub tiles_left: usize,
    /// Whether the hand is open before the action.
    pub open: bool,
    /// What is done.
    pub act: Act,
}

impl Case {
    /// Of an action; none where nothing is left to happen, where the seat is in riichi, or the table is not known.
    /// `declared` are the tiles that riichi can be declared with.
    pub fn of(
        position: &Position,
        situation: &Situation,
        action: &Action,
        declared: &[Tile],
    ) -> Option<Case> {
        let opponents = situation.opponents()?;
        if situation.history().is_some_and(|history| history.riichi.is_some()) {
            return None;
        }
        let act = match action {
            Action::Discard { riichi: true, .. } => Act::Riichi,
            Action::Discard { tile, riichi: false } if declared.contains(tile) => Act::Dama,
            Action::Discard { riichi: false, .. }
            | Action::Ankan { .. }
            | Action::Kakan { .. }
            | Action::Kita => Act::Silent,
            Action::Pass => Act::Pass,
            Action::Chi { .. } | Action::Pon { .. } | Action::Daiminkan => Act::Call,
            Action::Tsumo | Action::Ron | Action::NineTerminals => return None,
        };
        let (shanten, open) = (position.shanten(), !position.is_closed());
        let tiles_left = situation.tiles_left();
        Some(Case { threat: opponents.threat(), shanten: shanten.get(), tiles_left, open, act })
    }
}

/// The share of players that take an action on a tile.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OfferShare {
    /// Which of the calls it belongs to, from 1; 0 is passing.
    pub call: usize,
    /// The share that makes that call, or passes, 0..1.
    pub share: f64,
    /// The probability that they discard so then, 0..1; 1 where no discard follows.
    pub discard: f64,
}

/// What is known of an action: what a correction of its figures can go by.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Facts {
    /// The situation and the kind of action.
    pub case: Case,
    /// Shanten after it, and that of four groups and of seven pairs alone: 7 where there are melds.
    pub shanten: i32,
    /// Of four groups and a pair.
    pub groups: i32,
    /// Of seven pairs.
    pub pairs: i32,
    /// Whether it is [`nearest_to_orphans`].
    pub orphans: bool,
    /// Whether the hand is open after it.
    pub open: bool,
    /// Shanten as a hand that wins with a yaku.
    pub yaku: i32,
    /// Whether it is a kan.
    pub kan: bool,
    /// Whether what its search says is an average and no search.
    pub estimated: bool,
    /// The probability that a strong player declares riichi here, where it is possible and known.
    pub riichi_share: Option<f64>,
    /// The share of them that call, where a tile is on offer.
    pub call_share: Option<f64>,
    /// What share of them takes it, where it is one of the actions on a tile on offer.
    pub offer: Option<OfferShare>,
    /// Which of the depths it was searched to.
    pub depth: usize,
    /// Exchanges beyond the hand's shanten.
    pub beyond: usize,
    /// Whether its report has more hands than `fast` searches.
    pub large: bool,
    /// Whether a hanchan is played.
    pub hanchan: bool,
    /// Whether the player is the dealer.
    pub dealer: bool,
    /// What its discard risks at once.
    pub risk: End,
    /// What its search says itself, uncorrected.
    pub searched: Parts,
    /// How often the hand is tenpai before the round ends, by the search.
    pub tenpai: f64,
    /// How often it is tenpai at an exhaustive draw, by the search.
    pub at_draw: f64,
    /// How often what it pays counts that.
    pub paid: f64,
    /// What being tenpai there is worth more than not, in the unit of the values.
    pub noten: f64,
    /// What a point is worth in that unit.
    pub point: f64,
    /// How often each end comes by the network of all recorded discards.
    pub recorded: [f64; ENDS],
    /// What becomes of it by [`super::value`]: what play-outs of differences correct.
    pub by_table: Parts,
    /// Share of plays in which the search gives the hand up.
    pub folds: f64,
}

/// Whether the hand is 2-shanten or farther, and thirteen orphans are nearer than any other form. A search of the shortest
/// ways knows all that such a hand can become, as each of thirteen kinds is wanted: of other far hands it knows few.
pub fn nearest_to_orphans(hand: &WaitingHand) -> bool {
    let forms = shanten_by_form(hand);
    let nearer = |orphans: Shanten| {
        orphans.get() >= 2
            && orphans < forms.standard
            && forms.seven_pairs.is_none_or(|pairs| orphans < pairs)
    };
    forms.thirteen_orphans.is_some_and(nearer)
}

/// A fact that a correction goes by. It counts from what is usual in decisions of strong players: a hand that is not in riichi has its
/// share of `riichi`, too.
///
/// | word | what counts |
/// |---|---|
/// | `usual` | what holds of hands on average |
/// | `tilesLeft` | tiles left in the live wall |
/// | `shanten` | shanten |
/// | `threat` | whether another player is in riichi, or has two open melds |
/// | `open` | whether the hand is open |
/// | `riichi` | riichi, dama, or neither; whether it can be declared, and who declares here |
/// | `call` | a tile on offer, called or left, and who calls here |
/// | `dealer` | whether the player is the dealer |
/// | `length` | hanchan or tonpuu |
/// | `sevenPairs` | whether the hand is nearer to seven pairs than to four groups |
/// | `folding` | how often the search gives the hand up |
/// | `yaku` | how much farther from a yaku than from tenpai an open hand is |
/// | `estimated` | whether it is an average and no search |
/// | `kan` | whether it is a kan |
/// | `depth` | whether the search is larger than `fast` takes on |
/// | `hand` | how rounds ended after all recorded discards that left such a hand at such a table |
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Reason {
    /// What holds of hands on average.
    Usual,
    /// Tiles left in the live wall.
    TilesLeft,
    /// Shanten.
    Shanten,
    /// Whether another player is in riichi, or has two open melds.
    Threat,
    /// Whether the hand is open.
    Open,
    /// Riichi, dama, or neither; what is declared here.
    Riichi,
    /// A tile on offer: called or left, and who calls here.
    Call,
    /// Whether the player is the dealer.
    Dealer,
    /// Hanchan or tonpuu.
    Length,
    /// Whether the hand is nearer to seven pairs than to four groups.
    SevenPairs,
    /// How often the search gives the hand up.
    Folding,
    /// How much farther from a yaku than from tenpai an open hand is.
    Yaku,
    /// Whether it is an average and no search.
    Estimated,
    /// Whether it is a kan.
    Kan,
    /// Whether the search is larger than `fast` takes on.
    Depth,
    /// What all recorded discards say of such a hand at such a table.
    Hand,
}

impl Reason {
    /// All of them.
    pub const ALL: [Reason; 16] = [
        Reason::Usual,
        Reason::TilesLeft,
        Reason::Shanten,
        Reason::Threat,
        Reason::Open,
        Reason::Riichi,
        Reason::Call,
        Reason::Dealer,
        Reason::Length,
        Reason::SevenPairs,
        Reason::Folding,
        Reason::Yaku,
        Reason::Estimated,
        Reason::Kan,
        Reason::Depth,
        Reason::Hand,
    ];
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::search::Part;

    pub(crate) const fn part(rate: f64, each: f64) -> Part {
        Part { rate, value: rate * each }
    }

    /// A 1-shanten hand under a riichi, made tenpai by a discard that risks something.
    pub(crate) const FACTS: Facts = {
        let searched = Parts {
            win: part(0.2, 6_000.0),
            deal_in: part(0.1, -5_000.0),
            tsumo: part(0.25, -2_400.0),
            draw: part(0.3, 150.0),
            rest: part(0.15, -40.0),
        };
        Facts {
            case: Case {
                threat: TableThreat::OneRiichi,
                shanten: 1,
                tiles_left: 33,
                open: false,
                act: Act::Silent,
            },
            shanten: 0,
            groups: 0,
            pairs: 3,
            orphans: false,
            open: false,
            yaku: 0,
            kan: false,
            estimated: false,
            riichi_share: Some(0.8),
            call_share: None,
            offer: None,
            depth: 1,
            beyond: 1,
            large: true,
            hanchan: true,
            dealer: true,
            risk: End { rate: 0.03, value: -7_000.0 },
            searched,
            tenpai: 0.5,
            at_draw: 0.12,
            paid: 0.12,
            noten: 2_000.0,
            point: 1.5,
            recorded: [0.25, 0.1, 0.2, 0.2, 0.25],
            by_table: searched,
            folds: 0.4,
        }
    };

    #[test]
    fn orphans_are_nearest_where_no_other_form_is() {
        let nearest = |hand: &str| nearest_to_orphans(&hand.parse().unwrap());
        assert!(nearest("159m258p17s13567z"));
        assert!(!nearest("19m19p19s1234567z"), "tenpai");
        assert!(!nearest("159m19p19s123456z"), "1-shanten");
        assert!(!nearest("11m1199p1199s123z"), "seven pairs are as near");
        assert!(!nearest("123m456p789s1122z"));
    }

    #[test]
    fn every_reason_has_its_place() {
        assert!(Reason::ALL.into_iter().enumerate().all(|(i, reason)| reason as usize == i));
    }
}
