//! What has happened so far after some actions, and what it adds up to.

mod riichi;

use super::Declared;
use super::figures::{Mix, Part, Parts, Play, Turn};
use super::lanes::{LANES, Lanes, Sums, add, is_zero, tally};
use super::members::Members;
use super::model::{Layers, Model};
use super::policy::{Fate, Fates, Policy, Root};
use super::real::Real;
use super::risk::Discarded;
use super::tenpai::{Luck, Sort};
use super::win::{Circumstances, DAMA, Win};
use crate::score::YakuSet;
use arrayvec::ArrayVec;
use rustc_hash::FxHashMap;

/// Rounds that end without a win.
#[derive(Clone, Copy)]
struct Gone {
    rate: Sums,
    value: Sums,
}

impl Gone {
    fn add<R: Real, N: Real>(&mut self, lanes: &Lanes<N>, share: R, pays: f64)
    where
        Lanes<N>: Copy,
    {
        let share = share.to_f64();
        tally(&mut self.rate, lanes, N::of(share));
        tally(&mut self.value, lanes, N::of(share * pays));
    }
}

/// The place of own deal-ins among the ends, as in `Ends::all`.
const DEAL_IN: usize = 2;

/// The place of the exhaustive draw, after them.
const DRAW: usize = 3;

/// Hands that have given tenpai up.
struct Fallen<R> {
    nodes: Members,
    lanes: FxHashMap<u32, Lanes<R>>,
}

impl<R: Real> Fallen<R> {
    fn none(hands: usize) -> Fallen<R> {
        Fallen { nodes: Members::none(hands), lanes: FxHashMap::default() }
    }

    fn add(&mut self, node: u32, lanes: &Lanes<R>, share: R) {
        self.nodes.insert(node as usize);
        add(self.lanes.entry(node).or_insert([R::ZERO; LANES]), lanes, share);
    }

    fn at(&self, node: u32) -> Option<&Lanes<R>> {
        self.nodes.contains(node as usize).then(|| &self.lanes[&node])
    }

    fn clear(&mut self) {
        if !self.lanes.is_empty() {
            self.nodes.clear();
            self.lanes.clear();
        }
    }
}

/// What has happened so far after some actions.
///
/// A hand's place is its number, after an alarm with all hands before it; and so for the tenpai hands.
pub(super) struct Ledger<'a, 'b, R> {
    /// What is the same before an alarm and after it.
    model: &'a Model<'b, R>,
    layers: ArrayVec<&'a Model<'b, R>, 2>,
    /// Probability of holding each hand: of one that is not tenpai, without having been so before.
    now: Vec<Lanes<R>>,
    next: Vec<Lanes<R>>,
    /// Of holding one that is not tenpai, having been so before.
    fallen: Fallen<R>,
    next_fallen: Fallen<R>,
    /// The hands that are held at the next step.
    held: Members,
    /// By tenpai hand: of being in riichi with it, past the first turn; and with which one is.
    riichi: Vec<Lanes<R>>,
    in_riichi: Members,
    /// Of winning after riichi where nothing but ippatsu is added: by tenpai hand, from the place
    /// that `riichi_start` names, without and with ippatsu: once the tsumo of one tile among those
    /// left, then the ron of each wait.
    riichi_wins: Vec<Lanes<R>>,
    riichi_start: Vec<u32>,
    /// Of holding any hand while the others can end the round, in this step: by layer; closed, open, in riichi.
    met: [[Sums; 3]; 2],
    win: Vec<Sums>,
    value: Vec<Sums>,
    tenpai: Vec<Sums>,
    /// How often the round ends without a win, and what that pays in all.
    ends: [Gone; 4],
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
}

impl<'a, 'b, R: Real> Ledger<'a, 'b, R> {
    pub(super) fn new(layers: &'a Layers<'b, R>) -> Ledger<'a, 'b, R> {
        let model = &layers.quiet;
        let layers: ArrayVec<&Model<'b, R>, 2> = layers.all().collect();
        let (zero, none) = ([R::ZERO; LANES], [0.0; LANES]);
        let (hands, draws) = (layers.len() * model.graph.len(), model.odds.draws());
        let tenpai = layers.len() * model.goals.tenpai.len();
        let mut sum = 0;
        let riichi_start = model.goals.tenpai.iter().zip(&model.riichi).map(|(tenpai, riichi)| {
            let before = sum;
            sum += if riichi.is_some() { 2 * (tenpai.waits.len() as u32 + 1) } else { 0 };
            before
        });
        let riichi_start = riichi_start.collect();
        Ledger {
            riichi_wins: vec![zero; sum as usize],
            riichi_start,
            model,
            layers,
            now: vec![zero; hands],
            next: vec![zero; hands],
            fallen: Fallen::none(hands),
            next_fallen: Fallen::none(hands),
            held: Members::none(hands),
            riichi: vec![zero; tenpai],
            in_riichi: Members::none(tenpai),
            met: [[none; 3]; 2],
            win: vec![none; draws + 1],
            value: vec![none; draws + 1],
            tenpai: vec![none; draws + 2],
            ends: [Gone { rate: none, value: none }; 4],
            called: none,
            folded: none,
            tenpai_at_draw: none,
            tsumo: none,
            after_riichi: none,
            han: [none; 14],
            plain: vec![[none; 2]; model.goals.sorts.len()],
            yaku: vec![none; model.goals.yaku_sets.len() * Circumstances::SORTS],
        }
    }

