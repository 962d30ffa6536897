//! What tables of three players change: factors of the rates that games of four have, by straight lines.
//!
//! A rate of games of four is multiplied by `exp(w x)`, where `x` is one, own draws left, riichi of another opponent, and steps
//! ahead. So a table of three has [`Figures`] and a [`ComingModel`] of its own, made once. Payments have a factor each.

use super::factors::{AHEAD, Clock};
use super::{ComingModel, Figures, Product, Rate};
use crate::params::{Params, ParamsError, layout_hash, table};
use std::sync::OnceLock;

/// The weights of a rate: of one, own draws left, riichi of another opponent, steps ahead.
pub type Line = [f64; 4];

/// The weights of what an opponent does, by standing.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct StandingLines {
    /// Of its tsumo.
    pub tsumo: Line,
    /// Of its ron.
    pub ron: Line,
    /// Of later deal-ins.
    pub later: Line,
    /// The logarithm of what tiles that are safe now are multiplied by besides.
    pub passed: f64,
}

/// The weights of what an opponent does before or after a riichi to come.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct ActLines {
    /// Of its tsumo.
    pub tsumo: Line,
    /// Of its ron.
    pub ron: Line,
    /// Of later deal-ins: of tiles that may deal in now, and of those that are safe now.
    pub later: [Line; 2],
}

/// What games of three change.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ThreePlayerForecast {
    /// Of a hand that becomes tenpai, by melds; one with four is tenpai.
    pub up: [Line; 4],
    /// Of what an opponent does, by standing.
    pub standings: [StandingLines; 3],
    /// Logarithms of factors of payments, by standing: of tsumo, of ron, of a later deal-in.
    pub pays: [[f64; 3]; 3],
    /// Of a riichi that is declared.
    pub declares: Line,
    /// Before it is declared, and after it.
    pub acts: [ActLines; 2],
    /// Logarithms of factors of payments after it: of tsumo, of ron.
    pub declared_pays: [f64; 2],
}

table!(StandingLines { tsumo: Line, ron: Line, later: Line, passed: f64 });
table!(ActLines { tsumo: Line, ron: Line, later: [Line; 2] });
table!(ThreePlayerForecast {
    up: [Line; 4],
    standings: [StandingLines; 3],
    pays: [[f64; 3]; 3],
    declares: Line,
    acts: [ActLines; 2],
    declared_pays: [f64; 2],
});

/// What a line goes by, in the order of its weights, at a place of the tables.
pub fn line_figures(clock: Clock, riichi: bool, ahead: usize) -> Line {
    [1.0, by_clock(clock.index()), f64::from(u8::from(riichi)), by_ahead(ahead)]
}

fn by_clock(clock: usize) -> f64 {
    clock as f64 / (Clock::COUNT - 1) as f64
}

fn by_ahead(ahead: usize) -> f64 {
    ahead as f64 / (AHEAD - 1) as f64
}

fn scale_clock(line: &Line, clocks: &mut [f64; Clock::COUNT]) {
    let factor = |clock: usize| libm::exp(line[0] + line[1] * by_clock(clock));
    clocks.iter_mut().enumerate().for_each(|(clock, rate)| *rate *= factor(clock));
}

fn scale_ahead(line: &Line, aheads: &mut [f64; AHEAD]) {
    aheads.iter_mut().enumerate().for_each(|(ahead, rate)| *rate *= libm::exp(line[3] * by_ahead(ahead)));
}

/// The tables of a rate that is a product of them.
fn scale_product(line: &Line, product: &mut Product) {
    scale_clock(line, &mut product.clock);
    // for each stance: no other opponent in riichi, one, two
    let riichi = product.riichi.iter_mut().enumerate().filter(|(place, _)| place % 3 > 0);
    riichi.for_each(|(_, rate)| *rate *= libm::exp(line[2]));
    scale_ahead(line, &mut product.ahead);
}

/// The tables of a rate by riichi of another opponent and by clock.
fn scale_cells(line: &Line, cells: &mut [[f64; Clock::COUNT]; 2], ahead: &mut [f64; AHEAD]) {
    cells.iter_mut().for_each(|clocks| scale_clock(line, clocks));
    cells[1].iter_mut().for_each(|rate| *rate *= libm::exp(line[2]));
    scale_ahead(line, ahead);
}

fn scale_rate(line: &Line, rate: &mut Rate) {
    scale_cells(line, &mut rate.cells, &mut rate.ahead);
}

impl ThreePlayerForecast {
    /// The section's name in the file of three players.
    pub const SECTION: &str = "forecast";
    const MEANING: &str = "three 1, one, draws left, riichi, ahead: up; tsumo, ron, later by standing; pays; declares; before \
        riichi, declared; pays";

    /// A hash of what the numbers mean.
    pub fn layout() -> u64 {
        layout_hash(ThreePlayerForecast::MEANING)
    }

    /// That of a parameter file.
    ///
    /// # Errors
    /// When the file lacks the section, or has it for other figures.
    pub fn new(params: &Params) -> Result<ThreePlayerForecast, ParamsError> {
        params.table(ThreePlayerForecast::SECTION, ThreePlayerForecast::layout())
    }

