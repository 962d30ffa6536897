//! What records say of the rows beside their searches: how rounds end, and what strong players do.

use super::analysis::Analysis;
use super::facts::{Case, Facts, nearest_to_orphans};
use super::opponents::Opponents;
use super::options::Objective;
use super::report::Candidate;
use super::searches::Draft;
use super::value::ValueModel;
use super::{because, depth, differences, ranking, value_error};
use crate::ends::inputs::LastAction;
use crate::hand::WaitingHand;
use crate::legal::Action;
use crate::reach;
use crate::rules::Length;
use crate::shape;
use crate::tile::{Tile, Wind};

/// What the rows of a report have in common.
struct Common<'a> {
    /// None where they are not known, and where the seat is in riichi.
    opponents: Option<&'a Opponents>,
    in_riichi: bool,
    /// The tiles that riichi can be declared with.
    declared: Vec<Tile>,
    riichi_share: Option<f64>,
    /// Whether there are more hands than `fast` searches.
    large: bool,
    depth: usize,
    /// Exchanges beyond the hand's shanten.
    beyond: usize,
}

impl Analysis<'_> {
    /// Corrects the rows, and puts them in their order. They come from the depth of this number, `beyond` exchanges beyond the hand's
    /// shanten.
    pub(super) fn correct(&self, draft: &mut Draft<'_>, depth: usize, beyond: usize) {
        let in_riichi = self.riichi().is_some();
        let opponents = self.situation.opponents().filter(|_| !in_riichi);
        let policy = opponents.and_then(|opponents| self.policy(opponents));
        let kita = opponents.and_then(|opponents| self.kita_share(opponents));
        ranking::share(&mut draft.candidates, policy, kita);
        let common = Common {
            opponents,
            in_riichi,
            declared: draft.candidates.iter().filter_map(|row| row.action.declared()).collect(),
            riichi_share: ranking::riichi_share(&draft.candidates),
            large: depth > 0 && draft.hands > depth::FAST_HANDS[1],
            depth,
            beyond,
        };
        for (candidate, after) in draft.candidates.iter_mut().zip(&draft.hands_after) {
            if candidate.is_known() {
                continue;
            }
            // after a call or kan there can be one draw less: nothing more happens then
            let details = candidate.play.details.take();
            candidate.play.details = details.map(|details| details.of_turns(draft.draws));
            self.look_at(candidate, after.as_ref(), &common);
        }
        let point = self.utility.point();
        if self.is_corrected() {
            self.value(&mut draft.candidates);
            differences::correct(&mut draft.candidates, point);
        }
        let players = self.situation.rules().players;
        ranking::rank(&mut draft.candidates, players, self.options, point);
        if self.is_corrected() {
            value_error::assign(&mut draft.candidates, point);
        }
    }

    fn is_corrected(&self) -> bool {
        self.options.is_calibrated()
    }

    /// Finds what is known of an action.
    fn look_at(&self, candidate: &mut Candidate, after: Option<&WaitingHand>, common: &Common<'_>) {
        let paid = self.utility.kept() * candidate.play.tenpai_at_draw;
        // nobody gives up a hand in riichi
        let declares = candidate.action.declared().is_some();
        if !declares && !common.in_riichi && self.options.objective != Objective::Tenpai {
            candidate.play.tenpai_at_draw = paid;
        }
        let dangerous = self.options.danger && self.options.others;
        let case = Case::of(self.position, self.situation, &candidate.action, &common.declared);
        let known = common.opponents.filter(|_| dangerous).zip(after);
        candidate.facts = case
            .zip(known)
            .map(|(case, (opponents, after))| self.facts(candidate, case, (opponents, after), paid, common));
    }

    fn facts(
        &self,
        candidate: &Candidate,
        case: Case,
        (opponents, after): (&Opponents, &WaitingHand),
        paid: f64,
        common: &Common<'_>,
    ) -> Facts {
        let (play, action) = (&candidate.play, &candidate.action);
        let forms = shape::shanten_by_form(after);
        let Analysis { situation, .. } = self;
        let calls = if self.is_corrected() { self.calls(opponents) } else { None };
        let done = match action {
            Action::Discard { riichi: true, .. } => LastAction::Riichi,
            Action::Pass => LastAction::Pass,
            _ => LastAction::Discard,
        };
        Facts {
            case,
            shanten: candidate.shanten.get(),
            groups: forms.standard.get(),
            pairs: forms.seven_pairs.map_or(7, |pairs| pairs.get()),
            orphans: nearest_to_orphans(after),
            open: !after.is_closed(),
            yaku: reach::with_yaku(after, situation.unseen().counts(), &situation.table(), situation.rules()),
            kan: matches!(action, Action::Ankan { .. } | Action::Kakan { .. } | Action::Daiminkan),
            estimated: candidate.estimated,
            riichi_share: common.riichi_share,
            call_share: None,
            offer: calls.and_then(|calls| calls.of_action(action)),
            large: common.large,
            depth: common.depth,
            beyond: common.beyond,
            hanchan: situation.length() == Length::Hanchan,
            dealer: situation.seat_wind() == Wind::East,
            risk: self.risk(action),
            searched: play.parts,
            tenpai: play.tenpai_rate,
            at_draw: play.tenpai_at_draw,
            paid,
            noten: self.utility.noten(),
            point: self.utility.point(),
            recorded: self.net_ends.rates(opponents.scene(), after, done),
            by_table: play.parts,
            folds: play.fold_rate,
        }
    }

    /// How the rounds end of what is known, and what players do with a tile on offer.
    fn value(&self, candidates: &mut [Candidate]) {
        let call_share = ranking::share_offers(candidates);
        let model = ValueModel::at(self.situation.rules().players);
        for candidate in candidates {
            let Some(facts) = &mut candidate.facts else { continue };
            facts.call_share = call_share;
            candidate.play = model.corrected(&candidate.play, facts);
            facts.by_table = candidate.play.parts;
            candidate.because = because::of(model, facts);
        }
    }
}
