//! Fits what games of three players change in the forecast: lines on top of the rates of games of four, by Newton's method.

use crate::train::forecast::{Futures, gather};
use crate::train::value::solved;
use nanikiru::danger::Standing;
use nanikiru::danger::forecast::three::{Line, ThreePlayerForecast, line_figures};
use nanikiru::danger::forecast::{Clock, ComingModel, Figures, Stance, WaitRate, ahead};
use nanikiru::params::{Params, Section, Table};
use nanikiru::tile::Players;
use nanikiru_tools::futures::{DiscardStep, End, Future};
use std::path::PathBuf;

/// How strongly weights are drawn to 0.
const RIDGE: f64 = 10.0;
/// Steps of Newton's method: more change no rate by a thousandth.
const STEPS: usize = 8;
/// Payments count as if so many more had been as games of four say.
const PRIOR: f64 = 30.0;

/// A line's next step: events less those expected, and those expected, by its figures.
#[derive(Clone, Copy, Default)]
struct LineFit {
    gradient: Line,
    curvature: [Line; 4],
    events: f64,
}

impl LineFit {
    /// Something with these figures was expected so often, and came.
    fn add(&mut self, figures: Line, expected: f64, events: f64) {
        self.add_residual(figures, expected, events - expected);
        self.events += events;
    }

    fn add_residual(&mut self, figures: Line, expected: f64, residual: f64) {
        for (i, figure) in figures.into_iter().enumerate() {
            self.gradient[i] += figure * residual;
            self.curvature[i]
                .iter_mut()
                .zip(figures)
                .for_each(|(sum, other)| *sum += figure * other * expected);
        }
    }

    fn step(&self, line: &mut Line) {
        let (mut matrix, mut right) = (self.curvature, self.gradient);
        for i in 0..line.len() {
            matrix[i][i] += 2.0 * RIDGE;
            right[i] -= 2.0 * RIDGE * line[i];
        }
        let more = solved(matrix.map(Vec::from).into(), right.into());
        line.iter_mut().zip(more).for_each(|(weight, more)| *weight += more);
    }
}

fn is(yes: bool) -> f64 {
    f64::from(u8::from(yes))
}

/// How much a step says of wins of the others: a discard that is won on keeps them from theirs, and own ron half of them.
fn weight(step: &DiscardStep) -> f64 {
    match step.end {
        End::DealIn { .. } => 0.0,
        End::OwnRon => 0.5,
        _ => 1.0,
    }
}

/// Whether an opponent wins by ron; one of two is half a win.
fn ron(step: &DiscardStep, opponent: usize) -> f64 {
    match step.end {
        End::Ron { pays } => is(pays[opponent].is_some()) / pays.iter().flatten().count() as f64,
        _ => 0.0,
    }
}

/// One step for the lines of hands that become tenpai: so that the predicted tenpai is as often as the real one.
fn step_up(futures: &[Future], three: &mut ThreePlayerForecast) {
    let figures = three.figures(Figures::builtin());
    let mut fits = [LineFit::default(); 4];
    for future in futures {
        let outlook = &future.outlook;
        let tenpai = Stance::ALL.map(|stance| outlook.tenpai(stance, &figures));
        let pairs = future.steps.iter().zip(future.steps.iter().skip(1)).enumerate();
        for (n, (step, next)) in pairs.take(outlook.steps() - 1) {
            let [now, then] = [n, n + 1].map(|n| &tenpai[step.stance as usize][n]);
            for (i, opponent) in outlook.opponents.iter().enumerate() {
                let Some(fit) = fits.get_mut(opponent.melds) else { continue };
                if opponent.standing == Standing::Riichi {
                    continue;
                }
                let riichi = step.stance == Stance::Riichi || outlook.other_riichi(i) > 0;
                let clock = Clock::new(outlook.left, n);
                let cell = [usize::from(riichi), clock.index()];
                let stay = now[i] * figures.stay[opponent.melds][cell[0]][cell[1]];
                let goes_on = stay / (stay + 1.0 - now[i]);
                let up =
                    figures.up[opponent.melds][cell[0]][cell[1]] * figures.up_ahead[opponent.melds][ahead(n)];
                let residual = (is(next.tenpai[i]) - then[i]) - (is(step.tenpai[i]) - goes_on);
                fit.add_residual(line_figures(clock, riichi, ahead(n)), (1.0 - goes_on) * up, residual);
            }
        }
    }
    three.up.iter_mut().zip(fits).for_each(|(line, fit)| fit.step(line));
}

