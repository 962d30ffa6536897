//! Actions that end the round without a winner: four equal winds, four riichi, four kans, nine terminals.
//!
//! What such an action leads to is known: another player wins on its tile, or the round is broken off. After a fourth kan
//! the player wins with the replacement tile or discards one more. The search and the records have no part in these values.

use super::analysis::Analysis;
use super::others;
use super::searches::{Draft, HandLeft};
use crate::dense::is;
use crate::hand::{DrawnHand, WaitingHand};
use crate::legal::{self, Action};
use crate::round::Reason;
use crate::score::{Yaku, YakuSet};
use crate::search::{End, Line, Payoffs, Play, Points, SureWin, WinKinds, WinLines};
use crate::shape;
use crate::tile::{Counts, Tile};

/// How often a fourth equal wind follows a third one, in 275 rounds (`cargo tools measure draws`).
const FOURTH_WIND: f64 = 0.109;

impl Analysis<'_> {
    /// After a third equal wind the next player may discard the fourth.
    pub(super) fn may_end(&self, draft: &mut Draft<'_>) {
        let wind = self.permit().brink.third_wind.filter(|_| self.options.others);
        let Some(wind) = wind.filter(|&wind| self.situation.unseen().counts()[wind] > 0) else { return };
        for candidate in &mut draft.candidates {
            if candidate.action.discard().is_some_and(|tile| tile.kind() == wind) {
                let value = self.utility.aborted(candidate.action.declared().is_some());
                let off = End { rate: FOURTH_WIND, value };
                candidate.play = candidate.play.clone().unless_broken_off(off);
                candidate.searched = candidate.play.value();
            }
        }
    }

    /// The round ends with this discard, unless it deals in.
    pub(super) fn last_discard(&self, action: Action, why: Reason, left: HandLeft, draft: &mut Draft<'_>) {
        let risk = action.discard().map_or(End::NEVER, |tile| others::risk(self.after_discard(), tile));
        let value = self.utility.aborted(action.declared().is_some());
        let play = Play::aborted(value, left.shanten.is_tenpai(), draft.draws).after(risk);
        draft.push_known(action, left, play).ends = Some(why);
    }

    /// The round ends with the next discard.
    pub(super) fn last_discards(&self, hand: &DrawnHand, draft: &mut Draft<'_>) {
        self.last_of(hand, draft, |_| true);
    }

    /// A fourth riichi ends the round; none is in the search.
    pub(super) fn last_riichi(&self, hand: &DrawnHand, draft: &mut Draft<'_>) {
        if self.permit().brink.riichi {
            self.last_of(hand, draft, |action| action.declared().is_some());
        }
    }

    fn last_of(&self, hand: &DrawnHand, draft: &mut Draft<'_>, wanted: impl Fn(&Action) -> bool) {
        let permit = self.permit();
        for action in legal::actions(self.position, &permit).into_iter().filter(wanted) {
            let after = action.discard().and_then(|tile| hand.discard(tile));
            let (Some(after), Some(why)) = (after, legal::end_of(&action, &permit)) else { continue };
            let ukeire = shape::ukeire(&after, self.situation.unseen());
            let left = HandLeft { shanten: shape::shanten(&after), ukeire, hand: Some(after) };
            self.last_discard(action, why, left, draft);
        }
    }

    /// The round ends with the tile on offer, and the player does not win on it.
    pub(super) fn passed_last(&self, hand: &WaitingHand, why: Reason, draft: &mut Draft<'_>) {
        let tenpai = shape::shanten(hand).is_tenpai();
        let play = Play::aborted(self.utility.aborted(false), tenpai, draft.draws);
        draft.push(Action::Pass, hand, self.situation, play).ends = Some(why);
    }

    /// The hand is thrown in for nine terminals and honours.
    pub(super) fn thrown_in(&self, hand: &DrawnHand, draft: &mut Draft<'_>) {
        let shanten = shape::shanten(hand);
        let play = Play::aborted(self.utility.aborted(false), shanten.is_tenpai(), draft.draws);
        draft.push_known(Action::NineTerminals, HandLeft::none(shanten), play).ends =
            Some(Reason::NineTerminals);
    }

    /// The fourth kan: the player wins with the replacement tile, or the round ends with the discard after it.
    pub(super) fn last_kan(&self, action: Action, after: &WaitingHand, draft: &mut Draft<'_>) {
        let unseen = self.situation.unseen();
        let (draws, total) = (draft.draws, unseen.total() as f64);
        let plays = unseen.tiles().map(|(tile, count)| {
            let play = self.after_replacement(after, tile, &draft.payments.points[1], draws);
            (count as f64 / total, play)
        });
        let play = Play::mixed(plays, draws);
        // an added tile can be robbed; of a concealed kan only by thirteen orphans, which is left out
        let robbed = match action {
            Action::Kakan { tile } => others::risk(self.after_discard(), tile),
            _ => End::NEVER,
        };
        draft.push(action, after, self.situation, play.after(robbed)).ends = Some(Reason::FourKans);
    }

    /// The best play with a replacement tile before the last discard.
    fn after_replacement(&self, hand: &WaitingHand, tile: Tile, points: &Points, draws: usize) -> Play {
        let chance = self.after_kan();
        let riichi = self.riichi();
        let drawn = hand.draw(tile).expect("an unseen tile is no fifth one");
        let mut discards: Vec<Tile> = vec![tile];
        if riichi.is_none() {
            discards = drawn.discards().collect();
        }
        let dropped = discards.into_iter().filter_map(|discard| {
            let tenpai = shape::shanten(&drawn.discard(discard)?).is_tenpai();
            // the others know the table after the kan: the discard before the second step
            let risk = chance.steps.get(1).map_or(End::NEVER, |step| step.risks.of(discard));
            Some(Play::aborted(self.utility.aborted(false), tenpai, draws).after(risk))
        });
        let won = self.rinshan(hand, tile, points, draws);
        let best = won.into_iter().chain(dropped).reduce(|best, play| {
            let more = self.options.objective.worth(&play) > self.options.objective.worth(&best);
            if more { play } else { best }
        });
        best.expect("a drawn hand can discard")
    }

    /// A win with the replacement tile.
    fn rinshan(&self, hand: &WaitingHand, tile: Tile, points: &Points, draws: usize) -> Option<Play> {
        let unseen: &Counts = self.situation.unseen().counts();
        let lines = points.win(hand, tile, unseen, 0);
        let win = CertainWin { hand, tile, tsumo: true, luck: Some(Yaku::Rinshan) };
        match self.riichi() {
            None => win.dama(&lines, draws),
            Some(riichi) => Some(win.by(&lines.riichi?.tsumo, 1 + usize::from(riichi.double), true, draws)),
        }
    }
}

