//! The nets of discards as they were when values were not corrected, for the player that goes by those.
//!
//! Their inputs are the first numbers of those of the nets of today. Their equations are those of `nanikiru::policy::net`.

use nanikiru::analyze::{Action, Candidate, Position, Spot};
use nanikiru::danger;
use nanikiru::dense::{add, add_times, dot, relu};
use nanikiru::params::{Params, ParamsError, layout_hash};
use nanikiru::policy::discard::Question;
use nanikiru::policy::inputs::Inputs;
use nanikiru::policy::{Discard, LABEL};
use nanikiru::round::Schedule;
use nanikiru::shape::{Shanten, shanten};
use nanikiru_tools::player::Moment;
use std::sync::LazyLock;

/// The sections of `data/policy.params` of commit `e897d3c` that are of discards.
const FILE: &[u8] = include_bytes!("../../data/policy.v1.params");

/// Numbers of the table.
const OF_TABLE: usize = 70;
/// How many of one discard.
const OF_DISCARD: usize = 140;
/// Units of the first layer.
const FIRST: usize = 96;
/// Of the second.
const SECOND: usize = 32;

/// One net, its matrices row by row.
struct Net {
    discard: Vec<f32>,
    table: Vec<f32>,
    first: Vec<f32>,
    second: Vec<f32>,
    constants: Vec<f32>,
    weight: Vec<f32>,
}

impl Net {
    fn new(params: &Params, prefix: &str) -> Result<Net, ParamsError> {
        let block = |name: &str, rows: usize, length: usize| {
            let layout = layout_hash(&format!("policy 1 {name} {:?}", (rows, length)));
            let section = format!("{prefix}{}", name.to_lowercase());
            params.numbers(&section, layout, rows * length).map(<[f32]>::to_vec)
        };
        Ok(Net {
            discard: block("Discard", OF_DISCARD, FIRST)?,
            table: block("Table", OF_TABLE, FIRST)?,
            first: block("First", 1, FIRST)?,
            second: block("Second", FIRST, SECOND)?,
            constants: block("Constants", 1, SECOND)?,
            weight: block("Weight", 1, SECOND)?,
        })
    }

    fn log_weights(&self, inputs: &Inputs) -> Vec<f64> {
        let apply = |matrix: &[f32], numbers: &[f32], to: &mut [f32]| {
            let rows = matrix.chunks_exact(to.len());
            numbers.iter().zip(rows).for_each(|(&number, row)| add_times(number, row, to));
        };
        let mut table = [0.0; FIRST];
        add(&self.first, &mut table);
        apply(&self.table, &inputs.table[..OF_TABLE], &mut table);
        let weight = |choice: &Vec<f32>| {
            let mut first = table;
            apply(&self.discard, &choice[..OF_DISCARD], &mut first);
            relu(&mut first);
            let mut second = [0.0; SECOND];
            add(&self.constants, &mut second);
            apply(&self.second, &first, &mut second);
            relu(&mut second);
            f64::from(dot(&self.weight, &second))
        };
        inputs.choices.iter().map(weight).collect()
    }
}

/// What strong players did by them.
pub struct Before {
    any: Net,
    /// Where riichi is possible.
    riichi: Net,
}

impl Before {
    /// What `v1` goes by.
    pub fn known() -> &'static Before {
        static KNOWN: LazyLock<Before> = LazyLock::new(|| {
            let params = Params::read(LABEL, FILE);
            let before = params.and_then(|params| {
                Ok(Before { any: Net::new(&params, "")?, riichi: Net::new(&params, "riichi ")? })
            });
            before.expect("a test reads the file")
        });
        &KNOWN
    }

    /// The share of each candidate that is a discard.
    pub fn shares(&self, moment: &Moment, asked: &Spot, candidates: &[Candidate]) -> Vec<Option<f64>> {
        let discards = candidates.iter().enumerate().filter_map(|(i, candidate)| match candidate.action {
            Action::Discard { tile, riichi } => Some((i, Discard { tile, riichi })),
            _ => None,
        });
        let (places, among): (Vec<usize>, Vec<Discard>) = discards.unzip();
        let mut shares = vec![None; candidates.len()];
        let of_discards = self.of_discards(moment, asked, &among).unwrap_or_default();
        places.into_iter().zip(of_discards).for_each(|(i, share)| shares[i] = Some(share));
        shares
    }

    /// The share of each of these; none where there is nothing to discard.
    pub fn of_discards(&self, moment: &Moment, asked: &Spot, among: &[Discard]) -> Option<Vec<f64>> {
        let Position::Drawn { hand, drawn } = &asked.position else { return None };
        let view = moment.view();
        let danger = danger::assess(&view, moment.length());
        let schedule = Schedule::of(view.table(), moment.length());
        let question = Question { view: &view, hand, drawn: *drawn, danger: &danger, schedule };
        let riichi = among.iter().any(|one| one.riichi) && shanten(hand) <= Shanten::TENPAI;
        let net = if riichi { &self.riichi } else { &self.any };
        let weights = net.log_weights(&question.inputs(among));
        let most = weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let odds: Vec<f64> = weights.iter().map(|weight| (weight - most).exp()).collect();
        let all: f64 = odds.iter().sum();
        Some(odds.into_iter().map(|odds| odds / all).collect())
    }
}
