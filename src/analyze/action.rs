//! What a player can do, and why something cannot be done.

use super::wins::wins;
use super::{Offered, OfferedBy, Position, Situation};
use crate::hand::{Call, DrawnHand, From, Group, Meld, WaitingHand};
use crate::rules::Kuikae;
use crate::shape;
use crate::tile::{Counts, Kind, KindSet, Tile};

/// What a player can do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Discard a tile of a drawn hand, declaring riichi or not.
    Discard {
        /// The tile.
        tile: Tile,
        /// Whether riichi is declared with it.
        riichi: bool,
    },
    /// Win with the tile drawn.
    Tsumo,
    /// Declare a concealed kan.
    Ankan {
        /// Its kind.
        kind: Kind,
    },
    /// Throw in the hand for nine kinds of terminals and honours.
    NineTerminals,
    /// Add the fourth tile to a pon.
    Kakan {
        /// The tile.
        tile: Tile,
    },
    /// Go on with a waiting hand, leaving the tile that is offered.
    Pass,
    /// Win with the tile on offer.
    Ron,
    /// Complete a run with the discard.
    Chi {
        /// The two tiles from the hand, the lower one first.
        own: [Tile; 2],
        /// What is discarded next.
        discard: Tile,
    },
    /// Complete a triplet with the discard.
    Pon {
        /// The two tiles from the hand, a red five first.
        own: [Tile; 2],
        /// What is discarded next.
        discard: Tile,
    },
    /// Make a kan of three concealed tiles and the discard.
    Daiminkan,
}

impl Action {
    /// The tile that goes to the river with it.
    pub const fn discard(&self) -> Option<Tile> {
        match *self {
            Action::Discard { tile, .. } => Some(tile),
            Action::Chi { discard, .. } | Action::Pon { discard, .. } => Some(discard),
            _ => None,
        }
    }

    /// The kind of which a concealed or added kan is declared.
    pub(super) const fn kan(&self) -> Option<Kind> {
        match *self {
            Action::Ankan { kind } => Some(kind),
            Action::Kakan { tile } => Some(tile.kind()),
            _ => None,
        }
    }

    /// The tile that riichi is declared with.
    pub const fn declared(&self) -> Option<Tile> {
        match *self {
            Action::Discard { tile, riichi: true } => Some(tile),
            _ => None,
        }
    }
}

/// Kans of a round.
const MOST_KANS: usize = 4;

/// Tiles that the wall needs for riichi: another own draw.
const RIICHI_WALL: usize = 4;

/// Why an action is not possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ActionError {
    /// Only a waiting hand passes, calls and wins by ron.
    #[error("this needs a hand of 13 tiles: {tiles} are given")]
    NotWaiting {
        /// How many the hand has.
        tiles: usize,
    },
    /// Only a drawn hand discards, declares its own kans and wins by tsumo.
    #[error("this needs a hand of 14 tiles: {tiles} are given")]
    NotDrawn {
        /// How many the hand has.
        tiles: usize,
    },
    /// Nobody offers a tile to call or win with.
    #[error("no discard is offered")]
    NoOffer,
    /// The tile is not in the hand.
    #[error("{tile} is not in the hand")]
    NotHeld {
        /// The tile.
        tile: Tile,
    },
    /// The tile is in a kan: only a win can take it.
    #[error("{tile} is in a kan: it can be won with, not called")]
    OnlyRon {
        /// The tile.
        tile: Tile,
    },
    /// These tiles and the discard are no run, or it does not come from the left.
    #[error("{tile} from {} cannot be called for a run with these tiles", from.name())]
    NoChi {
        /// The discard.
        tile: Tile,
        /// Who discarded it.
        from: From,
    },
    /// These tiles and the discard are no triplet.
    #[error("{tile} cannot be called for a triplet with these tiles")]
    NoPon {
        /// The discard.
        tile: Tile,
    },
    /// There are no four tiles of the kind, or no pon to add one to.
    #[error("there is no kan of {kind}: it needs four tiles")]
    NoKan {
        /// The kind.
        kind: Kind,
    },
    /// A round has four kans at most.
    #[error("there are already four kans: nobody declares a fifth")]
    FifthKan,
    /// The round is broken off with the discard on offer: only a win can take it.
    #[error("the round is broken off with {tile}: it can be won with, not called")]
    BrokenOff {
        /// The discard.
        tile: Tile,
    },
    /// The wall has no tile left after which there could be another discard.
    #[error("no tile is left in the wall to call or declare for")]
    WallEmpty,
    /// The discard would undo the call.
    #[error("{tile} may not be discarded right after this call (kuikae)")]
    SwapCalling {
        /// The tile.
        tile: Tile,
    },
    /// An open hand declares no riichi.
    #[error("riichi needs a closed hand")]
    RiichiOpen,
    /// The hand is not tenpai after the discard.
    #[error("riichi needs tenpai: the hand is not after {tile}")]
    RiichiNoten {
        /// The discard.
        tile: Tile,
    },
    /// The rules ask for the points of the stick.
    #[error("riichi needs 1,000 points under these rules: the player has {points}")]
    RiichiPoints {
        /// What the player has.
        points: i32,
    },
    /// The first draw before any call, and nine kinds of terminals and honours.
    #[error(
        "throwing in the hand needs nine kinds of terminals and honours at the first draw, before any call: there are {kinds}"
    )]
    NineTerminals {
        /// How many kinds the hand has.
        kinds: usize,
    },
    /// No own draw is left.
    #[error("riichi needs another own draw: {tiles} tiles are left")]
    RiichiTooLate {
        /// Tiles left in the wall.
        tiles: usize,
    },
    /// The player is in riichi.
    #[error(
        "in riichi only the tile drawn can go, and only a kan that leaves the waits as they are can be declared"
    )]
    InRiichi,
    /// The hand is not complete, has no yaku or is furiten.
    #[error("the hand does not win with this tile")]
    NoWin,
}

