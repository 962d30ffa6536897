//! A made-up game, and what can be wrong with it; real games are read by tools/tests/it/logs.rs.

use super::pack::meld;
use super::*;
use crate::hand::{Call, From, Group, Meld};
use crate::tile::{Kind, Suit};
use proptest::prelude::*;

const HEAD: &str = r#"<mjloggm ver="2.3"><GO type="169" lobby="0"/><UN n0="A" n1="B" n2="C" n3="D" dan="1,1,1,1" rate="1,1,1,1" sx="M,M,M,M"/><TAIKYOKU oya="0"/>"#;
/// Seat 0 holds the first of each even kind, seat 1 the second, and so on.
const INIT: &str = r#"<INIT seed="5,1,2,0,0,16" ten="240,250,250,240" oya="1" hai0="0,8,24,32,40,48,56,64,72,80,88,96,104" hai1="1,9,25,33,41,49,57,65,73,81,89,97,105" hai2="2,10,26,34,42,50,58,66,74,82,90,98,106" hai3="3,11,27,35,43,51,59,67,75,83,91,99,107"/>"#;
const PLAY: &str = r#"<U52/><E1/><BYE who="3"/><N who="2" m="271"/><UN n3="D"/><F26/>"#;
const END: &str = r#"<RYUUKYOKU type="kaze4" ba="1,2" sc="240,0,250,0,250,0,240,0"/>"#;

fn game(parts: &[&str]) -> String {
    format!("{HEAD}{}", parts.concat())
}

fn read(xml: &str) -> (Vec<RoundLog>, Option<ReadError>, Option<Outcome>) {
    let mut reader = Reader::new(xml.as_bytes());
    let mut rounds = Vec::new();
    let mut error = None;
    for round in reader.by_ref() {
        match round {
            Ok(round) => rounds.push(round),
            Err(e) => error = Some(e),
        }
    }
    let outcome = reader.outcome().cloned();
    (rounds, error, outcome)
}

fn problem(parts: &[&str]) -> Problem {
    let (rounds, error, _) = read(&game(parts));
    assert_eq!(rounds.len(), usize::from(parts.contains(&END)));
    error.unwrap().problem
}

fn kind(suit: Suit, number: usize) -> Kind {
    Kind::of(suit, number).unwrap()
}

#[test]
fn a_round_is_read_as_it_was_played() {
    let (rounds, error, _) = read(&game(&[INIT, PLAY, END, "</mjloggm>"]));
    assert_eq!(error, None);
    let [log] = rounds.try_into().unwrap();
    let opening = &log.raw.opening;
    assert_eq!((opening.wind, opening.dealer), (Wind::South, Seat::ALL[1]));
    assert_eq!((opening.honba, opening.sticks), (1, 2));
    assert_eq!(opening.scores, BySeat([24_000, 25_000, 25_000, 24_000]));
    assert_eq!(opening.indicator, Tile::red_five(Suit::Man).unwrap());
    assert_eq!(log.raw.hands[3][1], Tile::plain(kind(Suit::Man, 3)));
    assert!(log.raw.hands[0].contains(&Tile::red_five(Suit::Sou).unwrap()));

    let [b, c] = [Seat::ALL[1], Seat::ALL[2]];
    let one = Tile::plain(kind(Suit::Man, 1));
    let seven = Tile::plain(kind(Suit::Man, 7));
    assert_eq!(log.events[0], Event::Draw { seat: b, tile: Tile::red_five(Suit::Pin).unwrap() });
    assert_eq!(log.events[1], Event::Discard { seat: b, tile: one, manner: Manner::Tedashi });
    assert!(matches!(log.events[2], Event::Call { seat, .. } if seat == c));
    assert_eq!(log.events[3], Event::Discard { seat: c, tile: seven, manner: Manner::Tedashi });
    assert_eq!(log.events[4], Event::Drawn { how: DrawReason::FourWinds, gains: BySeat::default() });
    assert_eq!(log.absences, [(2, Seat::ALL[3], Absence::Left), (3, Seat::ALL[3], Absence::Back)]);
}

