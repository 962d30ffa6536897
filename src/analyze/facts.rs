//! What is known of an action beside the figures of its search: what corrections of its figures go by.

use super::offer::OfferShare;
use super::opponents::TableThreat;
use super::situation::Situation;
use crate::legal::{Action, Position};
use crate::search::{End, Parts};
use crate::tile::Tile;

/// A plan that gives the hand up in so large a share of plays is one of folding.
const GIVEN_UP: f64 = 0.9;

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

    /// The case of an action after which the plan gives the hand up in this share of plays. A call in order to fold is corrected as passing is: the
    /// factors of calls are those of hands that go on, and with a hand that does not the others win no less than if nobody had called.
    pub fn with_folding(self, folds: f64) -> Case {
        let act = if self.act == Act::Call && folds > GIVEN_UP { Act::Pass } else { self.act };
        Case { act, ..self }
    }
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
    /// Whether it is 2-shanten or farther, and nearer to thirteen orphans than to any other form.
    pub orphans: bool,
    /// Whether the hand is open after it.
    pub open: bool,
    /// Shanten as a hand that wins with a yaku.
    pub yaku: i32,
    /// Whether it is a kan.
    pub kan: bool,
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
    /// What becomes of it by the calibration of rates by situation and by the network of all recorded discards.
    pub calibrated: Parts,
    /// What becomes of that by action and table: what play-outs of differences correct.
    pub by_table: Parts,
    /// Share of plays in which the search gives the hand up.
    pub folds: f64,
}
