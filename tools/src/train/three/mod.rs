//! Fits what games of three players change on top of the models of four: `data/three.params`.

pub mod analyses;
pub mod forecast;
mod logit;

use crate::train::scale;
use crate::train::split::provenance;
use logit::{ChoiceSamples, Logit};
use nanikiru::danger::three as hands;
use nanikiru::danger::{self, DangerModel, DangerSection, OpponentView, Standing, price};
use nanikiru::ends::inputs::{LastAction, Scene};
use nanikiru::ends::{ENDS, net, three as ends};
use nanikiru::params::{Format, Params, Provenance, Section, THREE};
use nanikiru::placement::{PlaceChoice, PlacementModel, RoundsLeft, Standings};
use nanikiru::policy::discard::Question;
use nanikiru::policy::net::{Net, Scope};
use nanikiru::policy::offer::OfferQuestion;
use nanikiru::policy::three as policy;
use nanikiru::review::{Choice, Decision as Reviewed, RecordedAction};
use nanikiru::round::{Schedule, View, last_wind};
use nanikiru::rules::Length;
use nanikiru::tile::{Kind, Players, Seat};
use nanikiru_tools::choice;
use nanikiru_tools::decisions::{DealIn, Decision, Look, Purpose, hash, look_at, mix};
use nanikiru_tools::games::each_game;
use nanikiru_tools::moment::Question as Asked;
use nanikiru_tools::months::Months;
use nanikiru_tools::openings::Openings;
use nanikiru_tools::recorded::{RecordedDecision, each_decision};
use std::path::PathBuf;

/// One decision in so many is looked at for danger, for discards and for how rounds end.
const DANGER: u64 = 5;
const DISCARDS: u64 = 20;
const ENDED: u64 = 12;
/// One decision in so many where riichi is possible, and kita.
const RIICHI: u64 = 2;
const KITA: u64 = 4;
/// One tile on offer in so many.
const OFFERS: u64 = 5;
/// How strongly weights are drawn to 0: there are few games.
const RIDGE: f64 = 10.0;
/// The same for places, whose weights are drawn to those of four players.
const OF_PLACES: f64 = 3.0;

/// A discard that may deal in.
struct DealInSample {
    /// Log-odds of tenpai, and what describes it; none where it is sure.
    tenpai: Option<(f64, [f32; hands::OF_TENPAI])>,
    /// Those of a wait.
    wait: (f64, [f32; hands::OF_WAIT]),
    yes: bool,
}

#[derive(Default)]
struct OfStanding {
    tenpai: Logit,
    waits: Logit,
    prices: Logit,
    made: Vec<DealInSample>,
}

#[derive(Default)]
struct TrainingData {
    games: u64,
    decisions: u64,
    months: Months,
    hands: [OfStanding; 3],
    policy: Acts,
    /// Who ends first, and who of the others second, by stage.
    places: [[Logit; RoundsLeft::COUNT]; 2],
}

/// What players do, and what follows.
#[derive(Default)]
struct Acts {
    /// Discards, riichi, calls, kita.
    acts: [Logit; 4],
    ends: Vec<(Box<[f32]>, usize)>,
}

impl Acts {
    fn append(&mut self, later: Acts) {
        self.acts.iter_mut().zip(later.acts).for_each(|(all, later)| all.append(later));
        self.ends.extend(later.ends);
    }
}

impl TrainingData {
    fn append(&mut self, later: TrainingData) {
        self.games += later.games;
        self.decisions += later.decisions;
        self.months.append(later.months);
        for (hand, later) in self.hands.iter_mut().zip(later.hands) {
            hand.tenpai.append(later.tenpai);
            hand.waits.append(later.waits);
            hand.prices.append(later.prices);
            hand.made.extend(later.made);
        }
        let places = self.places.iter_mut().flatten();
        places.zip(later.places.into_iter().flatten()).for_each(|(all, later)| all.append(later));
    }