#[test]
fn the_same_tile_back_is_tsumogiri() {
    // 53 and 54 are the same face, but not the same tile
    for (discard, manner) in [(53, Manner::Tsumogiri), (54, Manner::Tedashi)] {
        let play = format!("<U53/><E{discard}/>");
        let (rounds, ..) = read(&game(&[INIT, &play, END, "</mjloggm>"]));
        assert!(matches!(rounds[0].events[1], Event::Discard { manner: m, .. } if m == manner));
    }
}

#[test]
fn a_win_comes_with_its_claim() {
    let agari = r#"<AGARI ba="1,2" hai="0,4,8,56,60" m="271,27687" machi="60" ten="30,3900,0" yaku="18,1,52,2,54,0" doraHai="16,1" doraHaiUra="9" who="1" fromWho="0" sc="240,-42,250,62,250,0,240,0" owari="198,-20.2,312,11.2,250,5.0,240,-6.0"/>"#;
    let (rounds, error, outcome) = read(&game(&[INIT, agari, "</mjloggm>"]));
    assert_eq!(error, None);
    let Event::Win(win) = &rounds[0].events[0] else { panic!() };
    assert_eq!((win.seat, win.source), (Seat::ALL[1], Source::Ron { from: Seat::ALL[0] }));
    assert_eq!(win.gains, BySeat([-4200, 6200, 0, 0]));
    assert_eq!(win.ura.as_slice(), [Tile::plain(kind(Suit::Man, 3))]);
    let claim = &rounds[0].claims[0];
    assert_eq!((claim.fu, claim.points, claim.limit), (Some(30), Some(3900), Some(ClaimedLimit::None)));
    assert_eq!(claim.yaku, Some(ClaimedYaku::Han(vec![(18, 1), (52, 2), (54, 0)])));
    assert_eq!(claim.table, Some((1, 2)));
    let melds = claim.melds.as_ref().unwrap();
    let (concealed, indicators) = (claim.concealed.as_ref().unwrap(), claim.indicators.as_ref().unwrap());
    assert_eq!((concealed.len(), melds.len(), indicators.len()), (5, 2, 2));
    // the record names the latest meld first
    assert_eq!(melds[1], meld(271, true).unwrap());
    let outcome = outcome.unwrap();
    assert_eq!(outcome.points, BySeat([19_800, 31_200, 25_000, 24_000]));
    assert_eq!(outcome.standing.0, [-20.2, 11.2, 5.0, -6.0]);
}

/// The 16 bits of a call, written from the layout: the other way round than the reader.
fn packed(call: u16, ids: &[u16], claimed: u16, from: u16) -> u16 {
    match call {
        4 => {
            let low = ids[0] / 4;
            let run = low / 9 * 7 + low % 9;
            let offsets = ids.iter().zip(0..).map(|(id, i)| (id % 4) << (3 + 2 * i)).sum::<u16>();
            (run * 3 + claimed) << 10 | offsets | 4 | from
        }
        8 | 16 => {
            let kind = ids[0] / 4;
            let fourth = (0..4).find(|i| !ids[..3].contains(&(kind * 4 + i))).unwrap();
            (kind * 3 + claimed) << 9 | fourth << 5 | call | from
        }
        _ => ids[usize::from(claimed)] << 8 | from,
    }
}