/// A hand right after a call, or after a kan and before its replacement draw.
pub(super) enum Called {
    /// A discard is due, of anything but some kinds.
    Open { hand: DrawnHand, own: [Tile; 2], forbidden: KindSet },
    /// An own kan.
    Kan { hand: WaitingHand },
}

/// The tiles of a hand as they can be taken out of it: concealed tiles and red fives.
fn without(hand: &WaitingHand, tiles: &[Tile]) -> Option<(Counts, crate::tile::Reds)> {
    let (mut counts, mut reds) = (*hand.concealed(), hand.reds());
    for tile in tiles {
        let kind = tile.kind();
        let held = kind.is_five() && reds.contains(kind.suit());
        if tile.is_red() && !held || !tile.is_red() && counts[kind] <= u8::from(held) {
            return None;
        }
        counts = counts.minus(kind).ok()?;
        if tile.is_red() {
            reds = reds.without(kind.suit());
        }
    }
    Some((counts, reds))
}

/// The tiles of a kind that a hand can give: plain and red.
fn tiles_of(hand: &WaitingHand, kind: Kind) -> impl Iterator<Item = Tile> + '_ {
    let red = Tile::red_five(kind.suit()).filter(|_| kind.is_five());
    red.into_iter().chain([Tile::plain(kind)]).filter(move |&tile| without(hand, &[tile]).is_some())
}

/// Whether anything but a win can take the tile on offer.
fn can_call(offered: Offered, situation: &Situation) -> bool {
    let history = situation.history();
    offered.by == OfferedBy::Discard
        && situation.tiles_left() > 0
        && !history.is_some_and(|history| history.riichi.is_some() || history.broken_off)
}

/// The chis and pons of an offered discard.
pub(super) fn calls(hand: &WaitingHand, offered: Offered, situation: &Situation) -> Vec<Called> {
    let mut found = Vec::new();
    if !can_call(offered, situation) {
        return found;
    }
    let claimed = offered.tile;
    let kind = claimed.kind();
    let mut call = |call: Call, low: Kind, own: [Tile; 2]| {
        let Some((counts, reds)) = without(hand, &own) else { return };
        let red = claimed.is_red() || own.iter().any(|tile| tile.is_red());
        let Ok(meld) = Meld::new(call, low, red) else { return };
        let melds = hand.melds().iter().copied().chain([meld]).collect();
        let Ok(hand) = DrawnHand::new(counts, reds, melds) else { return };
        let forbidden = match situation.rules().kuikae {
            Kuikae::Forbidden => meld.kuikae(kind),
            Kuikae::Allowed => KindSet::EMPTY,
        };
        found.push(Called::Open { hand, own, forbidden });
    };
    if offered.from == From::Left && !kind.is_honour() {
        for low in kind.number().saturating_sub(2).max(1)..=kind.number() {
            let kinds: Vec<Kind> = (low..low + 3)
                .filter(|&number| number != kind.number())
                .filter_map(|number| Kind::of(kind.suit(), number))
                .collect();
            let [Some(&first), Some(&second)] = [kinds.first(), kinds.get(1)] else { continue };
            let low = if kind.number() == low { kind } else { first };
            for a in tiles_of(hand, first) {
                for b in tiles_of(hand, second) {
                    call(Call::Chi { claimed }, low, [a, b]);
                }
            }
        }
    }
    let from = offered.from;
    let own: Vec<Tile> = tiles_of(hand, kind).collect();
    for &a in &own {
        // the red five comes first, so that each pair is named once
        call(Call::Pon { from, claimed }, kind, [a, Tile::plain(kind)]);
    }
    found
}

