//! Payoffs in points: what this round changes in the player's score.

use super::payoff::{Line, Payoffs, RiichiLines, WinLines};
use crate::hand::WaitingHand;
use crate::rules::Rules;
use crate::score::{self, Claim, Draw, Pot, Ready, Riichi, Score, Table, Value, Win};
use crate::tile::{Counts, Tile, Wind};

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
}

/// Probabilities that 0, 1, 2, 3 of the other players are tenpai at an exhaustive draw.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OthersTenpai {
    /// When the player is tenpai.
    pub tenpai: [f64; 4],
    /// When the player is not.
    pub noten: [f64; 4],
}

/// Noten payments: 3,000 points from the noten to the tenpai players.
const NOTEN_PAYMENTS: f64 = 3_000.0;

/// Probability of each number of ura-dora han, as far as it goes: 5 indicators on 4 copies each.
type Ura = [f64; 21];

impl Points {
    /// What a win without riichi pays.
    pub(crate) fn without_ura(&self, score: &Score, tsumo: bool) -> Line {
        self.line(score, &NO_URA, tsumo, false)
    }

    fn line(&self, score: &Score, ura: &Ura, tsumo: bool, ippatsu: bool) -> Line {
        let income = |value| {
            f64::from(score::income(value, self.table.seat == Wind::East, tsumo, &self.rules, self.pot))
        };
        let value = score.value.plus_han(u8::from(ippatsu));
        let mut spread = [0.0; 5];
        let mut mean = 0.0;
        for (more, &probability) in ura.iter().enumerate() {
            if probability > 0.0 {
                mean += probability * income(value.plus_han(more as u8));
                spread[more.min(4)] += probability;
            }
        }
        let mut yaku = score.yaku.bits();
        if ippatsu && matches!(value, Value::Han { .. }) {
            yaku |= score::YakuSet::from_iter([score::Yaku::Ippatsu]).bits();
        }
        let han = match value {
            Value::Han { han, .. } => han.min(13),
            Value::Yakuman(_) => 13,
        };
        Line { value: mean, yaku, han, ura: spread }
    }

    /// Distribution of the han that ura-dora add: as many ura indicators as dora indicators, drawn
    /// without replacement from the unseen tiles.
    fn ura(&self, hand: &WaitingHand, tile: Tile, unseen: &Counts) -> Ura {
        let mut ura = [0.0; 21];
        let indicators = if self.rules.ura_dora { self.table.dora.kinds().len() } else { 0 };
        let owned = hand.owned();
        // tiles that would show a kind held 0, 1, ... 4 times
        let mut shows = [0u32; 5];
        for (indicator, count) in unseen.iter() {
            let gone = usize::from(indicator == tile.kind());
            let kind = indicator.dora();
            let held = owned[kind] + u8::from(kind == tile.kind());
            shows[usize::from(held)] += (count - gone) as u32;
        }
        let total: u32 = shows.iter().sum();
        if (total as usize) < indicators {
            ura[0] = 1.0;
            return ura;
        }
        // ways to pick so many indicators that add up to so many han
        let mut ways = [[0.0; 21]; 6];
        ways[0][0] = 1.0;
        for (held, &count) in shows.iter().enumerate() {
            let mut with = [[0.0; 21]; 6];
            for picked in 0..=indicators {
                for more in 0..=indicators - picked {
                    let choose = binomial(count, more as u32);
                    for han in 0..=20 - 4 * more.min(5) {
                        with[picked + more][han + held * more] += ways[picked][han] * choose;
                    }
                }
            }
            ways = with;
        }
        let all = binomial(total, indicators as u32);
        ways[indicators].map(|n| n / all)
    }
}

fn binomial(n: u32, k: u32) -> f64 {
    (0..k).fold(1.0, |product, i| product * f64::from(n.saturating_sub(i)) / f64::from(i + 1))
}

const NO_URA: Ura = {
    let mut ura = [0.0; 21];
    ura[0] = 1.0;
    ura
};

impl Payoffs for Points {
    fn win(&self, hand: &WaitingHand, tile: Tile, unseen: &Counts) -> WinLines {
        let score = |win: &Win| score::score(hand, tile, win, &self.table, &self.rules).ok();
        let dama = |win: &Win| score(win).map(|s| self.without_ura(&s, win.is_tsumo()));
        let riichi = || {
            let ready = Ready::Riichi { riichi: Riichi::PLAIN, ippatsu: false };
            let tsumo = score(&Win::Tsumo { ready, draw: Draw::Wall })?;
            let ron = score(&Win::Ron { ready, claim: Claim::Discard })?;
            let ura = self.ura(hand, tile, unseen);
            Some(RiichiLines {
                tsumo: self.line(&tsumo, &ura, true, false),
                ron: self.line(&ron, &ura, false, false),
                ippatsu_tsumo: self.line(&tsumo, &ura, true, true),
                ippatsu_ron: self.line(&ron, &ura, false, true),
            })
        };
        WinLines {
            tsumo: dama(&Win::TSUMO),
            ron: dama(&Win::RON),
            riichi: if hand.is_closed() { riichi() } else { None },
        }
    }

    fn exhaustive_draw(&self, tenpai: bool) -> f64 {
        let others = if tenpai { self.others.tenpai } else { self.others.noten };
        let shares = others.iter().enumerate().map(|(others, probability)| {
            let payment = match (tenpai, others) {
                (true, 3) | (false, 0) => 0.0,
                (true, others) => NOTEN_PAYMENTS / (others + 1) as f64,
                (false, others) => -NOTEN_PAYMENTS / (4 - others) as f64,
            };
            probability * payment
        });
        shares.sum()
    }

    fn riichi_stick(&self) -> Option<f64> {
        self.riichi.then_some(-1_000.0)
    }
}
