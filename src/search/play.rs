//! What happens when the policy of the values is played: every figure of an action describes this.
//!
//! All actions at the root lead into the same graph and the same policy from the next own discard
//! on, so that the policy is found once a step for the hands that can be held then, and the
//! probabilities of several actions move along it side by side.

use super::figures::Play;
use super::lanes::LANES;
use super::ledger::Ledger;
use super::members::Members;
use super::model::Model;
use super::policy::{Fates, Policy, Root};
use super::real::Real;
use super::ride::Rides;
use super::value::{Spots, Values};
use super::{Progress, SearchError};
use rayon::prelude::*;

/// Hands whose fates a thread finds at a time.
const GRAIN: usize = 512;

/// Hands whose fates are known at a time: few enough for the caches.
const BLOCK: usize = 32 * GRAIN;

/// Plays the policy of `values` after each action at the root.
pub(super) fn play<R: Real>(
    model: &Model<'_, R>,
    values: &Values<R>,
    roots: &[Root<R>],
    double: bool,
    progress: &Progress,
) -> Result<Vec<Play>, SearchError> {
    let draws = model.odds.draws();
    // as many ledgers as needed, with as much to do each
    let together = roots.len().div_ceil(roots.len().div_ceil(LANES).max(1)).max(1);
    let groups: Vec<&[Root<R>]> = roots.chunks(together).collect();
    let mut ledgers: Vec<Ledger<'_, '_, R>> = groups.par_iter().map(|_| Ledger::new(model)).collect();
    let mut spots = Spots::of_play(model.graph);
    let (mut held, mut in_riichi) = (Vec::new(), Vec::new());
    let mut fates: Vec<Fates<R>> = (0..BLOCK / GRAIN).map(|_| Fates::default()).collect();
    for j in 0..=draws {
        if let Some(next) = values.hands.get(j) {
            model.spots(next, j, &mut spots);
        }
        progress.check()?;
        if j == 0 {
            let policy = Policy { model, spots: &spots, j, declares: &[], hands: &[] };
            let begin =
                |(ledger, roots): (&mut Ledger<'_, '_, R>, &&[Root<R>])| ledger.begin(roots, &policy, double);
            ledgers.par_iter_mut().zip(&groups).for_each(begin);
        } else {
            let (declares, hands) = (&values.declares[j - 1], &values.hands[j - 1]);
            let policy = Policy { model, spots: &spots, j, declares, hands };
            Members::union(ledgers.iter().map(|ledger| ledger.held().0), &mut held);
            Members::union(ledgers.iter().map(|ledger| ledger.held().1), &mut in_riichi);
            let rides: Vec<Rides<R>> = in_riichi
                .par_chunks(GRAIN)
                .map(|numbers| {
                    let mut rides = Rides::default();
                    numbers.iter().for_each(|&number| rides.push(model, number, j, false));
                    rides
                })
                .collect();
            ledgers.par_iter_mut().for_each(|ledger| {
                ledger.forget_held();
                ledger.ride_on(&rides, j);
            });
            for nodes in held.chunks(BLOCK) {
                let used = nodes.par_chunks(GRAIN).zip(&mut fates);
                used.for_each(|(nodes, fates)| policy.fates(nodes, fates));
                let used = &fates[..nodes.len().div_ceil(GRAIN)];
                ledgers.par_iter_mut().for_each(|ledger| used.iter().for_each(|fates| ledger.step(fates, j)));
                progress.check()?;
            }
            ledgers.iter_mut().for_each(|ledger| ledger.turn_over(j));
        }
        progress.advance();
        progress.check()?;
    }
    ledgers.par_iter_mut().for_each(Ledger::settle);
    let plays = roots.iter().enumerate();
    Ok(plays.map(|(i, _)| ledgers[i / together].finish(i % together)).collect())
}
