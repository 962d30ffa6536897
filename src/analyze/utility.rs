//! What the ends of a round are worth to the player: points, or placement points.

use super::habits;
use super::options::Objective;
use super::situation::Situation;
use crate::danger::Forecast;
use crate::danger::price::{PRICES, points};
use crate::hand::{From, Meld, WaitingHand};
use crate::legal::{Position, TileOffer};
use crate::placement::{Finish, Prospects};
use crate::rules::{RiichiKans, Rules, TsumoLoss};
use crate::score::{
    Liable, Payout, Pot, Price, Source, SureYakuman, draw_payments, liable_payments, nagashi_payments, shares,
};
use crate::search::{End, Payoffs, Points, Utility, WinLines};
use crate::tile::{BySeat, Counts, Players, Seat, Tile};
use arrayvec::ArrayVec;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// Hands' points that are looked up: up to this many hundreds, more than three yakuman of a dealer.
const HUNDREDS: usize = 1_500;

/// What is left of the noten payments that a tenpai hand gets, where others can threaten: strong players give up more
/// hands before the draw than the search does. So predicted draws are worth -80 points a decision where recorded ones are
/// worth -54, and hands are tenpai at the draw in 9.2 % where 8.4 % are (1,566 decisions of players who did what is
/// recommended, `cargo tools measure decisions --depth fast --seed 2 --sample 800`).
const KEPT: f64 = 0.65;

/// The probability that a river of another player that may still become a nagashi mangan is one at the exhaustive draw, by
/// discards to come (`cargo tools measure draws`). With more to come it is less than one in twenty, and left out.
const NAGASHI_RIVERS: [f64; 8] = [1.0, 0.75, 0.56, 0.35, 0.21, 0.13, 0.09, 0.05];

/// What the ends of a round are worth to the player. Opponents are named by their place: 1 is the next to play; three
/// players have no place 3.
#[derive(Debug)]
pub(super) struct RoundUtility {
    measure: Measure,
    seat: Seat,
    dealer: Seat,
    pot: Pot,
    /// An exhaustive draw, noten and tenpai.
    drawn: [f64; 2],
    /// An own nagashi mangan, noten and tenpai.
    nagashi: [f64; 2],
    /// How many tenpai hands are not given up before it, 0..1.
    kept: f64,
    /// An own riichi stick that is lost: asked for at every hand that can declare, and slow for placement points.
    stick: f64,
    /// What is paid for own wins: by ron and by tsumo, by hundreds of points.
    won: [Vec<OnceLock<f64>>; 2],
    /// By place: deal-ins at the prices there are, cheapest first; when the opponent is the first who wins on the tile, and
    /// when another one has the honba and sticks.
    dealt: [[Vec<(f64, f64)>; 3]; 2],
    /// The round is broken off.
    aborted: f64,
    /// The yakuman that the own melds make sure.
    own: Option<SureYakuman>,
    /// By place, less one: those of the others.
    sure: [Option<SureYakuman>; 3],
    rules: Rules,
    /// What a point is worth.
    point: f64,
}

/// The unit.
#[derive(Debug)]
enum Measure {
    Points,
    Placement(Box<Prospects>),
}

