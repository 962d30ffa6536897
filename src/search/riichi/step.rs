//! What can happen in a step in riichi, walked once for values, outlooks and details.
//!
//! The others end the round or discard a tile that the hand wins with. Then the player draws: the tile wins, makes a
//! concealed kan, is set aside (kita) or is thrown away.

use crate::search::Start;
use crate::search::float::Float;
use crate::search::values::model::ValuedGraph;
use crate::search::values::risk::DiscardRisk;
use crate::search::values::tenpai::{Gain, Luck, Tenpai, Wait};
use arrayvec::ArrayVec;

/// Most waits of a hand: one of each orphan.
const MOST_WAITS: usize = 13;

/// A hand in riichi: whether it is a double one, and what the hands after further kans are worth.
pub(crate) struct InRiichi<'b, 'c, R> {
    pub(crate) double: usize,
    pub(crate) later_of: &'b (dyn Fn(usize) -> &'c [R] + Sync),
}

/// Where a step in riichi begins, and whether ippatsu holds, which it does until a kan.
#[derive(Clone, Copy)]
pub(crate) struct RiichiStart {
    pub(crate) start: Start,
    pub(crate) ippatsu: bool,
}

/// Where a step in riichi leads, each with its probability.
pub(crate) enum RiichiEvent<R> {
    /// Whatever comes, the others can end the round before it.
    Met,
    Win {
        gain: Gain,
        tsumo: bool,
        ippatsu: bool,
        luck: Luck,
    },
    ExhaustiveDraw,
    /// The drawn tile is thrown away and can deal in.
    Discard(DiscardRisk<R>),
    /// The next step begins in riichi with a tenpai hand, by its number.
    Hold(usize),
}

/// What a drawn tile is used for that is not thrown away.
pub(crate) enum DrawnUse {
    Win(Gain),
    /// A kan or kita, to a tenpai hand by its number.
    Kan(usize),
}

/// The chances of one step in riichi with a hand.
pub(crate) struct RiichiChances<'m, R> {
    model: &'m ValuedGraph<'m, R>,
    number: usize,
    tenpai: &'m Tenpai,
    j: usize,
    /// Denominator of the draw.
    pub(crate) left: R,
    /// How many of the others discard in it; none matters to a hand that is furiten.
    players: usize,
    rates: &'m [[R; 34]; 3],
    /// By player one over the denominator of its discard.
    per_tile: [R; 3],
}

