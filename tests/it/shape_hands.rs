//! Shanten, ukeire and waits of whole hands, melds included, against their definitions.

use nanikiru::hand::{Call, DrawnHand, From, Meld, Melds, Unseen, WaitingHand};
use nanikiru::shape::{Hand, KeyedHand, Shanten, SizeError, Ukeire, Wait};
use nanikiru::shape::{discards, shanten, shanten_by_form, shanten_of, ukeire, wait_forms, waits};
use nanikiru::tile::{Counts, Kind, KindSet, Reds, Suit, Tile};
use proptest::prelude::*;

/// Groups and pairs as kinds: 34 triplets, then 21 runs.
fn group(i: usize) -> [usize; 3] {
    if i < 34 {
        return [i; 3];
    }
    let low = (i - 34) / 7 * 9 + (i - 34) % 7;
    [low, low + 1, low + 2]
}

/// tomohxx, eq. 5, for the concealed part: the nearest groups and pair that with the melds use no kind
/// five times; what is too far already is not looked into.
struct Nearest {
    hand: Vec<i32>,
    limit: Vec<i32>,
    best: i32,
}

impl Nearest {
    fn standard(hand: &impl Hand) -> i32 {
        let mut limit = vec![4; 34];
        for (kind, n) in hand.melds().iter().flat_map(|m| m.kinds()) {
            limit[kind.index()] -= n as i32;
        }
        let have = hand.concealed().as_array().map(i32::from).to_vec();
        let mut nearest = Nearest { hand: have, limit, best: 15 };
        nearest.groups(&mut vec![0; 34], 0, 4 - hand.melds().len());
        nearest.best - 1
    }

    fn lacks(&self, w: &[i32]) -> i32 {
        w.iter().zip(&self.hand).map(|(w, h)| (w - h).max(0)).sum()
    }

    fn groups(&mut self, w: &mut Vec<i32>, from: usize, left: usize) {
        if self.lacks(w) >= self.best {
            return;
        }
        for i in if left == 0 { 0..34 } else { from..55 } {
            let tiles: &[usize] = if left == 0 { &[i, i] } else { &group(i) };
            tiles.iter().for_each(|&k| w[k] += 1);
            if tiles.iter().all(|&k| w[k] <= self.limit[k]) {
                match left {
                    0 => self.best = self.lacks(w).min(self.best),
                    _ => self.groups(w, i, left - 1),
                }
            }
            tiles.iter().for_each(|&k| w[k] -= 1);
        }
    }
}

/// Eq. 1 and 2, by definition.
fn nearest(hand: &impl Hand) -> i32 {
    let standard = Nearest::standard(hand);
    if !hand.melds().is_empty() {
        return standard;
    }
    let have = hand.concealed().as_array().map(i32::from);
    let mut lacks = have.map(|n| 2 - n.min(2));
    lacks.sort();
    let orphans = || Kind::ALL.into_iter().filter(|k| k.is_yaochu()).map(|k| have[k.index()]);
    let orphans = 13 - orphans().filter(|&n| n > 0).count() as i32 - i32::from(orphans().any(|n| n > 1));
    standard.min(lacks[..7].iter().sum::<i32>() - 1).min(orphans)
}

fn meld(i: usize, kan: bool) -> Meld {
    let kind = Kind::ALL[group(i)[0]];
    let claimed = Tile::plain(kind);
    let call = match (i < 34, kan) {
        (true, true) => Call::Ankan,
        (true, false) => Call::Pon { from: From::Left, claimed },
        (false, _) => Call::Chi { claimed },
    };
    Meld::new(call, kind, false).unwrap()
}