impl RoundUtility {
    /// Of a situation and the own melds; `others` says how likely each opponent is to be tenpai at the end, `lasting` by place,
    /// right first, how likely its river is a nagashi mangan then.
    pub(super) fn new(
        situation: &Situation,
        melds: &[Meld],
        objective: Objective,
        others: Option<&Forecast>,
        lasting: [f64; 3],
    ) -> RoundUtility {
        let carry = situation.carry();
        let (seat, dealer) = (situation.seat(), carry.dealer);
        let small = |n: u32| u16::try_from(n).unwrap_or(u16::MAX);
        let pot = Pot { honba: small(carry.honba), sticks: small(carry.sticks) };
        let rules = situation.rules();
        let measure = match objective {
            Objective::Placement => {
                let prospects = Prospects::of(carry, situation.last_wind(), rules.clone());
                Measure::Placement(Box::new(prospects))
            }
            Objective::Points | Objective::WinRate | Objective::Tenpai => Measure::Points,
        };
        let unknown = || (0..=HUNDREDS).map(|_| OnceLock::new()).collect();
        let mut utility = RoundUtility {
            measure,
            seat,
            dealer,
            pot,
            drawn: [0.0; 2],
            nagashi: [0.0; 2],
            kept: if others.is_some() { KEPT } else { 1.0 },
            stick: 0.0,
            won: [unknown(), unknown()],
            dealt: Default::default(),
            aborted: 0.0,
            own: None,
            sure: situation.opponents().map_or_else(Default::default, |others| others.sure_yakuman(seat)),
            rules: rules.clone(),
            point: 1.0,
        };
        utility.own = SureYakuman::of(melds, rules).map(|mut own| {
            own.liable.iter_mut().for_each(|one| one.from = utility.seen(one.from));
            own
        });
        utility.aborted = utility.worth(&Finish::Aborted, || BySeat([0; 4]));
        let [noten, tenpai] = [false, true].map(|tenpai| utility.draw(tenpai, others, false, lasting));
        utility.nagashi = [false, true].map(|tenpai| utility.draw(tenpai, others, true, lasting));
        utility.stick = utility.lost_stick();
        utility.drawn = [noten, noten + utility.kept * (tenpai - noten)];
        utility.dealt = [utility.pot, Pot::EMPTY].map(|pot| {
            let mut dealt: [Vec<(f64, f64)>; 3] = Default::default();
            for place in utility.places() {
                let prices = PRICES.iter().map(|&price| points(price, utility.at(place) == dealer, rules));
                let paid = prices.map(|price| (f64::from(price), utility.lost(place, price as i32, pot)));
                dealt[place - 1] = paid.collect();
            }
            dealt
        });
        if let Measure::Placement(_) = utility.measure {
            utility.point = utility.slope(rules);
        }
        utility
    }

    /// The places of the opponents.
    fn places(&self) -> Range<usize> {
        1..self.rules.players.count()
    }

    /// The seat of the opponent at a place.
    fn at(&self, place: usize) -> Seat {
        self.rules.players.after(self.seat, place)
    }

    /// Where the player sees the one who is there as if the dealer sat in seat 0.
    fn seen(&self, by_wind: From) -> From {
        let players = self.rules.players;
        let own = Seat::ALL[players.wind(self.seat, self.dealer).index()];
        let there = players.after(self.dealer, by_wind.seat(own).index());
        From::of(there, self.seat).expect("another player")
    }

    /// What is left of the tenpai hands that the search sees at an exhaustive draw: see [`KEPT`].
    pub(super) fn kept(&self) -> f64 {
        self.kept
    }

    /// What being tenpai at an exhaustive draw is worth more than not.
    pub(super) fn noten(&self) -> f64 {
        (self.drawn[1] - self.drawn[0]) / self.kept
    }

    /// What an exhaustive draw is worth to a hand that is not given up before.
    pub(super) fn exhaustive(&self, tenpai: bool) -> f64 {
        self.drawn[0] + if tenpai { self.noten() } else { 0.0 }
    }

    /// What an own nagashi mangan is worth.
    pub(super) fn nagashi(&self, tenpai: bool) -> f64 {
        self.nagashi[usize::from(tenpai)]
    }

    /// What a point is worth: 1 for points. For placement points it is 0 only where no deal-in and no ron up to two
    /// yakuman changes what the player expects of the game.
    pub(super) fn point(&self) -> f64 {
        self.point
    }

