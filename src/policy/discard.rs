//! What the nets see of a discard that is due: the table and the hand once, and every discard beside the others.
//!
//! Numbers lie between about -1 and 2. A suit is seen from the nearer end, so that 8 counts as 2 does.

use super::Discard;
use super::inputs::Inputs;
use crate::danger::Danger;
use crate::hand::{DrawnHand, Unseen, WaitingHand};
use crate::round::{Schedule, Table, View};
use crate::score::{self, Indicators, Pot, Win, income, score};
use crate::shape::{self, Wait, wait_forms};
use crate::tile::{Counts, Kind, KindSet, Reds, Seat, Suit, Tile, Wind};

/// Changes with what the inputs mean, where their numbers do not tell.
pub(super) const MEANING: &str = "policy 1";

/// How many numbers tell of the table and the hand.
pub const OF_TABLE: usize = 70;
/// How many tell of one discard.
pub const OF_DISCARD: usize = 140;

/// A discard is due.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// What the player sees, with 14 tiles in hand.
    pub view: &'a View<'a>,
    /// The hand.
    pub hand: &'a DrawnHand,
    /// The tile drawn last; none after a call.
    pub drawn: Option<Tile>,
    /// What the others can do.
    pub danger: &'a Danger,
    /// Where the round stands in its game.
    pub schedule: Schedule,
}

/// Adds numbers.
#[derive(Default)]
struct Row(Vec<f32>);

impl Row {
    fn put(&mut self, number: f32) {
        self.0.push(number);
    }

    fn yes(&mut self, is: bool) {
        self.put(f32::from(u8::from(is)));
    }

    /// One number a threshold: whether the value reaches it.
    fn reaches<const N: usize>(&mut self, value: i32, thresholds: [i32; N]) {
        thresholds.into_iter().for_each(|threshold| self.yes(value >= threshold));
    }

    /// One number a value: which it is.
    fn is<const N: usize>(&mut self, value: usize) {
        (0..N).for_each(|i| self.yes(value == i));
    }
}

/// How a hand is made up, melds counted in.
struct Make {
    /// By suit.
    suits: [usize; 4],
    yaochu: usize,
    honours: usize,
    pairs: usize,
    triplets: usize,
    /// Pairs, and triplets or more, of kinds that are yaku.
    value_pairs: usize,
    value_triplets: usize,
    dora: usize,
}

/// What does not change from discard to discard.
struct Around<'a> {
    question: Question<'a>,
    table: &'a Table,
    seat: Seat,
    wind: Wind,
    unseen: Unseen,
    dora: [u8; 34],
}

