//! The learned model: whether an opponent is tenpai, what it waits for, and what that costs.

use super::params::{Params, ParamsError, layout_hash};
use super::sight::{Sight, Standing};
use super::slots::Slots;
use super::threat::{Cause, Danger, Estimator, Fact, Payment, Risk, Threat};
use super::{price, tenpai, waits};
use crate::round::{Table, View};
use crate::tile::{BySeat, Kind, Seat, Tile};
use std::sync::OnceLock;

/// The file that the crate carries.
const BUILTIN: &[u8] = include_bytes!("../../data/danger.params");

/// Parameters for each standing of an opponent.
#[derive(Clone, Debug)]
pub struct Model {
    riichi: Hand,
    open: Hand,
    closed: Hand,
}

/// What is known of hands of one standing.
#[derive(Clone, Debug)]
struct Hand {
    /// Log-odds of tenpai; riichi needs none.
    tenpai: Option<Vec<f32>>,
    /// Log-odds of a kind as a wait, given tenpai.
    waits: Vec<f32>,
    /// What each cause adds on average.
    usual: Vec<f32>,
    /// What a second look adds, at the kind beside all others.
    second: Vec<f32>,
    /// For each price the weight of each feature.
    prices: Vec<f32>,
}

/// The parts of a parameter file that the model reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    /// Log-odds of tenpai.
    Tenpai,
    /// Log-odds of waits.
    Waits,
    /// Means of the causes.
    Usual,
    /// What a second look adds to the log-odds of waits.
    Second,
    /// Shares of prices.
    Prices,
}

impl Part {
    /// The section's name.
    pub fn section(self, standing: Standing) -> String {
        let part = match self {
            Part::Tenpai => "tenpai",
            Part::Waits => "waits",
            Part::Usual => "usual",
            Part::Second => "second",
            Part::Prices => "prices",
        };
        format!("{} {part}", standing.name())
    }

    /// How many numbers it has, and the hash of what they mean.
    pub fn layout(self) -> (usize, u64) {
        let sizes = sizes();
        let (len, meaning) = match self {
            Part::Tenpai => (sizes.tenpai, tenpai::MEANING),
            Part::Waits => (sizes.waits, waits::MEANING),
            Part::Usual => (Cause::ALL.len(), waits::MEANING),
            Part::Second => (sizes.second, waits::MEANING),
            Part::Prices => (sizes.prices * price::PRICES.len(), price::MEANING),
        };
        (len, layout_hash(&format!("{self:?} {meaning} {len}")))
    }
}

/// How many features there are.
#[derive(Clone, Copy)]
struct Sizes {
    tenpai: usize,
    waits: usize,
    second: usize,
    prices: usize,
}

/// Counted on any table: slots do not depend on it.
fn sizes() -> Sizes {
    static SIZES: OnceLock<Sizes> = OnceLock::new();
    *SIZES.get_or_init(|| {
        let opening = crate::round::Opening {
            wind: crate::tile::Wind::East,
            dealer: Seat::ALL[0],
            honba: 0,
            sticks: 0,
            scores: BySeat([25_000; 4]),
            indicator: Tile::plain(Kind::ALL[0]),
        };
        let table = Table::new(&opening, &crate::rules::Rules::TENHOU).expect("a table like any other");
        let mut hand = crate::tile::Counts::EMPTY;
        Kind::ALL[..13].iter().for_each(|&kind| hand.add(kind).expect("one of each"));
        let view = View::new(&table, Seat::ALL[0], hand, crate::tile::Reds::NONE).expect("13 tiles");
        let sight = Sight::new(&view, Seat::ALL[1]);
        let size = |put: &dyn Fn(&mut Slots)| {
            let mut slots = Slots::default();
            put(&mut slots);
            slots.size()
        };
        Sizes {
            tenpai: size(&|slots| tenpai::features(&sight, slots)),
            waits: size(&|slots| waits::features(&sight, Kind::ALL[0], slots)),
            second: size(&|slots| waits::second(&sight, Kind::ALL[0], &[None; 34], slots)),
            prices: size(&|slots| price::features(&sight, Tile::plain(Kind::ALL[0]), slots)),
        }
    })
}

impl Model {
    /// The model of a parameter file.
    ///
    /// # Errors
    /// When the file lacks a section, or has it for other features.
    pub fn new(params: &Params) -> Result<Model, ParamsError> {
        let hand = |standing| {
            let numbers = |part: Part| {
                let (len, layout) = part.layout();
                params.numbers(&part.section(standing), layout, len).map(<[f32]>::to_vec)
            };
            Ok(Hand {
                tenpai: if standing == Standing::Riichi { None } else { Some(numbers(Part::Tenpai)?) },
                waits: numbers(Part::Waits)?,
                usual: numbers(Part::Usual)?,
                second: numbers(Part::Second)?,
                prices: numbers(Part::Prices)?,
            })
        };
        Ok(Model {
            riichi: hand(Standing::Riichi)?,
            open: hand(Standing::Open)?,
            closed: hand(Standing::Closed)?,
        })
    }