    /// How much a point changes what the round is worth, whether up or down: from paying a price to winning it the worth
    /// rises and falls by so much, over so many points. The mean over all prices and opponents.
    fn slope(&self, rules: &Rules) -> f64 {
        let slopes = self.places().flat_map(|place| {
            let dealt = &self.dealt[0][place - 1];
            let won = PRICES.map(|price| points(price, self.seat == self.dealer, rules));
            let worth = |price: u32| self.ron_of(self.seat, self.at(place), price as i32);
            let won = won.map(|price| (f64::from(price), worth(price)));
            // a cheap hand can end the game where a cheap deal-in does not
            let mut moved = (won[0].1 - dealt[0].1).abs();
            (0..PRICES.len()).map(move |i| {
                if i > 0 {
                    moved += (won[i].1 - won[i - 1].1).abs() + (dealt[i].1 - dealt[i - 1].1).abs();
                }
                moved / (won[i].0 + dealt[i].0)
            })
        });
        slopes.sum::<f64>() / (self.places().len() * PRICES.len()) as f64
    }

    /// What a change of points is worth to the player.
    fn worth(&self, finish: &Finish, gains: impl FnOnce() -> BySeat<i32>) -> f64 {
        match &self.measure {
            Measure::Points => f64::from(gains()[self.seat]),
            Measure::Placement(prospects) => prospects.worth(self.seat, finish) - prospects.now(self.seat),
        }
    }

    /// What a win with these changes of points is worth to the player.
    fn won(&self, winner: Seat, gains: &BySeat<i32>) -> f64 {
        match &self.measure {
            Measure::Points => f64::from(gains[self.seat]),
            Measure::Placement(prospects) => {
                let over = prospects.won(gains, winner == self.dealer);
                prospects.worth_after(self.seat, &over) - prospects.now(self.seat)
            }
        }
    }

    fn win_of(&self, winner: Seat, source: Source, points: i32) -> f64 {
        self.won(
            winner,
            &shares(points, Payout { winner, dealer: self.dealer, source, pot: self.pot }, &self.rules),
        )
    }

    fn yakuman_of(&self, winner: Seat, price: Price<'_>, source: Source, pot: Pot) -> f64 {
        self.won(
            winner,
            &liable_payments(price, Payout { winner, dealer: self.dealer, source, pot }, &self.rules),
        )
    }

    fn ron_of(&self, winner: Seat, loser: Seat, points: i32) -> f64 {
        self.win_of(winner, source(winner, loser), points)
    }

    /// A deal-in at a price; the winner has this pot.
    fn lost(&self, place: usize, points: i32, pot: Pot) -> f64 {
        let winner = self.at(place);
        let source = source(winner, self.seat);
        match &self.sure[place - 1] {
            Some(sure) => self.yakuman_of(winner, sure.price(), source, pot),
            None => self.won(
                winner,
                &shares(points, Payout { winner, dealer: self.dealer, source, pot }, &self.rules),
            ),
        }
    }

    /// A deal-in to an opponent whose hand costs this on average.
    pub(super) fn deal_in(&self, place: usize, points: f64) -> DealIn {
        let [first, later] = [0, 1].map(|pot| {
            let prices = &self.dealt[pot][place - 1];
            let above = prices.partition_point(|&(price, _)| price < points).clamp(1, prices.len() - 1);
            let ((low, a), (high, b)) = (prices[above - 1], prices[above]);
            a + (b - a) * (points - low) / (high - low)
        });
        DealIn { first, later }
    }

    /// A discard that the others, by place, wait for with these probabilities.
    pub(super) fn discarded(&self, rates: [f64; 3], worth: [DealIn; 3]) -> End {
        let winners = self.rules.multiple_ron.winners(rates);
        let paid = |i: usize| winners.first[i] * worth[i].first + winners.later[i] * worth[i].later;
        let lost = (0..3).map(paid).sum::<f64>() + winners.broken_off * self.aborted;
        let rate = 1.0 - rates.into_iter().map(|rate| 1.0 - rate).product::<f64>();
        End { rate, value: if rate > 0.0 { lost / rate } else { 0.0 } }
    }

    /// A tsumo of an opponent that costs the player this on average, honba apart.
    pub(super) fn tsumo(&self, place: usize, pays: f64) -> f64 {
        let winner = self.at(place);
        if let Some(sure) = &self.sure[place - 1] {
            return self.yakuman_of(winner, sure.price(), Source::Tsumo, self.pot);
        }
        if let Measure::Points = self.measure {
            return -pays - 100.0 * f64::from(self.pot.honba);
        }
        let share = self.tsumo_share(winner == self.dealer);
        self.win_of(winner, Source::Tsumo, hundreds(pays * share))
    }

