//! One position, searched and worked out.

use super::figures::{FIGURES, Figures, NAMES};
use super::hands::{Hand, Scene, all_tiles};
use super::searched::least_exchanges;
use super::values::{Model, Oracle};
use nanikiru::hand::{Deck, DrawnHand, Meld, Melds, Unseen, WaitingHand};
use nanikiru::rules::{Kuikae, RiichiKans};
use nanikiru::search::{
    BareLines, Chance, ChanceStep, Criterion, End, Ends, Exchanges, HandChance, Kans, Line, Move, Offers,
    Options, Outcome, Payoffs, Progress, RiichiLines, Risks, Root, Search, Start, WinLines,
};
use nanikiru::tile::notation::parse_tiles;
use nanikiru::tile::{Counts, Kind, KindSet, Reds, Tile};

/// Payoffs that depend on everything, so that no two ways are worth the same by accident.
#[derive(Clone, Copy, Debug)]
pub struct Odd {
    pub riichi: bool,
    /// Every hand wins by tsumo; otherwise an eighth of them has no yaku for that.
    pub tsumo: bool,
    /// No wins with the last or a replacement tile only.
    pub bare: bool,
}

fn mixed(hand: &WaitingHand, tile: Tile, kans: usize) -> u64 {
    let mut bits: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut feed = |n: u64| bits = (bits ^ n).wrapping_mul(0x0100_0000_01b3).rotate_left(17);
    hand.concealed().as_array().iter().for_each(|&n| feed(n.into()));
    feed(hand.reds().bits().into());
    feed(tile.index() as u64);
    // melds in any order, and whichever of them holds a red five
    let mut melds: Vec<u64> = hand.melds().iter().map(meld).collect();
    melds.sort_unstable();
    melds.into_iter().for_each(&mut feed);
    if !hand.melds().is_empty() {
        feed(hand.all_reds().bits().into());
    }
    feed(kans as u64);
    if hand.deck().kita() > 0 {
        feed(hand.deck().kita().into());
    }
    bits
}

fn meld(meld: &Meld) -> u64 {
    let sort = match (meld.is_kan(), meld.is_open(), meld.group()) {
        (true, true, _) => 1,
        (true, false, _) => 2,
        (_, _, nanikiru::hand::Group::Run(_)) => 3,
        _ => 4,
    };
    sort * 34 + meld.kind().index() as u64
}

impl Payoffs for Odd {
    fn win(&self, hand: &WaitingHand, tile: Tile, unseen: &Counts, kans: usize) -> WinLines {
        let bits = mixed(hand, tile, kans);
        let base = 1_000.0 + (bits % 7_000) as f64 + f64::from(unseen[tile.kind()]);
        // the gains of further han grow
        let line = |value: f64, step: f64| Line {
            values: [value, value + step, value + 2.5 * step, value + 4.75 * step],
            yaku: 1,
            han: 2,
            more: [1.0, 0.0, 0.0, 0.0, 0.0],
        };
        let tsumo = (self.tsumo || bits >> 20 & 7 > 0).then(|| line(base + 300.0, 450.0));
        // no yaku for ron with a quarter of the hands
        let ron = (bits >> 24 & 3 > 0).then(|| line(base, 400.0));
        let bare = |shift: u32, value: f64| (self.bare && bits >> shift & 3 > 0).then(|| line(value, 77.0));
        WinLines {
            tsumo,
            ron,
            riichi: hand.is_closed().then(|| RiichiLines {
                tsumo: line(2.0 * base + 100.0, base),
                ron: line(2.0 * base, 0.9 * base),
            }),
            bare: BareLines {
                last_tsumo: bare(28, base + 50.0).filter(|_| tsumo.is_none()),
                last_ron: bare(32, base + 30.0).filter(|_| ron.is_none()),
                rinshan: bare(36, base + 80.0).filter(|_| tsumo.is_none()),
            },
        }
    }

    fn exhaustive_draw(&self, tenpai: bool) -> f64 {
        if tenpai { 1_234.5 } else { -1_011.25 }
    }

