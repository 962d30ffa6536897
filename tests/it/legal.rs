//! The actions of an analysis are those that the table accepts: recorded and made-up decisions under every rule set, none that
//! a round refuses and none missing.

use crate::records;
use crate::shared;
use crate::size::size;

use arrayvec::ArrayVec;
use nanikiru::analyze::{Action, Position, Situation, TileOffer, Viewpoint};
use nanikiru::hand::{Call, From, Meld, WaitingHand};
use nanikiru::legal;
use nanikiru::review::{Choice, choice, circumstances, decisions};
use nanikiru::round::{DrawReason, Event, Manner, Opening, Phase, RawRound, Round, STICK, Source, WinEvent};
use nanikiru::rules::{Length, Preset, RedFives, Rules};
use nanikiru::score::{self, Indicators};
use nanikiru::shape;
use nanikiru::tile::{BySeat, Counts, Kind, KindSet, Reds, Seat, Tile, Wind};
use records::Random;
use shared::shared;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;

fn tiles() -> impl Iterator<Item = Tile> {
    (0..Tile::COUNT).map(|i| Tile::new(i).unwrap())
}

fn accepts(round: &Round, event: &Event) -> Option<Round> {
    let mut after = round.clone();
    after.apply(event).ok().map(|()| after)
}

/// The kinds that complete a hand, tried one by one.
fn waits(hand: &WaitingHand) -> KindSet {
    let owned = |kind: Kind| {
        let melds = hand.melds().iter().flat_map(Meld::tiles).filter(|tile| tile.kind() == kind).count();
        melds + usize::from(hand.concealed()[kind])
    };
    let completes = |kind: &Kind| {
        let whole = hand.concealed().plus(*kind).unwrap_or(Counts::EMPTY);
        owned(*kind) < 4
            && shape::shanten_of(&whole, hand.melds().len()).is_ok_and(|by| by.least().is_complete())
    };
    Kind::ALL.into_iter().filter(completes).collect()
}

/// A win that the table takes, whatever the hand.
fn win(round: &Round, seat: Seat, source: Source, tile: Tile) -> Option<Round> {
    let table = round.table();
    let riichi = table.player(seat).riichi().is_some() && table.rules().ura_dora;
    // any tiles that nobody has seen do
    let hidden = round.view(seat).unseen().iter().find(|&(_, n)| n > 3).map(|(kind, _)| Tile::plain(kind));
    let gains = BySeat::from_fn(|other| if other == seat { table.sticks() as i32 * STICK } else { 0 });
    let tries = tiles().filter(|tile| !tile.is_red()).map(Some).chain([hidden]);
    for ura in tries.flatten() {
        let shown = if riichi { table.indicators().len() } else { 0 };
        let ura: ArrayVec<Tile, 5> = std::iter::repeat_n(ura, shown).collect();
        if let Some(after) = accepts(round, &Event::Win(WinEvent { seat, source, tile, ura, gains })) {
            return Some(after);
        }
        if shown == 0 {
            return None;
        }
    }
    None
}

/// Whether the hand is complete with the tile and has a yaku, and the table takes the win.
fn wins(round: &Round, seat: Seat, source: Source, tile: Tile) -> bool {
    let hand = match source {
        Source::Tsumo => round.drawn_hand(seat).unwrap().discard(tile),
        Source::Ron { .. } => round.waiting_hand(seat).ok(),
    };
    let (table, hand) = (round.table(), hand.unwrap());
    let event = WinEvent { seat, source, tile, ura: ArrayVec::new(), gains: BySeat::default() };
    let at = score::Table { round: table.wind(), seat: seat.wind(table.dealer()), dora: Indicators::NONE };
    waits(&hand).contains(tile.kind())
        && score::score(&hand, tile, &circumstances(round, &event), &at, table.rules()).is_ok()
        && (win(round, seat, source, tile).is_some() || table.player(seat).riichi().is_some())
}

/// With the indicators turned that have to be before a discard.
fn turned(round: &Round) -> Round {
    let mut round = round.clone();
    while let Some(after) = tiles().find_map(|indicator| accepts(&round, &Event::Dora { indicator })) {
        round = after;
    }
    round
}