    /// How many times what the player pays another one wins by tsumo.
    fn tsumo_share(&self, from_dealer: bool) -> f64 {
        let others = self.places().len() as f64;
        // a missing fourth player pays as those beside the dealer do; both others pay half of it
        let half = match (self.rules.players, self.rules.tsumo_loss) {
            (Players::Three, TsumoLoss::Split) => 0.5,
            _ => 0.0,
        };
        let dealer = 2.0 + half;
        let beside = 1.0 + half;
        match (from_dealer, self.seat == self.dealer) {
            (true, _) => others,
            (false, true) => (dealer + (others - 1.0) * beside) / dealer,
            (false, false) => (dealer + (others - 1.0) * beside) / beside,
        }
    }

    /// A ron of an opponent from one of the others, at this price on average.
    pub(super) fn ron(&self, place: usize, points: f64) -> f64 {
        let winner = self.at(place);
        let sure = &self.sure[place - 1];
        if let (Measure::Points, None) = (&self.measure, sure) {
            return 0.0;
        }
        let losers = self.places().filter(|&other| other != place).map(|loser| self.at(loser));
        let worth = |loser| match sure {
            Some(sure) => self.yakuman_of(winner, sure.price(), source(winner, loser), self.pot),
            None => self.ron_of(winner, loser, hundreds(points)),
        };
        losers.map(worth).sum::<f64>() / (self.places().len() - 1) as f64
    }

    fn lost_stick(&self) -> f64 {
        match &self.measure {
            Measure::Points => -1_000.0,
            Measure::Placement(prospects) => {
                prospects.with_stick(self.seat).now(self.seat) - prospects.now(self.seat)
            }
        }
    }

    /// The round is broken off: thrown in, or by a discard, with which riichi is declared or not: its stick stays on the table.
    pub(super) fn aborted(&self, riichi: bool) -> f64 {
        match &self.measure {
            Measure::Placement(prospects) if riichi => {
                prospects.with_stick(self.seat).worth(self.seat, &Finish::Aborted) - prospects.now(self.seat)
            }
            _ => self.aborted + if riichi { self.stick } else { 0.0 },
        }
    }

    /// An exhaustive draw, averaged over who else is tenpai, and whose rivers are nagashi mangan: the own one or not, the others' with
    /// these probabilities.
    fn draw(&self, tenpai: bool, others: Option<&Forecast>, own: bool, lasting: [f64; 3]) -> f64 {
        let patterns = 1u32 << (self.rules.players.count() - 1);
        let each = |worth: &dyn Fn(u32) -> f64| (0..patterns).map(worth).sum::<f64>();
        let is = |places: u32, place: usize| places >> (place - 1) & 1 == 1;
        let players = self.rules.players;
        let count = players.count();
        let seats = |own: bool, places: u32| {
            BySeat::from_fn(|seat| match (count + seat.index() - self.seat.index()) % count {
                _ if !players.has_seat(seat) => false,
                0 => own,
                place => is(places, place),
            })
        };
        let all = |rates: [f64; 3], places: u32| -> f64 {
            self.places().map(|p| if is(places, p) { rates[p - 1] } else { 1.0 - rates[p - 1] }).product()
        };
        each(&|hands| {
            let share: f64 = match others.and_then(Forecast::at_the_end) {
                Some(rates) => all(rates, hands),
                None => {
                    let habit = habits::others_tenpai(players);
                    let tenpai = if tenpai { habit.tenpai } else { habit.noten };
                    let ways = match players {
                        Players::Three => [1.0, 2.0, 1.0, 1.0],
                        Players::Four => [1.0, 3.0, 3.0, 1.0],
                    };
                    let ready = hands.count_ones() as usize;
                    tenpai[ready] / ways[ready]
                }
            };
            let tenpai = seats(tenpai, hands);
            let worth = |rivers: u32| match (own, rivers) {
                (false, 0) => {
                    self.worth(&Finish::Exhausted { tenpai }, || draw_payments(tenpai, self.rules.players))
                }
                _ => {
                    let nagashi = seats(own, rivers);
                    let gains = || nagashi_payments(nagashi, self.dealer, &self.rules);
                    self.worth(&Finish::NagashiMangan { nagashi, tenpai }, gains)
                }
            };
            if lasting == [0.0; 3] {
                return share * worth(0);
            }
            share * each(&|rivers| all(lasting, rivers) * worth(rivers))
        })
    }

