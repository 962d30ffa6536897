//! What a seat can do at a moment of a round.

use crate::hand::{Call, From, Meld, WaitingHand};
use crate::round::{Event, Offer, Phase, Robbable, Round, Source, Win};
use crate::score::{self, Claim, Draw, IndicatorError, Indicators, Ready};
use crate::shape::shanten_of;
use crate::tile::{BySeat, Kind, Seat, Tile};
use arrayvec::ArrayVec;

/// What a seat can choose from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// It has drawn.
    Turn(Turn),
    /// It has called, and discards a tile.
    AfterCall {
        /// The tiles that it may discard, each once.
        discards: Vec<Tile>,
    },
    /// Another seat's tile can be claimed.
    Offer(Claims),
}

/// What a seat can do with its draw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The tiles that it may discard, each once; in riichi only the drawn one.
    pub discards: Vec<Tile>,
    /// Those with which it may declare riichi.
    pub riichi: Vec<Tile>,
    /// Concealed and added kans.
    pub kans: Vec<Meld>,
    /// Whether the hand wins.
    pub tsumo: bool,
    /// Whether it may be thrown in for nine terminals and honours.
    pub nine_terminals: bool,
}

/// How a seat can claim another one's tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claims {
    /// Whose tile.
    pub from: Seat,
    /// Which.
    pub tile: Tile,
    /// Chi, pon and open kan, with and without the red five where both are possible.
    pub calls: Vec<Meld>,
    /// Whether the hand wins with it.
    pub ron: bool,
}

impl Claims {
    /// Nothing to choose.
    pub fn is_empty(&self) -> bool {
        self.calls.is_empty() && !self.ron
    }
}

/// What a seat can choose from at this moment of a round; none when it has nothing to choose.
pub fn choice(round: &Round, seat: Seat) -> Option<Choice> {
    let offer = || claims(round, seat).filter(|claims| !claims.is_empty()).map(Choice::Offer);
    own(round, seat).or_else(offer)
}

/// What a seat that has drawn or called can do; none for other seats.
pub(super) fn own(round: &Round, seat: Seat) -> Option<Choice> {
    match round.table().phase() {
        Phase::Act { seat: due, .. } if due == seat => Some(Choice::Turn(turn(round, seat))),
        Phase::Called { seat: due, forbidden } if due == seat => {
            let discards = sorts(round, seat).filter(|t| !forbidden.contains(t.kind())).collect();
            Some(Choice::AfterCall { discards })
        }
        _ => None,
    }
}

fn turn(round: &Round, seat: Seat) -> Turn {
    let legal = |event: &Event| round.clone().apply(event).is_ok();
    let table = round.table();
    let fixed = table.player(seat).riichi().is_some();
    let discards = sorts(round, seat).filter(|tile| !fixed || round.drawn() == Some(*tile)).collect();
    let mut riichi = keeping_tenpai(round, seat);
    if !riichi.is_empty() && !legal(&Event::Riichi { seat }) {
        riichi.clear();
    }
    let concealed = round.concealed(seat);
    let reds = round.reds(seat);
    let mut kans = Vec::new();
    for (kind, n) in concealed.iter() {
        let red = kind.is_five() && reds.contains(kind.suit());
        if n == 4 {
            kans.extend(Meld::new(Call::Ankan, kind, red));
        }
        for meld in table.player(seat).melds() {
            if let Call::Pon { from, claimed } = meld.call()
                && meld.kind() == kind
            {
                let added = Tile::red_five(kind.suit()).filter(|_| red).unwrap_or(kind.into());
                kans.extend(Meld::new(Call::Kakan { from, claimed, added }, kind, red || meld.has_red()));
            }
        }
    }
    kans.retain(|&meld| legal(&Event::Call { seat, meld }) && (!fixed || keeps_waits(round, seat, meld)));
    let tsumo = round.drawn().is_some_and(|tile| can_win(round, seat, Source::Tsumo, tile));
    let gains = BySeat::default();
    let thrown = Event::Drawn { how: crate::round::Drawn::NineTerminals { seat }, gains };
    let nine_terminals = table.player(seat).river().is_empty() && legal(&thrown);
    Turn { discards, riichi, kans, tsumo, nine_terminals }
}

