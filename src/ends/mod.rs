//! How the round ends for a hand at a table, without a search: what all recorded discards say.
//!
//! A search knows which draws win, and leaves out what its model does not contain: plans that change, hands that are given up
//! and taken up again, what good players make of a shape. A small net, fitted on how the rounds of Tenhou's top room ended
//! after millions of discards, says from the hand after an action and from the table how often each end comes.

// public for the tools that fit the net
#[doc(hidden)]
pub mod inputs;
#[doc(hidden)]
pub mod net;
#[doc(hidden)]
pub mod three;

use crate::dense::softmax;
use crate::hand::WaitingHand;
use crate::params::{Params, ParamsError};
use crate::shape::Widest;
use crate::tile::Players;
use inputs::{LastAction, Scene};
use net::Net;
use std::collections::HashMap;
use std::sync::{Mutex, OnceLock};
use three::ThreePlayerEnds;

/// What the parameter file says that it is for.
pub const LABEL: &str = "nanikiru ends";

/// Ends of a round: win, deal-in, others' tsumo, draw, rest.
pub const ENDS: usize = 5;

const BUILTIN: &[u8] = include_bytes!("../../data/ends.params");

/// The learned model.
#[derive(Clone, Debug)]
pub struct EndsModel {
    net: Net,
}

impl EndsModel {
    /// The model of a parameter file.
    ///
    /// # Errors
    /// When the file lacks a section, or has it for other inputs.
    pub fn new(params: &Params) -> Result<EndsModel, ParamsError> {
        Ok(EndsModel { net: Net::new(params)? })
    }

    /// The model that the crate carries.
    pub fn builtin() -> &'static EndsModel {
        static MODEL: OnceLock<EndsModel> = OnceLock::new();
        MODEL.get_or_init(|| Params::carried(LABEL, BUILTIN, EndsModel::new))
    }

    /// How often each end comes, once an action has left this hand and its discard, if it has one, has passed.
    /// `widest` is kept from hand to hand.
    pub(crate) fn rates(
        &self,
        scene: &Scene,
        after: &WaitingHand,
        done: LastAction,
        widest: &mut Option<Widest>,
    ) -> [f64; ENDS] {
        let inputs = [scene.of_table(), &scene.of_hand(after, done, widest)].concat();
        let mut odds = self.net.odds(&inputs);
        if scene.players() == Players::Three {
            ThreePlayerEnds::builtin().add(&inputs, &mut odds);
        }
        let mut rates = odds.map(f64::from);
        softmax(&mut rates);
        rates
    }

    /// The same for one hand.
    #[doc(hidden)]
    pub fn rates_after(&self, scene: &Scene, after: &WaitingHand, done: LastAction) -> [f64; ENDS] {
        self.rates(scene, after, done, &mut None)
    }
}

/// What the built-in model says of the hands of one table: the same at every depth of a search, so it is asked once for each.
#[derive(Default)]
pub(crate) struct RecordedEnds {
    known: Mutex<HashMap<(WaitingHand, LastAction), [f64; ENDS]>>,
    widest: Mutex<Option<Widest>>,
}

impl RecordedEnds {
    /// After an action that leaves this hand, and whose discard passes.
    pub(crate) fn rates(&self, scene: &Scene, after: &WaitingHand, done: LastAction) -> [f64; ENDS] {
        let mut known = self.known.lock().expect("a panic ends the analysis");
        let mut widest = self.widest.lock().expect("a panic ends the analysis");
        let rates = || EndsModel::builtin().rates(scene, after, done, &mut widest);
        *known.entry((after.clone(), done)).or_insert_with(rates)
    }
}

#[cfg(test)]
mod tests;