/// A win that is there now: a hand with its last tile, and the yaku of a last or replacement tile.
pub(super) struct CertainWin<'h> {
    pub(super) hand: &'h WaitingHand,
    pub(super) tile: Tile,
    pub(super) tsumo: bool,
    pub(super) luck: Option<Yaku>,
}

impl CertainWin<'_> {
    /// Without riichi; none where it has no yaku.
    pub(super) fn dama(&self, lines: &WinLines, draws: usize) -> Option<Play> {
        let line = if self.tsumo { lines.tsumo } else { lines.ron };
        let bare = match self.luck {
            Some(Yaku::Rinshan) => lines.bare.rinshan,
            Some(Yaku::Haitei) => lines.bare.last_tsumo,
            Some(Yaku::Houtei) => lines.bare.last_ron,
            _ => None,
        };
        let (line, more) = match line {
            Some(line) => (line, usize::from(self.luck.is_some())),
            None => (bare?, 0),
        };
        Some(self.by(&line, more, false, draws))
    }

    /// By a line with so many han more.
    fn by(&self, line: &Line, more: usize, riichi: bool, draws: usize) -> Play {
        let yakuman = line.yaku & YakuSet::YAKUMAN.bits() != 0;
        let yaku = Yaku::ALL.into_iter().filter(|&yaku| line.yaku >> yaku as u8 & 1 == 1);
        let yaku: YakuSet = yaku.chain(self.luck.filter(|_| !yakuman)).collect();
        let han = if yakuman { line.han } else { (line.han + more as u8).min(13) };
        let win = SureWin {
            hand: self.hand,
            tile: self.tile,
            value: line.values[more],
            kinds: WinKinds { tsumo: is(self.tsumo), riichi: is(riichi) },
            yaku,
            han,
            more: &line.more,
        };
        Play::won(&win, draws)
    }
}
