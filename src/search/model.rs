//! The graph with its ends: which hands are tenpai, what each win pays, what a riichi is worth.

use super::chance::{Odds, Offers, Standing, Step};
use super::graph::Graph;
use super::payoff::{Line, Objective, Payoffs};
use super::real::Real;
use super::{Progress, SearchError};
use crate::hand::{Group, WaitingHand};
use crate::shape::KeyedHand;
use crate::shape::forms::{Form, forms};
use crate::shape::lookup::{Class, SuitKey};
use crate::tile::{Counts, KindSet, Suit, Tile};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

/// No index.
pub(super) const NONE: u32 = u32::MAX;

/// How a win comes about, as far as it adds han.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Luck {
    Plain,
    /// Haitei or houtei.
    Last,
    Rinshan,
}

/// What one way to win pays.
#[derive(Clone, Copy)]
pub(super) struct StoredLine<R> {
    pub(super) values: [R; 4],
    pub(super) more: [R; 5],
    /// Number of the set of yaku.
    pub(super) yaku: u16,
    pub(super) han: u8,
}

/// A tile that completes a tenpai hand.
#[derive(Clone, Copy)]
pub(super) struct Wait {
    pub(super) tile: Tile,
    /// Unseen copies.
    pub(super) weight: u8,
    /// Where not winning with it leads, at best; `NONE` if nothing else can come of it.
    pub(super) spot: u32,
    lines: [u32; 7],
}

/// Places in a wait's table of lines.
#[derive(Clone, Copy)]
enum Way {
    Tsumo,
    Ron,
    BareLastTsumo,
    BareLastRon,
    BareRinshan,
    RiichiTsumo,
    RiichiRon,
}

/// A line with so many han more than it counts itself.
#[derive(Clone, Copy)]
pub(super) struct Gain {
    pub(super) line: u32,
    pub(super) extra: u8,
}

impl Wait {
    fn line(&self, way: Way) -> Option<u32> {
        Some(self.lines[way as usize]).filter(|&line| line != NONE)
    }

    fn gain(&self, way: Way, bare: Way, luck: Luck) -> Option<Gain> {
        match (self.line(way), luck) {
            (Some(line), Luck::Plain) => Some(Gain { line, extra: 0 }),
            (Some(line), _) => Some(Gain { line, extra: 1 }),
            (None, Luck::Plain) => None,
            (None, _) => self.line(bare).map(|line| Gain { line, extra: 0 }),
        }
    }

    pub(super) fn tsumo(&self, luck: Luck) -> Option<Gain> {
        let bare = if luck == Luck::Rinshan { Way::BareRinshan } else { Way::BareLastTsumo };
        self.gain(Way::Tsumo, bare, luck)
    }

    pub(super) fn ron(&self, luck: Luck) -> Option<Gain> {
        self.gain(Way::Ron, Way::BareLastRon, luck)
    }

    /// Wins after riichi, with `extra` han for ippatsu, the tile and double riichi.
    pub(super) fn riichi(&self, tsumo: bool, extra: usize) -> Option<Gain> {
        let line = self.line(if tsumo { Way::RiichiTsumo } else { Way::RiichiRon })?;
        Some(Gain { line, extra: extra.min(3) as u8 })
    }
}

/// A concealed kan that a riichi hand may declare.
#[derive(Clone, Copy)]
pub(super) struct RiichiKan {
    /// The tile drawn for it.
    pub(super) tile: Tile,
    /// The hand after it, as a number among the tenpai hands.
    pub(super) to: u32,
}

/// A tenpai hand of the graph.
pub(super) struct Tenpai<R> {
    pub(super) node: u32,
    pub(super) waits: Vec<Wait>,
    pub(super) furiten: bool,
    /// Bit `i`: the hand's `i`-th edge draws one of the waits.
    pub(super) wait_edges: u64,
    /// Concealed kans that riichi leaves open.
    pub(super) kans: Vec<RiichiKan>,
    /// Where riichi can be declared.
    pub(super) riichi: Option<Riichi<R>>,
}

/// What riichi with a hand is worth.
pub(super) struct Riichi<R> {
    /// Being in riichi after `j` steps, past the first turn: `draws + 1` of them.
    pub(super) later: Vec<R>,
    /// Declaring it after `j` steps: `draws` of them.
    pub(super) declared: Vec<R>,
}