/// Who has something to say at this moment: the seat that has drawn or called, or those that a tile is offered to.
fn asked(round: &Round) -> Vec<Seat> {
    match round.table().phase() {
        Phase::Act { seat, .. } | Phase::Called { seat, .. } => vec![seat],
        Phase::Draw { offer: Some(offer), .. } => (1..4).map(|i| offer.from.after(i)).collect(),
        Phase::Kan { seat, robbable: Some(_) } => (1..4).map(|i| seat.after(i)).collect(),
        _ => Vec::new(),
    }
}

/// Every action that the round takes from the seat, found by trying every event there is; tenpai, wins and furiten, which a
/// round does not judge, by brute force.
fn accepted(round: &Round, seat: Seat) -> Vec<Action> {
    let mut found = match round.table().phase() {
        Phase::Act { .. } | Phase::Called { .. } => own(round, seat),
        _ => offered(round, seat),
    };
    found.sort_by_key(|action| format!("{action:?}"));
    found
}

fn own(round: &Round, seat: Seat) -> Vec<Action> {
    let mut found = Vec::new();
    let turned = turned(round);
    let discard = |round: &Round, tile: Tile| {
        let manners = [Manner::Tedashi, Manner::Tsumogiri];
        manners.into_iter().find_map(|manner| accepts(round, &Event::Discard { seat, tile, manner }))
    };
    let declared = accepts(&turned, &Event::Riichi { seat });
    for tile in tiles() {
        if discard(&turned, tile).is_some() {
            found.push(Action::Discard { tile, riichi: false });
        }
        let declares = declared.as_ref().and_then(|declared| discard(declared, tile));
        if declares.is_some_and(|after| !waits(&after.waiting_hand(seat).unwrap()).is_empty()) {
            found.push(Action::Discard { tile, riichi: true });
        }
    }
    let player = round.table().player(seat);
    let in_riichi = player.riichi().is_some();
    let before = round.drawn().and_then(|drawn| round.drawn_hand(seat).ok()?.discard(drawn));
    let mut kan = |meld: Meld, action: Action| {
        let Some(after) = accepts(round, &Event::Call { seat, meld }) else { return };
        let same = || waits(&after.waiting_hand(seat).unwrap()) == waits(before.as_ref().unwrap());
        if !in_riichi || same() {
            found.push(action);
        }
    };
    for kind in Kind::ALL {
        for red in [false, true] {
            if let Ok(meld) = Meld::new(Call::Ankan, kind, red) {
                kan(meld, Action::Ankan { kind });
            }
        }
    }
    for pon in player.melds() {
        let Call::Pon { from, claimed } = pon.call() else { continue };
        for added in tiles().filter(|tile| tile.kind() == pon.kind()) {
            let call = Call::Kakan { from, claimed, added };
            if let Ok(meld) = Meld::new(call, pon.kind(), pon.has_red() || added.is_red()) {
                kan(meld, Action::Kakan { tile: added });
            }
        }
    }
    if round.drawn().is_some_and(|drawn| wins(round, seat, Source::Tsumo, drawn)) {
        found.push(Action::Tsumo);
    }
    let how = DrawReason::NineTerminals { seat };
    if accepts(round, &Event::Drawn { how, gains: BySeat::default() }).is_some() {
        found.push(Action::NineTerminals);
    }
    found
}