    /// How a game ended, seen from the beginning of its rounds.
    fn places(&mut self, game: &Openings) {
        let seat_at = |place: usize| game.places.iter().find(|&(_, &at)| at == place).map(|(seat, _)| seat);
        let (Some(first), Some(second), Some(third)) = (seat_at(0), seat_at(1), seat_at(2)) else { return };
        for carry in &game.rounds {
            let standings = Standings::new(carry, last_wind(game.length), &game.rules);
            let stage = standings.stage();
            let mut choose = |at: usize, choice: PlaceChoice, seats: &[Seat]| {
                let weights = PlacementModel::builtin().weights(choice, stage);
                let (mut offsets, mut rows) = (Vec::new(), Vec::new());
                for &seat in seats {
                    let rivals: Vec<Seat> = seats.iter().copied().filter(|&other| other != seat).collect();
                    let mut figures = Vec::new();
                    choice.append(&standings, seat, &rivals, &mut figures);
                    offsets.push(figures.iter().zip(weights).map(|(x, w)| x * w).sum::<f64>() as f32);
                    rows.push(figures.into_iter().map(|x| x as f32).collect());
                }
                self.places[at][stage.index()].push(&offsets, &rows, 0);
            };
            choose(0, PlaceChoice::First, &[first, second, third]);
            choose(1, PlaceChoice::Third, &[second, third]);
        }
    }
}

/// Looks at what the others hold.
struct Danger<'a> {
    all: &'a mut TrainingData,
}

impl Look for Danger<'_> {
    fn decision(&mut self, decision: &Decision) {
        self.all.decisions += 1;
        if !mix(decision.id ^ 0x7313).is_multiple_of(DANGER) {
            return;
        }
        let view = decision.round.view(decision.seat);
        let model = DangerModel::builtin();
        for opponent in Players::Three.others(decision.seat) {
            let truth = decision.truths[opponent];
            let seen = OpponentView::new(&view, opponent);
            let hands = &mut self.all.hands[seen.standing as usize];
            let tenpai = model.tenpai_odds(&seen).map(|odds| (odds, hands::of_tenpai(&seen, odds)));
            if let Some((odds, row)) = &tenpai {
                hands.tenpai.push_if(*odds, row, truth.tenpai);
            }
            let made = decision.tile.kind();
            let may = seen.possible.contains(made);
            if !truth.tenpai && !may {
                continue;
            }
            let odds = model.odds(&seen);
            let wait = |kind: Kind| {
                let both = odds[kind.index()]?;
                Some((model.blend(seen.standing, both), hands::of_wait(&seen, kind, both)))
            };
            for kind in Kind::ALL.into_iter().filter(|&kind| truth.tenpai && view.concealed()[kind] > 0) {
                let Some((odds, row)) = wait(kind) else { continue };
                hands.waits.push_if(odds, &row, truth.ron.contains(kind));
            }
            if let Some(wait) = wait(made) {
                hands.made.push(DealInSample { tenpai, wait, yes: truth.ron.contains(made) });
            }
        }
    }

    fn deal_in(&mut self, deal_in: &DealIn) {
        let view = deal_in.round.view(deal_in.seat);
        let (rules, dealer) = (view.table().rules(), view.table().dealer() == deal_in.winner);
        let seen = OpponentView::new(&view, deal_in.winner);
        let shares = DangerModel::builtin().shares(&seen, deal_in.tile, deal_in.length);
        let mut prices: Vec<(u32, f64, f64)> = Vec::new();
        for (share, value) in shares.into_iter().zip(price::PRICES) {
            let value = price::dearer(value, seen.set_aside());
            let points = price::points(value, dealer, rules);
            match prices.iter_mut().find(|(other, ..)| *other == points) {
                Some((_, sum, _)) => *sum += share,
                None => prices.push((points, share, price::level(value, rules))),
            }
        }
        let Some(taken) = prices.iter().position(|(points, ..)| *points == deal_in.points) else { return };
        let row = hands::of_price(&seen);
        let rows: Vec<Vec<f32>> =
            prices.iter().map(|(.., level)| row.iter().map(|x| x * *level as f32).collect()).collect();
        let offsets: Vec<f32> = prices.iter().map(|(_, share, _)| share.max(1e-9).ln() as f32).collect();
        self.all.hands[seen.standing as usize].prices.push(&offsets, &rows, taken);
    }
}

