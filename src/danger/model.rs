//! The learned model: whether an opponent is tenpai, what it waits for, and what that costs.
//!
//! What it waits for is asked twice: of a regression over wait shapes and kinds, whose parts are the facts of a
//! report, and of a small net that sees all at once. Their log-odds are added with fitted shares, and last the rate
//! of a deal-in is bent to what is discarded.

use super::curve::Curve;
use super::inputs::Inputs;
use super::net::Net;
use super::odds::logistic;
use super::opponent_view::{OpponentView, Standing};
use super::section::DangerSection;
use super::slots::Slots;
use super::threat::{Cause, Danger, Estimator, Fact, Payment, Risk, Threat};
use super::three::ThreePlayerDanger;
use super::{price, shapes, tenpai, waits};
use crate::dense::softmax;
use crate::hand::From;
use crate::params::{Params, ParamsError};
use crate::round::View;
use crate::rules::Length;
use crate::score::{Payout, Pot, Source, SureYakuman, liable_payments};
use crate::sort;
use crate::tile::{BySeat, Kind, KindSet, Players, Seat, Tile};
use std::sync::OnceLock;

/// What the parameter file begins with.
pub const LABEL: &str = "nanikiru danger";

/// The file that the crate carries.
pub(super) static BUILTIN: &[u8] = include_bytes!("../../data/danger.params");

/// Parameters for each standing of an opponent.
#[derive(Clone, Debug)]
pub struct DangerModel {
    riichi: Hand,
    open: Hand,
    closed: Hand,
    /// What hands of all standings wait for, once more.
    net: Net,
}

/// What is known of hands of one standing.
#[derive(Clone, Debug)]
struct Hand {
    /// Log-odds of tenpai; riichi and four melds need none.
    tenpai: Option<Vec<f32>>,
    /// Log-odds of a shape that waits, given tenpai.
    shapes: Vec<f32>,
    /// What the kind itself adds to the log-odds of its shapes together.
    waits: Vec<f32>,
    /// A constant, and how much the log-odds of waits count, and those of the net.
    scale: Vec<f32>,
    /// From what is held to what is discarded.
    made: Curve,
    /// What each cause adds on average.
    usual: Vec<f32>,
    /// For each price the weight of each feature.
    prices: Vec<f32>,
}

impl DangerModel {
    /// The model of a parameter file.
    ///
    /// # Errors
    /// When the file lacks a section, or has it for other features.
    pub fn new(params: &Params) -> Result<DangerModel, ParamsError> {
        let hand = |standing| {
            let numbers = |part: DangerSection| {
                let (len, layout) = part.layout();
                params.numbers(&part.section(standing), layout, len).map(<[f32]>::to_vec)
            };
            let made = numbers(DangerSection::Made)?;
            let shifts = made.try_into().expect("the section has the length that was asked for");
            Ok(Hand {
                made: Curve::new(&DangerSection::Made.section(standing), &shifts)?,
                tenpai: if standing == Standing::Riichi {
                    None
                } else {
                    Some(numbers(DangerSection::Tenpai)?)
                },
                shapes: numbers(DangerSection::Shapes)?,
                waits: numbers(DangerSection::Waits)?,
                scale: numbers(DangerSection::Scale)?,
                usual: numbers(DangerSection::Usual)?,
                prices: numbers(DangerSection::Prices)?,
            })
        };
        Ok(DangerModel {
            riichi: hand(Standing::Riichi)?,
            open: hand(Standing::Open)?,
            closed: hand(Standing::Closed)?,
            net: Net::new(params)?,
        })
    }

