//! A candidate for every legal action: discards, kans, calls, passing and wins, in riichi and not.

use super::analysis::Analysis;
use super::depth::Reach;
use super::far::Estimate;
use super::others;
use super::searches::{Draft, HandLeft, Origin, SearchQuestion};
use crate::dense::is;
use crate::hand::{DrawnHand, WaitingHand};
use crate::legal::{self, Action, HandAfterCall, TileOffer, WinOption};
use crate::round::Riichi;
use crate::score::{Value, Yaku, score};
use crate::search::{
    self, Chance, DeclaredRiichi, End, Kans, Move, Payoffs, Play, Root, Search, SearchError, Start, SureWin,
    WinKinds,
};
use crate::shape;
use crate::tile::{KindSet, Tile};

impl Analysis<'_> {
    pub(super) fn drawn(
        &self,
        hand: &DrawnHand,
        drawn: Option<Tile>,
        options: &search::Options,
        draft: &mut Draft<'_>,
    ) -> Result<(), SearchError> {
        let chance = self.after_discard();
        draft.draws = chance.draws;
        let called = self.situation.history().and_then(|history| history.called);
        let reach = Reach { options: options.clone(), farther: false };
        if self.permit().brink.discard {
            self.last_discards(hand, draft);
        } else {
            self.discards(hand, called.unwrap_or_default(), &reach, draft, |tile, riichi| Action::Discard {
                tile,
                riichi,
            })?;
            self.last_riichi(hand, draft);
        }
        for (action, after) in legal::kans(hand, drawn, &self.permit()) {
            self.kan(action, &after, options, draft)?;
        }
        if let Some(after) = legal::kita(hand, drawn, &self.permit()) {
            let next = Continuation { chance: self.after_kita(), from: Start::Replacement, kans: 0 };
            self.replaced(Action::Kita, &after, next, options, draft)?;
        }
        self.wins(Action::Tsumo, draft);
        if legal::actions(self.position, &self.permit()).contains(&Action::NineTerminals) {
            self.thrown_in(hand, draft);
        }
        Ok(())
    }

    /// A row for every discard of a hand, in the order of tiles.
    fn discards(
        &self,
        hand: &DrawnHand,
        forbidden: KindSet,
        reach: &Reach,
        draft: &mut Draft<'_>,
        action: impl Fn(Tile, bool) -> Action,
    ) -> Result<(), SearchError> {
        let root = Root::Drawn { hand, forbidden };
        let question = SearchQuestion { root, chance: self.after_discard(), kans: 0 };
        let rows = self.search_after(question, reach, draft)?;
        let shapes = shape::discards(hand, self.situation.unseen());
        for (row, origin) in rows.with_origins() {
            let Move::Discard { tile, riichi } = row.action else { continue };
            let shape = shapes.iter().find(|shape| shape.tile == tile);
            let shape = shape.expect("shape and search list the same discards");
            let left = HandLeft { hand: hand.discard(tile), shanten: shape.shanten, ukeire: shape.ukeire };
            let action = action(tile, riichi);
            match legal::end_of(&action, &self.permit()) {
                Some(why) => self.last_discard(action, why, left, draft),
                None => draft.push_known(action, left, row.play).come_from(origin),
            }
        }
        Ok(())
    }

    /// An own kan: the replacement draw, then as usual.
    fn kan(
        &self,
        action: Action,
        after: &WaitingHand,
        options: &search::Options,
        draft: &mut Draft<'_>,
    ) -> Result<(), SearchError> {
        if self.permit().brink.kan {
            self.last_kan(action, after, draft);
            return Ok(());
        }
        let next = Continuation { chance: self.after_kan(), from: Start::Replacement, kans: 1 };
        self.replaced(action, after, next, options, draft)
    }

    /// The replacement draw after a kan, whose indicator is not known yet, or after a north set aside, which has none.
    fn replaced(
        &self,
        action: Action,
        after: &WaitingHand,
        next: Continuation<'_>,
        options: &search::Options,
        draft: &mut Draft<'_>,
    ) -> Result<(), SearchError> {
        let Continuation { chance, from, kans } = next;
        let question = SearchQuestion { root: Root::Waiting { hand: after, from }, chance, kans };
        let options = search::Options { first_turn: false, ..options.clone() };
        let reach = Reach::of(&options, shape::shanten(after));
        for (row, origin) in self.search_after(question, &reach, draft)?.with_origins() {
            let play = row.play.without_first_draw().after(self.robbed(action));
            draft.push(action, after, self.situation, play).come_from(origin);
        }
        Ok(())
    }

    /// What setting a north aside risks: that another player wins on it. Robbing an added kan is left out.
    fn robbed(&self, action: Action) -> End {
        match action {
            Action::Kita if self.options.others && self.options.danger => self.risk(&action),
            _ => End::NEVER,
        }
    }

    pub(super) fn waiting(
        &self,
        hand: &WaitingHand,
        offered: Option<TileOffer>,
        n: usize,
        options: &search::Options,
        draft: &mut Draft<'_>,
    ) -> Result<(), SearchError> {
        let options = search::Options { first_turn: false, ..options.clone() };
        let (chance, players) = self.before_draw();
        draft.draws = chance.draws;
        if self.is_passed_last(hand, draft) {
            return Ok(());
        }
        let root = Root::Waiting { hand, from: Start::Offers(players) };
        let rows = self.search(SearchQuestion { root, chance, kans: 0 }, &options, draft)?;
        let estimated = rows.estimated;
        for (row, origin) in rows.with_origins() {
            if !estimated && self.may_estimate() {
                let points = &draft.payments.points[0];
                draft.scale = Estimate::of(self.situation, chance, points).scale(&row.play, root);
            }
            draft.push(Action::Pass, hand, self.situation, row.play).come_from(origin);
        }
        let Some(offered) = offered else { return Ok(()) };
        self.wins(Action::Ron, draft);
        // the call is one of the exchanges, and one of the calls
        let options = search::Options {
            exchanges: search::Exchanges::Exactly(n.saturating_sub(1 + options.fewer_after_call)),
            calls: options.calls.saturating_sub(1),
            fewer_after_call: 0,
            ..options
        };
        for called in legal::calls(hand, offered, &self.permit()) {
            let HandAfterCall::Open { hand, own, forbidden } = &called else { continue };
            let reach = Reach::of(&options, shape::shanten(hand));
            let action = |discard, _| called.with(*own, discard);
            self.discards(hand, *forbidden, &reach, draft, action)?;
        }
        if let Some(HandAfterCall::Kan { hand }) = legal::daiminkan(hand, offered, &self.permit()) {
            self.kan(Action::Daiminkan, &hand, &options, draft)?;
        }
        Ok(())
    }
}