fn offered(round: &Round, seat: Seat) -> Vec<Action> {
    let mut found = vec![Action::Pass];
    let (from, tile, for_orphans) = match round.table().phase() {
        Phase::Draw { offer: Some(offer), .. } => (offer.from, offer.tile, false),
        Phase::Kan { seat, robbable: Some(kan) } => (seat, kan.tile(), kan.is_for_orphans()),
        phase => unreachable!("{phase:?}"),
    };
    let hand = round.waiting_hand(seat).unwrap();
    let waits = waits(&hand);
    let furiten = waits.iter().any(|kind| round.table().player(seat).furiten().contains(kind));
    let orphans = waits.iter().all(|kind| kind.is_yaochu())
        && hand.concealed().iter().all(|(kind, n)| n == 0 || kind.is_yaochu());
    if !furiten && (!for_orphans || orphans) && wins(round, seat, Source::Ron { from }, tile) {
        found.push(Action::Ron);
    }
    // a pending riichi is accepted before anybody calls
    let settled = accepts(round, &Event::RiichiAccepted { seat: from });
    let settled = settled.as_ref().unwrap_or(round);
    let side = From::of(from, seat).unwrap();
    for low in Kind::ALL {
        for red in [false, true] {
            for call in [
                Call::Chi { claimed: tile },
                Call::Pon { from: side, claimed: tile },
                Call::Daiminkan { from: side, claimed: tile },
            ] {
                let Ok(meld) = Meld::new(call, low, red) else { continue };
                let Some(after) = accepts(settled, &Event::Call { seat, meld }) else { continue };
                if meld.is_kan() {
                    found.push(Action::Daiminkan);
                    continue;
                }
                let mut own: Vec<Tile> = meld.tiles().collect();
                own.remove(own.iter().position(|&t| t == tile).unwrap());
                own.sort_by_key(|tile| (tile.kind(), !tile.is_red()));
                let own: [Tile; 2] = own.try_into().unwrap();
                for discard in tiles() {
                    let event = Event::Discard { seat, tile: discard, manner: Manner::Tedashi };
                    if accepts(&after, &event).is_some() {
                        found.push(match call {
                            Call::Chi { .. } => Action::Chi { own, discard },
                            _ => Action::Pon { own, discard },
                        });
                    }
                }
            }
        }
    }
    found
}

/// What an analysis of the seat's position values.
fn valued(round: &Round, seat: Seat) -> Vec<Action> {
    let seen = Viewpoint { table: round.table(), seat };
    let of = |position: &Position, offered: bool| {
        let situation = Situation::new(position, seen.raw(offered, Length::Hanchan)).unwrap();
        let mut found = legal::actions(position, &situation.permit(position));
        found.sort_by_key(|action| format!("{action:?}"));
        found
    };
    match round.table().phase() {
        Phase::Act { .. } => {
            of(&Position::Drawn { hand: round.drawn_hand(seat).unwrap(), drawn: round.drawn() }, false)
        }
        Phase::Called { .. } => {
            of(&Position::Drawn { hand: round.drawn_hand(seat).unwrap(), drawn: None }, false)
        }
        _ => {
            let offered: Option<TileOffer> = seen.offered();
            of(&Position::Waiting { hand: round.waiting_hand(seat).unwrap(), offered }, offered.is_some())
        }
    }
}

/// What a review offers the seat, calls without their discards.
fn offered_by_review(round: &Round, seat: Seat) -> Vec<Action> {
    let kan = |meld: &Meld| match meld.call() {
        Call::Kakan { added, .. } => Action::Kakan { tile: added },
        Call::Daiminkan { .. } => Action::Daiminkan,
        _ => Action::Ankan { kind: meld.kind() },
    };
    let mut found: Vec<Action> = match choice(round, seat) {
        None => vec![Action::Pass],
        Some(Choice::AfterCall { discards }) => {
            discards.into_iter().map(|tile| Action::Discard { tile, riichi: false }).collect()
        }
        Some(Choice::Turn(turn)) => {
            let discards = turn.discards.into_iter().map(|tile| Action::Discard { tile, riichi: false });
            let riichi = turn.riichi.into_iter().map(|tile| Action::Discard { tile, riichi: true });
            let mut found: Vec<Action> = discards.chain(riichi).collect();
            found.extend(turn.kans.iter().map(kan));
            found.extend(turn.tsumo.then_some(Action::Tsumo));
            found.extend(turn.nine_terminals.then_some(Action::NineTerminals));
            found
        }
        Some(Choice::Offer(claims)) => {
            let calls = claims.calls.iter().filter(|meld| meld.is_kan()).map(kan);
            calls.chain([Action::Pass]).chain(claims.ron.then_some(Action::Ron)).collect()
        }
    };
    found.sort_by_key(|action| format!("{action:?}"));
    found
}

/// How often each sort of action was there.
#[derive(Default)]
struct Seen {
    decisions: usize,
    actions: BTreeMap<&'static str, usize>,
    /// Decisions at which something special forbids or allows.
    special: BTreeMap<&'static str, usize>,
}