impl<'a> Around<'a> {
    fn new(question: Question<'a>) -> Around<'a> {
        let (view, table) = (question.view, question.view.table());
        let seen = Counts::new(view.unseen().as_array().map(|n| 4 - n)).expect("four less what is unseen");
        let mut dora = [0; 34];
        table.indicators().iter().for_each(|t| dora[t.kind().dora().index()] += 1);
        Around {
            question,
            table,
            seat: view.seat(),
            wind: view.seat().wind(table.dealer()),
            unseen: Unseen::new(&seen, Reds::NONE).expect("no red five is asked for"),
            dora,
        }
    }

    /// How many han a triplet of the kind is to a seat.
    fn value(&self, kind: Kind, wind: Wind) -> usize {
        usize::from(kind.is_dragon())
            + usize::from(kind == Kind::wind(wind))
            + usize::from(kind == Kind::wind(self.table.wind()))
    }

    fn make(&self, concealed: &Counts, reds: Reds) -> Make {
        let mut counts = concealed.as_array().map(usize::from);
        let mut red = reds.len();
        for meld in self.question.hand.melds() {
            meld.kinds().for_each(|(kind, n)| counts[kind.index()] += n);
            red += usize::from(meld.has_red());
        }
        let mut make = Make {
            suits: [0; 4],
            yaochu: 0,
            honours: 0,
            pairs: 0,
            triplets: 0,
            value_pairs: 0,
            value_triplets: 0,
            dora: red,
        };
        for kind in Kind::ALL {
            let n = counts[kind.index()];
            make.suits[kind.suit().index()] += n;
            make.yaochu += n * usize::from(kind.is_yaochu());
            make.honours += n * usize::from(kind.is_honour());
            make.pairs += usize::from(n == 2);
            make.triplets += usize::from(n >= 3);
            let value = usize::from(self.value(kind, self.wind) > 0);
            make.value_pairs += value * usize::from(n == 2);
            make.value_triplets += value * usize::from(n >= 3);
            make.dora += n * usize::from(self.dora[kind.index()]);
        }
        make
    }

    /// The most tiles of three same runs in three suits, and of a straight in one, that the hand has together.
    fn runs(&self, concealed: &Counts) -> [usize; 2] {
        let mut has = concealed.as_array().map(|n| n > 0);
        for (kind, _) in self.question.hand.melds().iter().flat_map(|meld| meld.kinds()) {
            has[kind.index()] = true;
        }
        let count = |kinds: &mut dyn Iterator<Item = usize>| kinds.filter(|&i| has[i]).count();
        let same = |low: usize| count(&mut (0..9).map(|i| i / 3 * 9 + low + i % 3));
        let straight = |suit: usize| count(&mut (suit * 9..suit * 9 + 9));
        [(0..7).map(same).max().unwrap_or(0), (0..3).map(straight).max().unwrap_or(0)]
    }

    fn rate(&self, tile: Tile, place: usize) -> f32 {
        let threat = self.question.danger.threats[self.seat.after(place)].as_ref();
        threat.map_or(0.0, |threat| threat.risk(tile).rate as f32)
    }
}

/// Larger numbers closer together.
fn log(rate: f32) -> f32 {
    // libm, so that every platform has the same bits
    (libm::logf(rate.max(0.0) + 1e-4) + 9.2) / 9.2
}

/// What the shape of the hand after a discard tells.
#[derive(Clone, Copy, Default)]
struct Shape {
    shanten: i32,
    ukeire: f32,
    /// Mean ukeire after the best discard, once a tile that helps has come.
    next: f32,
    /// Of the tiles that help, the share after which it is six tiles or more.
    good: f32,
    /// Tiles that do not help but widen the ukeire: by how many tiles a draw does on average.
    wider: f32,
    /// Shanten of the standard form, and of seven pairs: 7 with melds.
    standard: i32,
    pairs: i32,
}

impl Shape {
    fn new(discard: &shape::Discard, after: &WaitingHand, unseen: &Unseen) -> Shape {
        let forms = shape::shanten_by_form(after);
        let mut shape = Shape {
            shanten: discard.shanten.get(),
            ukeire: discard.ukeire.tiles as f32,
            standard: forms.standard.get(),
            pairs: forms.seven_pairs.map_or(7, |pairs| pairs.get()),
            ..Shape::default()
        };
        let (mut helps, mut total) = (0.0, 0.0);
        for kind in Kind::ALL {
            let n = f32::from(unseen.counts()[kind]);
            let Ok(drawn) = after.draw(kind.into()) else { continue };
            if n == 0.0 {
                continue;
            }
            total += n;
            let helping = discard.ukeire.kinds.contains(kind);
            let wanted = shape.shanten - i32::from(helping);
            let next = shape::discards_where(&drawn, unseen, |shanten| shanten.get() == wanted);
            let best = next.into_iter().map(|next| next.ukeire.tiles).max();
            let best = best.unwrap_or(0) as f32;
            if helping {
                helps += n;
                shape.next += n * best;
                shape.good += n * f32::from(u8::from(best >= 6.0));
            } else {
                shape.wider += n * (best - shape.ukeire).max(0.0);
            }
        }
        if helps > 0.0 {
            shape.next /= helps;
            shape.good /= helps;
        }
        if total > 0.0 {
            shape.wider /= total;
        }
        shape
    }
}

/// What a tenpai hand waits for and what it is worth.
#[derive(Clone, Copy, Default)]
struct Ready {
    tenpai: bool,
    tiles: f32,
    kinds: usize,
    ryanmen: bool,
    yaochu: f32,
    /// Of the waiting tiles, the share that an own discard three numbers away makes look safe, and of dora.
    suji: f32,
    dora: f32,
    furiten: bool,
    /// Mean points of a ron, silent (0 without a yaku) and after riichi.
    dama: f32,
    riichi: f32,
    /// Whether every wait has a yaku without riichi.
    yaku: bool,
}

impl Ready {
    fn new(around: &Around, after: &WaitingHand, waits: KindSet) -> Ready {
        let table = around.table;
        let kinds: Vec<Kind> = table.indicators().iter().map(|tile| tile.kind()).collect();
        let at = score::Table {
            round: table.wind(),
            seat: around.wind,
            dora: Indicators::new(&kinds).unwrap_or(Indicators::NONE),
        };
        let points = |kind: Kind, win: &Win| {
            let won = score(after, kind.into(), win, &at, table.rules()).ok()?;
            let dealer = around.wind == Wind::East;
            Some(income(won.value, dealer, false, table.rules(), Pot::EMPTY) as f32)
        };
        let own = table.player(around.seat).discarded();
        let mut ready = Ready { tenpai: true, yaku: true, kinds: waits.len(), ..Ready::default() };
        for kind in waits.iter() {
            let n = f32::from(around.unseen.counts()[kind]);
            ready.tiles += n;
            ready.yaochu += n * f32::from(u8::from(kind.is_yaochu()));
            ready.dora += n * f32::from(around.dora[kind.index()].min(1));
            let apart =
                |other: Kind| other.suit() == kind.suit() && other.number().abs_diff(kind.number()) == 3;
            if !kind.is_honour() && own.iter().any(apart) {
                ready.suji += n;
            }
            ready.furiten |= own.contains(kind);
            let dama = points(kind, &Win::RON);
            ready.yaku &= dama.is_some();
            ready.dama += n * dama.unwrap_or(0.0);
            if after.is_closed() {
                ready.riichi += n * points(kind, &Win::RIICHI_RON).unwrap_or(0.0);
            }
        }
        if ready.tiles > 0.0 {
            let means =
                [&mut ready.dama, &mut ready.riichi, &mut ready.yaochu, &mut ready.suji, &mut ready.dora];
            means.into_iter().for_each(|n| *n /= ready.tiles);
        }
        ready.ryanmen = wait_forms(after).iter().any(|forms| forms.contains(Wait::Ryanmen));
        ready
    }
}

impl Question<'_> {
    /// What is known of a decision between some discards, in their order; all of them are of tiles in the hand.
    pub fn inputs(self, among: &[Discard]) -> Inputs {
        let (question, around) = (self, Around::new(self));
        let hand = question.hand;
        let shapes = shape::discards(hand, &around.unseen);
        let mut known: Vec<(Kind, Shape, Ready)> = Vec::new();
        for discard in &shapes {
            let kind = discard.tile.kind();
            // a red five leaves the shape of a plain one
            if known.last().is_some_and(|(last, ..)| *last == kind) {
                continue;
            }
            let Some(after) = hand.discard(discard.tile) else { continue };
            let ready = match discard.shanten.is_tenpai() {
                true => Ready::new(&around, &after, shape::waits(&after)),
                false => Ready::default(),
            };
            known.push((kind, Shape::new(discard, &after, &around.unseen), ready));
        }
        let least = known.iter().map(|(_, shape, _)| shape.shanten).min().unwrap_or(0);
        let table = of_table(&around, least);
        let nearest = || known.iter().map(|(_, shape, _)| shape).filter(|shape| shape.shanten == least);
        let most = |of: fn(&Shape) -> f32| nearest().map(of).fold(1.0, f32::max);
        let best = Shape {
            shanten: least,
            ukeire: most(|shape| shape.ukeire),
            next: most(|shape| shape.next),
            good: 1.0,
            wider: most(|shape| shape.wider),
            ..Shape::default()
        };
        let rates: Vec<f64> = hand.discards().map(|tile| question.danger.rate(tile)).collect();
        let row = |discard: &Discard| {
            let found = known.iter().find(|(kind, ..)| *kind == discard.tile.kind());
            let (_, shape, ready) = found.expect("the tile is in the hand");
            let wider = nearest().filter(|other| other.ukeire > shape.ukeire).count();
            Choice { around: &around, discard, shape, best: &best, wider, ready, rates: &rates }.row()
        };
        Inputs { table, choices: among.iter().map(row).collect() }
    }
}