    /// The first step, which is each action's own.
    pub(super) fn begin(&mut self, roots: &[Root<R>], policy: &Policy<'_, '_, R>, declared: Declared) {
        for (lane, &root) in roots.iter().enumerate() {
            let mut lanes = [R::ZERO; LANES];
            lanes[lane] = R::ONE;
            self.discarded(&lanes, R::ONE, root.discarded, 0.0);
            lanes[lane] = root.discarded.pass;
            if self.model.is_tenpai(root.node) {
                tally(&mut self.tenpai[0], &lanes, R::ONE);
            }
            if root.riichi {
                self.riichi_to_the_end(root.node, lanes, root.start, declared);
                continue;
            }
            let mut fates = Fates::default();
            policy.fate(&mut fates, root.node, root.riichi, root.start);
            self.now[root.node] = lanes;
            self.step(&fates, policy.j);
            self.now[root.node] = [R::ZERO; LANES];
        }
        self.turn_over(policy.j);
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
    pub(super) fn held(&self) -> (&Members, &Members) {
        (&self.held, &self.in_riichi)
    }

    /// Makes room for what is held after this step.
    pub(super) fn forget_held(&mut self) {
        self.held.clear();
        self.in_riichi.clear();
    }

    /// Some of a discard deals in.
    fn discarded(&mut self, lanes: &Lanes<R>, share: R, discarded: Discarded<R>, lost: f64) {
        let gone = &mut self.ends[DEAL_IN];
        let rate = share * discarded.rate();
        tally(&mut gone.rate, lanes, rate);
        tally(&mut gone.value, lanes, share * discarded.cost + rate * R::of(lost));
    }

    fn win(&mut self, lanes: &Lanes<R>, win: &Win<R>, j: usize) {
        tally(&mut self.win[j], lanes, win.share);
        tally(&mut self.value[j], lanes, win.share * self.model.points(win.gain));
        self.win_sort(lanes, win);
    }

    /// What a win is, whenever it comes.
    fn win_sort(&mut self, lanes: &Lanes<R>, win: &Win<R>) {
        let sort = self.model.goals.lines[win.gain.line as usize].sort;
        let sums = lanes.map(|lane| (lane * win.share).to_f64());
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

    /// Every hand's probability goes where the policy sends it.
    pub(super) fn step(&mut self, fates: &Fates<R>, j: usize) {
        let (mut moved, mut won) = (0, 0);
        for fate in &fates.list {
            let (layer, node) = self.hand_at(fate.place);
            let model = self.layers[layer];
            let moves = &fates.moves[moved..fate.moves as usize];
            let wins = &fates.wins[won..fate.wins as usize];
            (moved, won) = (fate.moves as usize, fate.wins as usize);
            let lanes = std::mem::replace(&mut self.now[fate.place as usize], [R::ZERO; LANES]);
            let fallen = self.fallen.at(fate.place).copied();
            if fallen.is_none() && is_zero(&lanes) {
                continue;
            }
            let number = model.tenpai_number(node);
            if let Some(ride) = fate.ride {
                self.ride(&fates.rides.list[ride as usize], &fates.rides, &lanes, j);
                continue;
            }
            let mut all = lanes;
            if let Some(fallen) = &fallen {
                add(&mut all, fallen, R::ONE);
            }
            if fate.folds {
                self.fold(model, node, &all, j);
                continue;
            }
            self.count(fate, &all, wins, j);
            if number.is_none() && fate.won + fate.tenpai > R::ZERO {
                tally(&mut self.tenpai[j + 1], &lanes, fate.won + fate.tenpai);
            }
            if j == model.odds.draws() {
                self.end(&all, moves);
                continue;
            }
            match (number, fallen) {
                (None, None) => {
                    for &(to, share) in moves {
                        self.held.insert(to as usize);
                        add(&mut self.next[to as usize], &lanes, share);
                    }
                }
                (None, Some(fallen)) => {
                    for &(to, share) in moves {
                        self.held.insert(to as usize);
                        add(&mut self.next[to as usize], &lanes, share);
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
                            add(&mut self.next[to as usize], &lanes, share);
                        } else {
                            self.next_fallen.add(to, &lanes, share);
                        }
                    }
                }
            }
        }
    }

    /// What a hand's step adds to the sums.
    fn count(&mut self, fate: &Fate<R>, lanes: &Lanes<R>, wins: &[Win<R>], j: usize) {
        if fate.met {
            let (layer, node) = self.hand_at(fate.place);
            tally(&mut self.met[layer][usize::from(!self.model.is_closed(node))], lanes, R::ONE);
        }
        if fate.dealt > R::ZERO {
            let gone = &mut self.ends[DEAL_IN];
            tally(&mut gone.rate, lanes, fate.dealt);
            tally(&mut gone.value, lanes, fate.dealt_paid);
        }
        if fate.called > R::ZERO {
            tally(&mut self.called, lanes, fate.called);
        }
        if wins.is_empty() {
            return;
        }
        tally(&mut self.win[j], lanes, fate.won);
        tally(&mut self.value[j], lanes, fate.paid);
        for win in wins {
            if win.how.luck == Luck::Plain {
                let sort = self.model.goals.lines[win.gain.line as usize].sort;
                tally(&mut self.plain[sort as usize][usize::from(win.how.tsumo)], lanes, win.share);
            } else {
                self.win_sort(lanes, win);
            }
        }
    }

    /// All that follows when a hand is folded.
    fn fold(&mut self, model: &Model<'_, R>, node: usize, lanes: &Lanes<R>, j: usize) {
        let Some(folds) = &model.folds else { return };
        let Parts { deal_in, tsumo, draw, rest, .. } = folds.parts(node, j);
        for (gone, part) in self.ends.iter_mut().zip([tsumo, rest, deal_in, draw]) {
            tally(&mut gone.rate, lanes, R::of(part.rate));
            tally(&mut gone.value, lanes, R::of(part.value));
        }
        tally(&mut self.folded, lanes, R::ONE);
    }

    /// The exhaustive draw.
    fn end(&mut self, lanes: &Lanes<R>, moves: &[(u32, R)]) {
        for &(to, share) in moves {
            let tenpai = self.is_tenpai(to);
            self.ends[DRAW].add(lanes, share, self.model.payoffs.exhaustive_draw(tenpai));
            if tenpai {
                tally(&mut self.tenpai_at_draw, lanes, share);
            }
        }
    }

    /// Step `j` is over.
    pub(super) fn turn_over(&mut self, j: usize) {
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
    pub(super) fn settle(&mut self) {
        let model = self.model;
        for (sort, wins) in std::mem::take(&mut self.plain).iter().enumerate() {
            for (wins, tsumo) in wins.iter().zip([false, true]).filter(|(wins, _)| !is_zero(wins)) {
                self.count_wins(wins, sort as u32, 0, Circumstances { tsumo, ..DAMA });
            }
        }
        let wins = std::mem::take(&mut self.riichi_wins);
        let starts = self.riichi_start.clone();
        for ((tenpai, riichi), &from) in model.goals.tenpai.iter().zip(&model.riichi).zip(&starts) {
            if riichi.is_none() {
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
                        self.win_sort(&wins[from + 1 + i], &Win { share: R::ONE, gain, how });
                    }
                    if let Some(gain) = wait.riichi(true, usize::from(ippatsu)) {
                        let share = R::of_count(u32::from(wait.weight));
                        let how = Circumstances { tsumo: true, ..how };
                        self.win_sort(&wins[from], &Win { share, gain, how });
                    }
                }
            }
        }
    }