    /// An own win with yakuman that others are liable for, averaged over whose tile it may be.
    fn own_yakuman(&self, price: Price<'_>, sources: &[Source]) -> f64 {
        let mut ways = vec![ArrayVec::<Liable, 2>::new()];
        for one in price.liable {
            // a search does not know who fed the melds of the hand, but the hand does
            let known = self.own.as_ref().filter(|own| own.yaku.contains(one.yaku));
            let candidates: Vec<Liable> = match known {
                Some(own) => own.liable.iter().filter(|known| known.yaku == one.yaku).copied().collect(),
                None => self.others().map(|from| Liable { from, ..*one }).collect(),
            };
            if !candidates.is_empty() {
                let with =
                    |way: &ArrayVec<Liable, 2>, one: &Liable| way.iter().chain([one]).copied().collect();
                ways = ways.iter().flat_map(|way| candidates.iter().map(move |one| with(way, one))).collect();
            }
        }
        let worth = ways.iter().flat_map(|way| {
            sources.iter().map(move |&source| {
                self.yakuman_of(self.seat, Price { liable: way, ..price }, source, self.pot)
            })
        });
        worth.sum::<f64>() / (ways.len() * sources.len()) as f64
    }

    fn own_win(&self, points: i32, tsumo: bool) -> f64 {
        if tsumo {
            return self.win_of(self.seat, Source::Tsumo, points);
        }
        let won = self.places().map(|place| self.ron_of(self.seat, self.at(place), points));
        won.sum::<f64>() / self.places().len() as f64
    }

    /// Where the player sees the others.
    fn others(&self) -> impl Iterator<Item = From> {
        self.places().filter_map(|place| From::of(self.at(place), self.seat))
    }
}

/// What a deal-in is worth.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct DealIn {
    /// To an opponent who comes before all others that win on the tile.
    pub(super) first: f64,
    /// To one who wins after another.
    pub(super) later: f64,
}

/// Whose tile it is for the winner.
fn source(winner: Seat, loser: Seat) -> Source {
    Source::Ron(From::of(loser, winner).expect("nobody wins from themselves"))
}

fn hundreds(points: f64) -> i32 {
    100 * (points / 100.0).round() as i32
}

impl Utility for RoundUtility {
    fn win(&self, points: i32, tsumo: bool) -> f64 {
        let known = &self.won[usize::from(tsumo)];
        match usize::try_from(points / 100).ok().and_then(|hundreds| known.get(hundreds)) {
            Some(known) if points % 100 == 0 => *known.get_or_init(|| self.own_win(points, tsumo)),
            _ => self.own_win(points, tsumo),
        }
    }

    fn liable_win(&self, price: Price<'_>, tsumo: bool) -> f64 {
        let sources = if tsumo { vec![Source::Tsumo] } else { self.others().map(Source::Ron).collect() };
        self.own_yakuman(price, &sources)
    }

    fn exhausted(&self, tenpai: bool) -> f64 {
        self.drawn[usize::from(tenpai)]
    }

    fn stick(&self) -> f64 {
        self.stick
    }
}

/// What a ron on the tile of a known player pays.
#[derive(Debug)]
pub(super) struct RonFrom {
    pub(super) utility: Arc<RoundUtility>,
    pub(super) from: From,
}

impl Utility for RonFrom {
    fn win(&self, points: i32, tsumo: bool) -> f64 {
        let utility = &self.utility;
        if tsumo {
            utility.win(points, true)
        } else {
            utility.win_of(utility.seat, Source::Ron(self.from), points)
        }
    }

