//! Hands with their yaku, fu and points as the textbook has them; each yaku at least once.

use nanikiru::hand::{Call, From, Meld, MeldError, Melds, WaitingHand};
use nanikiru::rules::Rules;
use nanikiru::score::{
    Claim, Contradiction, Draw, Indicators, Limit, Payout, Pot, Ready, Riichi, ScoreError, Share, Source,
    Table, Value, Win, Yaku, YakuSet, draw_payments, income, nagashi_payments, payments, score,
};
use nanikiru::tile::{BySeat, Counts, Kind, Players, Reds, Seat, Suit, Tile, Wind};

/// Tiles in mpsz, 0 for a red five.
fn tiles(text: &str) -> Vec<Tile> {
    let (mut tiles, mut digits) = (vec![], vec![]);
    for c in text.chars() {
        match c.to_digit(10) {
            Some(digit) => digits.push(digit as usize),
            None => {
                let suit = Suit::ALL.into_iter().find(|s| s.letter() == c).unwrap();
                tiles.extend(digits.drain(..).map(|n| match n {
                    0 => Tile::red_five(suit).unwrap(),
                    n => Tile::plain(Kind::of(suit, n).unwrap()),
                }));
            }
        }
    }
    tiles
}

/// `chi 234m`, `pon 555p`, `ankan 1111z`, `open 2222s` (daiminkan), `added 3333s` (kakan), from the left.
fn meld(text: &str) -> Result<Meld, MeldError> {
    let (call, group) = text.split_once(' ').unwrap();
    let group = tiles(group);
    let claimed = Tile::plain(group[0].kind());
    let from = From::Left;
    let call = match call {
        "chi" => Call::Chi { claimed },
        "pon" => Call::Pon { from, claimed },
        "ankan" => Call::Ankan,
        "open" => Call::Daiminkan { from, claimed },
        "added" => Call::Kakan { from, claimed, added: claimed },
        _ => panic!("{call}"),
    };
    Meld::new(call, claimed.kind(), group.iter().any(|t| t.is_red()))
}

fn hand(concealed: &str, melds: &[&str]) -> WaitingHand {
    let mut counts = Counts::EMPTY;
    let mut reds = Reds::NONE;
    for tile in tiles(concealed) {
        counts.add(tile.kind()).unwrap();
        reds = if tile.is_red() { reds.with(tile.kind().suit()) } else { reds };
    }
    let melds: Melds = melds.iter().map(|m| meld(m).unwrap()).collect();
    WaitingHand::new(counts, reds, melds).unwrap()
}

fn indicators(text: &str) -> Indicators {
    Indicators::new(&tiles(text).iter().map(|t| t.kind()).collect::<Vec<_>>()).unwrap()
}

/// East round, the given seat, no indicator.
fn table(seat: Wind) -> Table {
    Table { round: Wind::East, seat, dora: Indicators::NONE }
}

const HAITEI: Win = Win::Tsumo { ready: Ready::Dama, draw: Draw::Haitei };
const HOUTEI: Win = Win::Ron { ready: Ready::Dama, claim: Claim::Houtei };
const CHANKAN: Win = Win::Ron { ready: Ready::Dama, claim: Claim::Chankan };
const RINSHAN: Win = Win::Rinshan { riichi: None };
const IPPATSU: Win =
    Win::Ron { ready: Ready::Riichi { riichi: Riichi::PLAIN, ippatsu: true }, claim: Claim::Discard };
const DOUBLE: Win = Win::Ron {
    ready: Ready::Riichi { riichi: Riichi { double: true, ura: Indicators::NONE }, ippatsu: false },
    claim: Claim::Discard,
};

