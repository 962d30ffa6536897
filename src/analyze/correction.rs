//! What records say of the rows beside their searches: how rounds end, and what strong players do.

use super::analysis::Analysis;
use super::calibration::CalibrationModel;
use super::facts::{Case, Facts};
use super::opponents::Opponents;
use super::options::Objective;
use super::outcome::{Features, OutcomeModel};
use super::report::Candidate;
use super::searches::Draft;
use super::three::OfThree;
use super::{because, depth, differences, orphans, pooling, ranking, value_error};
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
            self.by_situation(candidate, after.as_ref(), &common);
        }
        let point = self.utility.point();
        if self.is_corrected() {
            self.by_outcome(&mut draft.candidates, point);
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

    /// By the situation, and by all recorded discards.
    fn by_situation(&self, candidate: &mut Candidate, after: Option<&WaitingHand>, common: &Common<'_>) {
        let paid = self.utility.kept() * candidate.play.tenpai_at_draw;
        // nobody gives up a hand in riichi
        let declares = candidate.action.declared().is_some();
        if !declares && !common.in_riichi && self.options.objective != Objective::Tenpai {
            candidate.play.tenpai_at_draw = paid;
        }
        let case = Case::of(self.position, self.situation, &candidate.action, &common.declared)
            .map(|case| case.with_folding(candidate.play.fold_rate));
        let dangerous = self.options.danger && self.options.others;
        let known = common.opponents.filter(|_| dangerous).zip(after);
        candidate.facts = case
            .zip(known)
            .map(|(case, (opponents, after))| self.facts(candidate, case, opponents, after, common));
        if let Some(case) = case.filter(|_| self.is_corrected()) {
            let risk = self.risk(&candidate.action);
            let passed = candidate.play.clone().before(risk);
            let paid = paid / (1.0 - risk.rate);
            let model = CalibrationModel::builtin();
            let passed = model.calibrated(&passed, &case, paid, self.utility.noten());
            candidate.play = match known {
                Some((opponents, after)) => {
                    let recorded = self.net_ends.rates(opponents.scene(), after, &candidate.action);
                    pooling::pooled(&passed, &recorded, self.utility.point())
                }
                None => passed,
            }
            .after(risk);
        }
        if let Some(facts) = &mut candidate.facts {
            facts.calibrated = candidate.play.parts;
        }
    }

    fn facts(
        &self,
        candidate: &Candidate,
        case: Case,
        opponents: &Opponents,
        after: &WaitingHand,
        common: &Common<'_>,
    ) -> Facts {
        let (play, action) = (&candidate.play, &candidate.action);
        let forms = shape::shanten_by_form(after);
        let Analysis { situation, .. } = self;
        let calls = if self.is_corrected() { self.calls(opponents) } else { None };
        Facts {
            case,
            shanten: candidate.shanten.get(),
            groups: forms.standard.get(),
            pairs: forms.seven_pairs.map_or(7, |pairs| pairs.get()),
            orphans: orphans::are_nearest(after),
            open: !after.is_closed(),
            yaku: reach::with_yaku(after, situation.unseen().counts(), &situation.table(), situation.rules()),
            kan: matches!(action, Action::Ankan { .. } | Action::Kakan { .. } | Action::Daiminkan),
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
            calibrated: play.parts,
            by_table: play.parts,
            folds: play.fold_rate,
        }
    }

    /// By action and table; and what players do with a tile on offer.
    fn by_outcome(&self, candidates: &mut [Candidate], point: f64) {
        let call_share = ranking::share_offers(candidates, point);
        let model = OutcomeModel::builtin();
        let three = OfThree::at(self.situation.rules().players);
        for candidate in candidates {
            let Some(facts) = &mut candidate.facts else { continue };
            facts.call_share = call_share;
            let features = Features::of(facts, &candidate.play, candidate.estimated);
            let passed = candidate.play.clone().before(facts.risk);
            let mut corrected = model.corrected(&passed, &features, point);
            if facts.orphans {
                let searched = facts.searched.win.rate / (1.0 - facts.risk.rate);
                corrected = orphans::as_searched(&corrected, searched, point);
            }
            if let Some(three) = three {
                corrected = three.corrected(&corrected, facts, point);
            }
            candidate.play = corrected.after(facts.risk);
            facts.by_table = candidate.play.parts;
            let noten = self.utility.noten();
            candidate.because = because::outcome(facts, &features, three, &candidate.play, noten, point);
        }
    }
}