/// The open kan of an offered discard.
pub(super) fn daiminkan(hand: &WaitingHand, offered: Offered, situation: &Situation) -> Option<Called> {
    let (kind, claimed) = (offered.tile.kind(), offered.tile);
    let fifth = situation.kans(hand.melds()) >= MOST_KANS;
    if hand.concealed()[kind] < 3 || fifth || !can_call(offered, situation) {
        return None;
    }
    let mut counts = *hand.concealed().as_array();
    counts[kind.index()] -= 3;
    let held = kind.is_five() && hand.reds().contains(kind.suit());
    let reds = if held { hand.reds().without(kind.suit()) } else { hand.reds() };
    let call = Call::Daiminkan { from: offered.from, claimed };
    let meld = Meld::new(call, kind, held || claimed.is_red()).ok()?;
    let melds = hand.melds().iter().copied().chain([meld]).collect();
    let hand = WaitingHand::new(Counts::new(counts).ok()?, reds, melds).ok()?;
    Some(Called::Kan { hand })
}

/// The kans that a drawn hand can declare; in riichi those of the tile drawn that leave the waits as they are.
pub(super) fn own_kans(
    hand: &DrawnHand,
    drawn: Option<Tile>,
    situation: &Situation,
) -> Vec<(Action, WaitingHand)> {
    let mut found = quads(hand, situation);
    let history = situation.history();
    if history.is_some_and(|history| history.called.is_some()) {
        // right after a call there is a discard and nothing else
        found.clear();
    }
    if history.is_some_and(|history| history.riichi.is_some()) {
        let before = drawn.and_then(|tile| Some((tile.kind(), shape::waits(&hand.discard(tile)?))));
        found.retain(|(action, after)| {
            before.is_some_and(|(drawn, waits)| action.kan() == Some(drawn) && shape::waits(after) == waits)
        });
    }
    found
}

/// The kans that the tiles of a drawn hand make, while the wall has a replacement and the table less than four.
fn quads(hand: &DrawnHand, situation: &Situation) -> Vec<(Action, WaitingHand)> {
    let mut found = Vec::new();
    if situation.tiles_left() == 0 || situation.kans(hand.melds()) >= MOST_KANS {
        return found;
    }
    for (kind, count) in hand.concealed().iter() {
        let held = kind.is_five() && hand.reds().contains(kind.suit());
        let reds = if held { hand.reds().without(kind.suit()) } else { hand.reds() };
        let mut counts = *hand.concealed().as_array();
        let pon = hand
            .melds()
            .iter()
            .position(|meld| matches!(meld.call(), Call::Pon { .. }) && meld.group() == Group::Triplet(kind));
        let mut melds: crate::hand::Melds = hand.melds().iter().copied().collect();
        let action = if count == 4 {
            let Ok(meld) = Meld::new(Call::Ankan, kind, held) else { continue };
            if melds.try_push(meld).is_err() {
                continue;
            }
            counts[kind.index()] = 0;
            Action::Ankan { kind }
        } else if let Some(at) = pon {
            let Call::Pon { from, claimed } = melds[at].call() else { continue };
            let red = Tile::red_five(kind.suit()).filter(|_| held);
            let added = red.unwrap_or(Tile::plain(kind));
            let call = Call::Kakan { from, claimed, added };
            let Ok(meld) = Meld::new(call, kind, held || melds[at].has_red()) else { continue };
            melds[at] = meld;
            counts[kind.index()] -= 1;
            Action::Kakan { tile: added }
        } else {
            continue;
        };
        let Ok(counts) = Counts::new(counts) else { continue };
        if let Ok(hand) = WaitingHand::new(counts, reds, melds) {
            found.push((action, hand));
        }
    }
    found
}

/// How many kinds of terminals and honours a hand has.
fn terminals(hand: &DrawnHand) -> usize {
    hand.concealed().iter().filter(|&(kind, count)| count > 0 && kind.is_yaochu()).count()
}

