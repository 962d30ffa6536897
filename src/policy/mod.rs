//! What strong players do: how likely each discard is theirs, and each call.
//!
//! A search values what its model contains. What it leaves out (tiles that others want, hands that are more than their
//! ukeire, what a tile reveals) shows in what strong players do, position by position. Small nets, fitted on the
//! discards and calls of Tenhou's top room, give the share of each.

mod around;
mod choice;
mod hand_shape;
mod question;
mod ready;
// public for the tools that fit the net
#[doc(hidden)]
pub mod discard;
#[doc(hidden)]
pub mod inputs;
#[doc(hidden)]
pub mod net;
#[doc(hidden)]
pub mod offer;
#[doc(hidden)]
pub mod three;

use crate::dense::softmax;
use crate::legal::HandAfterCall;
use crate::params::{Params, ParamsError};
use crate::shape::{Shanten, shanten};
use crate::tile::Tile;
use discard::Question;
use inputs::Inputs;
use net::{Net, Scope};
use offer::OfferQuestion;
use std::sync::OnceLock;
use three::ThreePlayerPolicy;

/// What the parameter file says that it is for.
pub const LABEL: &str = "nanikiru policy";

const BUILTIN: &[u8] = include_bytes!("../../data/policy.params");

/// A discard that can be made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Discard {
    /// The tile.
    pub tile: Tile,
    /// Whether riichi is declared with it.
    pub riichi: bool,
}

/// The learned model.
#[derive(Clone, Debug)]
pub struct PolicyModel {
    net: Net,
    /// Of those who could declare riichi: it is seldom, and another question.
    riichi: Net,
    /// Of those to whom a tile was on offer.
    offer: Net,
}

impl PolicyModel {
    /// The model of a parameter file.
    ///
    /// # Errors
    /// When the file lacks a section, or has it for other inputs.
    pub fn new(params: &Params) -> Result<PolicyModel, ParamsError> {
        let net = |scope| Net::new(params, scope);
        Ok(PolicyModel { net: net(Scope::Any)?, riichi: net(Scope::Riichi)?, offer: net(Scope::Offer)? })
    }

    /// The model that the crate carries.
    pub fn builtin() -> &'static PolicyModel {
        static MODEL: OnceLock<PolicyModel> = OnceLock::new();
        MODEL.get_or_init(|| Params::carried(LABEL, BUILTIN, PolicyModel::new))
    }

    /// How much strong players lean to each of some discards of one hand.
    pub fn policy(&self, question: Question, among: Vec<Discard>) -> Policy {
        let inputs: Inputs = question.inputs(&among);
        let three = ThreePlayerPolicy::at(question.view.table());
        let lean = |net: &Net, scope: Scope| -> Vec<f64> {
            let mut weights = net.weights(&inputs);
            if let Some(three) = three {
                three.lean_to_discards(scope, &question, &among, &inputs, &mut weights);
            }
            weights.into_iter().map(f64::from).collect()
        };
        let declares = question.hand.is_closed() && shanten(question.hand) <= Shanten::TENPAI;
        let weights = lean(&self.net, Scope::Any);
        let riichi = declares.then(|| lean(&self.riichi, Scope::Riichi));
        Policy { among, weights, riichi }
    }

    /// The share of strong players, 0..1, that lets the tile go, and that makes each of these calls, which are all that can be made; in
    /// this order.
    pub fn offered(&self, question: &OfferQuestion, called: &[HandAfterCall]) -> Vec<f64> {
        let inputs = question.inputs(called);
        let mut weights = self.offer.weights(&inputs);
        if let Some(three) = ThreePlayerPolicy::at(question.view.table()) {
            three.lean_to_calls(question, &inputs, &mut weights);
        }
        single_softmax(&weights)
    }

    /// The probability that a player of three, who can set a north aside, does so now.
    pub fn kita(&self, question: &Question) -> f64 {
        ThreePlayerPolicy::builtin().kita(question)
    }
}

/// Probabilities of log-weights, whose differences are in single precision.
fn single_softmax(weights: &[f32]) -> Vec<f64> {
    let most = weights.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let odds: Vec<f64> = weights.iter().map(|&weight| libm::exp(f64::from(weight - most))).collect();
    let all: f64 = odds.iter().sum();
    odds.into_iter().map(|odds| odds / all).collect()
}

/// How much strong players lean to each discard of one hand.
#[derive(Clone, PartialEq, Debug)]
pub struct Policy {
    among: Vec<Discard>,
    /// Log-weights.
    weights: Vec<f64>,
    /// The same where riichi is possible.
    riichi: Option<Vec<f64>>,
}

impl Policy {
    /// The probability 0..1 of each discard in the place of these players, who choose one of those that are given; none
    /// for one that was not asked for.
    pub fn shares(&self, among: &[Discard]) -> Vec<Option<f64>> {
        let declares = among.iter().any(|discard| discard.riichi);
        let weights = self.riichi.as_ref().filter(|_| declares).unwrap_or(&self.weights);
        let weight =
            |discard: &Discard| self.among.iter().position(|known| known == discard).map(|at| weights[at]);
        let weights: Vec<Option<f64>> = among.iter().map(weight).collect();
        let mut known: Vec<f64> = weights.iter().flatten().copied().collect();
        softmax(&mut known);
        let mut known = known.into_iter();
        weights.into_iter().map(|weight| weight.and_then(|_| known.next())).collect()
    }
}

#[cfg(test)]
mod tests;
