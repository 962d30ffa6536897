//! Every discard of a game with what the others really held.

use crate::play::{Watch, play};
use nanikiru::danger::shapes::{Form, Shape, shapes, shapes_of};
use nanikiru::hand::WaitingHand;
use nanikiru::replay::{Length, Room, RoundLog, WinClaim};
use nanikiru::round::{Carry, DrawReason, Event, Phase, Round, Source, WinEvent};
use nanikiru::rules::Rules;
use nanikiru::score::{self, Indicators, score};
use nanikiru::shape::{Wait, WaitForms, wait_forms, waits};
use nanikiru::tile::{BySeat, KindSet, Players, Seat, Tile};

/// What a player holds: nothing that others see.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Truth {
    /// Whether the hand is tenpai.
    pub tenpai: bool,
    /// The kinds on which it can have a ron: it is not furiten, and there is a yaku.
    pub ron: KindSet,
    /// The shapes that these complete, by their place in the list of all.
    pub shapes: u128,
}

/// Somebody is about to discard.
pub struct Decision<'a> {
    /// The round before the discard.
    pub round: &'a Round,
    /// Who discards.
    pub seat: Seat,
    /// What.
    pub tile: Tile,
    /// What the others hold.
    pub truths: &'a BySeat<Truth>,
    /// Another number for each decision, and the same in every run.
    pub id: u64,
    /// Hanchan or tonpuu.
    pub length: Length,
}

/// A discard has been won.
pub struct DealIn<'a> {
    /// The round after the discard, before the win.
    pub round: &'a Round,
    /// Who pays.
    pub seat: Seat,
    /// Who wins.
    pub winner: Seat,
    /// On what.
    pub tile: Tile,
    /// Points of the hand, without honba and sticks.
    pub points: u32,
    /// Hanchan or tonpuu.
    pub length: Length,
}

/// A round has ended.
pub struct Over<'a> {
    /// The round after its end.
    pub round: &'a Round,
    /// Its wins, in the order of the record.
    pub wins: &'a [WinEvent],
    /// What everybody got, when the wall was used up.
    pub drawn: Option<BySeat<i32>>,
}

/// Looks at decisions and deal-ins.
pub trait Look {
    /// Somebody is about to discard.
    fn decision(&mut self, decision: &Decision);
    /// A discard has been won.
    fn deal_in(&mut self, deal_in: &DealIn);
    /// A round begins.
    fn round(&mut self) {}
    /// A round has ended.
    fn over(&mut self, _: &Over) {}
}

/// Shows a game's decisions and deal-ins; `false` if it is not one of four players.
pub fn look(name: &str, xml: &[u8], look: &mut impl Look) -> bool {
    look_at(Players::Four, name, xml, look)
}

/// The same of a game of so many players.
pub fn look_at(players: Players, name: &str, xml: &[u8], look: &mut impl Look) -> bool {
    let mut eye = Eye {
        look,
        players,
        game: hash(name),
        at: 0,
        length: Length::Hanchan,
        hands: BySeat::default(),
        claims: Vec::new().into_iter(),
        wins: Vec::new(),
        drawn: None,
    };
    play(xml, &mut eye)
}

/// A hash of a game's name that does not change.
pub fn hash(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| mix(hash ^ u64::from(byte)))
}