/// Whether a drawn hand can be thrown in for nine kinds of terminals and honours.
pub(super) fn nine_terminals(hand: &DrawnHand, situation: &Situation) -> bool {
    situation.rules().abortive.nine_kinds
        && situation.is_first_turn()
        && hand.melds().is_empty()
        && terminals(hand) >= 9
}

/// The tiles that a drawn hand can discard: in riichi the one drawn, after a call none that undoes it.
fn discards(hand: &DrawnHand, drawn: Option<Tile>, situation: &Situation) -> Vec<Tile> {
    let history = situation.history();
    if history.is_some_and(|history| history.riichi.is_some()) {
        return drawn.into_iter().collect();
    }
    let forbidden = history.and_then(|history| history.called).unwrap_or_default();
    hand.discards().filter(|tile| !forbidden.contains(tile.kind())).collect()
}

/// Why riichi cannot be declared with a discard of the hand; none where it can.
fn riichi_refusal(hand: &DrawnHand, tile: Tile, situation: &Situation) -> Option<ActionError> {
    let own = situation.scores().map(|scores| scores[situation.seat_wind().index()]);
    let after = hand.discard(tile);
    let waits = |after: WaitingHand| !shape::waits(&after).is_empty();
    match own {
        _ if situation.history().is_some_and(|history| history.riichi.is_some()) => {
            Some(ActionError::InRiichi)
        }
        _ if !hand.is_closed() => Some(ActionError::RiichiOpen),
        _ if !after.is_some_and(waits) => Some(ActionError::RiichiNoten { tile }),
        Some(points) if !situation.has_stick() => Some(ActionError::RiichiPoints { points }),
        _ if situation.tiles_left() < RIICHI_WALL => {
            Some(ActionError::RiichiTooLate { tiles: situation.tiles_left() })
        }
        _ => None,
    }
}

/// Everything that the rules let the player do at a position, in the order of discards, kans or calls, wins, and throwing
/// in the hand: the candidates of every analysis of it.
pub fn legal(position: &Position<'_>, situation: &Situation) -> Vec<Action> {
    let won = !wins(position, situation).is_empty();
    let mut found = Vec::new();
    match *position {
        Position::Drawn { hand, drawn } => {
            for tile in discards(hand, drawn, situation) {
                found.push(Action::Discard { tile, riichi: false });
                if riichi_refusal(hand, tile, situation).is_none() {
                    found.push(Action::Discard { tile, riichi: true });
                }
            }
            found.extend(own_kans(hand, drawn, situation).into_iter().map(|(action, _)| action));
            found.extend(won.then_some(Action::Tsumo));
            found.extend(nine_terminals(hand, situation).then_some(Action::NineTerminals));
        }
        Position::Waiting { hand, offered } => {
            found.push(Action::Pass);
            found.extend(won.then_some(Action::Ron));
            let Some(offered) = offered else { return found };
            for called in calls(hand, offered, situation) {
                found.extend(called.actions());
            }
            found.extend(daiminkan(hand, offered, situation).map(|_| Action::Daiminkan));
        }
    }
    found
}

impl Called {
    /// The chi or pon with each discard that can follow; of a kan none.
    pub(super) fn actions(&self) -> Vec<Action> {
        let Called::Open { hand, own, forbidden } = self else { return Vec::new() };
        let allowed = hand.discards().filter(|tile| !forbidden.contains(tile.kind()));
        allowed.map(|discard| self.with(*own, discard)).collect()
    }

    /// The chi or pon with this discard.
    pub(super) fn with(&self, own: [Tile; 2], discard: Tile) -> Action {
        let chi = match self {
            Called::Open { hand, .. } => {
                hand.melds().last().is_some_and(|meld| matches!(meld.group(), Group::Run(_)))
            }
            Called::Kan { .. } => false,
        };
        if chi { Action::Chi { own, discard } } else { Action::Pon { own, discard } }
    }
}