    fn riichi_stick(&self) -> Option<f64> {
        self.riichi.then_some(-1_000.0)
    }

    fn riichi_kans(&self) -> RiichiKans {
        RiichiKans::EveryReading
    }
}

pub const ODD: Odd = Odd { riichi: true, tsumo: false, bare: true };

/// Every player discards every kind at another rate in every step, and others win.
pub fn lively(draws: usize, tail: usize) -> Chance {
    let step = |j: usize| {
        let rate = |sort: usize, player: usize, kind: usize| {
            0.3 + 0.05 * ((7 * kind + 11 * player + 5 * j + 3 * sort) % 13) as f64
        };
        let offers =
            |sort| Offers([0, 1, 2].map(|player| std::array::from_fn(|kind| rate(sort, player, kind))));
        let standing = |sort: usize, rate: f64, value: f64| HandChance {
            ron: offers(sort),
            ends: ends(rate + 0.01 * j as f64, value - 100.0 * j as f64),
        };
        ChanceStep {
            calls: offers(0),
            closed: standing(1, 0.03, -700.0),
            open: standing(2, 0.05, -900.0),
            riichi: standing(3, 0.04, -1_300.0),
            risks: Risks::NONE,
            thrown: Risks::NONE,
        }
    };
    Chance { draws, tail, steps: (0..=draws).map(step).collect(), coming_riichi: None }
}

/// What is on the table besides the tiles.
#[derive(Clone, Debug)]
pub enum At {
    /// A drawn hand that may not discard these kinds.
    Discard(String),
    /// A waiting hand.
    Wait(Start),
}

#[derive(Clone, Debug)]
pub struct Case {
    pub tiles: String,
    pub melds: Vec<Meld>,
    pub deck: Deck,
    /// Tiles that are still to come; everything else has been seen.
    pub unseen: String,
    pub at: At,
    pub chance: Chance,
    pub n: usize,
    pub calls: usize,
    pub kans: Kans,
    /// Exchanges fewer for hands that have called.
    pub fewer: usize,
    /// Most norths that are set aside after the root.
    pub kita: usize,
    pub kuikae: Kuikae,
    pub objective: Criterion,
    pub first_turn: bool,
    pub payoffs: Odd,
}

/// A search's precision: how near ties are in `Figures`, how near its figures must be, and what
/// counts as nothing for value and for rates.
struct Precision {
    tie: usize,
    near: f64,
    nothing: [f64; 2],
}

const DOUBLE: Precision = Precision { tie: 0, near: 1e-9, nothing: [1.0, 1.0] };
const SINGLE: Precision = Precision { tie: 1, near: 1e-4, nothing: [1_000.0, 0.01] };

impl Case {
    fn root(&self) -> Hand {
        let (concealed, reds) = tiles(&self.tiles);
        Hand::new(&concealed, reds, &self.melds)
    }

    fn scene(&self) -> Scene {
        Scene::new(self.root(), self.deck, &self.unseen())
    }

    /// The least number of exchanges that reaches a win, if that is at most so many.
    pub fn least_exchanges(&self, most: usize) -> Option<usize> {
        least_exchanges(&self.scene(), most)
    }

    /// |Q_S|.
    pub fn hands(&self) -> usize {
        self.oracle().hands.len()
    }