/// How the others meet a hand in a step, in the search's precision.
pub(super) struct Met<R> {
    /// How often a discard that the hand wins with is made: by player and kind.
    pub(super) ron: [[R; 34]; 3],
    /// That they end the round, and what that is worth to the objective.
    ends: (R, R),
}

/// The chances of a step that are the same for many hands.
pub(super) struct StepTable<R> {
    /// Against a closed and an open hand, and after riichi.
    met: [Met<R>; 3],
    /// How often a discard that can be called is made: by player and kind.
    pub(super) calls: [[R; 34]; 3],
}

/// A hand in riichi: whether it is a double one, and what the hands after further kans are worth.
pub(super) struct InRiichi<'b, 'c, R> {
    pub(super) double: usize,
    pub(super) later_of: &'b (dyn Fn(usize) -> &'c [R] + Sync),
}

/// The graph with its ends.
pub(super) struct Model<'a, R> {
    pub(super) graph: &'a Graph,
    pub(super) odds: &'a Odds<'a>,
    pub(super) payoffs: &'a dyn Payoffs,
    pub(super) objective: Objective,
    /// Whether a kan has a replacement tile.
    pub(super) replacement: bool,
    /// Per step.
    tables: Vec<StepTable<R>>,
    /// Per hand its number in `tenpai`, or `NONE`.
    tenpai_of: Vec<u32>,
    pub(super) tenpai: Vec<Tenpai<R>>,
    pub(super) lines: Vec<StoredLine<R>>,
    /// Sets of yaku that a line can have.
    pub(super) yaku_sets: Vec<u64>,
    /// Per hand four times the number of its kans, two for melds that the root has not, one for an open hand.
    kinds: Vec<u8>,
}