    /// The model that the crate carries.
    pub fn builtin() -> &'static Model {
        static MODEL: OnceLock<Model> = OnceLock::new();
        MODEL.get_or_init(|| {
            let params = Params::read(BUILTIN).and_then(|params| Model::new(&params));
            params.expect("a test reads the file that the crate carries")
        })
    }

    fn hand(&self, standing: Standing) -> &Hand {
        match standing {
            Standing::Riichi => &self.riichi,
            Standing::Open => &self.open,
            Standing::Closed => &self.closed,
        }
    }

    /// The log-odds of each kind that may deal in to an opponent that is tenpai, before the second look.
    pub fn first_odds(&self, sight: &Sight) -> [Option<f64>; 34] {
        let mut effects = [[0.0; Cause::ALL.len()]; 34];
        self.hand(sight.standing).first(sight, &mut Slots::default(), &mut effects)
    }

    fn threat(&self, view: &View, opponent: Seat, slots: &mut Slots) -> Threat {
        let sight = Sight::new(view, opponent);
        let hand = self.hand(sight.standing);
        let tenpai = hand.tenpai.as_ref().map_or(1.0, |weights| {
            slots.clear();
            tenpai::features(&sight, slots);
            logistic(slots.sum(weights))
        });
        let mut effects = [[0f64; Cause::ALL.len()]; 34];
        let first = hand.first(&sight, slots, &mut effects);
        let mut rates = [0.0; 34];
        for kind in sight.possible.iter() {
            slots.clear();
            waits::second(&sight, kind, &first, slots);
            let effects = &mut effects[kind.index()];
            hand.add(&hand.second, slots, effects);
            rates[kind.index()] = tenpai * logistic(effects.iter().sum());
        }
        let facts = effects.map(|effects| hand.facts(&effects));
        let every = (0..Tile::COUNT).filter_map(Tile::new);
        let risks = every.map(|tile| {
            let kind = tile.kind();
            let rate = rates[kind.index()];
            if rate == 0.0 {
                return Risk::NONE;
            }
            slots.clear();
            price::features(&sight, tile, slots);
            Risk { rate, payments: hand.payments(slots, &sight), facts: facts[kind.index()].clone() }
        });
        Threat { tenpai, risks: risks.collect() }
    }
}

impl Estimator for Model {
    fn danger(&self, view: &View) -> Danger {
        let mut slots = Slots::default();
        let threats =
            BySeat::from_fn(|seat| (seat != view.seat()).then(|| self.threat(view, seat, &mut slots)));
        Danger { threats }
    }
}

/// What the table does to a seat, by the model that the crate carries.
pub fn assess(view: &View) -> Danger {
    Model::builtin().danger(view)
}

/// What each cause adds to log-odds.
type Effects = [f64; Cause::ALL.len()];

impl Hand {
    /// The log-odds of each kind that may deal in, for itself; and what each cause adds to them.
    fn first(&self, sight: &Sight, slots: &mut Slots, effects: &mut [Effects; 34]) -> [Option<f64>; 34] {
        let mut odds = [None; 34];
        for kind in sight.possible.iter() {
            slots.clear();
            waits::features(sight, kind, slots);
            let effects = &mut effects[kind.index()];
            self.add(&self.waits, slots, effects);
            odds[kind.index()] = Some(effects.iter().sum());
        }
        odds
    }

    /// Adds the weights of what is on to the causes.
    fn add(&self, weights: &[f32], slots: &Slots, effects: &mut Effects) {
        for &(feature, cause) in slots.active() {
            effects[cause as usize] += f64::from(weights[feature as usize]);
        }
    }

    /// What each cause does to the log-odds beyond what it usually does, the strongest first.
    fn facts(&self, effects: &Effects) -> Vec<Fact> {
        let usual = self.usual.iter().map(|&n| f64::from(n));
        let facts = Cause::ALL.into_iter().zip(effects.iter().zip(usual));
        let mut facts: Vec<Fact> =
            facts.map(|(cause, (effect, usual))| Fact { cause, effect: effect - usual }).collect();
        facts.sort_by(|a, b| b.effect.abs().total_cmp(&a.effect.abs()));
        facts
    }

    fn payments(&self, slots: &Slots, sight: &Sight) -> Vec<Payment> {
        let features = sizes().prices;
        let odds: Vec<f64> = self.prices.chunks(features).map(|weights| slots.sum(weights)).collect();
        let most = odds.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let shares: Vec<f64> = odds.iter().map(|odds| (odds - most).exp()).collect();
        let sum: f64 = shares.iter().sum();
        let dealer = sight.table.dealer() == sight.seat;
        let priced = price::PRICES.into_iter().zip(shares);
        let rules = sight.table.rules();
        priced
            .map(|(price, share)| Payment { points: price::points(price, dealer, rules), rate: share / sum })
            .collect()
    }
}

fn logistic(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}