fn of_table(around: &Around, least: i32) -> Vec<f32> {
    let (table, seat, hand) = (around.table, around.seat, around.question.hand);
    let mut row = Row::default();
    let turn = table.turn(seat) as i32;
    row.put(turn as f32 / 18.0);
    row.reaches(turn, [2, 3, 4, 6, 8, 11, 14]);
    row.put(table.tiles_left() as f32 / 70.0);
    row.is::<4>(around.wind.index());
    row.yes(table.wind() == Wind::East);
    let (mut riichi, mut open) = (0, 0);
    for place in 1..4 {
        let other = seat.after(place);
        let player = table.player(other);
        let threat = around.question.danger.threats[other].as_ref();
        row.yes(player.riichi().is_some());
        row.put(player.melds().iter().filter(|m| m.is_open()).count() as f32 / 4.0);
        row.put(threat.map_or(0.0, |threat| threat.tenpai as f32));
        row.yes(other == table.dealer());
        riichi += i32::from(player.riichi().is_some());
        open += i32::from(player.melds().iter().filter(|m| m.is_open()).count() >= 2);
    }
    row.reaches(riichi, [1, 2]);
    row.reaches(open, [1]);
    let scores = table.scores();
    let own = scores[seat];
    let others = || (1..4).map(|place| scores[seat.after(place)]);
    row.is::<4>(others().filter(|&points| points > own).count());
    row.put(own as f32 / 50_000.0);
    let gap = |points: Option<i32>| points.map_or(1.0, |by| (by as f32 / 16_000.0).min(1.0));
    row.put(gap(others().filter(|&points| points > own).map(|points| points - own).min()));
    row.put(gap(others().filter(|&points| points <= own).map(|points| own - points).min()));
    let schedule = around.question.schedule;
    row.yes(schedule.is_last_deal(table.wind()));
    row.yes(schedule.is_last_wind(table.wind()));
    row.yes(table.honba() > 0);
    row.put((table.sticks() as f32 / 4.0).min(1.0));
    let open = hand.melds().iter().filter(|meld| meld.is_open()).count();
    row.is::<5>(open);
    row.reaches(least, [1, 2, 3, 4, 5]);
    let make = around.make(hand.concealed(), hand.reds());
    row.reaches(make.dora as i32, [1, 2, 3, 4]);
    row.put(make.honours as f32 / 7.0);
    row.put(make.yaochu as f32 / 9.0);
    row.put(make.pairs as f32 / 5.0);
    row.reaches(make.pairs as i32, [3, 4, 5]);
    row.put(make.triplets as f32 / 3.0);
    row.put(make.value_pairs as f32 / 2.0);
    row.yes(make.value_triplets > 0);
    let most = make.suits[..3].iter().max().copied().unwrap_or(0);
    row.put((most + make.suits[3]) as f32 / 14.0);
    row.reaches(14 - (most + make.suits[3]) as i32, [1, 3, 5]);
    let safe = |most: f64| {
        let copies = |tile: Tile| usize::from(hand.concealed()[tile.kind()]);
        let plain = hand.discards().filter(|tile| !tile.is_red());
        plain.filter(|&tile| around.question.danger.rate(tile) < most).map(copies).sum::<usize>()
    };
    [0.002, 0.01, 0.03].into_iter().for_each(|most| row.put(safe(most) as f32 / 14.0));
    debug_assert_eq!(row.0.len(), OF_TABLE);
    row.0
}