impl<'a, R: Real> Model<'a, R> {
    pub(super) fn new(
        graph: &'a Graph,
        odds: &'a Odds<'a>,
        payoffs: &'a dyn Payoffs,
        (objective, replacement): (Objective, bool),
        progress: &Progress,
    ) -> Result<Model<'a, R>, SearchError> {
        let suits = &graph.exchanges.suits;
        let shapes: Vec<Vec<Shape>> = Suit::ALL
            .into_iter()
            .zip(suits)
            .map(|(suit, parts)| parts.parts.iter().map(|part| Shape::new(suit, part.packed)).collect())
            .collect();
        type Found<R> = (Tenpai<R>, Vec<Line>);
        let found: Vec<Option<Found<R>>> = (0..graph.len())
            .into_par_iter()
            .with_min_len(64)
            .map(|node| {
                progress.check()?;
                let near = near_tenpai(graph, &shapes, node);
                Ok(if near { tenpai(graph, payoffs, node) } else { None })
            })
            .collect::<Result<_, SearchError>>()?;
        let mut tenpai_of = vec![NONE; graph.len()];
        let (mut list, mut lines) = (Vec::new(), Vec::new());
        let (mut yaku_sets, mut yaku_numbers) = (Vec::new(), FxHashMap::default());
        let mut store = |line: Line| {
            let Line { values, yaku, han, more } = line;
            let number = *yaku_numbers.entry(yaku).or_insert_with(|| {
                yaku_sets.push(yaku);
                yaku_sets.len() as u16 - 1
            });
            StoredLine { values: values.map(R::of), more: more.map(R::of), yaku: number, han }
        };
        for (node, found) in found.into_iter().enumerate() {
            let Some((mut tenpai, own)) = found else { continue };
            let before = lines.len() as u32;
            for line in tenpai.waits.iter_mut().flat_map(|wait| &mut wait.lines) {
                *line = if *line == NONE { NONE } else { before + *line };
            }
            lines.extend(own.into_iter().map(&mut store));
            tenpai_of[node] = list.len() as u32;
            list.push(tenpai);
        }
        let kinds = (0..graph.len())
            .into_par_iter()
            .map(|node| {
                let called = u8::from(graph.has_called(node));
                4 * graph.kans(node) as u8 + 2 * called + u8::from(graph.is_open(node))
            })
            .collect();
        let mut model = Model {
            graph,
            odds,
            payoffs,
            objective,
            replacement,
            tables: Vec::new(),
            tenpai_of,
            tenpai: list,
            lines,
            yaku_sets,
            kinds,
        };
        model.tables = odds.chance.steps.iter().map(|step| model.table(step)).collect();
        model.declare(progress)?;
        Ok(model)
    }

    pub(super) fn tenpai_number(&self, node: usize) -> Option<usize> {
        let number = self.tenpai_of[node];
        (number != NONE).then_some(number as usize)
    }

    pub(super) fn tenpai_at(&self, node: usize) -> Option<&Tenpai<R>> {
        self.tenpai_number(node).map(|number| &self.tenpai[number])
    }

    pub(super) fn kans(&self, node: usize) -> usize {
        usize::from(self.kinds[node] / 4)
    }

    /// Whether the hand has melds that the root has not.
    pub(super) fn has_called(&self, node: usize) -> bool {
        self.kinds[node] & 2 != 0
    }

    fn is_closed(&self, node: usize) -> bool {
        self.kinds[node] & 1 == 0
    }

    /// How the others meet the hand while it is not in riichi.
    pub(super) fn standing(&self, node: usize, j: usize) -> &Standing {
        let step = &self.odds.chance.steps[j];
        if self.is_closed(node) { &step.closed } else { &step.open }
    }

    fn table(&self, step: &Step) -> StepTable<R> {
        let rates = |offers: &Offers| offers.0.map(|player| player.map(R::of));
        let met = |standing: &Standing, lost: f64| Met {
            ron: rates(&standing.ron),
            ends: (R::of(standing.ends.rate), self.end_worth(standing.ends.value + lost)),
        };
        StepTable {
            met: [met(&step.closed, 0.0), met(&step.open, 0.0), met(&step.riichi, self.stick())],
            calls: rates(&step.calls),
        }
    }

    pub(super) fn step_table(&self, j: usize) -> &StepTable<R> {
        &self.tables[j]
    }

    /// The same as `standing` in the search's precision.
    pub(super) fn met(&self, node: usize, j: usize) -> &Met<R> {
        &self.tables[j].met[usize::from(!self.is_closed(node))]
    }

    pub(super) fn left(&self, node: usize, j: usize) -> R {
        R::of(self.odds.tiles_left(j, if self.replacement { self.kans(node) } else { 0 }))
    }

    /// What a win is worth to the objective.
    pub(super) fn worth(&self, gain: Gain) -> R {
        match self.objective {
            Objective::Value => self.points(gain),
            Objective::WinRate | Objective::Tenpai => R::ONE,
        }
    }

    /// What a win pays.
    pub(super) fn points(&self, gain: Gain) -> R {
        self.lines[gain.line as usize].values[usize::from(gain.extra)]
    }

    /// What any other end is worth to the objective.
    pub(super) fn end_worth(&self, payoff: f64) -> R {
        R::of(if self.objective == Objective::Value { payoff } else { 0.0 })
    }

    /// What an exhaustive draw is worth to the objective.
    pub(super) fn draw_worth(&self, tenpai: bool) -> R {
        R::of(match self.objective {
            Objective::Value => self.payoffs.exhaustive_draw(tenpai),
            Objective::WinRate => 0.0,
            Objective::Tenpai => f64::from(u8::from(tenpai)),
        })
    }

    pub(super) fn stick(&self) -> f64 {
        self.payoffs.riichi_stick().unwrap_or(0.0)
    }

    /// Whether a kan has a replacement tile, or is allowed at all, after `j` steps.
    pub(super) fn kan_possible(&self, j: usize) -> bool {
        !self.odds.chance.is_haitei(j)
    }

    /// Values of riichi for every tenpai hand that can declare it, those with most kans first.
    fn declare(&mut self, progress: &Progress) -> Result<(), SearchError> {
        if self.payoffs.riichi_stick().is_none() {
            return Ok(());
        }
        let kans_of = |t: &Tenpai<R>| self.kans(t.node as usize);
        let closed: Vec<usize> = (0..self.tenpai.len())
            .filter(|&number| self.is_closed(self.tenpai[number].node as usize))
            .collect();
        let most = closed.iter().map(|&number| kans_of(&self.tenpai[number])).max().unwrap_or(0);
        for kans in (0..=most).rev() {
            let with: Vec<usize> =
                closed.iter().copied().filter(|&n| self.kans(self.tenpai[n].node as usize) == kans).collect();
            let further = most > kans;
            let options: Vec<Vec<RiichiKan>> = with
                .par_iter()
                .with_min_len(64)
                .map(|&number| if further { self.riichi_kans(number) } else { Vec::new() })
                .collect();
            for (&number, kans) in with.iter().zip(options) {
                self.tenpai[number].kans = kans;
            }
            let later_of = |number: usize| match &self.tenpai[number].riichi {
                Some(riichi) => &riichi.later[..],
                None => &[],
            };
            let found: Vec<Riichi<R>> = with
                .par_iter()
                .with_min_len(64)
                .map(|&number| {
                    progress.check()?;
                    let tenpai = &self.tenpai[number];
                    let riichi = InRiichi { double: 0, later_of: &later_of };
                    let later = self.riichi_later(tenpai, &riichi);
                    let declared = (0..self.odds.draws())
                        .map(|j| self.riichi_step(tenpai, &riichi, j, 1, &later))
                        .collect();
                    Ok(Riichi { later, declared })
                })
                .collect::<Result<_, SearchError>>()?;
            for (number, riichi) in with.into_iter().zip(found) {
                self.tenpai[number].riichi = Some(riichi);
            }
        }
        Ok(())
    }

    /// Values of being in riichi with a hand and those that its kans lead to.
    pub(super) fn riichi_family(&self, number: usize, double: usize) -> FxHashMap<usize, Vec<R>> {
        let mut family = FxHashMap::default();
        for kan in &self.tenpai[number].kans {
            family.extend(self.riichi_family(kan.to as usize, double));
        }
        let later_of = |number: usize| &family[&number][..];
        let later = self.riichi_later(&self.tenpai[number], &InRiichi { double, later_of: &later_of });
        family.insert(number, later);
        family
    }

    /// The concealed kans that do not change what the riichi hand waits for.
    fn riichi_kans(&self, number: usize) -> Vec<RiichiKan> {
        let node = self.tenpai[number].node as usize;
        let hand = self.graph.hand(node);
        let waits = waits_of(&hand);
        let quad = |hand: &WaitingHand, kind| hand.melds().iter().any(|m| m.group() == Group::Quad(kind));
        let mut kans = Vec::new();
        for (edge, tile) in self.graph.edges(node).iter().zip(self.graph.edge_tiles(node)) {
            let kind = tile.kind();
            if hand.concealed()[kind] != 3 {
                continue;
            }
            let triplet = |form: &Form| match form {
                Form::Standard(standard) => standard.groups().contains(&Group::Triplet(kind)),
                Form::SevenPairs | Form::ThirteenOrphans { .. } => false,
            };
            if !waits.iter().all(|wait| forms(&hand, wait).iter().all(triplet)) {
                continue;
            }
            let after = self.graph.outcomes(edge.spot()).find_map(|child| {
                let place = (child as usize).checked_sub(self.graph.len())?;
                let child = self.graph.kan_node(place);
                let to = self.tenpai_number(child)?;
                let after = self.graph.hand(child);
                let same = quad(&after, kind) && after.is_closed() && waits_of(&after) == waits;
                same.then_some(to as u32)
            });
            if let Some(to) = after {
                kans.push(RiichiKan { tile, to });
            }
        }
        kans
    }

    /// Value of being in riichi after each step, past the first turn.
    pub(super) fn riichi_later(&self, tenpai: &Tenpai<R>, riichi: &InRiichi<'_, '_, R>) -> Vec<R> {
        let draws = self.odds.draws();
        let mut later = vec![R::ZERO; draws + 1];
        for j in (0..=draws).rev() {
            later[j] = self.riichi_step(tenpai, riichi, j, 0, &later);
        }
        later
    }

    /// Value of a step in riichi; `ippatsu` is 1 in the first one, `later` what follows.
    pub(super) fn riichi_step(
        &self,
        tenpai: &Tenpai<R>,
        riichi: &InRiichi<'_, '_, R>,
        j: usize,
        ippatsu: usize,
        later: &[R],
    ) -> R {
        let step = RiichiStep::new(self, tenpai, j);
        let mut value = if j == self.odds.draws() {
            self.draw_worth(true) + self.end_worth(self.stick())
        } else {
            let extra = ippatsu + riichi.double + usize::from(step.haitei);
            self.riichi_draw(tenpai, riichi, j, step.left, extra, later[j + 1])
        };
        for k in (0..step.players).rev() {
            let last = usize::from(j == self.odds.draws() && k + 1 == step.players);
            let mut gained = R::ZERO;
            for wait in &tenpai.waits {
                let p = step.ron_rate(wait, k);
                if let Some(gain) = wait.riichi(false, ippatsu + riichi.double + last) {
                    gained += p * (self.worth(gain) - value);
                }
            }
            value += gained;
        }
        self.tables[j].met[2].ended(value)
    }

    /// Value of a draw in riichi; `then` if it is thrown away.
    fn riichi_draw(
        &self,
        tenpai: &Tenpai<R>,
        riichi: &InRiichi<'_, '_, R>,
        j: usize,
        left: R,
        extra: usize,
        then: R,
    ) -> R {
        let mut value = then;
        for wait in &tenpai.waits {
            if let Some(gain) = wait.riichi(true, extra) {
                value += R::of_count(u32::from(wait.weight)) * (self.worth(gain) - then) / left;
            }
        }
        for kan in &tenpai.kans {
            if let Some(after) = self.riichi_kan(kan, riichi, j).filter(|&after| after > then) {
                let weight = self.graph.weight(tenpai.node as usize, kan.tile);
                value += R::of_count(weight.into()) * (after - then) / left;
            }
        }
        value
    }

    /// Value of a kan in riichi after `j` steps, where it is possible.
    pub(super) fn riichi_kan(&self, kan: &RiichiKan, riichi: &InRiichi<'_, '_, R>, j: usize) -> Option<R> {
        if !self.kan_possible(j) {
            return None;
        }
        let tenpai = &self.tenpai[kan.to as usize];
        let then = (riichi.later_of)(kan.to as usize)[j + 1];
        if !self.replacement {
            return Some(then);
        }
        let left = RiichiStep::new(self, tenpai, j).left;
        Some(self.riichi_draw(tenpai, riichi, j, left, 1 + riichi.double, then))
    }
}