/// What a standing does.
#[derive(Clone, Copy, Default)]
struct StandingFit {
    tsumo: LineFit,
    ron: LineFit,
    later: LineFit,
    /// Expected and real deal-ins of tiles that were safe.
    passed: [f64; 2],
}

/// One step for the lines of wins and of later deal-ins; gives how many there were.
fn step_standings(futures: &[Future], three: &mut ThreePlayerForecast) -> [StandingFit; 3] {
    let figures = three.figures(Figures::builtin());
    let mut fits = [StandingFit::default(); 3];
    for future in futures {
        let outlook = &future.outlook;
        let steps = Stance::ALL.map(|stance| outlook.steps_of(stance, &figures));
        for (n, step) in future.steps.iter().enumerate().take(outlook.steps()) {
            let weight = weight(step);
            for (i, opponent) in outlook.opponents.iter().enumerate() {
                let fit = &mut fits[opponent.standing as usize];
                let line = line_figures(Clock::new(outlook.left, n), outlook.other_riichi(i) > 0, ahead(n));
                let now = &steps[step.stance as usize][n][i];
                if weight > 0.0 {
                    let won = is(matches!(step.end, End::Tsumo { by, .. } if by == i));
                    fit.tsumo.add(line, weight * now.tsumo, won);
                    fit.ron.add(line, weight * now.ron, ron(step, i));
                }
                // not the discard: players choose what is safe by what they see then
                let (Some((sort, rate)), true) = (step.any[i].wait, n > 0) else { continue };
                let wait = figures.wait(opponent.standing, sort, rate.into());
                let expected = steps[step.before as usize][n - 1][i].deal_in(wait);
                let hit = is(step.any[i].hit);
                if sort.is_passed() {
                    fit.passed.iter_mut().zip([expected, hit]).for_each(|(sum, n)| *sum += n);
                } else {
                    fit.later.add(line, expected, hit);
                }
            }
        }
    }
    for (lines, fit) in three.standings.iter_mut().zip(&fits) {
        fit.tsumo.step(&mut lines.tsumo);
        fit.ron.step(&mut lines.ron);
        fit.later.step(&mut lines.later);
        let [expected, hits] = fit.passed;
        lines.passed += (hits - expected - 2.0 * RIDGE * lines.passed) / (expected + 2.0 * RIDGE);
    }
    fits
}

/// Points paid and expected, and how often.
#[derive(Clone, Copy, Default)]
struct Payments {
    paid: f64,
    expected: f64,
    count: f64,
}

impl Payments {
    fn add(&mut self, paid: i32, expected: f64) {
        self.paid += f64::from(paid);
        self.expected += expected;
        self.count += 1.0;
    }

    /// The logarithm of the factor.
    fn log(&self) -> f64 {
        let prior = PRIOR * self.expected / self.count.max(1.0);
        if self.count > 0.0 { ((self.paid + prior) / (self.expected + prior)).ln() } else { 0.0 }
    }
}

fn fit_pays(futures: &[Future], three: &mut ThreePlayerForecast) {
    let figures = Figures::builtin();
    let mut pays = [[Payments::default(); 3]; 3];
    for future in futures {
        let outlook = &future.outlook;
        for (n, step) in future.steps.iter().enumerate() {
            let winners = match step.end {
                End::Ron { pays } | End::DealIn { pays } => pays,
                End::Tsumo { by, pays: points } => {
                    let opponent = &outlook.opponents[by];
                    let expected = opponent.price * figures.tsumo_pays(opponent, outlook.dealer);
                    pays[opponent.standing as usize][0].add(points, expected);
                    continue;
                }
                _ => continue,
            };
            let deals_in = matches!(step.end, End::DealIn { .. });
            for (i, opponent) in outlook.opponents.iter().enumerate() {
                let Some(points) = winners[i] else { continue };
                let pays = &mut pays[opponent.standing as usize];
                if !deals_in {
                    pays[1].add(points, opponent.price * figures.ron_pays(opponent));
                } else if n > 0 {
                    let price = f64::from(step.discards[i].price);
                    let price = if price > 0.0 { price } else { opponent.price };
                    pays[2].add(points, price * figures.deal_in_pays(opponent));
                }
            }
        }
    }
    three.pays = pays.map(|pays| pays.map(|pays| pays.log()));
}

