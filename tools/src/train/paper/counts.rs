//! What the estimator's parameters are counted and fitted from, in one pass over the games.

use super::logistic::Table;
use super::odds::Choices;
use super::truth::{closed_waits, has_colour};
use nanikiru::danger::paper::riichi::{Bill, CONDITIONS, RiichiWaits, conditions, shift, suji_left, yakuhai};
use nanikiru::danger::paper::tenpai::{Tenpai, mixed_features, tint_features, tinted_features};
use nanikiru::danger::paper::{ClosedWait, Colour, PLACES, Paper, WaitForm, YAKUMAN, form_sums};
use nanikiru::hand::WaitingHand;
use nanikiru::round::{Player, Round};
use nanikiru::tile::{BySeat, Kind, Seat, Suit};
use nanikiru_tools::deal_in::price;
use nanikiru_tools::decisions::{DealIn, Decision, Look, mix};
use std::collections::BTreeSet;

/// One decision in so many is looked at for tenpai.
const TENPAI: u64 = 4;
/// One tenpai hand in so many is looked at for eq. 15, by 1 to 3 calls.
const FORMS: [u64; 3] = [120, 120, 40];
/// Samples that the estimate over all rivers counts for in the estimate under a condition (eq. 32).
const PRIOR: f64 = 20.0;

/// All counts.
#[derive(Default)]
pub struct Counts {
    tinted: Table<5>,
    tenpai_tinted: Table<3>,
    tenpai_mixed: Table<5>,
    /// By calls: bad forms, good forms.
    forms: [Choices<2>; 3],
    /// By suji left: hands in riichi, those with a two-sided wait.
    suji: [[u64; 2]; 19],
    waits: WaitCounts,
    /// Deal-ins to riichi, and to closed hands without.
    bills: [BillCounts; 2],
}

/// Hands in riichi, one count each; suits and their two directions count together.
struct WaitCounts {
    hands: f64,
    /// Hands with a form.
    forms: [f64; WaitForm::COUNT],
    places: [f64; PLACES],
    /// Pairs and single tiles of honours by han, and how many kinds there were of them.
    honours: [[f64; 3]; 2],
    honour_kinds: [f64; 3],
    /// Suits that fulfil a condition, by form of the hand.
    fulfilled: [[f64; CONDITIONS]; WaitForm::COUNT],
    /// RiichiWaits in such suits.
    under: Vec<[f64; CONDITIONS]>,
}

impl Default for WaitCounts {
    fn default() -> WaitCounts {
        WaitCounts {
            hands: 0.0,
            forms: [0.0; WaitForm::COUNT],
            places: [0.0; PLACES],
            honours: [[0.0; 3]; 2],
            honour_kinds: [0.0; 3],
            fulfilled: [[0.0; CONDITIONS]; WaitForm::COUNT],
            under: vec![[0.0; CONDITIONS]; PLACES],
        }
    }
}

#[derive(Default)]
struct BillCounts {
    han: [f64; 15],
    fu: [f64; 12],
}

fn add(mine: &mut [f64], theirs: &[f64]) {
    mine.iter_mut().zip(theirs).for_each(|(a, b)| *a += b);
}

impl Counts {
    /// Both together.
    pub fn append(&mut self, later: Counts) {
        self.tinted.append(later.tinted);
        self.tenpai_tinted.append(later.tenpai_tinted);
        self.tenpai_mixed.append(later.tenpai_mixed);
        self.forms.iter_mut().zip(later.forms).for_each(|(mine, theirs)| mine.append(theirs));
        for (mine, theirs) in self.suji.as_flattened_mut().iter_mut().zip(later.suji.as_flattened()) {
            *mine += theirs;
        }
        self.waits.append(&later.waits);
        for (mine, theirs) in self.bills.iter_mut().zip(&later.bills) {
            add(&mut mine.han, &theirs.han);
            add(&mut mine.fu, &theirs.fu);
        }
    }

    /// The estimator, the factors of eq. 29 left at 1.
    pub fn fit(&self) -> Result<Paper, String> {
        let [riichi, closed] = self.bills.each_ref().map(BillCounts::bill);
        let share = |[all, with]: [u64; 2]| if all == 0 { 0.0 } else { with as f64 / all as f64 };
        let paper = Paper {
            tenpai: Tenpai {
                tinted: self.tinted.fit(1, 3)?,
                tenpai_tinted: self.tenpai_tinted.fit(1, 3)?,
                tenpai_mixed: self.tenpai_mixed.fit(0, 4)?,
            },
            bad: self.forms.each_ref().map(|choices| choices.factors()[0]),
            waits: self.waits.fit(self.suji.map(share)),
            riichi,
            closed,
        };
        Ok(paper)
    }

    /// How many samples the largest regressions have.
    pub fn samples(&self) -> u64 {
        self.tinted.len() + self.tenpai_tinted.len() + self.tenpai_mixed.len()
    }