impl<'m, R: Float> RiichiChances<'m, R> {
    /// Of step `j` with a tenpai hand, by its number.
    pub(crate) fn new(model: &'m ValuedGraph<'m, R>, number: usize, j: usize) -> RiichiChances<'m, R> {
        let (tenpai, odds) = (&model.goals.tenpai[number], model.odds);
        let left = model.left(tenpai.node as usize, j);
        let players = match (tenpai.furiten, j == odds.draws()) {
            (true, _) => 0,
            (_, true) => odds.tail,
            _ => 3,
        };
        let rates = &model.step_table(j).met[2].ron;
        let (mut all, mut wanted) = (0, [R::ZERO; 3]);
        for wait in &tenpai.waits {
            all += u32::from(wait.weight);
            for (wanted, rates) in wanted.iter_mut().zip(rates) {
                *wanted += R::of_count(u32::from(wait.weight)) * rates[wait.tile.kind().index()];
            }
        }
        RiichiChances {
            model,
            number,
            tenpai,
            j,
            left: left.larger(R::of_count(all)),
            players,
            rates,
            per_tile: wanted.map(|wanted| R::ONE / left.larger(wanted)),
        }
    }

    /// The last `others` players discard one after the other. Reports the probability of a ron with each wait; only the
    /// last discard after the last draw is houtei. Returns the probability that there is none.
    #[inline(always)]
    pub(crate) fn each_ron(&self, others: usize, mut won: impl FnMut(&Wait, R, Luck)) -> R {
        let (waits, start, end) = (&self.tenpai.waits, 3 - others, self.players);
        let last = self.j == self.model.odds.draws();
        let houtei = if last { end.saturating_sub(1).max(start) } else { end };
        let mut passes = R::ONE;
        for (luck, players) in [(Luck::Plain, start..houtei), (Luck::Last, houtei..end)] {
            if players.is_empty() {
                continue;
            }
            let mut shares: ArrayVec<R, MOST_WAITS> = waits.iter().map(|_| R::ZERO).collect();
            for player in players {
                let mut used = R::ZERO;
                for (share, wait) in shares.iter_mut().zip(waits) {
                    let rate = self.rates[player][wait.tile.kind().index()];
                    let ron = R::of_count(u32::from(wait.weight)) * rate * self.per_tile[player];
                    *share += passes * ron;
                    used += ron;
                }
                // rounding can leave less than nothing
                passes = passes * (R::ONE - used).larger(R::ZERO);
            }
            waits.iter().zip(shares).for_each(|(wait, share)| won(wait, share, luck));
        }
        passes
    }

    /// The value of a draw, if the next step with the same hand is worth `then`. `extra` are the han for ippatsu, the
    /// tile and double riichi. Reports the copies that are not thrown away.
    #[inline(always)]
    pub(crate) fn draw(
        &self,
        riichi: &InRiichi<'_, '_, R>,
        extra: usize,
        then: R,
        mut used: impl FnMut(R, DrawnUse),
    ) -> R {
        let (model, left) = (self.model, self.left);
        let then = model.after_thrown(self.tenpai, then, self.j);
        let mut value = then;
        for wait in &self.tenpai.waits {
            if let Some(gain) = wait.riichi(true, extra) {
                let copies = R::of_count(wait.weight.into());
                value += copies * (model.worth(gain) - then) / left;
                used(copies, DrawnUse::Win(gain));
            }
        }
        for (kan, copies) in self.tenpai.kans_among(left) {
            if let Some(after) = model.riichi_kan(kan, riichi, self.j).filter(|&after| after > then) {
                value += copies * (after - then) / left;
                used(copies, DrawnUse::Kan(kan.to as usize));
            }
        }
        value
    }

    /// Reports where the step leads.
    pub(crate) fn follow(
        &self,
        riichi: &InRiichi<'_, '_, R>,
        RiichiStart { start, ippatsu }: RiichiStart,
        visit: &mut impl FnMut(R, RiichiEvent<R>),
    ) {
        let Start::Offers(others) = start else {
            return self.follow_draw(riichi, false, Luck::Rinshan, R::ONE, visit);
        };
        let mut mass = R::ONE;
        // the others may end the round first where all three are to act
        if others == 3 {
            visit(mass, RiichiEvent::Met);
            mass = self.model.step_table(self.j).met[2].goes_on();
        }
        let passes = self.each_ron(others, |wait, share, luck| {
            if let Some(gain) = wait.riichi(false, usize::from(ippatsu) + riichi.double + luck.han()) {
                visit(mass * share, RiichiEvent::Win { gain, tsumo: false, ippatsu, luck });
            }
        });
        let mass = mass * passes;
        match self.model.draw_luck(self.j) {
            Some(luck) => self.follow_draw(riichi, ippatsu, luck, mass, visit),
            None => visit(mass, RiichiEvent::ExhaustiveDraw),
        }
    }

    /// The same for a draw that comes with probability `mass`.
    fn follow_draw(
        &self,
        riichi: &InRiichi<'_, '_, R>,
        ippatsu: bool,
        luck: Luck,
        mass: R,
        visit: &mut impl FnMut(R, RiichiEvent<R>),
    ) {
        let (model, j) = (self.model, self.j);
        // at the root a replacement draw can come after the last step
        let then = (riichi.later_of)(self.number).get(j + 1).copied().unwrap_or(R::ZERO);
        let mut rest = mass;
        self.draw(riichi, usize::from(ippatsu) + riichi.double + luck.han(), then, |copies, used| {
            let share = mass * copies / self.left;
            rest -= share;
            match used {
                DrawnUse::Win(gain) => visit(share, RiichiEvent::Win { gain, tsumo: true, ippatsu, luck }),
                DrawnUse::Kan(to) if model.replacement => {
                    RiichiChances::new(model, to, j).follow_draw(riichi, false, Luck::Rinshan, share, visit);
                }
                DrawnUse::Kan(to) => visit(share, RiichiEvent::Hold(to)),
            }
        });
        // rounding can leave less than nothing
        let mut rest = rest.larger(R::ZERO);
        if let Some(thrown) = model.thrown_in_riichi(self.tenpai, j) {
            visit(rest, RiichiEvent::Discard(thrown));
            rest = rest * thrown.pass;
        }
        visit(rest, RiichiEvent::Hold(self.number));
    }
}