    /// The model that the crate carries.
    pub fn builtin() -> &'static DangerModel {
        static MODEL: OnceLock<DangerModel> = OnceLock::new();
        MODEL.get_or_init(|| Params::carried(LABEL, BUILTIN, DangerModel::new))
    }

    fn hand(&self, standing: Standing) -> &Hand {
        match standing {
            Standing::Riichi => &self.riichi,
            Standing::Open => &self.open,
            Standing::Closed => &self.closed,
        }
    }

    /// The log-odds of each kind as a wait by its shapes alone.
    pub fn shape_odds(&self, opponent_view: &OpponentView) -> [Option<f64>; 34] {
        by_shapes(
            opponent_view,
            &self.hand(opponent_view.standing).shapes(opponent_view, &mut Slots::default()),
        )
    }

    /// The log-odds of each kind that may deal in as a wait of an opponent that is tenpai: by the regression, and
    /// by the net.
    pub fn odds(&self, opponent_view: &OpponentView) -> [Option<[f64; 2]>; 34] {
        let slots = &mut Slots::default();
        let hand = self.hand(opponent_view.standing);
        let effects = hand.effects(opponent_view, opponent_view.possible, slots);
        let net = self.net.odds(&Inputs::of(opponent_view));
        Kind::ALL.map(|kind| {
            let odds = [effects[kind.index()].iter().sum(), net[kind.index()]];
            opponent_view.possible.contains(kind).then_some(odds)
        })
    }

    /// The log-odds of a wait that both say together, before what three players change.
    pub fn blend(&self, standing: Standing, odds: [f64; 2]) -> f64 {
        self.hand(standing).blend(odds)
    }

    /// The log-odds of tenpai, before what three players change; none where it is sure.
    pub fn tenpai_odds(&self, opponent_view: &OpponentView) -> Option<f64> {
        self.hand(opponent_view.standing).tenpai_odds(opponent_view, &mut Slots::default())
    }

    /// The shares of the prices of a tile, before what three players change.
    pub fn shares(&self, opponent_view: &OpponentView, tile: Tile, length: Length) -> Vec<f64> {
        let mut slots = Slots::default();
        price::features(opponent_view, tile, length, &mut slots);
        self.hand(opponent_view.standing).shares(&slots)
    }

    /// How likely each kind is a wait of the opponent if it is tenpai.
    pub fn waits(&self, opponent_view: &OpponentView) -> [f64; 34] {
        self.judge(opponent_view, opponent_view.possible, &mut Slots::default()).0
    }

    /// How likely the opponent is tenpai; 1 after riichi.
    pub fn tenpai(&self, opponent_view: &OpponentView) -> f64 {
        self.hand(opponent_view.standing).tenpai(opponent_view, &mut Slots::default())
    }

    /// How likely each of these kinds is a wait of the opponent if it is tenpai, and what each cause adds to its
    /// log-odds.
    fn judge(
        &self,
        opponent_view: &OpponentView,
        kinds: KindSet,
        slots: &mut Slots,
    ) -> ([f64; 34], [Effects; 34]) {
        let hand = self.hand(opponent_view.standing);
        let mut effects = hand.effects(opponent_view, kinds, slots);
        let net = self.net.odds(&Inputs::of(opponent_view));
        let three = of_three(opponent_view);
        let mut rates = [0.0; 34];
        for kind in kinds.iter() {
            let i = kind.index();
            let odds: f64 = effects[i].iter().sum();
            let more = three.map_or(0.0, |three| three.wait(opponent_view, kind, [odds, net[i]]));
            effects[i][Cause::Whole as usize] = f64::from(hand.scale[2]) * (net[i] - odds) + more;
            rates[i] = logistic(hand.blend([odds, net[i]]) + more);
        }
        // a single tile beside four melds waits for exactly one kind
        let sum: f64 = rates.iter().sum();
        if opponent_view.player.melds().len() == 4 && sum > 0.0 {
            rates.iter_mut().for_each(|rate| *rate /= sum);
        }
        (rates, effects)
    }

    /// The same for some kinds, with payments of some tiles, and without facts: play-outs ask for no more, and ask
    /// often. The other tiles are not judged: their risks are empty.
    #[doc(hidden)]
    pub fn danger_of(&self, view: &View, length: Length, kinds: KindSet, priced: &[Tile]) -> Danger {
        self.threats(view, length, ThreatScope::Of { kinds, priced })
    }

    fn threats(&self, view: &View, length: Length, wanted: ThreatScope) -> Danger {
        let mut slots = Slots::default();
        let threats = BySeat::from_fn(|seat| {
            let plays = view.table().rules().players.has_seat(seat);
            (plays && seat != view.seat()).then(|| self.threat(view, length, wanted, seat, &mut slots))
        });
        Danger { threats, multiple_ron: view.table().rules().multiple_ron }
    }

    fn threat(
        &self,
        view: &View,
        length: Length,
        wanted: ThreatScope,
        opponent: Seat,
        slots: &mut Slots,
    ) -> Threat {
        let opponent_view = OpponentView::new(view, opponent);
        let hand = self.hand(opponent_view.standing);
        let tenpai = hand.tenpai(&opponent_view, slots);
        let (rates, effects) = self.judge(&opponent_view, wanted.kinds(&opponent_view), slots);
        // nobody is more often ready for a tile than ready at all
        let three = of_three(&opponent_view);
        let bend =
            |rate: f64| three.map_or_else(|| hand.made.bend(rate), |three| three.bend(&opponent_view, rate));
        let rates = rates.map(|rate| bend(tenpai * rate).min(tenpai));
        let facts = match wanted {
            ThreatScope::Everything => effects.map(|effects| hand.facts(&effects)),
            ThreatScope::Of { .. } => std::array::from_fn(|_| Vec::new()),
        };
        let sure = yakuman_price(view, opponent);
        let every = (0..Tile::COUNT).filter_map(Tile::new);
        let risks = every.map(|tile| {
            let kind = tile.kind();
            let rate = rates[kind.index()];
            if rate == 0.0 {
                return Risk::NONE;
            }
            let payments = match (wanted, sure) {
                (ThreatScope::Of { priced, .. }, _) if !priced.contains(&tile) => Vec::new(),
                (_, Some(points)) => vec![Payment { points, rate: 1.0 }],
                _ => {
                    slots.clear();
                    price::features(&opponent_view, tile, length, slots);
                    hand.payments(slots, &opponent_view)
                }
            };
            Risk { rate, payments, facts: facts[kind.index()].clone() }
        });
        Threat { tenpai, risks: risks.collect() }
    }
}

