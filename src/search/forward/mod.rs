//! What has happened so far after some actions, and what it adds up to.

pub(crate) mod bit_set;
pub(crate) mod plan;
pub(crate) mod play;
pub(crate) mod riichi_steps;
pub(crate) mod root_batch;
pub(crate) mod ways;
pub(crate) mod win;

mod riichi;

use crate::score::YakuSet;
use crate::search::DeclaredRiichi;
use crate::search::figures::{Details, Part, Parts, Play, TurnFigures, WinKinds};
use crate::search::float::Float;
use crate::search::forward::bit_set::BitSet;
use crate::search::forward::plan::{Plan, RowRoot, Transition, Transitions};
use crate::search::forward::root_batch::{BATCH_SIZE, RootBatch, Sums, add, is_zero, tally};
use crate::search::forward::ways::Ways;
use crate::search::forward::win::{Circumstances, DAMA, GraphWin};
use crate::search::values::model::{Layers, ValuedGraph};
use crate::search::values::risk::DiscardRisk;
use crate::search::values::tenpai::{Luck, Sort};
use arrayvec::ArrayVec;
use rustc_hash::FxHashMap;

/// Rounds that end without a win.
#[derive(Clone, Copy)]
struct WinlessEnds {
    rate: Sums,
    value: Sums,
}

impl WinlessEnds {
    fn add<R: Float, N: Float>(&mut self, batch: &RootBatch<N>, share: R, pays: f64)
    where
        RootBatch<N>: Copy,
    {
        let share = share.to_f64();
        tally(&mut self.rate, batch, N::of(share));
        tally(&mut self.value, batch, N::of(share * pays));
    }
}

/// The place of own deal-ins among the ends, as in `Ends::all`.
const DEAL_IN: usize = 2;

/// The place of the exhaustive draw, after them.
const DRAW: usize = 3;

/// Hands that have given tenpai up.
struct BrokenTenpai<R> {
    nodes: BitSet,
    batch: FxHashMap<u32, RootBatch<R>>,
}

impl<R: Float> BrokenTenpai<R> {
    fn none(hands: usize) -> BrokenTenpai<R> {
        BrokenTenpai { nodes: BitSet::none(hands), batch: FxHashMap::default() }
    }

    fn add(&mut self, node: u32, batch: &RootBatch<R>, share: R) {
        self.nodes.insert(node as usize);
        add(self.batch.entry(node).or_insert([R::ZERO; BATCH_SIZE]), batch, share);
    }

    fn at(&self, node: u32) -> Option<&RootBatch<R>> {
        self.nodes.contains(node as usize).then(|| &self.batch[&node])
    }

    fn clear(&mut self) {
        if !self.batch.is_empty() {
            self.nodes.clear();
            self.batch.clear();
        }
    }
}

/// What has happened so far after some actions.
///
/// A hand's place is its number, after a coming riichi with all hands before it; and so for the tenpai hands.
pub(crate) struct Forward<'a, 'b, R> {
    /// What is the same before a coming riichi and after it.
    model: &'a ValuedGraph<'b, R>,
    layers: ArrayVec<&'a ValuedGraph<'b, R>, 2>,
    /// Probability of holding each hand: of one that is not tenpai, without having been so before.
    now: Vec<RootBatch<R>>,
    next: Vec<RootBatch<R>>,
    /// Of holding one that is not tenpai, having been so before.
    fallen: BrokenTenpai<R>,
    next_fallen: BrokenTenpai<R>,
    /// The hands that are held at the next step.
    held: BitSet,
    /// By tenpai hand: of being in riichi with it, past the first turn; and with which one is.
    riichi: Vec<RootBatch<R>>,
    in_riichi: BitSet,
    /// Of winning after riichi where nothing but ippatsu is added: by tenpai hand, from the place
    /// that `riichi_start` names, without and with ippatsu: once the tsumo of one tile among those
    /// left, then the ron of each wait.
    riichi_wins: Vec<RootBatch<R>>,
    riichi_start: Vec<u32>,
    /// Of holding any hand while the others can end the round, in this step: by layer; closed, open, in riichi.
    met: [[Sums; 3]; 2],
    win: Vec<Sums>,
    value: Vec<Sums>,
    tenpai: Vec<Sums>,
    /// How often the round ends without a win, and what that pays in all.
    ends: [WinlessEnds; 4],
    called: Sums,
    folded: Sums,
    tenpai_at_draw: Sums,
    tsumo: Sums,
    after_riichi: Sums,
    han: [Sums; 14],
    /// Dama wins by the sort of a line, ron and tsumo.
    plain: Vec<[Sums; 2]>,
    /// By the yaku of a line, as a number, and by what circumstances can add.
    yaku: Vec<Sums>,
    ways: Ways,
    /// By action whether its wins are those of a double riichi.
    double: [bool; BATCH_SIZE],
}