impl Analysis<'_> {
    /// Whether the round ends with the tile on offer: then passing and winning on it are all there is.
    fn is_passed_last(&self, hand: &WaitingHand, draft: &mut Draft<'_>) -> bool {
        let Some(why) = self.permit().broken_off else { return false };
        self.passed_last(hand, why, draft);
        self.wins(Action::Ron, draft);
        true
    }
}

/// How a hand goes on without a discard of the player's choice, and how many kans it has declared right before.
struct Continuation<'c> {
    chance: &'c Chance,
    from: Start,
    kans: usize,
}

/// A seat in riichi: wins and concealed kans are all that is left to choose.
impl Analysis<'_> {
    /// What going on with a hand in riichi leads to; nothing of `passed` can be won by ron.
    fn goes_on(
        &self,
        declared: DeclaredRiichi,
        hand: &WaitingHand,
        next: Continuation<'_>,
        passed: Option<Tile>,
        draft: &mut Draft<'_>,
    ) -> Result<(Play, Origin), SearchError> {
        let Continuation { chance, from, kans } = next;
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
        let unseen = self.situation.unseen();
        let search = Search { root, unseen, chance, payoffs: &draft.payments.riichi[kans] };
        let rows = self.searched(search, &options, draft)?;
        let (row, origin) = rows.with_origins().next().expect("a waiting hand has one row");
        Ok((row.play, origin))
    }

    /// The drawn tile goes, or a kan is declared, or the round is won.
    pub(super) fn drawn_in_riichi(
        &self,
        riichi: Riichi,
        hand: &DrawnHand,
        drawn: Tile,
        draft: &mut Draft<'_>,
    ) -> Result<(), SearchError> {
        let before = hand.discard(drawn).expect("a situation in riichi knows the tile drawn");
        let chance = self.after_discard();
        draft.draws = chance.draws;
        // with the discard, or a kan, ippatsu is over
        let later = DeclaredRiichi { double: riichi.double, ippatsu: false };
        if self.permit().brink.discard {
            self.last_discards(hand, draft);
        } else {
            let risk = others::risk(chance, drawn);
            let next = Continuation { chance, from: Start::Offers(3), kans: 0 };
            let (play, origin) = self.goes_on(later, &before, next, Some(drawn), draft)?;
            let action = Action::Discard { tile: drawn, riichi: false };
            draft.push(action, &before, self.situation, play.after(risk)).come_from(origin);
        }
        for (action, after) in legal::kans(hand, Some(drawn), &self.permit()) {
            if self.permit().brink.kan {
                self.last_kan(action, &after, draft);
                continue;
            }
            let chance = self.after_kan();
            let next = Continuation { chance, from: Start::Replacement, kans: 1 };
            let (play, origin) = self.goes_on(later, &after, next, None, draft)?;
            draft.push(action, &after, self.situation, play).come_from(origin);
        }
        if let Some(after) = legal::kita(hand, Some(drawn), &self.permit()) {
            let next = Continuation { chance: self.after_kita(), from: Start::Replacement, kans: 0 };
            let (play, origin) = self.goes_on(later, &after, next, None, draft)?;
            let play = play.after(self.robbed(Action::Kita));
            draft.push(Action::Kita, &after, self.situation, play).come_from(origin);
        }
        self.wins(Action::Tsumo, draft);
        Ok(())
    }

    /// A tile on offer is won with or passes.
    pub(super) fn waiting_in_riichi(
        &self,
        riichi: Riichi,
        hand: &WaitingHand,
        offered: Option<TileOffer>,
        draft: &mut Draft<'_>,
    ) -> Result<(), SearchError> {
        let (chance, players) = self.before_draw();
        draft.draws = chance.draws;
        if self.is_passed_last(hand, draft) {
            return Ok(());
        }
        let now = DeclaredRiichi { double: riichi.double, ippatsu: riichi.ippatsu };
        let passed = offered.map(|offered| offered.tile);
        let next = Continuation { chance, from: Start::Offers(players), kans: 0 };
        let (play, origin) = self.goes_on(now, hand, next, passed, draft)?;
        draft.push(Action::Pass, hand, self.situation, play).come_from(origin);
        self.wins(Action::Ron, draft);
        Ok(())
    }
}