    /// In words: how many samples there are of what.
    pub fn summary(&self) -> String {
        format!(
            "{} of colours, {} and {} of tenpai, {:?} forms, {} hands in riichi, {} and {} deal-ins",
            self.tinted.len(),
            self.tenpai_tinted.len(),
            self.tenpai_mixed.len(),
            self.forms.each_ref().map(Choices::len),
            self.waits.hands,
            self.bills[0].fu.iter().sum::<f64>(),
            self.bills[1].fu.iter().sum::<f64>(),
        )
    }
}

impl BillCounts {
    fn bill(&self) -> Bill {
        let share = |counts: &[f64]| -> Vec<f64> {
            let sum = counts.iter().sum::<f64>().max(1.0);
            counts.iter().map(|n| n / sum).collect()
        };
        let mut bill = Bill { han: [0.0; 15], fu: [0.0; 12] };
        bill.han.copy_from_slice(&share(&self.han));
        bill.fu.copy_from_slice(&share(&self.fu));
        bill
    }
}

impl WaitCounts {
    fn append(&mut self, later: &WaitCounts) {
        self.hands += later.hands;
        add(&mut self.forms, &later.forms);
        add(&mut self.places, &later.places);
        add(self.honours.as_flattened_mut(), later.honours.as_flattened());
        add(&mut self.honour_kinds, &later.honour_kinds);
        add(self.fulfilled.as_flattened_mut(), later.fulfilled.as_flattened());
        add(self.under.as_flattened_mut(), later.under.as_flattened());
    }

    /// A hand in riichi.
    fn hand(&mut self, round: &Round, seat: Seat, waits: &BTreeSet<ClosedWait>) {
        let (table, player) = (round.table(), round.table().player(seat));
        self.hands += 1.0;
        let forms: BTreeSet<WaitForm> = waits.iter().map(|wait| wait.form()).collect();
        forms.iter().for_each(|&form| self.forms[form as usize] += 1.0);
        for kind in Kind::ALL.into_iter().filter(|kind| kind.is_honour()) {
            self.honour_kinds[usize::from(yakuhai(kind, table, seat))] += 1.0;
        }
        for wait in waits {
            match (wait.place(), wait.mirrored().place(), wait.kinds().next()) {
                (Some(place), Some(mirrored), _) => {
                    self.places[place] += 0.5;
                    self.places[mirrored] += 0.5;
                }
                (_, _, Some(kind)) => {
                    let single = usize::from(wait.form() == WaitForm::Single);
                    self.honours[single][usize::from(yakuhai(kind, table, seat))] += 1.0;
                }
                _ => {}
            }
        }
        for suit in Suit::NUMBERS {
            let fulfilled = conditions(player, suit).map(f64::from);
            let other = mirror(&fulfilled);
            for &form in &forms {
                let counts = &mut self.fulfilled[form as usize];
                counts
                    .iter_mut()
                    .zip(fulfilled.iter().zip(other))
                    .for_each(|(n, (a, b))| *n += 0.5 * (a + b));
            }
            for wait in waits.iter().filter(|wait| wait.suit() == suit) {
                let places = [(wait.place(), fulfilled), (wait.mirrored().place(), other)];
                for (place, fulfilled) in places.into_iter().filter_map(|(p, y)| Some((p?, y))) {
                    self.under[place].iter_mut().zip(fulfilled).for_each(|(n, y)| *n += 0.5 * y);
                }
            }
        }
    }

    fn fit(&self, two_sided: [f64; 19]) -> RiichiWaits {
        let without = self.hands - self.forms[WaitForm::TwoSided as usize];
        let mut forms = self.forms.map(|n| n / without.max(1.0));
        forms[WaitForm::TwoSided as usize] = 0.0;
        let mut form_of = [WaitForm::TwoSided; PLACES];
        for wait in ClosedWait::all() {
            if let Some(place) = wait.place() {
                form_of[place] = wait.form();
            }
        }
        // of each wait by itself: there are three suits
        let hands = |place: usize| self.forms[form_of[place] as usize].max(1.0);
        let places: [f64; PLACES] = std::array::from_fn(|place| self.places[place] / 3.0 / hands(place));
        let odds = |place: usize| {
            std::array::from_fn(|y| {
                let (usual, all) = (places[place], self.fulfilled[form_of[place] as usize][y]);
                (self.under[place][y] + PRIOR * usual) / (all + PRIOR) / usual.max(1e-9)
            })
        };
        let honours = std::array::from_fn(|single| {
            let form = if single == 1 { WaitForm::Single } else { WaitForm::Pair };
            std::array::from_fn(|han| {
                // chances are counted over all hands, and waits are shares of those with the form
                let chances = self.honour_kinds[han] * self.forms[form as usize] / self.hands.max(1.0);
                self.honours[single][han] / chances.max(1.0)
            })
        });
        let odds = (0..PLACES).map(odds).collect();
        RiichiWaits { two_sided, forms, places, honours, odds, spare: [[1.0; 2]; WaitForm::COUNT] }
    }
}

/// The conditions with numbers counted from the other end.
fn mirror(fulfilled: &[f64; CONDITIONS]) -> [f64; CONDITIONS] {
    let mut other = *fulfilled;
    other[1..10].reverse();
    other[10..].reverse();
    other
}

