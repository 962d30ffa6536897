//! Samples of decisions, by the opponent's standing.

use crate::train::net::samples::Sample;
use crate::train::samples::Samples;
use nanikiru::danger::inputs::Inputs;
use nanikiru::danger::{Cause, DangerModel, OpponentView, Slots, Standing, price, shapes, tenpai, waits};
use nanikiru::round::View;
use nanikiru::tile::{Kind, Seat};
use nanikiru_tools::decisions::{DealIn, Decision, Look, mix};
use nanikiru_tools::months::Months;

/// Of the decisions before an opponent whose hand is looked for waits, one in so many: riichi, open, closed.
const WAITS: [u64; 3] = [4, 8, 4];
/// The same for the question whether it is tenpai.
const TENPAI: [u64; 3] = [1, 6, 20];
/// For the net, of opponents that are tenpai, and of others that have discarded for a while: what these hold
/// teaches it to read rivers.
const NET: [[u64; 2]; 3] = [[2, 1], [5, 8], [3, 13]];
/// Discards after which a hand shows something.
const WHILE: usize = 4;

/// Of the shapes that are not there, one in so many: the log-odds start with its logarithm instead.
const ABSENT: u64 = 4;

/// Samples of one standing.
#[derive(Default)]
pub struct Hands {
    /// Whether the opponent is tenpai.
    pub tenpai: Samples,
    /// Whether an opponent that is waits with a shape.
    pub shapes: Samples,
    /// Whether a kind that the viewer holds can be won by it, beside the log-odds of its shapes.
    pub waits: Samples,
    /// The log-odds of waits, those of the net, and what was true.
    pub scale: Vec<([f64; 2], bool)>,
    /// The estimated rates of discards that were made, and whether they dealt in.
    pub made: Vec<(f64, bool)>,
    /// Which price a deal-in had.
    pub prices: Samples,
    /// What the features of waits stand for.
    pub causes: Vec<Option<Cause>>,
}

/// All samples, and what they come from.
#[derive(Default)]
pub struct SampleSets {
    /// By standing.
    pub hands: [Hands; 3],
    /// For the net, which has one for all.
    pub net: Vec<Sample>,
    pub games: u64,
    pub rounds: u64,
    pub decisions: u64,
    /// When they were played.
    pub months: Months,
}

impl SampleSets {
    /// A game has been looked at.
    pub fn seen(&mut self, name: &str, games: u64) {
        self.games += games;
        self.months.see(name);
    }

    /// Both together, `later` after `self`.
    pub fn merge(mut self, later: SampleSets) -> SampleSets {
        for (hands, later) in self.hands.iter_mut().zip(later.hands) {
            hands.tenpai.append(later.tenpai);
            hands.shapes.append(later.shapes);
            hands.waits.append(later.waits);
            hands.scale.extend(later.scale);
            hands.made.extend(later.made);
            hands.prices.append(later.prices);
            hands.causes.resize(hands.causes.len().max(later.causes.len()), None);
            for (cause, later) in hands.causes.iter_mut().zip(later.causes) {
                *cause = cause.or(later);
            }
        }
        self.net.extend(later.net);
        self.games += later.games;
        self.rounds += later.rounds;
        self.decisions += later.decisions;
        self.months.append(later.months);
        self
    }
}