impl<'a, 'b, R: Float> Forward<'a, 'b, R> {
    /// Of so many actions.
    pub(crate) fn new(layers: &'a Layers<'b, R>, actions: usize) -> Forward<'a, 'b, R> {
        let model = &layers.before_riichi;
        let layers: ArrayVec<&ValuedGraph<'b, R>, 2> = layers.all().collect();
        let (zero, none) = ([R::ZERO; BATCH_SIZE], [0.0; BATCH_SIZE]);
        let (hands, draws) = (layers.len() * model.graph.len(), model.odds.draws());
        let tenpai = layers.len() * model.goals.tenpai.len();
        let mut sum = 0;
        let riichi_start = model.goals.tenpai.iter().enumerate().map(|(number, tenpai)| {
            let before = sum;
            sum += if model.goals.classes.of(number).is_some() {
                2 * (tenpai.waits.len() as u32 + 1)
            } else {
                0
            };
            before
        });
        let riichi_start = riichi_start.collect();
        Forward {
            riichi_wins: vec![zero; sum as usize],
            riichi_start,
            model,
            layers,
            now: vec![zero; hands],
            next: vec![zero; hands],
            fallen: BrokenTenpai::none(hands),
            next_fallen: BrokenTenpai::none(hands),
            held: BitSet::none(hands),
            riichi: vec![zero; tenpai],
            in_riichi: BitSet::none(tenpai),
            met: [[none; 3]; 2],
            win: vec![none; draws + 1],
            value: vec![none; draws + 1],
            tenpai: vec![none; draws + 2],
            ends: [WinlessEnds { rate: none, value: none }; 4],
            called: none,
            folded: none,
            tenpai_at_draw: none,
            tsumo: none,
            after_riichi: none,
            han: [none; 14],
            plain: vec![[none; 2]; model.goals.sorts.len()],
            yaku: vec![none; model.goals.yaku_sets.len() * Circumstances::SORTS],
            ways: Ways::new(model.goals.lines.len(), actions),
            double: [false; BATCH_SIZE],
        }
    }

    /// The first step, which is each action's own.
    pub(crate) fn begin(&mut self, roots: &[RowRoot<R>], plan: &Plan<'_, '_, R>, declared: DeclaredRiichi) {
        for (lane, &root) in roots.iter().enumerate() {
            let mut batch = [R::ZERO; BATCH_SIZE];
            batch[lane] = R::ONE;
            self.discarded(&batch, R::ONE, root.discarded, 0.0);
            batch[lane] = root.discarded.pass;
            if self.model.is_tenpai(root.node) {
                tally(&mut self.tenpai[0], &batch, R::ONE);
            }
            if root.riichi {
                self.double[lane] = declared.double;
                self.riichi_to_the_end(root.node, batch, root.start, declared);
                continue;
            }
            let mut transitions = Transitions::default();
            plan.transition(&mut transitions, root.node, root.riichi, root.start);
            self.now[root.node] = batch;
            self.step(&transitions, plan.j);
            self.now[root.node] = [R::ZERO; BATCH_SIZE];
        }
        self.turn_over(plan.j);
    }