/// What the nets of four players say.
struct Nets {
    any: Net,
    riichi: Net,
    offer: Net,
    ends: net::Net,
}

impl Nets {
    fn read() -> Result<Nets, String> {
        let read = |label, file: &str| {
            let bytes = std::fs::read(nanikiru_tools::project::file(file)).map_err(|e| e.to_string())?;
            Params::read(label, &bytes).map_err(|e| e.to_string())
        };
        let policy = read(nanikiru::policy::LABEL, "data/policy.params")?;
        let of = |scope| Net::new(&policy, scope).map_err(|e| e.to_string());
        let ends = read(nanikiru::ends::LABEL, "data/ends.params")?;
        Ok(Nets {
            any: of(Scope::Any)?,
            riichi: of(Scope::Riichi)?,
            offer: of(Scope::Offer)?,
            ends: net::Net::new(&ends).map_err(|e| e.to_string())?,
        })
    }
}

/// What is known where a discard has passed, and how the round ended.
pub fn ended(recorded: &RecordedDecision) -> Option<(Box<[f32]>, usize)> {
    let decision = recorded.decision;
    let RecordedAction::Discard { tile, riichi, .. } = decision.done else { return None };
    let view = decision.round.view(decision.seat);
    if view.table().player(decision.seat).riichi().is_some() {
        return None;
    }
    let after = decision.round.drawn_hand(decision.seat).ok()?.discard(tile)?;
    let outcome = recorded.outcome().filter(|outcome| !outcome.at_once)?;
    let left = if riichi { LastAction::Riichi } else { LastAction::Discard };
    let scene = Scene::of(&view, Schedule::of(view.table(), recorded.length));
    Some((scene.inputs(&after, left).into(), outcome.round_end as usize))
}

fn look_at_decision(nets: &Nets, game: u64, recorded: &RecordedDecision, all: &mut Acts) {
    let (decision, length): (&Reviewed, Length) = (recorded.decision, recorded.length);
    let chosen = |one_in: u64, salt: u64| mix(game ^ mix(recorded.number ^ salt)).is_multiple_of(one_in);
    let view: View<'_> = decision.round.view(decision.seat);
    let (table, schedule) = (view.table(), Schedule::of(view.table(), length));
    if chosen(ENDED, 0xe4d5) {
        all.ends.extend(ended(recorded));
    }
    if table.player(decision.seat).riichi().is_some() {
        return;
    }
    let declares = matches!(&decision.choice, Choice::Turn(turn) if !turn.riichi.is_empty());
    let riichi = declares && chosen(RIICHI, 2);
    let kita = choice::may_set_aside(decision) && chosen(KITA, 3);
    if kita || riichi || chosen(DISCARDS, 0) {
        let Ok(hand) = decision.round.drawn_hand(decision.seat) else {
            return offer(nets, recorded, all, chosen(OFFERS, 1));
        };
        let danger = danger::assess(&view, length);
        let question =
            Question { view: &view, hand: &hand, drawn: decision.round.drawn(), danger: &danger, schedule };
        if kita {
            all.acts[3].push_if(0.0, &policy::of_kita(&question), decision.done == RecordedAction::Kita);
        }
        let Some((among, made)) = choice::discards(decision).filter(|_| riichi || chosen(DISCARDS, 0)) else {
            return;
        };
        let inputs = question.inputs(&among);
        let mut push = |to: usize, net: &Net| {
            let weights = net.weights(&inputs);
            let rows: Vec<Vec<f32>> = among
                .iter()
                .zip(&inputs.choices)
                .zip(&weights)
                .map(|((&discard, row), &weight)| policy::of_discard(&question, discard, row, weight))
                .collect();
            all.acts[to].push(&weights, &rows, made);
        };
        if riichi {
            push(1, &nets.riichi);
        }
        if chosen(DISCARDS, 0) {
            push(0, &nets.any);
        }
        return;
    }
    offer(nets, recorded, all, chosen(OFFERS, 1));
}