impl<R: Real> Met<R> {
    /// With the chance that the others end the round first.
    pub(super) fn ended(&self, value: R) -> R {
        value + self.ends.0 * (self.ends.1 - value)
    }
}

/// The chances of one step in riichi.
pub(super) struct RiichiStep<'t, R> {
    /// Denominator of the draw.
    pub(super) left: R,
    pub(super) haitei: bool,
    /// How many of the others discard in it; none matters to a hand that is furiten.
    pub(super) players: usize,
    rates: &'t [[R; 34]; 3],
    ron_left: [R; 3],
}

impl<'t, R: Real> RiichiStep<'t, R> {
    pub(super) fn new(model: &'t Model<'_, R>, tenpai: &Tenpai<R>, j: usize) -> RiichiStep<'t, R> {
        let chance = model.odds.chance;
        let left = model.left(tenpai.node as usize, j);
        let players = match (tenpai.furiten, j == chance.draws) {
            (true, _) => 0,
            (_, true) => chance.tail,
            _ => 3,
        };
        let rates = &model.tables[j].met[2].ron;
        let (mut all, mut wanted) = (0, [R::ZERO; 3]);
        for wait in &tenpai.waits {
            all += u32::from(wait.weight);
            for (wanted, rates) in wanted.iter_mut().zip(rates) {
                *wanted += R::of_count(u32::from(wait.weight)) * rates[wait.tile.kind().index()];
            }
        }
        RiichiStep {
            left: left.larger(R::of_count(all)),
            haitei: chance.is_haitei(j),
            players,
            rates,
            ron_left: wanted.map(|wanted| left.larger(wanted)),
        }
    }

    /// Probability that a player offers the tile.
    pub(super) fn ron_rate(&self, wait: &Wait, player: usize) -> R {
        let rate = self.rates[player][wait.tile.kind().index()];
        R::of_count(u32::from(wait.weight)) * rate / self.ron_left[player]
    }
}

