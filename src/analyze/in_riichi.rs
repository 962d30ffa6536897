//! A seat in riichi: wins and concealed kans are all that is left to choose.

use super::found::Source;
use super::{Action, Analysis, Found, Offered, others};
use crate::hand::{DrawnHand, WaitingHand};
use crate::legal;
use crate::round::Riichi;
use crate::search::{self, Chance, Declared, Kans, Play, Root, SearchError, Start};
use crate::tile::Tile;

impl Analysis<'_> {
    /// What going on with a hand in riichi leads to; nothing of `passed` can be won by ron.
    fn goes_on(
        &self,
        declared: Declared,
        hand: &WaitingHand,
        (chance, from, kans): (&Chance, Start, usize),
        passed: Option<Tile>,
        found: &mut Found<'_>,
    ) -> Result<(Play, Source), SearchError> {
        let history = self.situation.history();
        let before = history.into_iter().flat_map(|h| h.discarded.iter().chain(h.passed.iter()));
        let options = search::Options {
            exchanges: search::Exchanges::Beyond(0),
            calls: self.options.calls,
            kans: if self.options.calls == 0 { Kans::None } else { self.options.kans },
            criterion: self.options.objective.searched(),
            discarded: before.chain(passed.map(|tile| tile.kind())).collect(),
            ..search::Options::default()
        };
        let root = Root::InRiichi { hand, from, declared };
        let rows = self.searched((root, chance, &found.payments.paid[kans]), &options, found)?;
        let (row, source) = rows.sourced().next().expect("a waiting hand has one row");
        Ok((row.play, source))
    }

    /// The drawn tile goes, or a kan is declared, or the round is won.
    pub(super) fn drawn_in_riichi(
        &self,
        riichi: Riichi,
        hand: &DrawnHand,
        drawn: Tile,
        found: &mut Found<'_>,
    ) -> Result<(), SearchError> {
        let before = hand.discard(drawn).expect("a situation in riichi knows the tile drawn");
        let chance = others::after_discard(self.situation, self.options, &self.utility);
        found.draws = chance.draws;
        // with the discard, or a kan, ippatsu is over
        let later = Declared { double: riichi.double, ippatsu: false };
        if self.permit().brink.discard {
            self.last_discards(hand, &chance, found);
        } else {
            let risk = others::risk(&chance, drawn);
            let from = (&chance, Start::Offers(3), 0);
            let (play, source) = self.goes_on(later, &before, from, Some(drawn), found)?;
            let action = Action::Discard { tile: drawn, riichi: false };
            found.push(action, &before, self.situation, play.after(risk)).come_from(source);
        }
        for (action, after) in legal::kans(hand, Some(drawn), &self.permit()) {
            if self.permit().brink.kan {
                self.last_kan(action, &after, found);
                continue;
            }
            let chance = others::after_kan(self.situation, self.options, &self.utility);
            let from = (&chance, Start::Replacement, 1);
            let (play, source) = self.goes_on(later, &after, from, None, found)?;
            found.push(action, &after, self.situation, play).come_from(source);
        }
        self.wins(Action::Tsumo, found);
        Ok(())
    }

    /// A tile on offer is won with or passes.
    pub(super) fn waiting_in_riichi(
        &self,
        riichi: Riichi,
        hand: &WaitingHand,
        offered: Option<Offered>,
        found: &mut Found<'_>,
    ) -> Result<(), SearchError> {
        let (chance, players) =
            others::before_draw(self.position, self.situation, self.options, &self.utility);
        found.draws = chance.draws;
        if let Some(why) = self.permit().broken_off {
            self.passed_last(hand, why, found);
            self.wins(Action::Ron, found);
            return Ok(());
        }
        let now = Declared { double: riichi.double, ippatsu: riichi.ippatsu };
        let passed = offered.map(|offered| offered.tile);
        let from = (&chance, Start::Offers(players), 0);
        let (play, source) = self.goes_on(now, hand, from, passed, found)?;
        found.push(Action::Pass, hand, self.situation, play).come_from(source);
        self.wins(Action::Ron, found);
        Ok(())
    }
}