/// Winning at once.
impl Analysis<'_> {
    /// Winning at once, where the position has a win: by its dearest reading.
    fn wins(&self, action: Action, draft: &mut Draft) {
        let riichi = self.riichi().is_some();
        let plays = legal::wins(self.position, &self.permit()).into_iter().filter_map(|won| match riichi {
            true => self.win_in_riichi(&won, draft.draws),
            false => self.win(&won, draft.draws),
        });
        if let Some(play) = plays.max_by(|a, b| a.value().total_cmp(&b.value())) {
            draft.won(action, play);
        }
    }

    fn win(&self, won: &WinOption, draws: usize) -> Option<Play> {
        let points = self.utility.winning_points(self.position, self.situation);
        let score = score(&won.hand, won.tile, &won.win, &points.table, &points.rules).ok()?;
        let line = points.without_ura(&score, won.win.is_tsumo());
        let win = SureWin {
            hand: &won.hand,
            tile: won.tile,
            value: line.values[0],
            kinds: WinKinds { tsumo: is(won.win.is_tsumo()), riichi: 0.0 },
            yaku: score.yaku,
            han: line.han,
            more: &line.more,
        };
        Some(Play::won(&win, draws))
    }

    /// Winning at once, ura-dora averaged.
    fn win_in_riichi(&self, won: &WinOption, draws: usize) -> Option<Play> {
        let WinOption { hand, tile, win } = won;
        let tile = *tile;
        let mut unseen = *self.situation.unseen().counts();
        // as while the hand waits: the tile is still among them
        unseen.add(tile.kind()).ok()?;
        let points = self.utility.winning_points(self.position, self.situation);
        let lines = points.win(hand, tile, &unseen, 0).riichi?;
        let line = if win.is_tsumo() { lines.tsumo } else { lines.ron };
        let won = score(hand, tile, win, &points.table, &points.rules).ok()?;
        let yakuman = matches!(won.value, Value::Yakuman(_));
        let beyond =
            [Yaku::DoubleRiichi, Yaku::Ippatsu, Yaku::Haitei, Yaku::Houtei, Yaku::Rinshan, Yaku::Chankan];
        let more = beyond.into_iter().filter(|&yaku| !yakuman && won.yaku.contains(yaku)).count();
        let win = SureWin {
            hand,
            tile,
            value: line.values[more],
            kinds: WinKinds { tsumo: is(win.is_tsumo()), riichi: 1.0 },
            yaku: won.yaku,
            han: (line.han + more as u8).min(13),
            more: &line.more,
        };
        Some(Play::won(&win, draws))
    }
}