    fn oracle(&self) -> Oracle<'_> {
        let model = Model {
            chance: &self.chance,
            payoffs: &self.payoffs,
            n: self.n,
            calls: self.calls,
            kans: self.kans,
            fewer: self.fewer,
            kita: self.kita,
            kuikae: self.kuikae,
            objective: self.objective,
            first_turn: self.first_turn,
        };
        Oracle::new(self.scene(), model, self.forbidden())
    }

    fn unseen(&self) -> Unseen {
        let (counts, reds) = tiles(&self.unseen);
        let players = self.deck.players();
        let seen = Kind::ALL.map(|kind| players.copies(kind) - counts[kind]);
        Unseen::of(players, &Counts::new(seen).unwrap(), reds).unwrap()
    }

    fn forbidden(&self) -> KindSet {
        match &self.at {
            At::Discard(kinds) => tiles(kinds).0.iter().map(|(kind, _)| kind).collect(),
            At::Wait(_) => KindSet::EMPTY,
        }
    }

    /// No tile is there twice.
    fn assert_possible(&self) {
        let root = self.root();
        let (unseen, unseen_reds) = tiles(&self.unseen);
        let twice = root.owned().iter().zip(unseen.as_array()).any(|(a, b)| a + b > 4);
        let red_twice = (root.reds | root.exposed) & unseen_reds.bits() != 0;
        assert!(!twice && !red_twice, "{}", self.title());
        let expected = if matches!(self.at, At::Discard(_)) { 14 } else { 13 };
        assert_eq!(root.totals().iter().sum::<u8>(), expected, "{}", self.title());
    }

    /// All of it, for whoever looks into a failure.
    fn title(&self) -> String {
        let Case { tiles, melds, deck, unseen, at, chance, n, .. } = self;
        let Case { calls, kans, kuikae, objective, first_turn, payoffs, .. } = self;
        let (Chance { draws, tail, .. }, Odd { riichi, .. }) = (chance, payoffs);
        let options = format!("{kans:?} {kuikae:?} {objective:?} first turn {first_turn} riichi {riichi}");
        let melds: Vec<String> = melds.iter().map(|m| format!("{:?} {}", m.call(), m.has_red())).collect();
        format!(
            "{tiles} {melds:?} {deck:?} of {unseen} {at:?}: draws {draws} tail {tail} n {n} calls {calls} fewer {} kita {} {options}",
            self.fewer, self.kita
        )
    }

    /// Every action, riichi or not (of a discard), and what it leads to.
    pub fn rows(&self) -> Vec<(Option<(Tile, bool)>, Figures)> {
        let mut oracle = self.oracle();
        let root = self.root();
        let mut rows = Vec::new();
        match &self.at {
            At::Discard(_) => {
                let forbidden: Vec<usize> = self.forbidden().iter().map(|kind| kind.index()).collect();
                for (tile, hand) in root.discards(&forbidden) {
                    let id = oracle.id(&hand);
                    rows.push((Some((tile, false)), oracle.dama(id, 0)));
                    rows.extend(oracle.riichi(id, 0).map(|figures| (Some((tile, true)), figures)));
                }
            }
            At::Wait(from) => {
                let id = oracle.id(&root);
                let figures = match *from {
                    // a whole step, in which the others can end the round, too
                    Start::Offers(3) => oracle.dama(id, 0),
                    Start::Offers(discards) if root.waits().is_empty() => oracle.offered(id, 0, discards),
                    Start::Offers(discards) => oracle.offered(id, 0, discards).tenpai(),
                    Start::Replacement => oracle.replace(id, 0),
                };
                rows.push((None, figures));
            }
        }
        rows
    }

    /// What is found backwards with the values, or by playing their plan from the root.
    pub fn searched(&self, double: bool, played: bool) -> Outcome {
        let (concealed, reds) = tiles(&self.tiles);
        let melds: Melds = self.melds.iter().copied().collect();
        let options = Options {
            exchanges: Exchanges::Exactly(self.n),
            calls: self.calls,
            kans: self.kans,
            fewer_after_call: self.fewer,
            kita: self.kita as u8,
            kuikae: self.kuikae,
            criterion: self.objective,
            first_turn: self.first_turn,
            ..Options::default()
        };
        let run = |root| {
            let (unseen, progress) = (self.unseen(), Progress::default());
            let search = Search { root, unseen: &unseen, chance: &self.chance, payoffs: &self.payoffs };
            if !played {
                return match double {
                    true => search.run_f64(&options, &progress),
                    false => search.run(&options, &progress),
                };
            }
            let mut playable = match double {
                true => search.playable_f64(&options, &progress),
                false => search.playable(&options, &progress),
            }?;
            let mut outcome = playable.outcome().clone();
            let places: Vec<usize> = (0..outcome.rows.len()).collect();
            for (row, play) in outcome.rows.iter_mut().zip(playable.play(&places, &progress)?) {
                row.play = play;
            }
            Ok(outcome)
        };
        let outcome = match &self.at {
            At::Discard(_) => {
                let hand = DrawnHand::of(self.deck, concealed, reds, melds).unwrap();
                run(Root::Drawn { hand: &hand, forbidden: self.forbidden() })
            }
            At::Wait(from) => {
                let hand = WaitingHand::of(self.deck, concealed, reds, melds).unwrap();
                run(Root::Waiting { hand: &hand, from: *from })
            }
        };
        outcome.unwrap_or_else(|err| panic!("{}: {err}", self.title()))
    }

    /// The search's rows are those of the definition.
    pub fn check(&self) {
        self.assert_possible();
        let (rows, hands) = (self.rows(), self.hands());
        for (_, figures) in &rows {
            // every play ends somehow
            let all = FIGURES - 1;
            assert!((figures.least[0][all] - 1.0).abs() < 1e-9 && (figures.most[0][all] - 1.0).abs() < 1e-9);
        }
        // found by playing the plan from the root, and backwards with the values
        for (double, played) in [(true, true), (true, false), (false, true), (false, false)] {
            let (outcome, precision) = (self.searched(double, played), if double { DOUBLE } else { SINGLE });
            assert_eq!(outcome.hands, hands, "|Q_S| of {}", self.title());
            assert_eq!(outcome.rows.len(), rows.len(), "rows of {}", self.title());
            for (action, figures) in &rows {
                self.compare(&outcome, *action, figures, &precision);
            }
        }
    }

    fn compare(
        &self,
        outcome: &Outcome,
        action: Option<(Tile, bool)>,
        figures: &Figures,
        precision: &Precision,
    ) {
        let row = outcome.rows.iter().find(|row| match row.action {
            Move::Discard { tile, riichi } => action == Some((tile, riichi)),
            Move::Wait => action.is_none(),
        });
        let play = &row.unwrap_or_else(|| panic!("no row for {action:?} of {}", self.title())).play;
        let ours = [play.value(), play.win_rate(), play.tenpai_rate, play.tenpai_at_draw, play.others_rate];
        let Precision { tie, near, nothing } = precision;
        for (i, ours) in ours.into_iter().enumerate() {
            let (least, most) = (figures.least[*tie][i], figures.most[*tie][i]);
            let error = near * ours.abs().max(nothing[usize::from(i > 0)]);
            assert!(
                least - error <= ours && ours <= most + error,
                "{action:?}: {} {ours}, by definition {least} to {most} (to {near:e}) in {}",
                NAMES[i],
                self.title()
            );
        }
    }
}