impl Estimator for DangerModel {
    fn danger(&self, view: &View, length: Length) -> Danger {
        self.threats(view, length, ThreatScope::Everything)
    }
}

/// What the viewer pays for dealing in to an opponent whose melds make a yakuman sure, points; with another player liable
/// it is a part.
fn yakuman_price(view: &View, opponent: Seat) -> Option<u32> {
    let table = view.table();
    let sure = SureYakuman::of(table.player(opponent).melds(), table.rules())?;
    let from = From::of(view.seat(), opponent)?;
    let paid = liable_payments(
        sure.price(),
        Payout { winner: opponent, dealer: table.dealer(), source: Source::Ron(from), pot: Pot::EMPTY },
        table.rules(),
    );
    Some(paid[view.seat()].unsigned_abs())
}

/// What a threat has beside the chance of tenpai and the rates of every tile.
#[derive(Clone, Copy)]
enum ThreatScope<'a> {
    /// Payments of every tile, and facts.
    Everything,
    /// Rates of these kinds and payments of these tiles, and no facts.
    Of { kinds: KindSet, priced: &'a [Tile] },
}

impl ThreatScope<'_> {
    /// The kinds whose rates are needed. Beside four melds all rates add up to 1.
    fn kinds(self, opponent_view: &OpponentView) -> KindSet {
        match self {
            ThreatScope::Of { kinds, .. } if opponent_view.player.melds().len() < 4 => {
                opponent_view.possible.iter().filter(|&kind| kinds.contains(kind)).collect()
            }
            _ => opponent_view.possible,
        }
    }
}

/// What the table does to a seat in a game of this length, by the model that the crate carries.
pub fn assess(view: &View, length: Length) -> Danger {
    DangerModel::builtin().danger(view, length)
}

/// What three players change, at a table of three.
fn of_three(opponent_view: &OpponentView) -> Option<&'static ThreePlayerDanger> {
    (opponent_view.table.rules().players == Players::Three).then(ThreePlayerDanger::builtin)
}

/// How many shapes there are.
const SHAPES: usize = 113;

fn by_shapes(opponent_view: &OpponentView, odds: &[Option<f64>; SHAPES]) -> [Option<f64>; 34] {
    Kind::ALL.map(|kind| opponent_view.possible.contains(kind).then(|| any(kind, odds)))
}