/// What one suit part adds to the forms of a hand.
struct Shape {
    class: Class,
    pairs: u8,
    kinds: u8,
    orphans: u8,
    orphan_pair: bool,
}

impl Shape {
    fn new(suit: Suit, packed: u32) -> Shape {
        let mut counts = [0; 34];
        for i in 0..suit.size() {
            counts[suit.first() + i] = super::origin::count(packed, i);
        }
        let counts = Counts::new(counts).expect("at most four of a kind are enumerated");
        let orphans = || counts.iter().filter(|(kind, _)| kind.is_yaochu());
        Shape {
            class: SuitKey::new(&counts, suit).expect("a hand has at most 14 tiles").class(),
            pairs: counts.iter().filter(|&(_, n)| n >= 2).count() as u8,
            kinds: counts.iter().count() as u8,
            orphans: orphans().count() as u8,
            orphan_pair: orphans().any(|(_, n)| n >= 2),
        }
    }
}

/// Whether the hand lacks one tile, copies in melds not looked at.
fn near_tenpai(graph: &Graph, shapes: &[Vec<Shape>], node: usize) -> bool {
    let suits = &graph.exchanges.suits;
    let key = graph.exchanges.hands[node];
    let parts: [u16; 4] = std::array::from_fn(|s| super::exchange::part(key, s));
    let melds: usize = (0..4).map(|s| suits[s].meld_set(parts[s]).set.list.len()).sum();
    let [man, pin, sou, honours] = std::array::from_fn(|s| &shapes[s][usize::from(parts[s])]);
    let standard = man.class.join(pin.class).replacement(sou.class.join(honours.class), 4 - melds);
    if standard <= 1 || melds > 0 {
        return standard <= 1;
    }
    let suits = [man, pin, sou, honours];
    let sum = |of: fn(&Shape) -> u8| suits.iter().map(|&shape| of(shape)).sum::<u8>();
    let (pairs, kinds) = (sum(|s| s.pairs), sum(|s| s.kinds));
    let orphans = sum(|s| s.orphans) + u8::from(suits.iter().any(|s| s.orphan_pair));
    (pairs == 6 && kinds >= 7) || orphans == 13
}