/// Counts while a game is looked at.
pub struct Counter<'a> {
    all: &'a mut Counts,
    /// Seats in riichi whose hand has been counted, with its waits.
    riichi: BySeat<Option<BTreeSet<ClosedWait>>>,
}

impl Counter<'_> {
    pub fn new(all: &mut Counts) -> Counter<'_> {
        Counter { all, riichi: BySeat::default() }
    }

    fn without_riichi(&mut self, decision: &Decision, seat: Seat) {
        let Ok(hand) = decision.round.waiting_hand(seat) else { return };
        let table = decision.round.table();
        let player = table.player(seat);
        let (discards, tenpai) = (player.river().len(), decision.truths[seat].tenpai);
        let calls = if player.is_closed() { 0 } else { player.melds().len() };
        if calls == 4 {
            return;
        }
        if decision.id.is_multiple_of(TENPAI) {
            let possible = |suit: &Suit| Colour::One(*suit).possible(player.melds());
            for suit in Suit::NUMBERS.into_iter().filter(|suit| calls > 0 && possible(suit)) {
                let tinted = has_colour(&hand, Colour::One(suit));
                self.all.tinted.push(calls, discards, tint_features(player, suit), tinted);
                if tinted {
                    self.all.tenpai_tinted.push(calls, discards, tinted_features(player, suit), tenpai);
                }
            }
            if calls == 0 || has_colour(&hand, Colour::Mixed) {
                self.all.tenpai_mixed.push(calls, discards, mixed_features(table, seat), tenpai);
            }
        }
        let few = |one_in: u64| mix(decision.id ^ mix(seat.index() as u64 + 1)).is_multiple_of(one_in);
        if calls > 0 && tenpai && few(FORMS[calls - 1]) {
            self.form(decision, seat, calls, &hand);
        }
    }

    /// Whether a caller's waits are bad ones, against all that it could have.
    fn form(&mut self, decision: &Decision, seat: Seat, calls: usize, hand: &WaitingHand) {
        let waits = closed_waits(hand);
        let furiten = decision.round.table().player(seat).furiten();
        if waits.is_empty() || waits.iter().flat_map(|wait| wait.kinds()).any(|kind| furiten.contains(kind)) {
            return;
        }
        let Some(sums) = form_sums(&decision.round.view(decision.seat), seat) else { return };
        let Some(colour) = Colour::ALL.into_iter().find(|&colour| has_colour(hand, colour)) else { return };
        let good = waits.iter().any(|wait| matches!(wait.form(), WaitForm::TwoSided | WaitForm::Pair));
        let (good_sum, bad_sum) = sums[colour.index()];
        if good_sum > 0.0 {
            self.all.forms[calls - 1].push([bad_sum, good_sum], usize::from(good));
        }
    }

    fn in_riichi(&mut self, decision: &Decision, seat: Seat, player: &Player) {
        if self.riichi[seat].is_none() {
            let Ok(hand) = decision.round.waiting_hand(seat) else { return };
            let waits = closed_waits(&hand);
            if !waits.is_empty() {
                self.all.waits.hand(decision.round, seat, &waits);
            }
            self.riichi[seat] = Some(waits);
        }
        let Some(waits) = self.riichi[seat].as_ref().filter(|waits| !waits.is_empty()) else { return };
        let furiten = player.furiten();
        if waits.iter().flat_map(|wait| wait.kinds()).any(|kind| furiten.contains(kind)) {
            return;
        }
        let counts = &mut self.all.suji[suji_left(furiten)];
        counts[0] += 1;
        counts[1] += u64::from(waits.iter().any(|wait| wait.form() == WaitForm::TwoSided));
    }
}

impl Look for Counter<'_> {
    fn round(&mut self) {
        self.riichi = BySeat::default();
    }

    fn decision(&mut self, decision: &Decision) {
        let table = decision.round.table();
        for seat in Seat::ALL.into_iter().filter(|&seat| seat != decision.seat) {
            let player = table.player(seat);
            match player.riichi() {
                Some(_) => self.in_riichi(decision, seat, player),
                None => self.without_riichi(decision, seat),
            }
        }
    }

    fn deal_in(&mut self, deal_in: &DealIn) {
        let player = deal_in.round.table().player(deal_in.winner);
        if !player.is_closed() {
            return;
        }
        let Some(price) = price(deal_in) else { return };
        let Ok(hand) = deal_in.round.waiting_hand(deal_in.winner) else { return };
        let table = deal_in.round.table();
        let kind = deal_in.tile.kind();
        let shown = table.dora();
        let han = yakuhai(kind, table, deal_in.winner);
        let waits = closed_waits(&hand).into_iter().filter(|wait| wait.kinds().any(|k| k == kind));
        let Some(shift) = waits.map(|wait| shift(wait, kind, &shown, han)).max() else { return };
        let shift = shift + u8::from(deal_in.tile.is_red());
        let counts = &mut self.all.bills[usize::from(player.riichi().is_none())];
        let own = if price.han() == YAKUMAN { YAKUMAN } else { price.han().saturating_sub(shift).max(1) };
        counts.han[usize::from(own)] += 1.0;
        counts.fu[usize::from(price.tens())] += 1.0;
    }
}