/// The sorts of tile in the hand.
fn sorts(round: &Round, seat: Seat) -> impl Iterator<Item = Tile> {
    let (concealed, reds) = (round.concealed(seat), round.reds(seat));
    let mut sorts: ArrayVec<Tile, 14> = ArrayVec::new();
    for (kind, n) in concealed.iter() {
        let red = Tile::red_five(kind.suit()).filter(|_| kind.is_five() && reds.contains(kind.suit()));
        if n > usize::from(red.is_some()) {
            sorts.push(kind.into());
        }
        sorts.extend(red);
    }
    sorts.into_iter()
}

/// The discards that leave a wait: of a kind that a concealed kan holds there is none.
fn keeping_tenpai(round: &Round, seat: Seat) -> Vec<Tile> {
    let Ok(hand) = round.drawn_hand(seat) else { return Vec::new() };
    let waits = |tile: &Tile| hand.discard(*tile).is_some_and(|left| !crate::shape::waits(&left).is_empty());
    sorts(round, seat).filter(waits).collect()
}

/// After riichi a kan may not change the waits.
fn keeps_waits(round: &Round, seat: Seat, kan: Meld) -> bool {
    let Some(drawn) = round.drawn() else { return false };
    let Ok(before) = round.drawn_hand(seat) else { return false };
    let Some(before) = before.discard(drawn) else { return false };
    let mut after = round.clone();
    if after.apply(&Event::Call { seat, meld: kan }).is_err() {
        return false;
    }
    let Ok(after) = after.waiting_hand(seat) else { return false };
    crate::shape::waits(&before) == crate::shape::waits(&after)
}

/// How a seat can claim what lies on offer: a discard, or a tile of a kan.
pub(super) fn claims(round: &Round, seat: Seat) -> Option<Claims> {
    let (from, tile, robbable) = match round.table().phase() {
        Phase::Draw { offer: Some(Offer { from, tile, .. }), .. } => (from, tile, None),
        Phase::Kan { seat: from, robbable: Some(kan) } => (from, kan.tile(), Some(kan)),
        _ => return None,
    };
    if from == seat {
        return None;
    }
    let calls = if robbable.is_none() { calls(round, seat, from, tile) } else { Vec::new() };
    let furiten = || {
        let furiten = round.table().player(seat).furiten();
        let hand = round.waiting_hand(seat);
        hand.map_or(true, |hand| crate::shape::waits(&hand).iter().any(|kind| furiten.contains(kind)))
    };
    let orphans =
        || round.waiting_hand(seat).is_ok_and(|hand| crate::shape::is_thirteen_orphans_tenpai(&hand));
    let robs = || !robbable.is_some_and(Robbable::is_for_orphans) || orphans();
    let ron = can_win(round, seat, Source::Ron { from }, tile) && robs() && !furiten();
    Some(Claims { from, tile, calls, ron })
}