/// Melds and concealed tiles drawn from few kinds, so that limits bind often.
fn deal(tiles: usize) -> impl Strategy<Value = (Counts, Melds)> {
    let kinds = prop_oneof![Just(0..34usize), Just(18..34), Just(18..27), Just(21..27), Just(0..12)];
    let melds = prop::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 0..=4);
    (kinds, melds, prop::collection::vec(any::<prop::sample::Index>(), 14)).prop_map(
        move |(kinds, calls, draws)| {
            let mut left = [0; 34];
            kinds.clone().for_each(|k| left[k] = 4);
            let mut melds = Melds::new();
            let inside = |g: &usize| group(*g).iter().all(|k| kinds.contains(k));
            let groups: Vec<usize> = (0..55).filter(inside).collect();
            for (at, kan) in calls {
                let meld = meld(groups[at.index(groups.len())], kan);
                if meld.kinds().all(|(k, n)| left[k.index()] >= n) {
                    meld.kinds().for_each(|(k, n)| left[k.index()] -= n);
                    melds.push(meld);
                }
            }
            let mut wall: Vec<usize> = (0..34).flat_map(|k| vec![k; left[k]]).collect();
            wall.extend((0..34).filter(|k| !kinds.contains(k))); // six kinds with kans leave too few tiles
            let mut concealed = Counts::EMPTY;
            for at in &draws[..tiles - 3 * melds.len()] {
                concealed.add(Kind::ALL[wall.swap_remove(at.index(wall.len()))]).unwrap();
            }
            (concealed, melds)
        },
    )
}

fn waiting() -> impl Strategy<Value = WaitingHand> {
    deal(13).prop_map(|(concealed, melds)| WaitingHand::new(concealed, Reds::NONE, melds).unwrap())
}

fn drawn() -> impl Strategy<Value = DrawnHand> {
    deal(14).prop_map(|(concealed, melds)| DrawnHand::new(concealed, Reds::NONE, melds).unwrap())
}

/// Tile by tile.
fn useful(hand: &WaitingHand) -> KindSet {
    let lower = |k: &Kind| hand.draw(Tile::plain(*k)).is_ok_and(|drawn| nearest(&drawn) < nearest(hand));
    Kind::ALL.into_iter().filter(lower).collect()
}