    /// The layer and the hand of a place.
    fn hand_at(&self, place: u32) -> (usize, usize) {
        // at most two layers: a division takes as long as adding up three moves
        let place = place as usize;
        place.checked_sub(self.model.graph.len()).map_or((0, place), |node| (1, node))
    }

    fn is_tenpai(&self, place: u32) -> bool {
        self.model.is_tenpai(self.hand_at(place).1)
    }

    /// The hands that are held at this step, and the tenpai hands in riichi.
    pub(crate) fn held(&self) -> (&BitSet, &BitSet) {
        (&self.held, &self.in_riichi)
    }

    /// Makes room for what is held after this step.
    pub(crate) fn forget_held(&mut self) {
        self.held.clear();
        self.in_riichi.clear();
    }

    /// Some of a discard deals in.
    fn discarded(&mut self, batch: &RootBatch<R>, share: R, discarded: DiscardRisk<R>, lost: f64) {
        let gone = &mut self.ends[DEAL_IN];
        let rate = share * discarded.rate();
        tally(&mut gone.rate, batch, rate);
        tally(&mut gone.value, batch, share * discarded.cost + rate * R::of(lost));
    }

    fn win(&mut self, batch: &RootBatch<R>, win: &GraphWin<R>, j: usize) {
        tally(&mut self.win[j], batch, win.share);
        tally(&mut self.value[j], batch, win.share * self.model.points(win.gain));
        self.win_sort(batch, win);
    }

    /// What a win is, whenever it comes.
    fn win_sort(&mut self, batch: &RootBatch<R>, win: &GraphWin<R>) {
        let sort = self.model.goals.lines[win.gain.line as usize].sort;
        let sums = batch.map(|lane| (lane * win.share).to_f64());
        self.ways.add(batch, win, self.model.points(win.gain));
        self.count_wins(&sums, sort, win.gain.extra, win.how);
    }

    fn count_wins(&mut self, wins: &Sums, sort: u32, extra: u8, how: Circumstances) {
        let Sort { more, yaku: set, han } = self.model.goals.sorts[sort as usize];
        let yaku = self.model.goals.yaku_sets[usize::from(set)];
        if how.tsumo {
            tally(&mut self.tsumo, wins, 1.0);
        }
        if how.riichi {
            tally(&mut self.after_riichi, wins, 1.0);
        }
        let yakuman = yaku & YakuSet::YAKUMAN.bits() != 0;
        let extra = if yakuman { 0 } else { extra };
        for (more, &probability) in more.iter().enumerate() {
            if probability > R::ZERO {
                let han = (usize::from(han + extra) + more).min(13);
                tally(&mut self.han[han], wins, probability.to_f64());
            }
        }
        tally(&mut self.yaku[usize::from(set) * Circumstances::SORTS + how.sort()], wins, 1.0);
    }

    /// Every hand's probability goes where the plan sends it.
    pub(crate) fn step(&mut self, transitions: &Transitions<R>, j: usize) {
        let (mut moved, mut won) = (0, 0);
        for transition in &transitions.list {
            let (layer, node) = self.hand_at(transition.place);
            let model = self.layers[layer];
            let moves = &transitions.moves[moved..transition.moves as usize];
            let wins = &transitions.wins[won..transition.wins as usize];
            (moved, won) = (transition.moves as usize, transition.wins as usize);
            let batch = std::mem::replace(&mut self.now[transition.place as usize], [R::ZERO; BATCH_SIZE]);
            let fallen = self.fallen.at(transition.place).copied();
            if fallen.is_none() && is_zero(&batch) {
                continue;
            }
            let number = model.tenpai_number(node);
            if let Some(riichi_step) = transition.riichi_step {
                self.take_riichi_step(
                    &transitions.riichi_steps.list[riichi_step as usize],
                    &transitions.riichi_steps,
                    &batch,
                    j,
                );
                continue;
            }
            let mut all = batch;
            if let Some(fallen) = &fallen {
                add(&mut all, fallen, R::ONE);
            }
            if transition.folds {
                self.fold(model, node, &all, j);
                continue;
            }
            self.count(transition, &all, wins, j);
            if number.is_none() && transition.won + transition.tenpai > R::ZERO {
                tally(&mut self.tenpai[j + 1], &batch, transition.won + transition.tenpai);
            }
            if j == model.odds.draws() {
                self.end(&all, moves);
                continue;
            }
            match (number, fallen) {
                (None, None) => {
                    for &(to, share) in moves {
                        self.held.insert(to as usize);
                        add(&mut self.next[to as usize], &batch, share);
                    }
                }
                (None, Some(fallen)) => {
                    for &(to, share) in moves {
                        self.held.insert(to as usize);
                        add(&mut self.next[to as usize], &batch, share);
                        if self.is_tenpai(to) {
                            add(&mut self.next[to as usize], &fallen, share);
                        } else {
                            self.next_fallen.add(to, &fallen, share);
                        }
                    }
                }
                (Some(_), _) => {
                    for &(to, share) in moves {
                        self.held.insert(to as usize);
                        if self.is_tenpai(to) {
                            add(&mut self.next[to as usize], &batch, share);
                        } else {
                            self.next_fallen.add(to, &batch, share);
                        }
                    }
                }
            }
        }
    }