/// What an opponent does before or after a riichi to come.
#[derive(Clone, Copy, Default)]
struct ActFit {
    tsumo: LineFit,
    ron: LineFit,
    later: [LineFit; 2],
}

/// One step for the lines of a riichi to come, and what it pays.
fn step_coming(futures: &[Future], three: &mut ThreePlayerForecast) -> LineFit {
    let (figures, coming) = (Figures::builtin(), three.coming(ComingModel::builtin()));
    let mut declares = LineFit::default();
    let mut acts = [ActFit::default(); 2];
    for future in futures {
        let outlook = &future.outlook;
        let free = future.steps.iter().take_while(|step| step.before == Stance::Free);
        for (n, step) in free.enumerate().take(outlook.steps()) {
            for (i, opponent) in outlook.opponents.iter().enumerate() {
                if opponent.standing != Standing::Closed {
                    continue;
                }
                let another = (0..3).any(|other| other != i && step.riichi[other]);
                let line = line_figures(Clock::new(outlook.left, n), another, ahead(n));
                let declared = usize::from(step.riichi[i]);
                let rates = [&coming.before_riichi, &coming.declared][declared];
                let fit = &mut acts[declared];
                if let (Some((sort, rate)), true) = (step.any[i].wait, n > 0) {
                    let (place, rate) = match figures.wait(Standing::Closed, sort, rate.into()) {
                        WaitRate::Never => continue,
                        WaitRate::Open(rate) => (0, rate),
                        WaitRate::Passed(rate) => (1, rate),
                    };
                    let expected = f64::from(rate) * rates.later[place].at(another, outlook.left, n);
                    fit.later[place].add(line, expected.min(1.0), is(step.any[i].hit));
                }
                if step.stance != Stance::Free {
                    continue;
                }
                let (draws, discards) = outlook.acts(i, n);
                let weight = weight(step);
                if draws && weight > 0.0 {
                    let expected = weight * rates.tsumo.at(another, outlook.left, n);
                    fit.tsumo.add(line, expected, is(matches!(step.end, End::Tsumo { by, .. } if by == i)));
                }
                if discards > 0.0 && weight > 0.0 {
                    let expected = weight * discards * rates.ron.at(another, outlook.left, n);
                    fit.ron.add(line, expected, ron(step, i));
                }
                if let (0, Some(next)) = (declared, future.steps.get(n + 1)) {
                    let expected = coming.declares.at(another, outlook.left, n);
                    declares.add(line, expected, is(next.riichi[i]));
                }
            }
        }
    }
    declares.step(&mut three.declares);
    for (lines, fit) in three.acts.iter_mut().zip(&acts) {
        fit.tsumo.step(&mut lines.tsumo);
        fit.ron.step(&mut lines.ron);
        lines.later.iter_mut().zip(&fit.later).for_each(|(line, fit)| fit.step(line));
    }
    declares
}

fn fit_declared_pays(futures: &[Future], three: &mut ThreePlayerForecast) {
    let coming = ComingModel::builtin();
    let mut pays = [Payments::default(); 2];
    for future in futures {
        let outlook = &future.outlook;
        let free = future.steps.iter().take_while(|step| step.before == Stance::Free);
        for step in free.take(outlook.steps()) {
            for (i, opponent) in outlook.opponents.iter().enumerate() {
                if opponent.standing != Standing::Closed || !step.riichi[i] {
                    continue;
                }
                match step.end {
                    End::Tsumo { by, pays: points } if by == i => {
                        pays[0].add(points, coming.tsumo_pays[opponent.relation(outlook.dealer)]);
                    }
                    End::Ron { pays: points } => {
                        let expected = coming.ron_pays[usize::from(opponent.dealer)];
                        points[i].into_iter().for_each(|points| pays[1].add(points, expected));
                    }
                    _ => {}
                }
            }
        }
    }
    three.declared_pays = pays.map(|pays| pays.log());
}

