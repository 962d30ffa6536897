//! What happens when the policy of the values is played: every figure of an action describes this.
//!
//! All actions at the root lead into the same graph and the same policy from the next own discard
//! on, so that the policy is found once a step for the hands that can be held then, and the
//! probabilities of several actions move along it side by side.

use super::figures::Play;
use super::lanes::LANES;
use super::ledger::Ledger;
use super::members::Members;
use super::model::{Layers, Model};
use super::policy::{AlarmedPolicy, Fates, Policy, Root};
use super::real::Real;
use super::ride::Rides;
use super::spots::Spots;
use super::value::Values;
use super::{Declared, Progress, SearchError};
use rayon::prelude::*;

/// Hands whose fates a thread finds at a time.
const GRAIN: usize = 512;

/// Hands whose fates are known at a time: few enough for the caches.
const BLOCK: usize = 32 * GRAIN;

/// Plays the policy of `values` after each action at the root.
pub(super) fn play<R: Real>(
    layers: &Layers<'_, R>,
    values: &[Values<R>],
    roots: &[Root<R>],
    declared: Declared,
    progress: &Progress,
) -> Result<Vec<Play>, SearchError> {
    let models: Vec<&Model<'_, R>> = layers.all().collect();
    let draws = layers.quiet.odds.draws();
    let (hands, tenpai) = (layers.quiet.graph.len(), layers.quiet.goals.tenpai.len());
    // as many ledgers as needed, with as much to do each
    let together = roots.len().div_ceil(roots.len().div_ceil(LANES).max(1)).max(1);
    let groups: Vec<&[Root<R>]> = roots.chunks(together).collect();
    let mut ledgers: Vec<Ledger<'_, '_, R>> = groups.par_iter().map(|_| Ledger::new(layers)).collect();
    let mut spots: Vec<Spots<R>> = models.iter().map(|model| Spots::of_play(model.graph)).collect();
    let (mut held, mut in_riichi) = (Vec::new(), Vec::new());
    let mut fates: Vec<Fates<R>> = (0..BLOCK / GRAIN).map(|_| Fates::default()).collect();
    for j in 0..=draws {
        for ((model, values), spots) in models.iter().zip(values).zip(&mut spots) {
            if let Some(next) = values.hands.get(j) {
                model.spots(next, j, spots);
            }
        }
        progress.check()?;
        // before the first own discard, which is given, nobody has asked yet
        let first_drawn = models.get(1).filter(|_| j == 0 && draws > 0);
        let first_drawn = first_drawn.map(|model| model.drawn(&model.now(0, &spots[1].worth)));
        let policy = |layer: usize| Policy {
            model: models[layer],
            spots: &spots[layer],
            j,
            declares: if j == 0 { &[] } else { &values[layer].declares[j - 1][..] },
            hands: if j == 0 { &[] } else { &values[layer].hands[j - 1][..] },
            first: (layer * hands) as u32,
            alarm: None,
        };
        let alarmed = models.get(1).map(|_| policy(1));
        let alarm = alarmed.as_ref().filter(|_| j < draws).and_then(|policy| {
            let drawn =
                first_drawn.as_deref().or_else(|| values[1].drawn.get(j.checked_sub(1)?).map(|d| &d[..]))?;
            let comes = layers.quiet_now(j, &[], drawn).alarm?;
            Some(AlarmedPolicy { comes, policy })
        });
        let quiet = Policy { alarm, ..policy(0) };
        if j == 0 {
            let begin = |(ledger, roots): (&mut Ledger<'_, '_, R>, &&[Root<R>])| {
                ledger.begin(roots, &quiet, declared)
            };
            ledgers.par_iter_mut().zip(&groups).for_each(begin);
        } else {
            Members::union(ledgers.iter().map(|ledger| ledger.held().0), &mut held);
            Members::union(ledgers.iter().map(|ledger| ledger.held().1), &mut in_riichi);
            let rides: Vec<Rides<R>> = in_riichi
                .par_chunks(GRAIN)
                .map(|places| {
                    let mut rides = Rides::default();
                    for &place in places {
                        let (layer, number) = (place as usize / tenpai, place as usize % tenpai);
                        rides.push(models[layer], (layer * tenpai, number), j, false);
                    }
                    rides
                })
                .collect();
            ledgers.par_iter_mut().for_each(|ledger| {
                ledger.forget_held();
                ledger.ride_on(&rides, j);
            });
            for places in held.chunks(BLOCK) {
                let used = places.par_chunks(GRAIN).zip(&mut fates);
                used.for_each(|(places, fates)| {
                    fates.clear();
                    let (before, after) = places.split_at(places.partition_point(|&p| (p as usize) < hands));
                    quiet.fates(before, fates);
                    if let Some(policy) = &alarmed {
                        policy.fates(after, fates);
                    }
                });
                let used = &fates[..places.len().div_ceil(GRAIN)];
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