    pub(super) fn finish(&self, lane: usize) -> Play {
        let of = |sums: &Sums| sums[lane];
        let mut sum = Turn { tenpai_rate: of(&self.tenpai[0]), ..Turn::default() };
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
        let mut wins =
            Mix { value: sum.value, tsumo: of(&self.tsumo), riichi: of(&self.after_riichi), ..Mix::NONE };
        for (i, lanes) in self.yaku.iter().enumerate().filter(|(_, sums)| sums[lane] != 0.0) {
            let yaku = self.model.goals.yaku_sets[i / Circumstances::SORTS];
            let yakuman = yaku & YakuSet::YAKUMAN.bits() != 0;
            let how = Circumstances::of_sort(i % Circumstances::SORTS);
            let mut set = if yakuman { yaku } else { how.with_luck(yaku) };
            while set != 0 {
                wins.yaku[set.trailing_zeros() as usize] += of(lanes);
                set &= set - 1;
            }
        }
        for (han, lanes) in wins.han.iter_mut().zip(&self.han) {
            *han = of(lanes);
        }
        let [tsumo, rest, deal_in, draw] =
            self.ends.map(|gone| Part { rate: gone.rate[lane], value: gone.value[lane] });
        let win = Part { rate: sum.win_rate, value: sum.value };
        let parts = Parts { win, deal_in, tsumo, draw, rest };
        Play {
            value: parts.all().iter().map(|part| part.value).sum(),
            win_rate: sum.win_rate,
            tenpai_rate: sum.tenpai_rate,
            tenpai_at_draw: of(&self.tenpai_at_draw),
            others_rate: tsumo.rate + rest.rate + deal_in.rate,
            call_rate: of(&self.called),
            fold_rate: of(&self.folded),
            by_turn,
            wins,
            parts,
        }
    }
}