    fn liable_win(&self, price: Price<'_>, tsumo: bool) -> f64 {
        let source = if tsumo { Source::Tsumo } else { Source::Ron(self.from) };
        self.utility.own_yakuman(price, &[source])
    }

    fn exhausted(&self, tenpai: bool) -> f64 {
        self.utility.exhausted(tenpai)
    }

    fn stick(&self) -> f64 {
        self.utility.stick()
    }
}

/// What ends pay when the stick lies on the table already, and nobody gives up the hand.
pub(super) struct RiichiPayoffs<'a> {
    pub(super) points: Points,
    pub(super) utility: &'a RoundUtility,
}

impl Payoffs for RiichiPayoffs<'_> {
    fn win(&self, hand: &WaitingHand, tile: Tile, unseen: &Counts, kans: usize) -> WinLines {
        self.points.win(hand, tile, unseen, kans)
    }

    fn exhaustive_draw(&self, tenpai: bool) -> f64 {
        self.utility.exhaustive(tenpai)
    }

    fn riichi_stick(&self) -> Option<f64> {
        Some(0.0)
    }

    fn riichi_kans(&self) -> RiichiKans {
        self.points.rules.riichi_kans
    }
}

/// By place, the next to play first, how likely the others' rivers are nagashi mangan at the exhaustive draw.
pub(super) fn nagashi_rivers(position: &Position, situation: &Situation) -> [f64; 3] {
    let Some(history) = situation.history() else { return [0.0; 3] };
    let count = situation.rules().players.count();
    // who draws next, after the own discard or that of another
    let next = match position {
        Position::Waiting { offered: Some(offered), .. } => count - 1 - situation.before_own_draw(offered),
        _ => 0,
    };
    std::array::from_fn(|i| {
        let draws_before = (i + count - next) % count;
        let to_come = (situation.tiles_left() + count - 1 - draws_before) / count;
        let lasts = NAGASHI_RIVERS.get(to_come).copied().unwrap_or(0.0);
        if history.nagashi[i + 1] { lasts } else { 0.0 }
    })
}

/// What ends pay, without a kan that is declared with the action and with one.
pub(super) struct Payments<'p> {
    pub(super) points: [Points; 2],
    /// For a hand in riichi.
    pub(super) riichi: [RiichiPayoffs<'p>; 2],
}

impl<'p> Payments<'p> {
    /// What the searches of a report pay.
    pub(super) fn new(
        position: &Position,
        situation: &Situation,
        utility: &'p Arc<RoundUtility>,
    ) -> Payments<'p> {
        let points = |kans| utility.points(position, situation, kans);
        let riichi = |kans| RiichiPayoffs { points: points(kans), utility };
        Payments { points: [points(0), points(1)], riichi: [riichi(0), riichi(1)] }
    }
}

impl RoundUtility {
    /// What the ends pay; `kans` are declared with the action.
    fn points(self: &Arc<Self>, position: &Position, situation: &Situation, kans: usize) -> Points {
        let permit = situation.permit(position);
        Points {
            rules: situation.rules().clone(),
            table: situation.table(),
            pot: Pot { honba: situation.honba() as u16, sticks: situation.riichi_sticks() as u16 },
            // a fourth riichi breaks the round off: in it nothing can be won
            riichi: permit.has_stick() && !permit.brink.riichi,
            others: habits::others_tenpai(self.rules.players),
            kans,
            utility: Some(Arc::clone(self) as Arc<dyn Utility>),
        }
    }

    /// What a win at once pays: the player whose tile it is won on is known.
    pub(super) fn winning_points(self: &Arc<Self>, position: &Position, situation: &Situation) -> Points {
        let points = self.points(position, situation, 0);
        match *position {
            Position::Waiting { offered: Some(TileOffer { from, .. }), .. } => {
                let ron = RonFrom { utility: Arc::clone(self), from: self.seen(from) };
                Points { utility: Some(Arc::new(ron)), ..points }
            }
            _ => points,
        }
    }
}