    /// What a hand's step adds to the sums.
    fn count(&mut self, transition: &Transition<R>, batch: &RootBatch<R>, wins: &[GraphWin<R>], j: usize) {
        if transition.met {
            let (layer, node) = self.hand_at(transition.place);
            tally(&mut self.met[layer][usize::from(!self.model.is_closed(node))], batch, R::ONE);
        }
        if transition.dealt > R::ZERO {
            let gone = &mut self.ends[DEAL_IN];
            tally(&mut gone.rate, batch, transition.dealt);
            tally(&mut gone.value, batch, transition.dealt_paid);
        }
        if transition.called > R::ZERO {
            tally(&mut self.called, batch, transition.called);
        }
        if wins.is_empty() {
            return;
        }
        tally(&mut self.win[j], batch, transition.won);
        tally(&mut self.value[j], batch, transition.paid);
        for win in wins {
            if win.how.luck == Luck::Plain {
                let sort = self.model.goals.lines[win.gain.line as usize].sort;
                tally(&mut self.plain[sort as usize][usize::from(win.how.tsumo)], batch, win.share);
                self.ways.add(batch, win, self.model.points(win.gain));
            } else {
                self.win_sort(batch, win);
            }
        }
    }

    /// All that follows when a hand is folded.
    fn fold(&mut self, model: &ValuedGraph<'_, R>, node: usize, batch: &RootBatch<R>, j: usize) {
        let Some(folds) = &model.folds else { return };
        let Parts { deal_in, tsumo, draw, rest, .. } = folds.parts(node, j);
        for (gone, part) in self.ends.iter_mut().zip([tsumo, rest, deal_in, draw]) {
            tally(&mut gone.rate, batch, R::of(part.rate));
            tally(&mut gone.value, batch, R::of(part.value));
        }
        tally(&mut self.folded, batch, R::ONE);
    }

    /// The exhaustive draw.
    fn end(&mut self, batch: &RootBatch<R>, moves: &[(u32, R)]) {
        for &(to, share) in moves {
            let tenpai = self.is_tenpai(to);
            self.ends[DRAW].add(batch, share, self.model.payoffs.exhaustive_draw(tenpai));
            if tenpai {
                tally(&mut self.tenpai_at_draw, batch, share);
            }
        }
    }

    /// ChanceStep `j` is over.
    pub(crate) fn turn_over(&mut self, j: usize) {
        let lost = [0.0, 0.0, self.model.stick()];
        for (model, met) in self.layers.iter().zip(std::mem::take(&mut self.met)) {
            let step = &model.odds.steps[j];
            let standings = [&step.closed, &step.open, &step.riichi].into_iter().zip(lost);
            for (met, (standing, lost)) in met.iter().zip(standings) {
                for (gone, end) in self.ends.iter_mut().zip(standing.ends.all()) {
                    gone.add(met, end.rate, end.value + lost);
                }
            }
        }
        std::mem::swap(&mut self.now, &mut self.next);
        std::mem::swap(&mut self.fallen, &mut self.next_fallen);
        self.next_fallen.clear();
    }