/// The kinds that complete a hand, of which the player does not own all four.
fn waits_of(hand: &WaitingHand) -> KindSet {
    let keyed = KeyedHand::new(hand.concealed(), hand.melds().len()).expect("a hand has 13 tiles");
    if !keyed.shanten().is_tenpai() {
        return KindSet::EMPTY;
    }
    // the tiles in hand exist: only the one that completes them could be a fifth
    let owned = hand.owned();
    keyed.helpful().iter().filter(|&kind| owned[kind] < 4).collect()
}

fn tenpai<R: Real>(graph: &Graph, payoffs: &dyn Payoffs, node: usize) -> Option<(Tenpai<R>, Vec<Line>)> {
    let hand = graph.hand(node);
    let kinds = waits_of(&hand);
    if kinds.is_empty() {
        return None;
    }
    let unseen = graph.unseen(node);
    let kans = graph.kans(node);
    let furiten = kinds.iter().any(|kind| graph.has_discarded(node, kind));
    let (mut waits, mut lines, mut wait_edges) = (Vec::new(), Vec::new(), 0u64);
    for kind in kinds.iter() {
        let red = Tile::red_five(kind.suit()).filter(|_| kind.is_five());
        for tile in [Some(Tile::plain(kind)), red].into_iter().flatten() {
            let weight = graph.weight(node, tile);
            if weight == 0 {
                continue;
            }
            let edge = graph.edge_tiles(node).position(|other| other == tile);
            wait_edges |= edge.map_or(0, |edge| 1 << edge);
            let won = payoffs.win(&hand, tile, &unseen, kans);
            let mut keep = |line: Option<&Line>| match line {
                Some(line) => {
                    lines.push(*line);
                    lines.len() as u32 - 1
                }
                None => NONE,
            };
            let riichi = won.riichi.as_ref();
            waits.push(Wait {
                tile,
                weight,
                spot: edge.map_or(NONE, |edge| graph.edges(node)[edge].spot() as u32),
                lines: [
                    keep(won.tsumo.as_ref()),
                    keep(won.ron.as_ref()),
                    keep(won.bare.last_tsumo.as_ref()),
                    keep(won.bare.last_ron.as_ref()),
                    keep(won.bare.rinshan.as_ref()),
                    keep(riichi.map(|r| &r.tsumo)),
                    keep(riichi.map(|r| &r.ron)),
                ],
            });
        }
    }
    let tenpai = Tenpai { node: node as u32, waits, furiten, wait_edges, kans: Vec::new(), riichi: None };
    Some((tenpai, lines))
}
