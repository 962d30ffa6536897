//! Payoffs in points: what this round changes in the player's score.

use crate::hand::WaitingHand;
use crate::rules::{RiichiKans, Rules};
use crate::score::{self, Claim, Draw, Pot, Price, Ready, Riichi, Score, Table, Value, Win, Yaku, YakuSet};
use crate::search::payoff::{BareLines, Line, Payoffs, RiichiLines, WinLines};
use crate::tile::{Counts, Kind, Tile, Wind};
use arrayvec::ArrayVec;
use std::fmt::Debug;
use std::sync::Arc;

/// Points by the rules, with ura-dora averaged over the unseen tiles.
#[derive(Clone, Debug)]
pub struct Points {
    /// What the table plays by.
    pub rules: Rules,
    /// Winds and dora.
    pub table: Table,
    /// Honba and the sticks that lie on the table before an own riichi.
    pub pot: Pot,
    /// Whether the player may declare riichi at all (enough points for the stick).
    pub riichi: bool,
    /// Who else is tenpai at an exhaustive draw.
    pub others: OthersTenpai,
    /// Kans that the player declares at the root: their dora indicators are not known yet.
    pub kans: usize,
    /// What the ends are worth, if that is something else than points.
    pub utility: Option<Arc<dyn Utility>>,
}

/// What the ends of a round are worth to a player, in any unit.
pub trait Utility: Send + Sync + Debug {
    /// A win with a hand of so many points, honba and sticks apart, that nobody is liable for.
    fn win(&self, points: i32, tsumo: bool) -> f64;

    /// A win with yakuman that others are liable for. A search does not know who feeds the melds that it makes: of these
    /// every player is as likely.
    fn liable_win(&self, price: Price<'_>, tsumo: bool) -> f64;

    /// An exhaustive draw with the own hand tenpai or not.
    fn exhausted(&self, tenpai: bool) -> f64;

    /// An own riichi stick that is lost.
    fn stick(&self) -> f64;
}

/// Probabilities that 0, 1, 2, 3 of the other players are tenpai at an exhaustive draw; of three players never all 3.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OthersTenpai {
    /// When the player is tenpai.
    pub tenpai: [f64; 4],
    /// When the player is not.
    pub noten: [f64; 4],
}

/// Noten payments: 3,000 points of four players, 2,000 of three, from the noten to the tenpai players.
const NOTEN_PAYMENT: f64 = 1_000.0;

/// Most indicators that can still be turned over: five ura-dora, and one dora and one ura-dora more
/// for each of four kans cannot be more than ten in all.
const MOST_TURNED: usize = 10;

/// Most han that they can add, four copies of each, and one for none.
const MOST_MORE: usize = 4 * MOST_TURNED + 1;

/// Probability of each number of han by indicators that are turned over later, up to the largest that can be.
type HanOdds = ArrayVec<f64, MOST_MORE>;

/// What a win pays with each number of han more.
type Incomes = ArrayVec<f64, { MOST_MORE + 4 }>;

/// The lines of a closed win.
struct ClosedLines {
    riichi: Line,
    dama: Option<Line>,
    /// Dama where the last tile is its only yaku.
    last: Option<Line>,
}

impl Points {
    /// What a win without riichi pays.
    pub(crate) fn without_ura(&self, score: &Score, tsumo: bool) -> Line {
        self.line(score.price(), score.yaku, &[1.0], tsumo)
    }

    /// What so many han more pay, from none on.
    fn incomes(&self, price: Price<'_>, count: usize, tsumo: bool) -> Incomes {
        let dealer = self.table.seat == Wind::East;
        if let Some(utility) = self.utility.as_ref().filter(|_| !price.liable.is_empty()) {
            // yakuman have no han to add
            return std::iter::repeat_n(utility.liable_win(price, tsumo), count).collect();
        }
        let income = |han| {
            let value = price.value.plus_han(han);
            match &self.utility {
                None => f64::from(score::income(value, dealer, tsumo, &self.rules, self.pot)),
                Some(utility) => {
                    utility.win(score::income(value, dealer, tsumo, &self.rules, Pot::EMPTY), tsumo)
                }
            }
        };
        (0..count).map(|han| income(han as u8)).collect()
    }