    /// Adds up what the wins are that were only counted so far.
    pub(crate) fn settle(&mut self) {
        let model = self.model;
        for (sort, wins) in std::mem::take(&mut self.plain).iter().enumerate() {
            for (wins, tsumo) in wins.iter().zip([false, true]).filter(|(wins, _)| !is_zero(wins)) {
                self.count_wins(wins, sort as u32, 0, Circumstances { tsumo, ..DAMA });
            }
        }
        let wins = std::mem::take(&mut self.riichi_wins);
        let starts = self.riichi_start.clone();
        for (number, (tenpai, &from)) in model.goals.tenpai.iter().zip(&starts).enumerate() {
            if model.goals.classes.of(number).is_none() {
                continue;
            }
            for ippatsu in [false, true] {
                let from = from as usize + if ippatsu { tenpai.waits.len() + 1 } else { 0 };
                let how = Circumstances { riichi: true, ippatsu, ..DAMA };
                if is_zero(&wins[from]) {
                    // nobody has been in riichi with it
                    continue;
                }
                for (i, wait) in tenpai.waits.iter().enumerate() {
                    if let Some(gain) = wait.riichi(false, usize::from(ippatsu)) {
                        self.win_sort(&wins[from + 1 + i], &GraphWin { share: R::ONE, gain, how });
                    }
                    if let Some(gain) = wait.riichi(true, usize::from(ippatsu)) {
                        let share = R::of_count(u32::from(wait.weight));
                        let how = Circumstances { tsumo: true, ..how };
                        self.win_sort(&wins[from], &GraphWin { share, gain, how });
                    }
                }
            }
        }
    }

    pub(crate) fn finish(&self, lane: usize) -> Play {
        let of = |sums: &Sums| sums[lane];
        let mut sum = TurnFigures { tenpai_rate: of(&self.tenpai[0]), ..TurnFigures::default() };
        let draws = self.model.odds.draws();
        let mut by_turn = Vec::with_capacity(draws);
        for j in 0..=draws {
            sum.win_rate += of(&self.win[j]);
            sum.value += of(&self.value[j]);
            sum.tenpai_rate += of(&self.tenpai[j + 1]);
            if j < draws {
                by_turn.push(sum);
            }
        }
        if let Some(last) = by_turn.last_mut() {
            *last = sum;
        }
        let wins = WinKinds { tsumo: of(&self.tsumo), riichi: of(&self.after_riichi) };
        let targets = self.ways.targets(self.model, lane, self.double[lane]);
        let han = self.han.map(|sums| of(&sums));
        let mut details = Details { by_turn, han, targets, ..Details::NONE };
        for (i, batch) in self.yaku.iter().enumerate().filter(|(_, sums)| sums[lane] != 0.0) {
            let yaku = self.model.goals.yaku_sets[i / Circumstances::SORTS];
            let yakuman = yaku & YakuSet::YAKUMAN.bits() != 0;
            let how = Circumstances::of_sort(i % Circumstances::SORTS);
            let mut set = if yakuman { yaku } else { how.with_luck(yaku) };
            while set != 0 {
                details.yaku[set.trailing_zeros() as usize] += of(batch);
                set &= set - 1;
            }
        }
        let [tsumo, rest, deal_in, draw] =
            self.ends.map(|gone| Part { rate: gone.rate[lane], value: gone.value[lane] });
        let win = Part { rate: sum.win_rate, value: sum.value };
        let parts = Parts { win, deal_in, tsumo, draw, rest };
        Play {
            tenpai_rate: sum.tenpai_rate,
            tenpai_at_draw: of(&self.tenpai_at_draw),
            others_rate: tsumo.rate + rest.rate + deal_in.rate,
            call_rate: of(&self.called),
            fold_rate: of(&self.folded),
            wins,
            parts,
            details: Some(details),
        }
    }
}