#[test]
fn calls_are_unpacked_as_they_were_packed() {
    let plain = |kind: u16| Tile::plain(Kind::ALL[usize::from(kind)]);
    for suit in 0..3 {
        for number in 0..7 {
            let low = suit * 9 + number;
            for copy in 0..4 {
                let ids = [low * 4 + copy, (low + 1) * 4 + (copy + 1) % 4, (low + 2) * 4 + copy];
                for claimed in 0..3 {
                    let got = meld(packed(4, &ids, claimed, 3), true).unwrap();
                    let id = ids[usize::from(claimed)];
                    let red = [16, 52, 88].contains(&id);
                    let tile = if red { Tile::red_five(got.kind().suit()).unwrap() } else { plain(id / 4) };
                    assert_eq!(got.group(), Group::Run(Kind::ALL[usize::from(low)]));
                    assert_eq!(got.call(), Call::Chi { claimed: tile });
                    assert_eq!(got.has_red(), ids.iter().any(|id| [16, 52, 88].contains(id)));
                }
            }
        }
    }
    let sources = [(1, From::Right), (2, From::Across), (3, From::Left)];
    for kind in 0..34_u16 {
        let all = [0, 1, 2, 3].map(|i| kind * 4 + i);
        let reds = all.map(|id| [16, 52, 88].contains(&id));
        let tile = |i: u16| {
            let red = Tile::red_five(plain(kind).kind().suit()).filter(|_| reds[usize::from(i)]);
            red.unwrap_or(plain(kind))
        };
        for (bits, from) in sources {
            for fourth in 0..4_u16 {
                let three: Vec<u16> = all.iter().copied().filter(|id| id % 4 != fourth).collect();
                for place in 0..3 {
                    let claimed = tile(three[usize::from(place)] % 4);
                    let red = (0..4).any(|i| i != fourth && reds[usize::from(i)]);
                    let pon = Meld::new(Call::Pon { from, claimed }, plain(kind).kind(), red).unwrap();
                    assert_eq!(meld(packed(8, &three, place, bits), true), Ok(pon));
                    let call = Call::Kakan { from, claimed, added: tile(fourth) };
                    let kakan = Meld::new(call, plain(kind).kind(), reds[0]).unwrap();
                    assert_eq!(meld(packed(16, &three, place, bits), true), Ok(kakan));
                }
            }
            for claimed in 0..4 {
                let call = Call::Daiminkan { from, claimed: tile(claimed) };
                let kan = Meld::new(call, plain(kind).kind(), reds[0]).unwrap();
                assert_eq!(meld(packed(0, &all, claimed, bits), true), Ok(kan));
            }
        }
        let kan = Meld::new(Call::Ankan, plain(kind).kind(), reds[0]).unwrap();
        assert_eq!(meld(packed(0, &all, 0, 0), true), Ok(kan));
        let no_reds = meld(packed(0, &all, 0, 0), false).unwrap();
        assert!(!no_reds.has_red());
    }
    // a north set aside: only a north
    assert_eq!(called(31_520, true), Ok(PackedCall::Kita));
    assert!(matches!(called(32, true), Err(Problem::Value { .. })));
}