    fn line(&self, price: Price<'_>, yaku: YakuSet, more: &[f64], tsumo: bool) -> Line {
        line_of(&self.incomes(price, more.len() + 3, tsumo), price.value, yaku, more)
    }

    /// Distribution of the han that so many indicators add, drawn without replacement from the
    /// unseen tiles.
    fn more(&self, hand: &WaitingHand, tile: Tile, unseen: &Counts, indicators: usize) -> HanOdds {
        let none = || HanOdds::from_iter([1.0]);
        if indicators == 0 {
            return none();
        }
        let mut owned = *hand.owned().as_array();
        owned[Kind::wind(Wind::North).index()] += hand.deck().kita();
        // tiles that would show a kind held 0, 1, ... 4 times
        let mut shows = [0u32; 5];
        for (indicator, count) in unseen.iter() {
            let gone = usize::from(indicator == tile.kind());
            let kind = self.rules.players.dora(indicator);
            let held = owned[kind.index()] + u8::from(kind == tile.kind());
            shows[usize::from(held)] += (count - gone) as u32;
        }
        let total: u32 = shows.iter().sum();
        if (total as usize) < indicators {
            return none();
        }
        if indicators == 1 {
            return up_to_last(shows.map(|count| f64::from(count) / f64::from(total)));
        }
        // ways to pick so many indicators that add up to so many han
        let mut ways = [[0.0; MOST_MORE]; MOST_TURNED + 1];
        ways[0][0] = 1.0;
        for (held, &count) in shows.iter().enumerate() {
            let mut with = [[0.0; MOST_MORE]; MOST_TURNED + 1];
            for picked in 0..=indicators {
                for more in 0..=indicators - picked {
                    let choose = binomial(count, more as u32);
                    for han in 0..=4 * picked {
                        with[picked + more][han + held * more] += ways[picked][han] * choose;
                    }
                }
            }
            ways = with;
        }
        let all = binomial(total, indicators as u32);
        up_to_last(ways[indicators].map(|n| n / all))
    }

    /// The lines of a closed win that was scored with riichi: riichi is one han more of the same form, and so is the yaku
    /// of the last tile. `all` are the han of ura-dora and kan dora.
    fn closed(&self, score: &Score, all: &HanOdds, kan_dora: &HanOdds, tsumo: bool) -> ClosedLines {
        let rest = score.yaku.minus(YakuSet::EMPTY.with(Yaku::Riichi));
        let (dama, has_yaku) = match score.value {
            Value::Han { han, fu } => (Value::Han { han: han - 1, fu }, !rest.is_empty()),
            yakuman => (yakuman, true),
        };
        let incomes = self.incomes(Price::plain(dama), all.len().max(kan_dora.len()) + 4, tsumo);
        let with_one_more = |more: &[f64]| line_of(&incomes[1..], score.value, score.yaku, more);
        let riichi = with_one_more(all);
        match has_yaku {
            true => ClosedLines { riichi, dama: Some(line_of(&incomes, dama, rest, kan_dora)), last: None },
            false => ClosedLines { riichi, dama: None, last: Some(with_one_more(kan_dora)) },
        }
    }

    /// A win of an open hand, and the one that has a yaku only by its tile: what a score with the
    /// yaku `by` of that tile is worth without and with it.
    fn apart(&self, score: &Score, by: Yaku, more: &HanOdds, tsumo: bool) -> (Option<Line>, Option<Line>) {
        let rest = score.yaku.minus(YakuSet::EMPTY.with(by));
        let price = score.price();
        match score.value {
            Value::Han { han, fu } if !rest.is_empty() => {
                (Some(self.line(Price::plain(Value::Han { han: han - 1, fu }), rest, more, tsumo)), None)
            }
            Value::Han { .. } => (None, Some(self.line(price, score.yaku, more, tsumo))),
            Value::Yakuman(_) => (Some(self.line(price, score.yaku, more, tsumo)), None),
        }
    }
}

/// A win that pays `incomes[i]` with `i` han more.
fn line_of(incomes: &[f64], value: Value, yaku: YakuSet, more: &[f64]) -> Line {
    let (mut values, mut spread) = ([0.0; 4], [0.0; 5]);
    for (han, &probability) in more.iter().enumerate().filter(|(_, p)| **p > 0.0) {
        spread[han.min(4)] += probability;
        for (value, income) in values.iter_mut().zip(&incomes[han..]) {
            *value += probability * income;
        }
    }
    let han = match value {
        Value::Han { han, .. } => han.min(13),
        Value::Yakuman(_) => 13,
    };
    Line { values, yaku: yaku.bits(), han, more: spread }
}