fn offer(nets: &Nets, recorded: &RecordedDecision, all: &mut Acts, chosen: bool) {
    let decision = recorded.decision;
    if !chosen || !Asked::Call.is_answered_by(decision) {
        return;
    }
    let (Some((offered, called, made)), Ok(hand)) =
        (choice::offered(decision), decision.round.waiting_hand(decision.seat))
    else {
        return;
    };
    let view = decision.round.view(decision.seat);
    let danger = danger::assess(&view, recorded.length);
    let scene = Scene::of(&view, Schedule::of(view.table(), recorded.length));
    let question = OfferQuestion { view: &view, hand: &hand, offered, danger: &danger, scene: &scene };
    let inputs = question.inputs(&called);
    let weights = nets.offer.weights(&inputs);
    let rows: Vec<Vec<f32>> = inputs
        .choices
        .iter()
        .zip(&weights)
        .enumerate()
        .map(|(i, (row, &weight))| policy::of_call(&question, i > 0, row, weight))
        .collect();
    all.acts[2].push(&weights, &rows, made);
}

fn hands_and_places(paths: &[PathBuf], limit: usize) -> Result<TrainingData, String> {
    let look = |mut all: TrainingData, name: &str, record: &[u8]| {
        let judges = Purpose::of(name) == Purpose::Validation;
        if judges || !look_at(Players::Three, name, record, &mut Danger { all: &mut all }) {
            return all;
        }
        all.games += 1;
        all.months.see(name);
        if let Some(game) = Openings::of(Players::Three, record) {
            all.places(&game);
        }
        all
    };
    let merge = |mut all: TrainingData, later: TrainingData| {
        all.append(later);
        all
    };
    each_game(paths, limit, look, merge)
}

fn gather(paths: &[PathBuf], limit: usize, nets: &Nets) -> Result<Acts, String> {
    let look = |mut all: Acts, name: &str, record: &[u8]| {
        let game = hash(name);
        if Purpose::of(name) != Purpose::Validation {
            each_decision(name, record, 0, &mut |recorded| {
                if recorded.decision.round.table().rules().players == Players::Three {
                    look_at_decision(nets, game, recorded, &mut all);
                }
            });
        }
        all
    };
    let merge = |mut all: Acts, later: Acts| {
        all.append(later);
        all
    };
    each_game(paths, limit, look, merge)
}