    /// That which the crate carries.
    pub fn builtin() -> &'static ThreePlayerForecast {
        static OF_THREE: OnceLock<ThreePlayerForecast> = OnceLock::new();
        OF_THREE.get_or_init(|| ThreePlayerForecast::new(Params::of_three()).expect("a test reads the file"))
    }

    /// What the figures of four players become.
    pub fn figures(&self, of_four: &Figures) -> Figures {
        let mut figures = of_four.clone();
        for (melds, line) in self.up.iter().enumerate() {
            scale_cells(line, &mut figures.up[melds], &mut figures.up_ahead[melds]);
        }
        for (standing, (lines, pays)) in self.standings.iter().zip(self.pays).enumerate() {
            scale_product(&lines.tsumo, &mut figures.tsumo[standing]);
            scale_product(&lines.ron, &mut figures.ron[standing]);
            let later = &mut figures.later[standing];
            scale_product(&lines.later, &mut later.steps);
            later.passed.iter_mut().for_each(|rate| *rate *= libm::exp(lines.passed));
            let [tsumo, ron, deal_in] = pays.map(libm::exp);
            figures.tsumo_pays[standing].as_flattened_mut().iter_mut().for_each(|pays| *pays *= tsumo);
            figures.ron_pays[standing].as_flattened_mut().iter_mut().for_each(|pays| *pays *= ron);
            figures.deal_in_pays[standing].iter_mut().for_each(|pays| *pays *= deal_in);
        }
        figures
    }

    /// What the model of a riichi to come becomes.
    pub fn coming(&self, of_four: &ComingModel) -> ComingModel {
        let mut coming = *of_four;
        scale_rate(&self.declares, &mut coming.declares);
        for (lines, acts) in self.acts.iter().zip([&mut coming.before_riichi, &mut coming.declared]) {
            scale_rate(&lines.tsumo, &mut acts.tsumo);
            scale_rate(&lines.ron, &mut acts.ron);
            lines.later.iter().zip(&mut acts.later).for_each(|(line, later)| scale_rate(line, later));
        }
        let [tsumo, ron] = self.declared_pays.map(libm::exp);
        coming.tsumo_pays.iter_mut().for_each(|pays| *pays *= tsumo);
        coming.ron_pays.iter_mut().for_each(|pays| *pays *= ron);
        coming
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::danger::Standing;
    use crate::params::{Format, Provenance, Section, Table};

    #[test]
    fn the_file_that_the_crate_carries_is_read_and_another_refused() {
        let carried = ThreePlayerForecast::new(Params::of_three()).unwrap();
        assert!(carried.standings.iter().all(|lines| lines.tsumo[0].abs() < 2.0 && lines.ron[0].abs() < 2.0));
        assert_ne!(carried, ThreePlayerForecast::default());
        let file = |layout, len| {
            let name = ThreePlayerForecast::SECTION.into();
            let section = Section { name, layout, format: Format::F32, numbers: vec![0.0; len], samples: 0 };
            ThreePlayerForecast::new(&Params::new("a test", Provenance::default(), [section]))
        };
        let (layout, len) = (ThreePlayerForecast::layout(), ThreePlayerForecast::COUNT);
        assert_eq!(file(layout, len).unwrap(), ThreePlayerForecast::default());
        assert!(matches!(file(layout ^ 1, len), Err(ParamsError::Layout { .. })));
        assert!(matches!(file(layout, len + 1), Err(ParamsError::Length { .. })));
    }

    #[test]
    fn without_weights_it_is_the_forecast_of_four() {
        let none = ThreePlayerForecast::default();
        assert_eq!(&none.figures(Figures::builtin()), Figures::builtin());
        assert_eq!(&none.coming(ComingModel::builtin()), ComingModel::builtin());
    }

    /// Every weight moves something, and a line's moves are those of its figures.
    #[test]
    fn every_weight_counts() {
        for i in 0..ThreePlayerForecast::COUNT {
            let mut at = 0..;
            let one = ThreePlayerForecast::read(&mut || f64::from(u8::from(at.next() == Some(i))));
            let (figures, coming) = (Figures::builtin(), ComingModel::builtin());
            assert!(one.figures(figures) != *figures || one.coming(coming) != *coming, "{i}");
        }
    }

    #[test]
    fn a_rate_has_the_factor_of_its_line() {
        let line = [0.3, -0.5, 0.7, 0.2];
        let mut three = ThreePlayerForecast::default();
        three.standings[Standing::Open as usize].tsumo = line;
        three.declares = line;
        let of_four = Figures::builtin();
        let figures = three.figures(of_four);
        let coming = three.coming(ComingModel::builtin());
        for (left, step) in [(60, 0), (60, 3), (23, 1), (40, 9)] {
            for riichi in [false, true] {
                let (clock, ahead) = (Clock::new(left, step), super::super::ahead(step));
                let log: f64 = line_figures(clock, riichi, ahead).iter().zip(line).map(|(x, w)| x * w).sum();
                let tables = |figures: &Figures| {
                    let tsumo = &figures.tsumo[Standing::Open as usize];
                    tsumo.clock[clock.index()] * tsumo.riichi[3 + usize::from(riichi)] * tsumo.ahead[ahead]
                };
                let factor = tables(&figures) / tables(of_four);
                assert!((factor.ln() - log).abs() < 1e-12, "{left} {step}");
                let declares = |coming: &ComingModel| coming.declares.at(riichi, left, step);
                let factor = declares(&coming) / declares(ComingModel::builtin());
                assert!((factor.ln() - log).abs() < 1e-12, "{left} {step}");
            }
        }
    }
}