fn unseen(hand: &impl Hand, visible: &[u8]) -> Unseen {
    let mut seen = *hand.concealed().as_array();
    hand.melds().iter().flat_map(|m| m.kinds()).for_each(|(k, n)| seen[k.index()] += n as u8);
    (0..34).for_each(|i| seen[i] = (seen[i] + visible[i]).min(4));
    Unseen::new(&Counts::new(seen).unwrap(), Reds::NONE).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn shanten_is_the_least_distance(waiting in waiting(), drawn in drawn()) {
        prop_assert_eq!(shanten(&waiting).get(), nearest(&waiting));
        prop_assert_eq!(shanten(&drawn).get(), nearest(&drawn));
        prop_assert_eq!(shanten_by_form(&drawn).standard.get(), Nearest::standard(&drawn));
        prop_assert_eq!(shanten_by_form(&drawn).least(), shanten(&drawn));
    }

    #[test]
    fn ukeire_is_what_lowers_the_shanten(hand in waiting(), visible in prop::collection::vec(0..3u8, 34)) {
        let unseen = unseen(&hand, &visible);
        let useful = useful(&hand);
        let (live, dead): (Vec<Kind>, Vec<Kind>) = useful.iter().partition(|&k| unseen.counts()[k] > 0);
        let tiles = live.iter().map(|&k| u32::from(unseen.counts()[k])).sum();
        let expected = Ukeire { kinds: live.into_iter().collect(), tiles, dead: dead.into_iter().collect() };
        prop_assert_eq!(ukeire(&hand, &unseen), expected);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn every_hand_has_useful_tiles_and_each_draw_counts_for_one(hand in waiting()) {
        let now = shanten(&hand);
        let open = unseen(&hand, &[0; 34]);
        let ukeire = ukeire(&hand, &open);
        prop_assert!(ukeire.tiles > 0 && ukeire.dead.is_empty());
        for kind in ukeire.kinds.iter() {
            let drawn = hand.draw(Tile::plain(kind)).unwrap();
            prop_assert_eq!(shanten(&drawn).get(), now.get() - 1);
        }
        let expected = if now.is_tenpai() { ukeire.kinds } else { KindSet::EMPTY };
        prop_assert_eq!(waits(&hand), expected);
        let forms = wait_forms(&hand);
        prop_assert_eq!(forms.iter().map(|w| w.kind).collect::<KindSet>(), expected);
        prop_assert!(forms.iter().all(|w| w.iter().count() > 0));
    }

    #[test]
    fn discards_agree_with_the_hands_they_leave(hand in drawn()) {
        let unseen = unseen(&hand, &[0; 34]);
        let all = discards(&hand, &unseen);
        prop_assert!(all.iter().map(|d| d.tile).eq(hand.discards()));
        for d in &all {
            let after = hand.discard(d.tile).unwrap();
            prop_assert_eq!((d.shanten, d.ukeire), (shanten(&after), ukeire(&after, &unseen)));
        }
        // a discard never helps, and one of them keeps what there is (a complete hand becomes tenpai)
        let kept = all.iter().map(|d| d.shanten).min().unwrap();
        prop_assert_eq!(kept, shanten(&hand).max(Shanten::TENPAI));
    }
}

proptest! {
    #[test]
    fn a_keyed_hand_keeps_up(
        (start, melds) in deal(13),
        steps in prop::collection::vec((any::<bool>(), 0..34usize), 1..60),
    ) {
        let mut counts = start;
        let melds = melds.len();
        let mut keyed = KeyedHand::new(&start, melds).unwrap();
        for (draw, kind) in steps {
            let kind = Kind::ALL[kind];
            let (next, after) = match draw {
                true => (keyed.plus(kind), counts.plus(kind).ok()),
                false => (keyed.minus(kind), counts.minus(kind).ok()),
            };
            let fresh = after.and_then(|after| KeyedHand::new(&after, melds).ok());
            prop_assert_eq!(next, fresh);
            let (Some(next), Some(after)) = (next, after) else { continue };
            (keyed, counts) = (next, after);
            prop_assert_eq!(keyed.shanten(), shanten_of(&counts, melds).unwrap().least());
            let lower = |k: &Kind| keyed.plus(*k).is_some_and(|more| more.shanten() < keyed.shanten());
            prop_assert_eq!(keyed.helpful(), Kind::ALL.into_iter().filter(lower).collect::<KindSet>());
        }
    }
}

#[test]
fn sizes_that_are_no_hand() {
    let fifteen = Counts::new(std::array::from_fn(|i| u8::from(i < 15))).unwrap();
    assert_eq!(shanten_of(&Counts::EMPTY, 4), Err(SizeError::NoTiles));
    assert_eq!(shanten_of(&fifteen, 0), Err(SizeError::TooMany { concealed: 15, melds: 0 }));
    assert_eq!(shanten_of(&Counts::FULL, 0), Err(SizeError::TooMany { concealed: 136, melds: 0 }));
    let three = counts("123m");
    assert_eq!(shanten_of(&three, 4), Err(SizeError::TooMany { concealed: 3, melds: 4 }));
    assert_eq!(shanten_of(&three, usize::MAX), Err(SizeError::TooMany { concealed: 3, melds: usize::MAX }));
    assert_eq!(shanten_of(&three, 3).unwrap().standard.get(), 1);
}

fn counts(notation: &str) -> Counts {
    let mut counts = Counts::EMPTY;
    let mut numbers = vec![];
    for c in notation.chars() {
        match Suit::ALL.into_iter().find(|s| s.letter() == c) {
            None => numbers.push(c.to_digit(10).unwrap() as usize),
            Some(suit) => numbers.drain(..).for_each(|n| counts.add(Kind::of(suit, n).unwrap()).unwrap()),
        }
    }
    counts
}

fn hand(concealed: &str, melds: &[Meld]) -> WaitingHand {
    WaitingHand::new(counts(concealed), Reds::NONE, melds.iter().copied().collect()).unwrap()
}

fn kinds(notation: &str) -> KindSet {
    counts(notation).iter().map(|(kind, _)| kind).collect()
}

fn pon(kind: &str) -> Meld {
    meld(kinds(kind).iter().next().unwrap().index(), false)
}

fn kan(kind: &str) -> Meld {
    meld(kinds(kind).iter().next().unwrap().index(), true)
}

#[test]
fn a_fifth_copy_is_no_wait() {
    // in the concealed part alone
    for (tiles, expected) in [("1111m222333p444s", 1), ("1111z222m333p444s", 1), ("2333344445555m", 0)] {
        assert_eq!(shanten(&hand(tiles, &[])).get(), expected, "{tiles}");
    }
    // the pair or the run needs what the player's own melds hold
    let tanki = hand("1m", &[pon("1m"), pon("2p"), pon("3p"), pon("4p")]);
    assert_eq!((shanten(&tanki).get(), waits(&tanki)), (1, KindSet::EMPTY));
    let kanchan = hand("3m5m99s", &[kan("4m"), pon("2p"), pon("3p")]);
    assert_eq!((shanten(&kanchan).get(), waits(&kanchan)), (1, KindSet::EMPTY));
    // one side of a ryanmen is left
    let half = hand("23m99s", &[kan("1m"), pon("2p"), pon("3p")]);
    assert_eq!((shanten(&half).get(), waits(&half)), (0, kinds("4m")));
    // shanpon with a meld's last copy in hand is another matter: 1m is held, not waited for
    let shared = hand("123m9s", &[pon("1m"), pon("2p"), pon("3p")]);
    assert_eq!((shanten(&shared).get(), waits(&shared)), (0, kinds("9s")));
    // all four copies elsewhere: still tenpai, but dead
    let dead = hand("12m99s", &[pon("4p"), pon("2p"), pon("3p")]);
    let mut seen = dead.owned();
    (0..4).for_each(|_| seen.add(Kind::ALL[2]).unwrap());
    let ukeire = ukeire(&dead, &Unseen::new(&seen, Reds::NONE).unwrap());
    assert_eq!(ukeire, Ukeire { kinds: KindSet::EMPTY, tiles: 0, dead: kinds("3m") });
    assert!(shanten(&dead).is_tenpai());
}

#[test]
fn wait_forms_by_name() {
    use Wait::*;
    type Expected<'a> = &'a [(&'a str, &'a [Wait])];
    let cases: &[(&str, Expected)] = &[
        ("23m456p789s11222z", &[("1m", &[Ryanmen]), ("4m", &[Ryanmen])]),
        ("13m456p789s11222z", &[("2m", &[Kanchan])]),
        ("12m456p789s11222z", &[("3m", &[Penchan])]),
        ("89m456p789s11222z", &[("7m", &[Penchan])]),
        ("11m456p789s11222z", &[("1m", &[Shanpon]), ("1z", &[Shanpon])]),
        ("1m456p789s111222z", &[("1m", &[Tanki])]),
        ("2345m456p111222z", &[("2m", &[Tanki]), ("5m", &[Tanki])]),
        ("2333m456p111222z", &[("1m", &[Ryanmen]), ("2m", &[Tanki]), ("4m", &[Ryanmen])]),
        ("1122m3344p5566s7z", &[("7z", &[SevenPairs])]),
        ("112233m445566p7z", &[("7z", &[Tanki, SevenPairs])]),
        ("19m19p19s1234567z", &[("19m19p19s1234567z", &[ThirteenSided])]),
        ("19m19p19s1123456z", &[("7z", &[ThirteenOrphans])]),
    ];
    for (tiles, expected) in cases {
        let mut forms: Vec<(Kind, Vec<Wait>)> = vec![];
        for (kinds_of, waits) in *expected {
            forms.extend(kinds(kinds_of).iter().map(|kind| (kind, waits.to_vec())));
        }
        forms.sort();
        let found: Vec<_> =
            wait_forms(&hand(tiles, &[])).iter().map(|w| (w.kind, w.iter().collect::<Vec<_>>())).collect();
        assert_eq!(found, forms, "{tiles}");
    }
    let nine_gates = wait_forms(&hand("1112345678999m", &[]));
    assert_eq!(nine_gates.len(), 9);
}