fn logistic(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

fn sum(row: &[f32], weights: &[f32]) -> f64 {
    row.iter().zip(weights).map(|(&x, &w)| f64::from(x * w)).sum()
}

/// The bytes of the parameter file; the forecast and how analyses say that rounds end are as in the file that is there.
pub fn fit(there: &Params, paths: &[PathBuf], limit: usize) -> Result<Vec<u8>, String> {
    let nets = Nets::read()?;
    let gathered = hands_and_places(paths, limit)?;
    println!("{} games, {} discards", gathered.games, gathered.decisions);
    let section = |name: String, (len, layout): (usize, u64), numbers: Vec<f32>, samples: usize| {
        assert_eq!(len, numbers.len(), "{name}");
        Section { name, layout, format: Format::F32, numbers, samples: samples as u64 }
    };
    let mut sections = Vec::new();
    for standing in Standing::ALL {
        let hands = &gathered.hands[standing as usize];
        let name = |part: DangerSection| hands::section(part, standing);
        let tenpai = match standing {
            Standing::Riichi => vec![0.0; hands::OF_TENPAI],
            _ => hands.tenpai.fit(&name(DangerSection::Tenpai), RIDGE)?,
        };
        let waits = hands.waits.fit(&name(DangerSection::Waits), RIDGE)?;
        let made: Vec<(f64, bool)> = hands
            .made
            .iter()
            .map(|made| {
                let ready =
                    made.tenpai.as_ref().map_or(1.0, |(odds, row)| logistic(odds + sum(row, &tenpai)));
                (ready * logistic(made.wait.0 + sum(&made.wait.1, &waits)), made.yes)
            })
            .filter(|(rate, _)| (1e-9..1.0 - 1e-9).contains(rate))
            .collect();
        let curve = scale::curve(&made).map(|shift| shift as f32).to_vec();
        println!("{}: {curve:.3?} on {}", name(DangerSection::Made), made.len());
        let prices = hands.prices.fit(&name(DangerSection::Prices), RIDGE)?;
        println!("{prices:.3?}");
        for (part, numbers, samples) in [
            (DangerSection::Tenpai, tenpai, hands.tenpai.len()),
            (DangerSection::Waits, waits, hands.waits.len()),
            (DangerSection::Made, curve, made.len()),
            (DangerSection::Prices, prices, hands.prices.len()),
        ] {
            sections.push(section(name(part), hands::layout(part), numbers, samples));
        }
    }
    for (choice, stages) in [PlaceChoice::First, PlaceChoice::Third].into_iter().zip(&gathered.places) {
        let mut numbers = Vec::new();
        for (stage, logit) in RoundsLeft::all().zip(stages) {
            let name = format!("places {}, {:?} rounds left", choice.section(), stage.rounds_left());
            let before = PlacementModel::builtin().weights(choice, stage);
            let more = match logit.len() {
                0 => vec![0.0; before.len()],
                _ => logit.fit(&name, OF_PLACES)?,
            };
            numbers.extend(before.iter().zip(more).map(|(&before, more)| before as f32 + more));
        }
        let samples = stages.iter().map(Logit::len).sum();
        let layout = (numbers.len(), choice.layout());
        sections.push(section(format!("places {}", choice.section()), layout, numbers, samples));
    }
    // what players do and how rounds end hangs on the danger of three players
    let of_ends = (ENDS * ends::OF_END, ends::layout());
    let mut first = Params::new(THREE, Provenance::default(), sections.iter().cloned());
    for part in policy::PolicySection::ALL {
        first.put(section(part.section(), part.layout(), vec![0.0; part.layout().0], 0));
    }
    first.put(section(ends::SECTION.into(), of_ends, vec![0.0; of_ends.0], 0));
    first.read_as_of_three();
    let gathered = TrainingData { policy: gather(paths, limit, &nets)?, ..gathered };
    for (part, logit) in policy::PolicySection::ALL.into_iter().zip(&gathered.policy.acts) {
        let numbers = logit.fit(&part.section(), RIDGE)?;
        sections.push(section(part.section(), part.layout(), numbers, logit.len()));
    }
    let mut all = ChoiceSamples::default();
    for (inputs, end) in &gathered.policy.ends {
        all.push(&nets.ends.odds(inputs), inputs, *end);
    }
    let numbers = all.fit(ends::SECTION, RIDGE)?;
    sections.push(section(ends::SECTION.into(), of_ends, numbers, all.len()));
    // these hang on all others, and are fitted after them
    sections.push(forecast::section_of(there));
    sections.extend(analyses::sections_of(there));
    sections.push(analyses::differences_of(there));
    let from = provenance(&gathered.months, gathered.games, gathered.decisions);
    let from = Provenance {
        corpus: "Tenhou houou, three players; 9 games in 10 by a hash of their names".into(),
        ..from
    };
    Ok(Params::new(THREE, from, sections).write())
}