impl Seen {
    /// Compares all three lists at a moment, and gives what the seat can do.
    fn check(&mut self, round: &Round, seat: Seat) -> Vec<Action> {
        let expected = accepted(round, seat);
        let context = || {
            format!("{seat:?} holds {:?} {:?} of {:?}", round.concealed(seat), round.drawn(), round.table())
        };
        assert_eq!(valued(round, seat), expected, "analysis against round: {}", context());
        let without_calls: Vec<Action> = expected
            .iter()
            .copied()
            .filter(|action| !matches!(action, Action::Chi { .. } | Action::Pon { .. }))
            .collect();
        assert_eq!(offered_by_review(round, seat), without_calls, "review against round: {}", context());
        self.decisions += 1;
        let mut sorts: Vec<&str> = expected.iter().map(name).collect();
        sorts.dedup();
        sorts.into_iter().for_each(|sort| *self.actions.entry(sort).or_default() += 1);
        let (table, concealed) = (round.table(), round.concealed(seat));
        let permit = table.permit(seat);
        let four = concealed.iter().any(|(_, n)| n == 4);
        let offer = match table.phase() {
            Phase::Draw { offer: Some(offer), .. } => Some(offer),
            _ => None,
        };
        let three = offer.is_some_and(|offer| concealed[offer.tile.kind()] == 3);
        let mut special = |is: bool, what| *self.special.entry(what).or_default() += usize::from(is);
        special(permit.kans == 4 && (four || three), "a fifth kan");
        special(table.tiles_left() == 0 && (four || three), "a kan after the last tile");
        special(permit.broken_off.is_some() && permit.kans == 4, "the discard after the fourth kan");
        special(table.player(seat).riichi().is_some() && four, "a kan in riichi");
        special(table.scores()[seat] < 0, "below zero");
        special(matches!(table.phase(), Phase::Called { forbidden, .. } if !forbidden.is_empty()), "kuikae");
        expected
    }
}

fn name(action: &Action) -> &'static str {
    match action {
        Action::Discard { riichi: false, .. } => "discard",
        Action::Discard { riichi: true, .. } => "riichi",
        Action::Tsumo => "tsumo",
        Action::Ankan { .. } => "ankan",
        Action::Kakan { .. } => "kakan",
        Action::Pass => "pass",
        Action::Ron => "ron",
        Action::Chi { .. } => "chi",
        Action::Pon { .. } => "pon",
        Action::Daiminkan => "daiminkan",
        Action::NineTerminals => "nine terminals",
        Action::Kita => "kita",
    }
}

/// A round that is made up: dealt so that there are many triplets, and played with a taste for kans and riichi.
struct MadeUp<'a> {
    random: &'a mut Random,
    round: Round,
    wall: Vec<Tile>,
    /// How often a call or kan is made that can be, in per cent.
    eager: usize,
}