/// The section of a file that is there; without weights where it has none of these figures.
pub fn section_of(params: &Params) -> Section {
    let there = params.sections().iter().find(|section| section.name == ThreePlayerForecast::SECTION);
    match (there, ThreePlayerForecast::new(params)) {
        (Some(section), Ok(_)) => section.clone(),
        _ => section(&ThreePlayerForecast::default(), 0),
    }
}

fn section(three: &ThreePlayerForecast, samples: u64) -> Section {
    three.section(ThreePlayerForecast::SECTION, ThreePlayerForecast::layout(), samples)
}

/// The parameter file that is there with this section anew; of the training games one decision in `share` is followed.
pub fn fit(mut params: Params, paths: &[PathBuf], limit: usize, share: u64) -> Result<Vec<u8>, String> {
    params.put(section(&ThreePlayerForecast::default(), 0));
    params.clone().read_as_of_three();
    let futures: Futures = gather(Players::Three, paths, limit, share)?;
    let futures = &futures.all;
    let mut three = ThreePlayerForecast::default();
    (0..STEPS).for_each(|_| step_up(futures, &mut three));
    println!("becomes tenpai, by melds: {:.3?}", three.up);
    for step in 1..=STEPS {
        let fits = step_standings(futures, &mut three);
        for (standing, (fit, lines)) in Standing::ALL.iter().zip(fits.iter().zip(&three.standings)) {
            if step == STEPS {
                let [tsumo, ron, later] = [fit.tsumo, fit.ron, fit.later].map(|fit| fit.events);
                println!(
                    "{}: {tsumo:.0} tsumo, {ron:.0} ron, {later:.0} later: {lines:.3?}",
                    standing.name()
                );
            }
        }
    }
    fit_pays(futures, &mut three);
    println!("payments: {:.3?}", three.pays);
    let declared = (0..STEPS).map(|_| step_coming(futures, &mut three).events).last();
    fit_declared_pays(futures, &mut three);
    let [declares, acts, pays] = [
        format!("{:.3?}", three.declares),
        format!("{:.3?}", three.acts),
        format!("{:.3?}", three.declared_pays),
    ];
    println!("{:.0} riichi: {declares}, {acts}, {pays}", declared.unwrap_or_default());
    params.put(section(&three, futures.len() as u64));
    Ok(params.write())
}

#[cfg(test)]
mod tests {
    use super::*;
    use nanikiru_tools::decisions::mix;

    /// Rates of a line on top of what is expected are found again.
    #[test]
    fn the_line_that_was_drawn_from_is_found() {
        let real = [0.4, -0.6, 0.3, 0.5];
        let share = |n: u64| (mix(n.wrapping_mul(0x9e37_79b9_7f4a_7c15)) >> 11) as f64 / (1u64 << 53) as f64;
        let mut line = Line::default();
        for _ in 0..STEPS {
            let mut fit = LineFit::default();
            for i in 0..60_000 {
                let clock = Clock::new((72.0 * share(4 * i)) as usize, 0);
                let x = line_figures(clock, share(4 * i + 1) < 0.5, (7.0 * share(4 * i + 2)) as usize);
                let log = |line: Line| x.iter().zip(line).map(|(x, w)| x * w).sum::<f64>();
                let events = is(share(4 * i + 3) < 0.1 * log(real).exp());
                fit.add(x, 0.1 * log(line).exp(), events);
            }
            fit.step(&mut line);
        }
        assert!(line.iter().zip(real).all(|(found, real)| (found - real).abs() < 0.1), "{line:?}");
    }

    #[test]
    fn payments_have_the_factor_of_what_was_paid() {
        let mut pays = Payments::default();
        assert_eq!(pays.log(), 0.0);
        (0..10_000).for_each(|_| pays.add(3_000, 2_000.0));
        assert!((pays.log() - 1.5f64.ln()).abs() < 0.01);
    }
}