/// A discard beside the others.
struct Choice<'a> {
    around: &'a Around<'a>,
    discard: &'a Discard,
    shape: &'a Shape,
    /// The most that any of the nearest discards has of each.
    best: &'a Shape,
    /// How many of them have more ukeire.
    wider: usize,
    ready: &'a Ready,
    /// How often each discard deals in.
    rates: &'a [f64],
}

impl Choice<'_> {
    fn row(&self) -> Vec<f32> {
        let mut row = Row::default();
        self.tile(&mut row);
        self.suit(&mut row);
        self.shape(&mut row);
        self.make(&mut row);
        self.danger(&mut row);
        self.rivers(&mut row);
        self.ready(&mut row);
        debug_assert_eq!(row.0.len(), OF_DISCARD);
        row.0
    }

    fn kind(&self) -> Kind {
        self.discard.tile.kind()
    }

    /// The kind so far from the tile's own, counted from the nearer end of its suit; none beyond the suit, and beside an honour.
    fn beside(&self, by: i32) -> Option<Kind> {
        let kind = self.kind();
        if kind.is_honour() {
            return (by == 0).then_some(kind);
        }
        let by = if kind.number() > 5 { -by } else { by };
        let number = usize::try_from(kind.number() as i32 + by).ok().filter(|n| (1..=9).contains(n))?;
        Kind::of(kind.suit(), number)
    }

    fn tile(&self, row: &mut Row) {
        let Discard { tile, riichi } = *self.discard;
        let (around, kind) = (self.around, self.kind());
        row.yes(riichi);
        row.yes(around.question.drawn == Some(tile));
        row.yes(tile.is_red());
        row.reaches(around.dora[kind.index()].into(), [1, 2]);
        let value = around.value(kind, around.wind);
        let class = match kind {
            k if k.is_dragon() => 0,
            k if k.is_honour() => match (value, k == Kind::wind(around.wind)) {
                (0, _) => 1,
                (1, true) => 2,
                (1, false) => 3,
                _ => 4,
            },
            k => 4 + k.number().min(10 - k.number()),
        };
        row.is::<10>(class);
    }

    /// What lies around the tile in its suit.
    fn suit(&self, row: &mut Row) {
        let (around, kind) = (self.around, self.kind());
        let hand = around.question.hand;
        let concealed = hand.concealed();
        for by in [-4, -3, -2, -1, 1, 2, 3, 4] {
            row.reaches(self.beside(by).map_or(0, |k| concealed[k].into()), [1, 2, 3]);
        }
        row.reaches(concealed[kind].into(), [2, 3, 4]);
        let unseen = around.unseen.counts();
        for by in [-2, -1, 1, 2] {
            row.put(self.beside(by).map_or(0.0, |k| f32::from(unseen[k]) / 4.0));
        }
        row.reaches(unseen[kind].into(), [1, 2, 3]);
        for by in [-2, -1, 1, 2] {
            row.yes(self.beside(by).is_some_and(|k| around.dora[k.index()] > 0));
        }
        row.yes(
            !self.discard.tile.is_red()
                && hand.reds().contains(kind.suit())
                && (3..=7).contains(&kind.number())
                && !kind.is_honour(),
        );
    }

    fn shape(&self, row: &mut Row) {
        let Choice { shape, best, wider, .. } = *self;
        row.reaches(shape.shanten - best.shanten, [1, 2]);
        row.reaches(shape.shanten, [1, 2, 3]);
        row.reaches(shape.standard - best.shanten, [1, 2]);
        row.reaches(shape.pairs, [1, 2, 3]);
        row.put((shape.ukeire / 40.0).min(2.0));
        row.put((shape.ukeire / best.ukeire).min(1.5));
        row.put(((best.ukeire - shape.ukeire) / 12.0).clamp(-1.0, 2.0));
        row.put(wider as f32 / 8.0);
        row.yes(wider == 0);
        row.put((shape.next / 30.0).min(2.0));
        row.put((shape.next / best.next).min(1.5));
        row.put(((best.next - shape.next) / 8.0).clamp(-1.0, 2.0));
        row.put(shape.good);
        row.put((shape.wider / 4.0).min(2.0));
        row.put(((best.wider - shape.wider) / 2.0).clamp(-1.0, 2.0));
        // the expected ukeire of two steps, by which the shapes are told apart
        let product = |shape: &Shape| shape.ukeire * shape.next;
        row.put((product(shape) / (best.ukeire * best.next)).min(1.5));
    }

    /// What the hand is made of once the tile is gone.
    fn make(&self, row: &mut Row) {
        let (around, kind) = (self.around, self.kind());
        let hand = around.question.hand;
        let mut counts = *hand.concealed();
        counts.remove(kind).expect("the tile is in the hand");
        let reds = if self.discard.tile.is_red() { hand.reds().without(kind.suit()) } else { hand.reds() };
        let make = around.make(&counts, reds);
        row.reaches(make.dora as i32, [1, 2, 3, 4]);
        row.reaches(make.yaochu as i32, [1, 2, 3, 4]);
        row.reaches(make.pairs as i32, [1, 2, 3, 4, 5]);
        row.yes(make.value_pairs > 0);
        let melded =
            |suit: Suit| hand.melds().iter().all(|m| m.kind().is_honour() || m.kind().suit() == suit);
        let flush =
            Suit::NUMBERS.into_iter().filter(|&suit| melded(suit)).map(|suit| make.suits[suit.index()]).max();
        let outside = flush.map_or(13, |most| 13 - (most + make.suits[3]).min(13)) as i32;
        row.reaches(outside, [1, 2, 3, 4, 5]);
        let runs = around.runs(&counts);
        let before = around.runs(hand.concealed());
        for (after, before) in runs.into_iter().zip(before) {
            row.reaches(after as i32, [6, 7, 8, 9]);
            row.yes(after < before);
        }
    }

    fn danger(&self, row: &mut Row) {
        let (tile, rates) = (self.discard.tile, self.rates);
        let danger = self.around.question.danger;
        let rate = danger.rate(tile);
        let least = rates.iter().copied().fold(1.0, f64::min);
        row.put((5.0 * rate as f32).min(2.0));
        row.put(log(rate as f32));
        row.put(log(rate as f32) - log(least as f32));
        row.put(rates.iter().filter(|&&other| other < rate).count() as f32 / 14.0);
        row.put((danger.loss(tile) as f32 / 1_000.0).min(2.0));
        for place in 1..4 {
            let rate = self.around.rate(tile, place);
            row.put((5.0 * rate).min(2.0));
            row.put(log(rate));
            row.yes(rate == 0.0);
        }
    }

    /// To how many of the others the tile is yaku, and what lies in the rivers.
    fn rivers(&self, row: &mut Row) {
        let (around, kind) = (self.around, self.kind());
        let table = around.table;
        let mut worth = 0;
        for place in 1..4 {
            worth += around.value(kind, around.seat.after(place).wind(table.dealer())).min(1);
        }
        row.put(worth as f32 / 3.0);
        let own = table.player(around.seat);
        row.yes(own.discarded().contains(kind));
        for by in [-3, 3] {
            row.yes(self.beside(by).is_some_and(|k| !kind.is_honour() && own.discarded().contains(k)));
        }
        let same = own.river().iter().filter(|d| d.tile.kind().suit() == kind.suit()).count();
        row.put((same as f32 / 8.0).min(1.5));
        let thrown = |seat: Seat| table.player(seat).river().iter().filter(|d| d.tile.kind() == kind).count();
        row.put(Seat::ALL.into_iter().map(thrown).sum::<usize>() as f32 / 3.0);
    }

    /// What the hand waits for, where it is tenpai.
    fn ready(&self, row: &mut Row) {
        let ready = self.ready;
        row.yes(ready.tenpai);
        row.put((ready.tiles / 8.0).min(2.0));
        row.reaches(ready.tiles as i32, [3, 5]);
        row.put(ready.suji);
        row.put(ready.dora);
        row.reaches(ready.kinds as i32, [2, 3]);
        row.yes(ready.ryanmen);
        row.put(ready.yaochu);
        row.yes(ready.furiten);
        row.put((ready.dama / 8_000.0).min(2.0));
        row.put((ready.riichi / 8_000.0).min(2.0));
        row.yes(ready.yaku);
        row.yes(ready.tenpai && self.discard.riichi && ready.dama == 0.0);
    }
}