impl<'a> MadeUp<'a> {
    fn deal(random: &'a mut Random, rules: &Rules) -> MadeUp<'a> {
        let reds = Reds::from_bits(rules.red_fives.bits()).unwrap();
        let mut wall: Vec<Tile> = (0..136).map(|id| Tile::from_tenhou_id(id, reds).unwrap()).collect();
        for i in (1..wall.len()).rev() {
            wall.swap(i, random.below(i + 1));
        }
        let triplets = random.below(5);
        let mut take = |random: &mut Random, kind: Option<Kind>| {
            let at = kind.and_then(|kind| wall.iter().position(|tile| tile.kind() == kind));
            wall.swap_remove(at.unwrap_or(random.below(wall.len())))
        };
        let hands = BySeat::from_fn(|_| {
            let mut hand = ArrayVec::<Tile, 13>::new();
            for _ in 0..triplets {
                let kind = Kind::ALL[random.below(34)];
                hand.extend([0; 3].map(|_| take(random, Some(kind))));
            }
            while !hand.is_full() {
                hand.push(take(random, None));
            }
            hand.into_inner().unwrap()
        });
        let opening = Opening {
            wind: Wind::ALL[random.below(2)],
            dealer: Seat::ALL[random.below(4)],
            honba: random.below(3) as u32,
            sticks: random.below(3) as u32,
            scores: BySeat([0; 4].map(|_| [25_000, 900, -3_000, 1_000][random.below(4)])),
            indicator: take(random, None),
        };
        let round = Round::deal(RawRound { opening, hands: hands.0.into() }, rules).unwrap();
        let eager = [10, 60, 95][random.below(3)];
        MadeUp { random, round, wall, eager }
    }

    fn apply(&mut self, event: Event) {
        self.round.apply(&event).unwrap_or_else(|illegal| panic!("{event:?}: {illegal}"));
    }

    fn draw(&mut self, seat: Seat) {
        self.turn_indicators();
        let tile = self.wall.pop().unwrap();
        self.apply(Event::Draw { seat, tile });
    }

    fn turn_indicators(&mut self) {
        let indicator = *self.wall.last().unwrap();
        while self.round.apply(&Event::Dora { indicator: *self.wall.last().unwrap_or(&indicator) }).is_ok() {
            self.wall.pop();
        }
    }

    /// Plays on; every decision is compared.
    fn play(mut self, seen: &mut Seen) {
        loop {
            let each: Vec<(Seat, Vec<Action>)> =
                asked(&self.round).into_iter().map(|seat| (seat, seen.check(&self.round, seat))).collect();
            match self.round.table().phase() {
                Phase::Act { seat, .. } | Phase::Called { seat, .. } => self.act(seat, &each[0].1),
                Phase::Kan { seat, .. } => self.draw(seat),
                Phase::Draw { seat, offer: None } => self.draw(seat),
                Phase::Draw { seat, offer: Some(offer) } => {
                    let _ = self.round.apply(&Event::RiichiAccepted { seat: offer.from }); // where one is pending
                    let ends = [DrawReason::FourWinds, DrawReason::FourRiichi, DrawReason::FourKans];
                    let gains = BySeat::default();
                    if ends.into_iter().any(|how| self.round.apply(&Event::Drawn { how, gains }).is_ok())
                        || self.round.table().tiles_left() == 0
                    {
                        return;
                    }
                    if !self.claim(offer.from, &each) {
                        self.draw(seat);
                    }
                }
                _ => return,
            }
        }
    }

    fn claim(&mut self, from: Seat, each: &[(Seat, Vec<Action>)]) -> bool {
        let Phase::Draw { offer: Some(offer), .. } = self.round.table().phase() else { return false };
        let claimed = offer.tile;
        for (seat, actions) in each {
            let calls: Vec<&Action> =
                actions.iter().filter(|action| !matches!(action, Action::Pass | Action::Ron)).collect();
            if calls.is_empty() || !self.random.chance(self.eager) {
                continue;
            }
            let side = From::of(from, *seat).unwrap();
            let kan = calls.iter().find(|action| matches!(action, Action::Daiminkan));
            let call = kan.copied().unwrap_or(calls[self.random.below(calls.len())]);
            let (call, own) = match *call {
                Action::Chi { own, .. } => (Call::Chi { claimed }, own.to_vec()),
                Action::Pon { own, .. } => (Call::Pon { from: side, claimed }, own.to_vec()),
                _ => (Call::Daiminkan { from: side, claimed }, Vec::new()),
            };
            let low = own.iter().map(|tile| tile.kind()).chain([claimed.kind()]).min().unwrap();
            let melds = [false, true].into_iter().filter_map(|red| Meld::new(call, low, red).ok());
            for meld in melds.collect::<Vec<_>>() {
                if self.round.apply(&Event::Call { seat: *seat, meld }).is_ok() {
                    return true;
                }
            }
            panic!("no meld of {call:?}");
        }
        false
    }

    fn act(&mut self, seat: Seat, actions: &[Action]) {
        let kans: Vec<&Action> = actions
            .iter()
            .filter(|action| matches!(action, Action::Ankan { .. } | Action::Kakan { .. }))
            .collect();
        if !kans.is_empty() && self.random.chance(self.eager) {
            let kan = *kans[self.random.below(kans.len())];
            let melds = self.round.table().player(seat).melds().to_vec();
            let reds = self.round.reds(seat);
            let meld = match kan {
                Action::Kakan { tile } => melds.iter().find_map(|pon| match pon.call() {
                    Call::Pon { from, claimed } if pon.kind() == tile.kind() => {
                        let call = Call::Kakan { from, claimed, added: tile };
                        Meld::new(call, tile.kind(), pon.has_red() || tile.is_red()).ok()
                    }
                    _ => None,
                }),
                Action::Ankan { kind } => {
                    Meld::new(Call::Ankan, kind, kind.is_five() && reds.contains(kind.suit())).ok()
                }
                _ => None,
            };
            return self.apply(Event::Call { seat, meld: meld.unwrap() });
        }
        self.turn_indicators();
        let declares: Vec<Tile> = actions.iter().filter_map(Action::declared).collect();
        let (tiles, riichi) = match !declares.is_empty() && self.random.chance(80) {
            true => (declares, true),
            false => (actions.iter().filter_map(Action::discard).collect(), false),
        };
        if riichi {
            self.apply(Event::Riichi { seat });
        }
        let melds = self.round.table().player(seat).melds().len();
        let far = |tile: &Tile| {
            let left = self.round.concealed(seat).minus(tile.kind()).unwrap();
            shape::shanten_of(&left, melds).unwrap().least()
        };
        let best = tiles.iter().map(far).min().unwrap();
        let good: Vec<Tile> = tiles.iter().copied().filter(|tile| far(tile) == best).collect();
        let from = if self.random.chance(80) { good } else { tiles };
        let tile = from[self.random.below(from.len())];
        let in_riichi = self.round.table().player(seat).riichi().is_some();
        let drawn =
            self.round.drawn() == Some(tile) && matches!(self.round.table().phase(), Phase::Act { .. });
        let manner = if in_riichi && drawn { Manner::Tsumogiri } else { Manner::Tedashi };
        self.apply(Event::Discard { seat, tile, manner });
    }
}

/// Rare things happen in these rounds, as the counts at the end say.
#[test]
fn made_up_decisions_have_the_actions_that_the_round_accepts() {
    let mut seen = Seen::default();
    for (i, Preset { name, rules, .. }) in Rules::PRESETS.into_iter().enumerate() {
        let enough = seen.decisions + 2_000;
        let mut rounds = 0;
        while seen.decisions < enough {
            rounds += 1;
            let mut random = Random((i as u64) << 32 | rounds);
            MadeUp::deal(&mut random, &rules).play(&mut seen);
        }
        assert!(rounds > 5, "{name}: {rounds} rounds");
    }
    assert!(seen.decisions >= 10_000);
    let Seen { actions, special, .. } = seen;
    for sort in ["discard", "riichi", "tsumo", "ankan", "kakan", "pass", "ron", "chi", "pon", "daiminkan"] {
        assert!(actions.get(sort).is_some_and(|&n| n > 2), "{sort}: {actions:?}");
    }
    assert!(special.values().all(|&n| n > 1), "{special:?}");
}

/// The made-up games of the tests of readers: abortive draws, chankan, thirteen orphans that rob a concealed kan.
#[test]
fn decisions_of_made_up_games_have_the_actions_that_the_round_accepts() {
    let (mut seen, rounds) = (Seen::default(), u64::from(size(15, 60)));
    // their hands are dealt with red fives
    let presets = Rules::PRESETS.into_iter().filter(|preset| preset.rules.red_fives == RedFives::THREE);
    for (i, Preset { rules, .. }) in presets.enumerate() {
        for log in (0..rounds).flat_map(|seed| records::game(seed + 1_000 * i as u64, 1, &rules)) {
            for decision in decisions(&log, &rules) {
                let decision = decision.unwrap();
                seen.check(&decision.round, decision.seat);
            }
        }
    }
    assert!(
        seen.actions.get("nine terminals").is_some_and(|&n| n as u64 > rounds / 12),
        "{:?}",
        seen.actions
    );
}

#[test]
#[ignore = "needs ../shared"]
fn recorded_decisions_have_the_actions_that_the_round_accepts() {
    let file = File::open(shared("data/train_xml_hanchan.tar.zst")).unwrap();
    let mut archive = tar::Archive::new(zstd::Decoder::new(file).unwrap());
    let mut seen = Seen::default();
    for entry in archive.entries().unwrap() {
        let mut entry = entry.unwrap();
        let mut record = Vec::new();
        entry.read_to_end(&mut record).unwrap();
        let Ok(game) = nanikiru::review::read(&record) else { continue };
        for decision in game.rounds.iter().flat_map(|log| decisions(log, &game.room.rules)) {
            let decision = decision.unwrap();
            let legal = seen.check(&decision.round, decision.seat);
            if let Some(done) = decision.action {
                assert!(legal.contains(&done), "{done:?} of {legal:?}");
            }
        }
        if seen.decisions >= 10_000 {
            return;
        }
    }
    panic!("{} decisions only", seen.decisions);
}
