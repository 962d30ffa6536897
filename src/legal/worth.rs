//! What a win is worth at the table at which it comes about, and what a draw pays.

use super::position::{OfferedBy, Position, TileOffer};
use super::wins::{by_ron, by_tsumo, wins};
use crate::hand::{From, HandError, WaitingHand};
use crate::round::{DrawReason, Offer, Phase, Round, Source, Table, WinEvent};
use crate::score::{
    self, Dora, IndicatorError, Indicators, Pot, Score, ScoreError, draw_payments, nagashi_payments, score,
};
use crate::tile::{BySeat, Kind, Players, Seat};

/// The circumstances of a win at this moment, as `score` takes them.
pub fn circumstances(round: &Round, win: &WinEvent) -> score::Win {
    let table = round.table();
    let permit = table.permit(win.seat);
    let no_melds = table.player(win.seat).melds().is_empty();
    let kinds: Vec<Kind> = win.ura.iter().map(|t| t.kind()).collect();
    let ura = Indicators::new(&kinds).unwrap_or(Indicators::NONE);
    match (win.source, table.phase()) {
        (Source::Tsumo, _) => by_tsumo(&permit, no_melds, ura),
        (Source::Ron { .. }, phase) => {
            let by = match phase {
                Phase::Kan { robbable: Some(kan), .. } => OfferedBy::robbing(kan),
                _ => OfferedBy::Discard,
            };
            let (plain, special) = by_ron(&permit, no_melds, by, ura);
            special.unwrap_or(plain)
        }
    }
}

/// Why a win has no worth.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WorthError {
    /// The winner has no such hand.
    #[error(transparent)]
    Hand(#[from] HandError),
    /// The winner has not drawn the tile, or wins on a tile of its own.
    #[error("nobody can win so")]
    NoWin,
    /// The table has no such indicators.
    #[error(transparent)]
    Indicators(#[from] IndicatorError),
    /// The hand is worth nothing.
    #[error(transparent)]
    Score(#[from] ScoreError),
}

/// What wins on one tile are worth, in the order of the seats after the discarder: `round` stands before the first of them,
/// who takes the honba and the sticks. Points of `wins` are not looked at; where the rules know a renhou that is worth less
/// than the same win without it, the better one counts.
///
/// # Errors
/// When one of them is no win.
pub fn worths(round: &Round, wins: &[WinEvent]) -> Result<Vec<(Score, BySeat<i32>)>, WorthError> {
    let scored = |(i, win)| {
        let score = worth(round, win)?;
        let gains = payments(round.table(), win, &score, i == 0)?;
        Ok((score, gains))
    };
    wins.iter().enumerate().map(scored).collect()
}

/// The same of wins whose points are known: where the ura-dora of one are not, it has as many as its points say.
///
/// # Errors
/// When one of them is no win.
pub fn recorded_worths(round: &Round, wins: &[WinEvent]) -> Result<Vec<Score>, WorthError> {
    let table = round.table();
    let mut found = Vec::with_capacity(wins.len());
    for (i, (win, (score, gains))) in wins.iter().zip(worths(round, wins)?).enumerate() {
        let riichi = table.rules().ura_dora && table.player(win.seat).riichi().is_some();
        let more = (1..=MOST_URA).map(|ura| Score {
            value: score.value.plus_han(ura),
            dora: Dora { ura, ..score.dora },
            ..score.clone()
        });
        let mut more = more.filter(|_| riichi && win.ura.is_empty() && gains != win.gains);
        let fitting =
            more.find(|more| payments(table, win, more, i == 0).is_ok_and(|gains| gains == win.gains));
        found.push(fitting.unwrap_or(score));
    }
    Ok(found)
}

/// Five indicators make more ura-dora only in hands with four kans.
const MOST_URA: u8 = 12;

/// What a win pays; the first one on a tile takes honba and sticks.
fn payments(table: &Table, win: &WinEvent, scored: &Score, first: bool) -> Result<BySeat<i32>, WorthError> {
    let source = match win.source {
        Source::Tsumo => score::Source::Tsumo,
        Source::Ron { from } => score::Source::Ron(From::of(from, win.seat).ok_or(WorthError::NoWin)?),
    };
    let pot = match first {
        true => Pot { honba: table.honba() as u16, sticks: table.sticks() as u16 },
        false => Pot::EMPTY,
    };
    Ok(score::payments(
        scored,
        score::Payout { winner: win.seat, dealer: table.dealer(), source, pot },
        table.rules(),
    ))
}

fn worth(round: &Round, win: &WinEvent) -> Result<Score, WorthError> {
    let (table, rules) = (round.table(), round.table().rules());
    let hand: WaitingHand = match win.source {
        Source::Tsumo => round.drawn_hand(win.seat)?.discard(win.tile).ok_or(WorthError::NoWin)?,
        Source::Ron { .. } => round.waiting_hand(win.seat)?,
    };
    let shown: Vec<Kind> = table.indicators().iter().map(|tile| tile.kind()).collect();
    let seen =
        score::Table { round: table.wind(), seat: table.seat_wind(win.seat), dora: Indicators::new(&shown)? };
    let how = circumstances(round, win);
    let scored = score(&hand, win.tile, &how, &seen, rules);
    if how != score::Win::FirstDiscard {
        return Ok(scored?);
    }
    let (plain, _) = by_ron(&table.permit(win.seat), true, OfferedBy::Discard, Indicators::NONE);
    let plain = score(&hand, win.tile, &plain, &seen, rules);
    match (scored, plain) {
        (Ok(special), Ok(plain)) if plain.value.base(rules) > special.value.base(rules) => Ok(plain),
        (Err(_), plain) => Ok(plain?),
        (special, _) => Ok(special?),
    }
}

/// Whether three others can win on what lies on offer: never with three players.
pub fn triple_ron(round: &Round) -> bool {
    let players = round.table().rules().players;
    let (from, tile, by) = match round.table().phase() {
        Phase::Draw { offer: Some(Offer { from, tile, .. }), .. } => (from, tile, OfferedBy::Discard),
        Phase::Kan { seat, robbable: Some(kan) } => (seat, kan.tile(), OfferedBy::robbing(kan)),
        _ => return false,
    };
    players == Players::Four
        && players.others(from).all(|seat| {
            let (Ok(hand), Some(from)) = (round.waiting_hand(seat), From::of(from, seat)) else {
                return false;
            };
            let offered = Some(TileOffer { tile, from, by });
            !wins(&Position::Waiting { hand, offered }, &round.table().permit(seat)).is_empty()
        })
}

/// What a draw pays at this table.
pub fn payments_of_draw(table: &Table, how: &DrawReason) -> BySeat<i32> {
    match *how {
        DrawReason::Exhausted { tenpai } => draw_payments(tenpai, table.rules().players),
        DrawReason::NagashiMangan { .. } => {
            nagashi_payments(BySeat::from_fn(|seat: Seat| table.nagashi(seat)), table.dealer(), table.rules())
        }
        _ => BySeat::default(),
    }
}