/// Why an action that is not among the candidates is not possible.
pub(super) fn refusal(position: &Position<'_>, situation: &Situation, action: &Action) -> ActionError {
    let riichi = situation.history().is_some_and(|history| history.riichi.is_some());
    match (*position, *action) {
        (Position::Drawn { hand, .. }, Action::Discard { tile, .. })
            if riichi && hand.discard(tile).is_some() =>
        {
            ActionError::InRiichi
        }
        (Position::Drawn { hand, .. }, action)
            if riichi && quads(hand, situation).iter().any(|(kan, _)| *kan == action) =>
        {
            ActionError::InRiichi
        }
        (Position::Drawn { hand, .. }, Action::Discard { tile, riichi }) => {
            drawn_refusal(hand, situation, tile, riichi)
        }
        (Position::Drawn { .. }, Action::Tsumo) => ActionError::NoWin,
        (Position::Drawn { hand, .. }, Action::NineTerminals) => {
            ActionError::NineTerminals { kinds: terminals(hand) }
        }
        (Position::Drawn { .. }, Action::Ankan { .. } | Action::Kakan { .. })
            if situation.tiles_left() == 0 =>
        {
            ActionError::WallEmpty
        }
        (Position::Drawn { hand, .. }, Action::Ankan { .. } | Action::Kakan { .. })
            if situation.kans(hand.melds()) >= MOST_KANS =>
        {
            ActionError::FifthKan
        }
        (Position::Drawn { .. }, Action::Ankan { kind }) => ActionError::NoKan { kind },
        (Position::Drawn { .. }, Action::Kakan { tile }) => ActionError::NoKan { kind: tile.kind() },
        (Position::Drawn { hand, .. }, _) => {
            ActionError::NotWaiting { tiles: hand.concealed().total() + 3 * hand.melds().len() }
        }
        (Position::Waiting { hand, offered: None }, action) => match action {
            Action::Discard { .. }
            | Action::Tsumo
            | Action::NineTerminals
            | Action::Ankan { .. }
            | Action::Kakan { .. } => {
                ActionError::NotDrawn { tiles: hand.concealed().total() + 3 * hand.melds().len() }
            }
            _ => ActionError::NoOffer,
        },
        (Position::Waiting { hand, offered: Some(offered) }, action) => match action {
            Action::Ron => ActionError::NoWin,
            Action::Discard { .. }
            | Action::Tsumo
            | Action::NineTerminals
            | Action::Ankan { .. }
            | Action::Kakan { .. } => {
                ActionError::NotDrawn { tiles: hand.concealed().total() + 3 * hand.melds().len() }
            }
            _ if offered.by != OfferedBy::Discard => ActionError::OnlyRon { tile: offered.tile },
            _ if situation.tiles_left() == 0 => ActionError::WallEmpty,
            _ if riichi => ActionError::InRiichi,
            _ if situation.history().is_some_and(|history| history.broken_off) => {
                ActionError::BrokenOff { tile: offered.tile }
            }
            Action::Daiminkan if situation.kans(hand.melds()) >= MOST_KANS => ActionError::FifthKan,
            Action::Daiminkan | Action::Pass => ActionError::NoKan { kind: offered.tile.kind() },
            Action::Chi { own, discard } | Action::Pon { own, discard } => {
                call_refusal(hand, offered, situation, own, discard, matches!(action, Action::Chi { .. }))
            }
        },
    }
}

fn drawn_refusal(hand: &DrawnHand, situation: &Situation, tile: Tile, riichi: bool) -> ActionError {
    let called = situation.history().and_then(|history| history.called);
    if hand.discard(tile).is_none() {
        return ActionError::NotHeld { tile };
    }
    if called.is_some_and(|forbidden| forbidden.contains(tile.kind())) {
        return ActionError::SwapCalling { tile };
    }
    let refused = riichi.then(|| riichi_refusal(hand, tile, situation)).flatten();
    refused.unwrap_or(ActionError::NotHeld { tile })
}

fn call_refusal(
    hand: &WaitingHand,
    offered: Offered,
    situation: &Situation,
    own: [Tile; 2],
    discard: Tile,
    chi: bool,
) -> ActionError {
    if let Some(&tile) = own.iter().find(|&&tile| without(hand, &[tile]).is_none()) {
        return ActionError::NotHeld { tile };
    }
    let same = |called: &Called| match called {
        Called::Open { own: theirs, .. } => {
            *theirs == own && matches!(called.with(own, discard), Action::Chi { .. }) == chi
        }
        Called::Kan { .. } => false,
    };
    match calls(hand, offered, situation).iter().find(|called| same(called)) {
        Some(Called::Open { hand, forbidden, .. }) if hand.discards().any(|tile| tile == discard) => {
            debug_assert!(forbidden.contains(discard.kind()));
            ActionError::SwapCalling { tile: discard }
        }
        Some(_) => ActionError::NotHeld { tile: discard },
        None if chi => ActionError::NoChi { tile: offered.tile, from: offered.from },
        None => ActionError::NoPon { tile: offered.tile },
    }
}