/// Without the zeros at the end.
fn up_to_last<const N: usize>(more: [f64; N]) -> HanOdds {
    let most = more.iter().rposition(|&p| p > 0.0).unwrap_or(0);
    more[..=most].iter().copied().collect()
}

fn binomial(n: u32, k: u32) -> f64 {
    (0..k).fold(1.0, |product, i| product * f64::from(n.saturating_sub(i)) / f64::from(i + 1))
}

impl Payoffs for Points {
    fn win(&self, hand: &WaitingHand, tile: Tile, unseen: &Counts, kans: usize) -> WinLines {
        let scores = |wins| score::scores(hand, tile, wins, &self.table, &self.rules);
        let kans = self.kans + kans;
        let kan_dora = self.more(hand, tile, unseen, kans);
        if hand.is_closed() {
            // one score for riichi and dama
            let ready = Ready::Riichi { riichi: Riichi::PLAIN, ippatsu: false };
            let wins = [&Win::Tsumo { ready, draw: Draw::Wall }, &Win::Ron { ready, claim: Claim::Discard }];
            let [Ok(tsumo), Ok(ron)] = scores(wins) else { return WinLines::default() };
            let ura = if self.rules.ura_dora { self.table.dora.kinds().len() + kans } else { 0 };
            let all = self.more(hand, tile, unseen, ura + kans);
            let tsumo = self.closed(&tsumo, &all, &kan_dora, true);
            let ron = self.closed(&ron, &all, &kan_dora, false);
            let riichi = Some(RiichiLines { tsumo: tsumo.riichi, ron: ron.riichi });
            // the same han for the last tile's yaku as for riichi
            let houtei = YakuSet::EMPTY.with(Yaku::Houtei).bits();
            let last_ron = ron.last.map(|line| Line { yaku: houtei, ..line });
            return WinLines {
                tsumo: tsumo.dama,
                ron: ron.dama,
                riichi,
                bare: BareLines { last_ron, ..BareLines::default() },
            };
        }
        let ready = Ready::Dama;
        let wins = [&Win::Tsumo { ready, draw: Draw::Haitei }, &Win::Ron { ready, claim: Claim::Houtei }];
        let [Ok(last_tsumo), Ok(last_ron)] = scores(wins) else { return WinLines::default() };
        let (tsumo, last_tsumo) = self.apart(&last_tsumo, Yaku::Haitei, &kan_dora, true);
        let (ron, last_ron) = self.apart(&last_ron, Yaku::Houtei, &kan_dora, false);
        let rinshan = || {
            let win = Win::Rinshan { riichi: None };
            let won = score::score(hand, tile, &win, &self.table, &self.rules).ok()?;
            Some(self.line(won.price(), won.yaku, &kan_dora, true))
        };
        let kan = hand.melds().iter().any(|meld| meld.is_kan());
        let kan = kan || hand.deck().kita() > 0;
        let rinshan = if kan && tsumo.is_none() { rinshan() } else { None };
        WinLines { tsumo, ron, riichi: None, bare: BareLines { last_tsumo, last_ron, rinshan } }
    }

    fn exhaustive_draw(&self, tenpai: bool) -> f64 {
        if let Some(utility) = &self.utility {
            return utility.exhausted(tenpai);
        }
        let others = if tenpai { self.others.tenpai } else { self.others.noten };
        let players = self.rules.players.count();
        let paid = NOTEN_PAYMENT * (players - 1) as f64;
        let shares = others.iter().enumerate().take(players).map(|(others, probability)| {
            let payment = match (tenpai, others) {
                (false, 0) => 0.0,
                (true, others) if others + 1 == players => 0.0,
                (true, others) => paid / (others + 1) as f64,
                (false, others) => -paid / (players - others) as f64,
            };
            probability * payment
        });
        shares.sum()
    }

    fn riichi_stick(&self) -> Option<f64> {
        self.riichi.then(|| self.utility.as_ref().map_or(-1_000.0, |utility| utility.stick()))
    }

    fn riichi_kans(&self) -> RiichiKans {
        self.rules.riichi_kans
    }
}