#[test]
fn rooms_differ() {
    let room = |kind: &str| {
        let xml = format!(r#"<mjloggm><GO type="{kind}" lobby="0"/></mjloggm>"#);
        let mut reader = Reader::new(xml.as_bytes());
        assert!(reader.next().is_none());
        reader.room().unwrap()
    };
    let hanchan = room("169");
    assert_eq!((hanchan.length, hanchan.rules.players), (Length::Hanchan, Players::Four));
    assert!(!hanchan.fast);
    assert_eq!(hanchan.rules, Rules::TENHOU);
    assert_eq!(room("225"), Room { length: Length::Tonpuu, fast: true, ..hanchan });
    assert_eq!(room("185").rules.players, Players::Three);
    let plain = room("15");
    assert_eq!(plain.rules, Rules { red_fives: RedFives::NONE, kuitan: false, ..Rules::TENHOU });
}

#[test]
fn damage_is_named_with_its_place() {
    let value = |attribute: &str, value: &str| Problem::Value {
        attribute: attribute.to_string(),
        value: value.to_string(),
    };
    assert_eq!(problem(&["<T12/>"]), Problem::Misplaced("T12".to_string()));
    assert_eq!(problem(&[INIT, "<T136/>"]), value("T", "136"));
    assert_eq!(problem(&[INIT, "<T999/>"]), value("T", "999"));
    assert_eq!(problem(&[INIT, "<X1/>"]), Problem::Element("X1".to_string()));
    assert_eq!(problem(&[INIT, r#"<REACH who="4" step="1"/>"#]), value("who", "4"));
    assert_eq!(problem(&[INIT, r#"<REACH who="1" step="3"/>"#]), value("step", "3"));
    assert_eq!(
        problem(&[INIT, r#"<DORA/>"#]),
        Problem::Missing { element: "DORA".to_string(), attribute: "hai" }
    );
    assert!(matches!(problem(&[INIT, r#"<N who="1" m="52233"/>"#]), Problem::Value { .. }));
    // a run of honours
    assert!(
        matches!(problem(&[INIT, r#"<N who="1" m="64519"/>"#]), Problem::Meld { ref call, .. } if call == "64519")
    );
    assert_eq!(problem(&[INIT, END, "<T12/>"]), Problem::Misplaced("T12".to_string()));
    assert_eq!(problem(&[&INIT.replace("0,8,24", "0,8,24,25")]), value("hai0", INIT_HAND_TOO_LONG));
    assert_eq!(problem(&[&INIT.replace("5,1,2", "16,1,2")]), value("seed", "16"));
    assert_eq!(
        problem(&[&INIT.replace(" oya=\"1\"", "")]),
        Problem::Missing { element: "INIT".to_string(), attribute: "oya" }
    );
    assert!(matches!(problem(&[INIT, "<T12"]), Problem::Xml(_)));
    let (_, error, _) = read(&game(&[INIT, "<T136/>"]));
    assert_eq!(error.unwrap().byte, HEAD.len() + INIT.len());
}

const INIT_HAND_TOO_LONG: &str = "0,8,24,25,32,40,48,56,64,72,80,88,96,104";

#[test]
fn a_cut_record_gives_its_whole_rounds_first() {
    let whole = game(&[INIT, PLAY, END, INIT, PLAY, END]);
    for cut in HEAD.len()..whole.len() {
        let (rounds, error, _) = read(&whole[..cut]);
        assert!(error.is_some(), "{cut}");
        let one = HEAD.len() + INIT.len() + PLAY.len() + END.len();
        assert_eq!(rounds.len(), usize::from(cut >= one), "{cut}");
    }
    let (rounds, error, _) = read(&whole);
    assert_eq!((rounds.len(), error.unwrap().problem), (2, Problem::Unfinished));
}

proptest! {
    /// Any bytes, and any damage to a good record: rounds and at most one error, no panic.
    #[test]
    fn damage_never_panics(
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3), 1..12),
    ) {
        let agari = r#"<AGARI ba="1,2" hai="0,4" m="271,27687" machi="60" ten="30,3900,0" yaku="18,1" doraHai="16" who="1" fromWho="0" sc="240,-42,250,62,250,0,240,0" owari="198,-20.2,312,11.2,250,5.0,240,-6.0"/>"#;
        let mut bytes = game(&[INIT, PLAY, agari, "</mjloggm>"]).into_bytes();
        for (place, byte, how) in damage {
            let i = place.index(bytes.len());
            match how {
                0 => bytes[i] = byte,
                1 => bytes.insert(i, byte),
                _ => drop(bytes.remove(i)),
            }
        }
        let items: Vec<_> = Reader::new(&bytes).collect();
        prop_assert!(items.iter().rev().skip(1).all(Result::is_ok));
    }

    #[test]
    fn any_call_is_a_meld_or_an_error(code: u16, reds: bool) {
        if let Ok(meld) = meld(code, reds) {
            prop_assert!(!meld.has_red() || reds);
        }
    }
}