/// What samples are taken for: each stage needs the one before.
#[derive(Clone, Copy)]
pub enum Stage<'a> {
    /// Tenpai, shapes and prices.
    Shapes,
    /// The same without shapes.
    Prices,
    /// Kinds beside their shapes.
    Kinds(&'a DangerModel),
    /// Whole rivers, beside what the regression says of them.
    Net(&'a DangerModel),
    /// How much of both.
    Scale(&'a DangerModel),
    /// What was discarded.
    Made(&'a DangerModel),
}

impl Stage<'_> {
    /// For games that the last stage needs unseen.
    pub fn without_shapes(self) -> Self {
        if matches!(self, Stage::Shapes) { Stage::Prices } else { self }
    }
}

/// Takes samples while a game is looked at.
pub struct Gatherer<'a> {
    all: &'a mut SampleSets,
    share: u64,
    stage: Stage<'a>,
    slots: Slots,
}

impl<'a> Gatherer<'a> {
    pub fn new(all: &'a mut SampleSets, share: u64, stage: Stage<'a>) -> Gatherer<'a> {
        Gatherer { all, share, stage, slots: Slots::default() }
    }

    fn opponent(&mut self, decision: &Decision, view: &View, opponent: Seat) {
        let truth = decision.truths[opponent];
        let standing = Standing::of(view.table().player(opponent));
        let standing = standing as usize;
        if let Stage::Net(model) = self.stage {
            return self.net(decision, view, opponent, model);
        }
        if let Stage::Made(model) = self.stage {
            let opponent_view = OpponentView::new(view, opponent);
            let kind = decision.tile.kind();
            if opponent_view.possible.contains(kind) {
                let rate = model.tenpai(&opponent_view) * model.waits(&opponent_view)[kind.index()];
                self.all.hands[standing].made.push((rate, truth.ron.contains(kind)));
            }
            return;
        }
        let one_in = |n: u64, salt: u64| {
            mix(decision.id ^ mix(opponent.index() as u64 + salt)).is_multiple_of(n * self.share)
        };
        let tenpai = standing != Standing::Riichi as usize && one_in(TENPAI[standing], 10);
        let waits = truth.tenpai && one_in(WAITS[standing], 20);
        if !tenpai && !waits {
            return;
        }
        let opponent_view = OpponentView::new(view, opponent);
        let hands = &mut self.all.hands[standing];
        if let Stage::Scale(model) = self.stage {
            let odds = model.odds(&opponent_view);
            for kind in held(view).filter(|_| waits) {
                let Some(odds) = odds[kind.index()] else { continue };
                hands.scale.push((odds, truth.ron.contains(kind)));
            }
            return;
        }
        if let Stage::Kinds(model) = self.stage {
            let odds = model.shape_odds(&opponent_view);
            for kind in held(view).filter(|_| waits) {
                let Some(own) = odds[kind.index()] else { continue };
                self.slots.clear();
                waits::features(&opponent_view, kind, &odds, &mut self.slots);
                let active = self.slots.active().iter().map(|a| a.0);
                hands.waits.push_beside(own, active, truth.ron.contains(kind).into());
                hands.causes.resize(self.slots.size(), None);
                self.slots.active().iter().for_each(|&(i, cause)| hands.causes[i as usize] = Some(cause));
            }
            return;
        }
        if tenpai {
            self.slots.clear();
            tenpai::features(&opponent_view, &mut self.slots);
            hands.tenpai.push(self.slots.active().iter().map(|a| a.0), truth.tenpai.into());
        }
        if waits && matches!(self.stage, Stage::Shapes) {
            for (i, shape) in
                shapes::shapes().iter().enumerate().filter(|(_, shape)| shape.possible(&opponent_view))
            {
                let there = truth.shapes >> i & 1 == 1;
                let seed = mix(decision.id ^ mix(1000 + 4 * i as u64 + opponent.index() as u64));
                if !there && !seed.is_multiple_of(ABSENT) {
                    continue;
                }
                shapes::features(&opponent_view, shape, &mut self.slots);
                let active = self.slots.active().iter().map(|a| a.0);
                hands.shapes.push_beside((ABSENT as f64).ln(), active, there.into());
            }
        }
    }

    fn net(&mut self, decision: &Decision, view: &View, opponent: Seat, model: &DangerModel) {
        let truth = &decision.truths[opponent];
        let player = view.table().player(opponent);
        let one_in = NET[Standing::of(player) as usize][usize::from(!truth.tenpai)] * self.share;
        let chosen = mix(decision.id ^ mix(opponent.index() as u64 + 20)).is_multiple_of(one_in);
        if chosen && (truth.tenpai || player.river().len() >= WHILE) {
            let opponent_view = OpponentView::new(view, opponent);
            let taught = model.waits(&opponent_view);
            let held = decision.round.concealed(opponent);
            let inputs = Inputs::of(&opponent_view);
            self.all.net.push(Sample::new(&inputs, opponent_view.possible.iter(), taught, truth, &held));
        }
    }
}

/// The kinds that the viewer could discard.
fn held(view: &View) -> impl Iterator<Item = Kind> {
    let concealed = *view.concealed();
    Kind::ALL.into_iter().filter(move |&kind| concealed[kind] > 0)
}

impl Look for Gatherer<'_> {
    fn round(&mut self) {
        self.all.rounds += 1;
    }

    fn decision(&mut self, decision: &Decision) {
        self.all.decisions += 1;
        let view = decision.round.view(decision.seat);
        for opponent in Seat::ALL.into_iter().filter(|&s| s != decision.seat) {
            self.opponent(decision, &view, opponent);
        }
    }

    fn deal_in(&mut self, deal_in: &DealIn) {
        if !matches!(self.stage, Stage::Shapes | Stage::Prices) {
            return;
        }
        let view = deal_in.round.view(deal_in.seat);
        let table = view.table();
        let dealer = table.dealer() == deal_in.winner;
        let priced = |price| price::points(price, dealer, table.rules()) == deal_in.points;
        let Some(label) = price::PRICES.into_iter().position(priced) else { return };
        let opponent_view = OpponentView::new(&view, deal_in.winner);
        self.slots.clear();
        price::features(&opponent_view, deal_in.tile, deal_in.length, &mut self.slots);
        let hands = &mut self.all.hands[opponent_view.standing as usize];
        hands.prices.push(self.slots.active().iter().map(|a| a.0), label as u8);
    }
}
