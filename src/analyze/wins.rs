//! Winning at once.

use super::{Action, Analysis, Found};
use crate::legal::{self, Winning};
use crate::score::{Value, Yaku, score};
use crate::search::{Mix, Payoffs, Play};

impl Analysis<'_> {
    /// Winning at once, where the position has a win: by its dearest reading.
    pub(super) fn wins(&self, action: Action, found: &mut Found) {
        let riichi = self.situation.history().is_some_and(|history| history.riichi.is_some());
        let plays = legal::wins(self.position, &self.permit()).into_iter().filter_map(|won| match riichi {
            true => self.win_in_riichi(&won, found.draws),
            false => self.win(&won, found.draws),
        });
        if let Some(play) = plays.max_by(|a, b| a.value.total_cmp(&b.value)) {
            found.won(action, play);
        }
    }

    fn win(&self, won: &Winning, draws: usize) -> Option<Play> {
        let points = self.winning_points();
        let score = score(&won.hand, won.tile, &won.win, &points.table, &points.rules).ok()?;
        let line = points.without_ura(&score, won.win.is_tsumo());
        let wins = Mix { tsumo: f64::from(u8::from(won.win.is_tsumo())), ..Mix::unknown(line.values[0]) };
        Some(Play::won(wins, (&won.hand, won.tile), score.yaku, (line.han, &line.more), draws))
    }

    /// Winning at once, ura-dora averaged.
    fn win_in_riichi(&self, won: &Winning, draws: usize) -> Option<Play> {
        let Winning { hand, tile, win } = won;
        let tile = *tile;
        let mut unseen = *self.situation.unseen().counts();
        // as while the hand waits: the tile is still among them
        unseen.add(tile.kind()).ok()?;
        let points = self.winning_points();
        let lines = points.win(hand, tile, &unseen, 0).riichi?;
        let line = if win.is_tsumo() { lines.tsumo } else { lines.ron };
        let won = score(hand, tile, win, &points.table, &points.rules).ok()?;
        let yakuman = matches!(won.value, Value::Yakuman(_));
        let beyond =
            [Yaku::DoubleRiichi, Yaku::Ippatsu, Yaku::Haitei, Yaku::Houtei, Yaku::Rinshan, Yaku::Chankan];
        let more = beyond.into_iter().filter(|&yaku| !yakuman && won.yaku.contains(yaku)).count();
        let value = line.values[more];
        let wins = Mix { value, tsumo: f64::from(u8::from(win.is_tsumo())), riichi: 1.0 };
        Some(Play::won(wins, (hand, tile), won.yaku, ((line.han + more as u8).min(13), &line.more), draws))
    }
}