/// The log-odds that at least one of a kind's shapes is there, taken as independent.
fn any(kind: Kind, odds: &[Option<f64>; SHAPES]) -> f64 {
    let of = shapes::by_kind()[kind.index()].iter().filter_map(|&i| odds[usize::from(i)]);
    let none: f64 = of.map(|odds| 1.0 - logistic(odds)).product();
    // a kind without a shape is left by thirteen orphans only
    let some = (1.0 - none).max(1e-5);
    libm::log(some / (1.0 - some))
}

/// What each cause adds to log-odds.
type Effects = [f64; Cause::ALL.len()];

impl Hand {
    /// The log-odds of each shape that the opponent may wait with.
    fn shapes(&self, opponent_view: &OpponentView, slots: &mut Slots) -> [Option<f64>; SHAPES] {
        let mut odds = [None; SHAPES];
        for (shape, odds) in shapes::shapes().iter().zip(&mut odds) {
            if shape.possible(opponent_view) {
                shapes::features(opponent_view, shape, slots);
                *odds = Some(slots.sum(&self.shapes));
            }
        }
        odds
    }

    /// How likely the opponent is tenpai; 1 after riichi, and beside four melds.
    fn tenpai(&self, opponent_view: &OpponentView, slots: &mut Slots) -> f64 {
        self.tenpai_odds(opponent_view, slots).map_or(1.0, |odds| {
            let more = of_three(opponent_view).map_or(0.0, |three| three.tenpai(opponent_view, odds));
            logistic(odds + more)
        })
    }

    fn tenpai_odds(&self, opponent_view: &OpponentView, slots: &mut Slots) -> Option<f64> {
        let surely = opponent_view.player.melds().len() == 4;
        self.tenpai.as_ref().filter(|_| !surely).map(|weights| {
            slots.clear();
            tenpai::features(opponent_view, slots);
            slots.sum(weights)
        })
    }

    /// The log-odds that the regression and the net say together.
    fn blend(&self, [odds, net]: [f64; 2]) -> f64 {
        let [constant, slope, share] = [0, 1, 2].map(|i| f64::from(self.scale[i]));
        constant + slope * odds + share * net
    }

    fn shares(&self, slots: &Slots) -> Vec<f64> {
        let features = self.prices.len() / price::PRICES.len();
        let mut shares: Vec<f64> = self.prices.chunks(features).map(|weights| slots.sum(weights)).collect();
        softmax(&mut shares);
        shares
    }

    /// What each cause adds to the log-odds that one of these kinds is a wait of an opponent that is tenpai, the net
    /// aside.
    fn effects(&self, opponent_view: &OpponentView, kinds: KindSet, slots: &mut Slots) -> [Effects; 34] {
        let odds = by_shapes(opponent_view, &self.shapes(opponent_view, slots));
        let mut all = [[0.0; Cause::ALL.len()]; 34];
        for kind in kinds.iter() {
            slots.clear();
            waits::features(opponent_view, kind, &odds, slots);
            let effects = &mut all[kind.index()];
            self.add(&self.waits, slots, effects);
            effects[Cause::Shapes as usize] += odds[kind.index()].unwrap_or_default();
        }
        all
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
        sort::by(&mut facts, |a, b| b.effect.abs().total_cmp(&a.effect.abs()));
        facts
    }

    fn payments(&self, slots: &Slots, opponent_view: &OpponentView) -> Vec<Payment> {
        let mut shares = self.shares(slots);
        let dealer = opponent_view.table.dealer() == opponent_view.seat;
        let rules = opponent_view.table.rules();
        let norths = opponent_view.set_aside();
        if let Some(three) = of_three(opponent_view) {
            let slope = three.dearer(opponent_view);
            for (share, price) in shares.iter_mut().zip(price::PRICES) {
                *share = libm::log(*share) + slope * price::level(price::dearer(price, norths), rules);
            }
            softmax(&mut shares);
        }
        let priced = price::PRICES.into_iter().zip(shares);
        let mut payments: Vec<Payment> = priced
            .map(|(price, rate)| Payment {
                points: price::points(price::dearer(price, norths), dealer, rules),
                rate,
            })
            .collect();
        // four han of 30 fu are less than three of 110
        sort::by_key(&mut payments, |payment| payment.points);
        payments
    }
}