/// Concealed tiles, melds, the winning tile, how, the seat: the yaku and the value.
type Example = (&'static str, &'static [&'static str], &'static str, Win, Wind, &'static [Yaku], Value);

#[test]
fn textbook_hands_under_tenhou_rules() {
    use Value::{Han, Yakuman};
    use Yaku::*;
    let han = |han, fu| Han { han, fu };
    let (e, s, w, n) = (Wind::East, Wind::South, Wind::West, Wind::North);
    #[rustfmt::skip]
    let examples: &[Example] = &[
        // runs and waits
        ("23456m456p789s22s", &[], "1m", Win::RIICHI_RON, s, &[Riichi, Pinfu], han(2, 30)),
        ("23456m456p789s22s", &[], "1m", Win::TSUMO, s, &[MenzenTsumo, Pinfu], han(2, 20)),
        ("23456m456p678s22s", &[], "7m", Win::RON, s, &[Pinfu, Tanyao], han(2, 30)),
        ("2345m456p678s", &["chi 678s"], "2m", Win::RON, s, &[Tanyao], han(1, 30)),
        ("2234m456p678s", &["chi 678s"], "5m", Win::RON, s, &[Tanyao], han(1, 30)),
        ("12m456p789s33s567m", &[], "3m", IPPATSU, s, &[Riichi, Ippatsu], han(2, 40)),
        ("46m456p789s33s234m", &[], "5m", DOUBLE, s, &[DoubleRiichi], han(2, 40)),
        ("34m345p678s22s567m", &[], "5m", HAITEI, s, &[MenzenTsumo, Haitei, Pinfu, Tanyao], han(4, 20)),
        ("34m345p678s22s567m", &[], "5m", HOUTEI, s, &[Houtei, Pinfu, Tanyao], han(3, 30)),
        ("34m123p678s22s678m", &[], "5m", CHANKAN, s, &[Chankan, Pinfu], han(2, 30)),
        ("34m345p22s", &["ankan 8888s", "chi 123p"], "5m", RINSHAN, s, &[Rinshan], han(1, 40)),
        // the pair: east is the round's and the dealer's wind, a valued pair makes no pinfu
        ("23456m456p789s11z", &[], "1m", Win::RIICHI_RON, e, &[Riichi], han(1, 40)),
        ("23456m456p789s44z", &[], "1m", Win::RIICHI_RON, s, &[Riichi, Pinfu], han(2, 30)),
        ("23456m456p789s55z", &[], "1m", Win::RIICHI_RON, s, &[Riichi], han(1, 40)),
        // equal runs
        ("223344m678p1199s", &[], "1s", Win::RIICHI_RON, s, &[Riichi, Iipeikou], han(2, 40)),
        ("223344m79p123s44z", &[], "8p", Win::RON, s, &[Iipeikou], han(1, 40)),
        ("223344m78p12399s", &[], "9p", Win::RON, s, &[Pinfu, Iipeikou], han(2, 30)),
        ("22334m778899p44s", &[], "4m", Win::RON, s, &[Pinfu, Ryanpeikou], han(4, 30)),
        // honours
        ("111z234567m34s99s", &[], "5s", Win::RON, e, &[SeatEast, RoundEast], han(2, 40)),
        ("222z234567m34s99s", &[], "5s", Win::RON, s, &[SeatSouth], han(1, 40)),
        ("333z234567m34s99s", &[], "5s", Win::RON, w, &[SeatWest], han(1, 40)),
        ("444z234567m34s99s", &[], "5s", Win::RON, n, &[SeatNorth], han(1, 40)),
        ("567m34s99s", &["pon 555z", "chi 234p"], "5s", Win::RON, n, &[Haku], han(1, 30)),
        ("567m34s99s", &["pon 666z", "chi 234p"], "5s", Win::TSUMO, n, &[Hatsu], han(1, 30)),
        ("567m34s99s", &["pon 777z", "chi 234p"], "5s", Win::RON, n, &[Chun], han(1, 30)),
        ("34s77z", &["pon 555z", "pon 666z", "chi 234p"], "5s", Win::RON, n, &[Haku, Hatsu, Shousangen], han(4, 30)),
        ("99s34s", &["pon 555z", "pon 666z", "pon 777z"], "5s", Win::RON, n, &[Daisangen], Yakuman(1)),
        // patterns over suits
        ("234m234p34s567s99m", &[], "2s", Win::RON, s, &[Pinfu, SanshokuDoujun], han(3, 30)),
        ("34s567s99m", &["chi 234m", "chi 234p"], "2s", Win::RON, s, &[SanshokuDoujun], han(1, 30)),
        ("222m222p22s99m", &["chi 567s"], "2s", Win::RON, s, &[SanshokuDoukou], han(2, 30)),
        ("123456m89m234s99p", &[], "7m", Win::RON, s, &[Ittsu], han(2, 40)),
        ("12378m99p", &["chi 234s", "chi 456m"], "9m", Win::RON, s, &[Ittsu], han(1, 30)),
        ("123789m12s11z999p", &[], "3s", Win::RON, s, &[Chanta], han(2, 50)),
        ("123m12s11z", &["pon 999p", "chi 789m"], "3s", Win::RON, s, &[Chanta], han(1, 30)),
        ("123789m12s11p999p", &[], "3s", Win::RON, s, &[Junchan], han(3, 40)),
        ("123m12s99s", &["pon 999p", "chi 789m"], "3s", Win::RON, s, &[Junchan], han(2, 30)),
        // triplets
        ("222m555p88s77s", &["pon 333s"], "7s", Win::RON, s, &[Tanyao, Toitoi], han(3, 40)),
        ("222m555p88s777s33s", &[], "8s", Win::RON, s, &[Tanyao, Toitoi, Sanankou], han(5, 50)),
        ("222m555p88s777s33s", &[], "8s", Win::TSUMO, s, &[Suuankou], Yakuman(1)),
        ("222m555p888s777s3s", &[], "3s", Win::RON, s, &[SuuankouTanki], Yakuman(1)),
        ("222m555p888s34s99m", &[], "2s", Win::RON, s, &[Sanankou], han(2, 50)),
        ("34s99m", &["ankan 2222m", "open 5555p", "added 8888s"], "2s", Win::RON, s, &[Sankantsu], han(2, 60)),
        ("9m", &["ankan 2222m", "open 5555p", "added 8888s", "ankan 1111z"], "9m", Win::RON, s, &[Suukantsu], Yakuman(1)),
        ("11m99p111s", &["pon 999s", "pon 444z"], "9p", Win::RON, s, &[Toitoi, Honroutou], han(4, 40)),
        ("1199m1199p11s44z3z", &[], "3z", Win::RON, s, &[Chiitoitsu, Honroutou], han(4, 25)),
        // suits
        ("1133557799m44z6m", &[], "6m", Win::RON, s, &[Chiitoitsu, Honitsu], han(5, 25)),
        ("123345m78m44z", &["pon 999m"], "6m", Win::RON, s, &[Honitsu], han(2, 30)),
        ("1233457m", &["pon 999m", "chi 123m"], "7m", Win::RON, s, &[Chinitsu], han(5, 30)),
        ("113355779922m4m", &[], "4m", Win::RON, s, &[Chiitoitsu, Chinitsu], han(8, 25)),
        ("1112345678999m", &[], "5m", Win::RON, s, &[JunseiChuuren], Yakuman(1)),
        ("1112345678899m", &[], "9m", Win::RON, s, &[Chuuren], Yakuman(1)),
        ("223344s666s88s66z", &[], "6z", Win::RON, s, &[Ryuuiisou], Yakuman(1)),
        // limits of the table
        ("111z222z333z55z44z", &[], "4z", Win::RON, s, &[Tsuuiisou, Daisuushii], Yakuman(2)),
        ("11z22z33z44z55z66z7z", &[], "7z", Win::RON, s, &[Tsuuiisou], Yakuman(1)),
        ("111m999m111p99p11s", &[], "9p", Win::RON, s, &[Chinroutou], Yakuman(1)),
        ("19m19p19s1234567z", &[], "9m", Win::RON, s, &[Kokushi13], Yakuman(1)),
        ("199m19p19s123456z", &[], "7z", Win::RON, s, &[Kokushi], Yakuman(1)),
        ("34s44z", &["pon 111z", "pon 222z", "pon 333z"], "5s", Win::RON, s, &[Shousuushii], Yakuman(1)),
        ("5s", &["pon 111z", "pon 222z", "pon 333z", "pon 444z"], "5s", Win::RON, s, &[Daisuushii], Yakuman(1)),
        ("2z", &["pon 111z", "pon 555z", "pon 333z", "pon 444z"], "2z", Win::RON, s, &[Tsuuiisou, Shousuushii], Yakuman(2)),
        ("23456m456p789s22s", &[], "1m", Win::FirstDraw, e, &[Tenhou], Yakuman(1)),
        ("23456m456p789s22s", &[], "1m", Win::FirstDraw, n, &[Chiihou], Yakuman(1)),
        ("23456m456p789s22s", &[], "1m", Win::FirstDiscard, n, &[Pinfu], han(1, 30)),
    ];
    let mut seen = YakuSet::EMPTY;
    for (concealed, melds, tile, win, seat, yaku, value) in examples {
        let hand = hand(concealed, melds);
        let found = score(&hand, tiles(tile)[0], win, &table(*seat), &Rules::TENHOU)
            .unwrap_or_else(|e| panic!("{concealed} {melds:?} {tile}: {e}"));
        let names: Vec<Yaku> = found.yaku.iter().collect();
        assert_eq!((&names[..], found.value), (*yaku, *value), "{concealed} {melds:?} {tile}");
        names.into_iter().for_each(|y| seen = seen.with(y));
    }
    for (round, yaku) in [(s, RoundSouth), (w, RoundWest), (n, RoundNorth)] {
        let (wind, seat) = (Kind::wind(round), Wind::East);
        let hand = hand(&format!("567m34s99s{wind}{wind}{wind}"), &["chi 234p"]);
        let table = Table { round, seat, dora: Indicators::NONE };
        let found = score(&hand, tiles("2s")[0], &Win::RON, &table, &Rules::TENHOU).unwrap();
        assert_eq!(found.yaku, [yaku].into_iter().collect());
        seen = seen.with(yaku);
    }
    let renhou =
        score(&hand("23456m456p789s22s", &[]), tiles("1m")[0], &Win::FirstDiscard, &table(n), &Rules::WRC);
    assert_eq!(renhou.as_ref().map(|s| s.value), Ok(han(5, 30)));
    seen = seen.union(renhou.unwrap().yaku);
    let missing: Vec<Yaku> = Yaku::ALL.into_iter().filter(|y| !seen.contains(*y)).collect();
    assert_eq!(missing, []);
}

fn value(concealed: &str, melds: &[&str], tile: &str, win: Win, rules: &Rules) -> Result<Value, ScoreError> {
    score(&hand(concealed, melds), tiles(tile)[0], &win, &table(Wind::South), rules).map(|s| s.value)
}

#[test]
fn rules_that_change_a_value() {
    let (tenhou, soul, m_league) = (&Rules::TENHOU, &Rules::MAHJONG_SOUL, &Rules::M_LEAGUE);
    // patterns that count twice, and combinations
    let tanki = |rules| value("222m555p888s777s3s", &[], "3s", Win::RON, rules);
    assert_eq!((tanki(tenhou), tanki(soul)), (Ok(Value::Yakuman(1)), Ok(Value::Yakuman(2))));
    let winds = |rules| value("111z222z333z444z5z", &[], "5z", Win::TSUMO, rules);
    assert_eq!((winds(tenhou), winds(soul)), (Ok(Value::Yakuman(3)), Ok(Value::Yakuman(5))));
    assert_eq!(winds(&Rules::EMA), Ok(Value::Yakuman(1)));
    // open tanyao
    let kuitan = Rules { kuitan: false, ..Rules::TENHOU };
    let open = |rules| value("234m456p67s22s", &["chi 678s"], "8s", Win::RON, rules);
    assert_eq!((open(tenhou), open(&kuitan)), (Ok(Value::Han { han: 1, fu: 30 }), Err(ScoreError::NoYaku)));
    // a pair that is round and seat wind
    let east = |rules| {
        let hand = hand("666z345s456p78s11z", &[]);
        score(&hand, tiles("9s")[0], &Win::RIICHI_RON, &table(Wind::East), rules).unwrap().value
    };
    // 20, 10 for the closed ron, 8 for the triplet: 38, and the pair's 4 or 2
    let values = (Value::Han { han: 2, fu: 50 }, Value::Han { han: 2, fu: 40 });
    assert_eq!((east(tenhou), east(m_league)), values);
    // the fu of a tsumo on a replacement tile: 8 for the kan, 2 for the pair, and 20
    let no_fu = Rules { rinshan_fu: false, ..Rules::TENHOU };
    let rinshan =
        |rules| value("34m345p55z", &["open 8888s", "chi 123p"], "5m", Win::Rinshan { riichi: None }, rules);
    assert_eq!(rinshan(tenhou), Ok(Value::Han { han: 1, fu: 40 }));
    assert_eq!(rinshan(&no_fu), Ok(Value::Han { han: 1, fu: 30 }));
    // renhou is a mangan, or what the hand is worth without it
    let renhou = |tiles, tile| value(tiles, &[], tile, Win::FirstDiscard, &Rules::WRC);
    assert_eq!(renhou("12345678m789s22p", "9m"), Ok(Value::Han { han: 5, fu: 30 }));
    assert_eq!(renhou("1122334455667m", "7m"), Ok(Value::Han { han: 10, fu: 30 }));
}

#[test]
fn limits() {
    let limit = |han, fu, rules: &Rules| Value::Han { han, fu }.limit(rules);
    let (tenhou, wrc) = (&Rules::TENHOU, &Rules::WRC);
    assert_eq!((limit(4, 30, tenhou), limit(4, 30, wrc)), (None, Some(Limit::Mangan)));
    assert_eq!((limit(3, 60, tenhou), limit(3, 60, wrc)), (None, Some(Limit::Mangan)));
    assert_eq!(
        (limit(4, 25, wrc), limit(4, 40, tenhou), limit(3, 70, tenhou)),
        (None, Some(Limit::Mangan), Some(Limit::Mangan))
    );
    let names = [5, 6, 7, 8, 10, 11, 12, 13, 30].map(|han| limit(han, 20, tenhou).unwrap());
    use Limit::*;
    assert_eq!(
        names,
        [Mangan, Haneman, Haneman, Baiman, Baiman, Sanbaiman, Sanbaiman, KazoeYakuman, KazoeYakuman]
    );
    assert_eq!(limit(13, 20, wrc), Some(Sanbaiman));
    assert_eq!(Value::Yakuman(2).limit(wrc), Some(Yakuman(2)));
    assert_eq!(Value::Han { han: 1, fu: 30 }.plus_han(2), Value::Han { han: 3, fu: 30 });
    assert_eq!(Value::Yakuman(1).plus_han(2), Value::Yakuman(1));
}

/// The points table of the books: by ron, and what the others pay by tsumo.
#[test]
fn points() {
    #[rustfmt::skip]
    let rows = [ // han, fu, ron, tsumo of a non-dealer (dealer pays, others pay), ron, tsumo of the dealer
        (1, 30, 1_000, (500, 300), 1_500, 500),
        (1, 40, 1_300, (700, 400), 2_000, 700),
        (1, 110, 3_600, (1_800, 900), 5_300, 1_800),
        (2, 20, 1_300, (700, 400), 2_000, 700),
        (2, 25, 1_600, (800, 400), 2_400, 800),
        (2, 30, 2_000, (1_000, 500), 2_900, 1_000),
        (3, 25, 3_200, (1_600, 800), 4_800, 1_600),
        (3, 40, 5_200, (2_600, 1_300), 7_700, 2_600),
        (3, 60, 7_700, (3_900, 2_000), 11_600, 3_900),
        (4, 25, 6_400, (3_200, 1_600), 9_600, 3_200),
        (4, 30, 7_700, (3_900, 2_000), 11_600, 3_900),
        (5, 30, 8_000, (4_000, 2_000), 12_000, 4_000),
        (7, 30, 12_000, (6_000, 3_000), 18_000, 6_000),
        (9, 30, 16_000, (8_000, 4_000), 24_000, 8_000),
        (12, 30, 24_000, (12_000, 6_000), 36_000, 12_000),
        (13, 30, 32_000, (16_000, 8_000), 48_000, 16_000),
    ];
    let (rules, pot) = (&Rules::TENHOU, Pot { honba: 2, sticks: 3 });
    for (han, fu, ron, (dealer, others), dealer_ron, each) in rows {
        let value = Value::Han { han, fu };
        let points = |dealer, tsumo| income(value, dealer, tsumo, rules, Pot::EMPTY);
        assert_eq!(points(false, false), ron, "{value:?}");
        assert_eq!(points(false, true), dealer + 2 * others, "{value:?}");
        assert_eq!(points(true, false), dealer_ron, "{value:?}");
        assert_eq!(points(true, true), 3 * each, "{value:?}");
        assert_eq!(income(value, true, true, rules, pot), 3 * each + 600 + 3_000);
    }
}

#[test]
fn payments_by_seat() {
    let seat = |i| Seat::new(i).unwrap();
    let pot = Pot { honba: 1, sticks: 2 };
    let riichi = |win| {
        score(&hand("23456m456p789s22s", &[]), tiles("1m")[0], &win, &table(Wind::South), &Rules::TENHOU)
    };
    // riichi pinfu: 2,000; riichi tsumo pinfu: 700 and 1,300
    let ron = payments(
        &riichi(Win::RIICHI_RON).unwrap(),
        Payout { winner: seat(1), dealer: seat(0), source: Source::Ron(From::Right), pot },
        &Rules::TENHOU,
    );
    assert_eq!(ron, BySeat([0, 4_300, -2_300, 0]));
    let tsumo = payments(
        &riichi(Win::RIICHI_TSUMO).unwrap(),
        Payout { winner: seat(1), dealer: seat(0), source: Source::Tsumo, pot },
        &Rules::TENHOU,
    );
    assert_eq!(tsumo, BySeat([-1_400, 2_700 + 300 + 2_000, -800, -800]));
    assert_eq!(
        draw_payments(BySeat([true, false, false, false]), Players::Four),
        BySeat([3_000, -1_000, -1_000, -1_000])
    );
    assert_eq!(
        draw_payments(BySeat([true, true, false, true]), Players::Four),
        BySeat([1_000, 1_000, -3_000, 1_000])
    );
    assert_eq!(
        draw_payments(BySeat([false, true, false, true]), Players::Four),
        BySeat([-1_500, 1_500, -1_500, 1_500])
    );
    assert_eq!(
        (draw_payments(BySeat([true; 4]), Players::Four), draw_payments(BySeat([false; 4]), Players::Four)),
        Default::default()
    );
    let nagashi = nagashi_payments(BySeat([false, true, false, false]), seat(0), &Rules::TENHOU);
    assert_eq!(nagashi, BySeat([-4_000, 8_000, -2_000, -2_000]));
    let both = nagashi_payments(BySeat([true, true, false, false]), seat(0), &Rules::TENHOU);
    assert_eq!(both, BySeat([12_000 - 4_000, 8_000 - 4_000, -6_000, -6_000]));
}

/// Seat 1 wins three dragons, the third fed by seat 0 (its left), with all honours or without.
#[test]
fn pao() {
    let seat = |i| Seat::new(i).unwrap();
    let pot = Pot { honba: 1, sticks: 0 };
    let dragons = ["pon 555z", "pon 666z", "pon 777z"];
    let plain = ("34s99m", "2s");
    let honours = ("11z22z", "1z");
    let paid = |(concealed, tile): (&str, &str), win: Win, source, rules: &Rules| {
        let found =
            score(&hand(concealed, &dragons), tiles(tile)[0], &win, &table(Wind::South), rules).unwrap();
        assert_eq!(found.liable.len(), 1);
        payments(&found, Payout { winner: seat(1), dealer: seat(2), source, pot }, rules).0
    };
    let (tenhou, soul, ema) = (&Rules::TENHOU, &Rules::MAHJONG_SOUL, &Rules::EMA);
    let (tsumo, fed, other) = (Source::Tsumo, Source::Ron(From::Left), Source::Ron(From::Right));
    assert_eq!(paid(plain, Win::TSUMO, tsumo, tenhou), [-32_300, 32_300, 0, 0]);
    assert_eq!(paid(plain, Win::RON, fed, tenhou), [-32_300, 32_300, 0, 0]);
    assert_eq!(paid(plain, Win::RON, other, tenhou), [-16_300, 32_300, -16_000, 0]);
    assert_eq!(paid(plain, Win::RON, other, ema), [-16_000, 32_300, -16_300, 0]);
    // two yakuman: the whole hand, or the part of the dragons only
    assert_eq!(paid(honours, Win::TSUMO, tsumo, tenhou), [-64_300, 64_300, 0, 0]);
    assert_eq!(paid(honours, Win::TSUMO, tsumo, soul), [-40_300, 64_300, -16_000, -8_000]);
    assert_eq!(paid(honours, Win::RON, other, tenhou), [-32_300, 64_300, -32_000, 0]);
    assert_eq!(paid(honours, Win::RON, other, soul), [-16_300, 64_300, -48_000, 0]);
    // the third set is the player's own, or in the hand: nobody is liable
    for (concealed, melds) in [
        ("34s99m", ["pon 555z", "pon 666z", "ankan 7777z"]),
        ("34s99m", ["pon 555z", "ankan 6666z", "ankan 7777z"]),
    ] {
        let found =
            score(&hand(concealed, &melds), tiles("2s")[0], &Win::RON, &table(Wind::South), tenhou).unwrap();
        assert!(found.liable.is_empty());
    }
    let within =
        score(&hand("34s99m777z", &dragons[..2]), tiles("2s")[0], &Win::RON, &table(Wind::South), tenhou);
    assert!(within.unwrap().liable.is_empty());
}

#[test]
fn dora_of_each_sort() {
    let table = Table { round: Wind::East, seat: Wind::South, dora: indicators("9m9m4p") };
    let riichi = Riichi { double: false, ura: indicators("7s1s3z") };
    let win = Win::Ron { ready: Ready::Riichi { riichi, ippatsu: false }, claim: Claim::Discard };
    let hand_of = |text| hand(text, &[]);
    let on =
        |text, tile: &str, rules: &Rules| score(&hand_of(text), tiles(tile)[0], &win, &table, rules).unwrap();
    // 1m three times, shown twice, and 5p; 8s and 2s; the red five
    let found = on("1123m406p789s234s", "1m", &Rules::TENHOU);
    assert_eq!((found.dora.dora, found.dora.ura, found.dora.red), (7, 2, 1));
    assert_eq!(found.value, Value::Han { han: 2 + 10, fu: 30 });
    let shares: Vec<_> = found.shares(&Rules::TENHOU).collect();
    assert_eq!(shares, [(Yaku::Riichi, Share::Han(1)), (Yaku::Pinfu, Share::Han(1))]);
    assert_eq!(on("1123m406p789s234s", "1m", &Rules::WRC).dora.red, 0);
    assert_eq!(on("11123m46p789s234s", "0p", &Rules::TENHOU).dora.red, 1);
    // dora are no yaku
    let dama = score(&hand_of("11123m46p789s234s"), tiles("0p")[0], &Win::RON, &table, &Rules::TENHOU);
    assert_eq!(dama, Err(ScoreError::NoYaku));
}

#[test]
fn what_cannot_be_scored() {
    let closed = "23456m456p789s22s";
    let open = "234m456p67s22s";
    let of = |concealed, melds: &[&str], tile, win| value(concealed, melds, tile, win, &Rules::TENHOU);
    assert_eq!(of(closed, &[], "9m", Win::RON), Err(ScoreError::Incomplete { tile: tiles("9m")[0] }));
    assert!(matches!(
        of("2222m", &["chi 234p", "pon 555p", "pon 666p"], "2m", Win::RON),
        Err(ScoreError::Tile(_))
    ));
    assert!(matches!(of("2406m456p789s", &["chi 234s"], "0m", Win::RON), Err(ScoreError::Tile(_))));
    let contradiction = |found: Result<Value, ScoreError>| match found {
        Err(ScoreError::Contradiction(why)) => why,
        found => panic!("{found:?}"),
    };
    let rinshan = Win::Rinshan { riichi: None };
    assert_eq!(contradiction(of(open, &["chi 678s"], "8s", Win::RIICHI_RON)), Contradiction::OpenRiichi);
    assert_eq!(contradiction(of(closed, &[], "1m", rinshan)), Contradiction::RinshanWithoutKan);
    assert_eq!(
        contradiction(of(open, &["ankan 9999s"], "8s", Win::FirstDraw)),
        Contradiction::MeldBeforeCalls
    );
    assert_eq!(contradiction(of(closed, &[], "4m", CHANKAN)), Contradiction::ChankanOfOwnKind);
    let dealer =
        score(&hand(closed, &[]), tiles("1m")[0], &Win::FirstDiscard, &table(Wind::East), &Rules::TENHOU);
    assert_eq!(dealer, Err(ScoreError::Contradiction(Contradiction::DealerBeforeDraw)));
    assert!(Indicators::new(&[Kind::ALL[0]; 5]).is_err() && Indicators::new(&[Kind::ALL[0]; 6]).is_err());
    assert!(Rules::preset("tenhou").is_ok() && Rules::preset("Tenhou2").is_err());
}