/// SplitMix64's output function.
pub fn mix(n: u64) -> u64 {
    let n = (n ^ (n >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let n = (n ^ (n >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    n ^ (n >> 31)
}

/// What a game is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Weights are fitted on it: eight games in ten.
    Training,
    /// The last straight line is, on games that the weights have not seen.
    Scaling,
    /// Nothing is fitted on it: it judges.
    Validation,
}

impl Purpose {
    /// By a hash of the game's name.
    pub fn of(name: &str) -> Purpose {
        match hash(name) % 10 {
            0 => Purpose::Validation,
            1 => Purpose::Scaling,
            _ => Purpose::Training,
        }
    }
}

/// Whether the game judges, and nothing is fitted on it.
pub fn is_validation(name: &str) -> bool {
    Purpose::of(name) == Purpose::Validation
}

/// The kinds that a hand waits for, and those on which a ron has a yaku with every tile.
#[derive(Clone, Copy, Default)]
struct Waits {
    all: KindSet,
    worth: KindSet,
    /// All shapes, and those with a yaku.
    shapes: [u128; 2],
}

struct Eye<'a, L> {
    look: &'a mut L,
    players: Players,
    game: u64,
    at: u64,
    length: Length,
    hands: BySeat<Waits>,
    claims: std::vec::IntoIter<WinClaim>,
    wins: Vec<WinEvent>,
    drawn: Option<BySeat<i32>>,
}

impl<L: Look> Eye<'_, L> {
    fn truths(&self, round: &Round) -> BySeat<Truth> {
        BySeat::from_fn(|seat| {
            let Waits { all, worth, shapes } = self.hands[seat];
            let player = round.table().player(seat);
            let furiten = all.bits() & player.furiten().bits() != 0;
            let (ron, shapes) = if player.riichi().is_some() { (all, shapes[0]) } else { (worth, shapes[1]) };
            if furiten {
                return Truth { tenpai: true, ..Truth::default() };
            }
            Truth { tenpai: !all.is_empty(), ron, shapes }
        })
    }
}

fn waits_of(round: &Round, seat: Seat) -> Waits {
    let Ok(hand) = round.waiting_hand(seat) else { return Waits::default() };
    let all = waits(&hand);
    let table = round.table();
    let worth = |hand: &WaitingHand, tile: Tile| {
        let at = score::Table { round: table.wind(), seat: table.seat_wind(seat), dora: Indicators::NONE };
        score(hand, tile, &score::Win::RON, &at, table.rules() as &Rules).is_ok()
    };
    let worth: KindSet = all.iter().filter(|&kind| worth(&hand, Tile::plain(kind))).collect();
    if all.is_empty() {
        return Waits::default();
    }
    let forms = wait_forms(&hand);
    let by_form = |form: Form, among: KindSet| {
        let is = |f: &&WaitForms| {
            among.contains(f.kind)
                && match form {
                    Form::Ryanmen => f.contains(Wait::Ryanmen),
                    Form::Closed => f.contains(Wait::Kanchan) || f.contains(Wait::Penchan),
                    Form::Shanpon => f.contains(Wait::Shanpon),
                    Form::Tanki => f.contains(Wait::Tanki) || f.contains(Wait::SevenPairs),
                }
        };
        forms.iter().filter(is).map(|f| f.kind).collect::<KindSet>()
    };
    let of = |among: KindSet| shapes_of(hand.concealed(), |form| by_form(form, among));
    // the end without a yaku does not take the other one away
    let ends = |shape: &Shape| shape.ends.iter().any(|&k| worth.contains(k));
    let listed = shapes().iter().enumerate().filter(|(_, shape)| ends(shape));
    let with_yaku = listed.fold(0, |all, (i, _)| all | 1u128 << i);
    let shapes = of(all);
    Waits { all, worth, shapes: [shapes, shapes & with_yaku] }
}

impl<L: Look> Watch for Eye<'_, L> {
    fn wants(&self, players: Players) -> bool {
        players == self.players
    }

    fn begin(&mut self, room: Room, log: &RoundLog, _: Option<&Carry>) {
        self.length = room.length;
        self.hands = BySeat::default();
        self.claims = log.claims.clone().into_iter();
        self.wins.clear();
        self.drawn = None;
        self.look.round();
    }

    fn before(&mut self, round: &Round, event: &Event) {
        match event {
            Event::Discard { seat, tile, .. } => {
                self.at += 1;
                let id = mix(self.game ^ mix(self.at));
                let truths = self.truths(round);
                self.look.decision(&Decision {
                    round,
                    seat: *seat,
                    tile: *tile,
                    truths: &truths,
                    id,
                    length: self.length,
                });
            }
            Event::Drawn { how: DrawReason::Exhausted { .. } | DrawReason::NagashiMangan { .. }, gains } => {
                self.drawn = Some(*gains);
            }
            Event::Win(win) => {
                self.wins.push(win.clone());
                let Some(claim) = self.claims.next() else { return };
                let Source::Ron { from } = win.source else { return };
                if matches!(round.table().phase(), Phase::Kan { .. }) {
                    return;
                }
                // mjlog, the only format that is looked at, says the points of every win
                let Some(points) = claim.points else { return };
                self.look.deal_in(&DealIn {
                    round,
                    seat: from,
                    winner: win.seat,
                    tile: win.tile,
                    points,
                    length: self.length,
                });
            }
            _ => {}
        }
    }

    fn after(&mut self, round: &Round, event: &Event) {
        match event {
            Event::Discard { seat, .. } => self.hands[*seat] = waits_of(round, *seat),
            // before its first discard nobody's hand has been looked at: the dealt one is
            Event::Draw { seat, .. } if round.table().tiles_left() + 1 == self.players.wall() => {
                for other in self.players.others(*seat) {
                    self.hands[other] = waits_of(round, other);
                }
            }
            // a kan changes the hand, and the discard that follows shows what it is
            _ => {}
        }
    }

    fn end(&mut self, round: &Round) {
        self.look.over(&Over { round, wins: &self.wins, drawn: self.drawn });
    }
}