fn calls(round: &Round, seat: Seat, from: Seat, tile: Tile) -> Vec<Meld> {
    let Some(side) = From::of(from, seat) else { return Vec::new() };
    let kind = tile.kind();
    let mut all: ArrayVec<Meld, 16> = ArrayVec::new();
    for red in [false, true] {
        if side == From::Left && !kind.is_honour() {
            for back in (0..3).rev() {
                let lowest = kind.number().checked_sub(back).and_then(|n| Kind::of(kind.suit(), n));
                all.extend(lowest.and_then(|low| Meld::new(Call::Chi { claimed: tile }, low, red).ok()));
            }
        }
        all.extend(Meld::new(Call::Pon { from: side, claimed: tile }, kind, red));
        all.extend(Meld::new(Call::Daiminkan { from: side, claimed: tile }, kind, red));
    }
    // most hands have nothing to call with; to judge a call, the round is copied
    let concealed = round.concealed(seat);
    all.retain(|meld| meld.kinds().all(|(k, n)| usize::from(concealed[k]) + usize::from(k == kind) >= n));
    if all.is_empty() {
        return Vec::new();
    }
    // a pending riichi is accepted before anybody calls
    let mut settled = round.clone();
    let _ = settled.apply(&Event::RiichiAccepted { seat: from }); // illegal where none is pending
    let leaves_a_discard = |&meld: &Meld| {
        let mut after = settled.clone();
        if after.apply(&Event::Call { seat, meld }).is_err() {
            return false;
        }
        match after.table().phase() {
            // not a call after which every tile is swap-calling
            Phase::Called { forbidden, .. } => sorts(&after, seat).any(|t| !forbidden.contains(t.kind())),
            _ => true,
        }
    };
    all.into_iter().filter(leaves_a_discard).collect()
}

/// Whether the hand with this tile is complete and has a yaku; furiten is not looked at.
pub fn can_win(round: &Round, seat: Seat, source: Source, tile: Tile) -> bool {
    let Some(hand) = before_winning(round, seat, source, tile) else { return false };
    let Ok(counts) = hand.concealed().plus(tile.kind()) else { return false };
    if !shanten_of(&counts, hand.melds().len()).is_ok_and(|by| by.least().is_complete()) {
        return false;
    }
    let win = Win { seat, source, tile, ura: ArrayVec::new(), gains: BySeat::default() };
    let Ok(table) = seen(round, seat) else { return false };
    score::score(&hand, tile, &circumstances(round, &win), &table, round.table().rules()).is_ok()
}

/// The hand before the winning tile.
fn before_winning(round: &Round, seat: Seat, source: Source, tile: Tile) -> Option<WaitingHand> {
    match source {
        Source::Ron { .. } => round.waiting_hand(seat).ok(),
        Source::Tsumo => round.drawn_hand(seat).ok()?.discard(tile),
    }
}

fn seen(round: &Round, seat: Seat) -> Result<score::Table, IndicatorError> {
    let table = round.table();
    let kinds: Vec<Kind> = table.indicators().iter().map(|t| t.kind()).collect();
    let dora = Indicators::new(&kinds)?;
    Ok(score::Table { round: table.wind(), seat: seat.wind(table.dealer()), dora })
}

/// How `score` is told about a win at this moment.
pub fn circumstances(round: &Round, win: &Win) -> score::Win {
    let table = round.table();
    let player = table.player(win.seat);
    let kinds: Vec<Kind> = win.ura.iter().map(|t| t.kind()).collect();
    let ura = Indicators::new(&kinds).unwrap_or(Indicators::NONE);
    let riichi = player.riichi().map(|r| (score::Riichi { double: r.double, ura }, r.ippatsu));
    let ready = match riichi {
        None => Ready::Dama,
        Some((riichi, ippatsu)) => Ready::Riichi { riichi, ippatsu },
    };
    let last = table.tiles_left() == 0;
    let first = table.untouched() && player.river().is_empty();
    match (win.source, table.phase()) {
        (Source::Tsumo, Phase::Act { replacement: true, .. }) => {
            score::Win::Rinshan { riichi: riichi.map(|(riichi, _)| riichi) }
        }
        (Source::Tsumo, _) if first => score::Win::FirstDraw,
        (Source::Tsumo, _) => score::Win::Tsumo { ready, draw: if last { Draw::Haitei } else { Draw::Wall } },
        (Source::Ron { .. }, Phase::Kan { .. }) => score::Win::Ron { ready, claim: Claim::Chankan },
        (Source::Ron { .. }, _) if first => score::Win::FirstDiscard,
        (Source::Ron { .. }, _) => {
            score::Win::Ron { ready, claim: if last { Claim::Houtei } else { Claim::Discard } }
        }
    }
}