pub fn tiles(text: &str) -> (Counts, Reds) {
    let mut sum = (Counts::EMPTY, Reds::NONE);
    for tile in parse_tiles(text).unwrap() {
        sum.0.add(tile.kind()).unwrap();
        if tile.is_red() {
            sum.1 = sum.1.with(tile.kind().suit());
        }
    }
    sum
}

/// Every tile but these.
pub fn all_but(seen: &str) -> String {
    let (counts, reds) = tiles(seen);
    let mut text = String::new();
    for kind in Kind::ALL {
        let red = kind.is_five() && !reds.contains(kind.suit());
        for copy in 0..4 - counts[kind] {
            let digit = if red && copy == 0 { 0 } else { kind.number() };
            text += &format!("{digit}{}", kind.suit().letter());
        }
    }
    text
}

/// The kind that a text names first.
pub fn kind(text: &str) -> Kind {
    let tile = parse_tiles(text).unwrap()[0];
    assert!(all_tiles().any(|t| t == tile));
    tile.kind()
}

/// Three ways to end with this rate and mean.
fn ends(rate: f64, value: f64) -> Ends {
    let third = |value| End { rate: rate / 3.0, value };
    Ends { tsumo: third(value), rest: third(value / 2.0), deal_in: third(1.5 * value) }
}
