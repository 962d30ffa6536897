//! The rules of a contest at Tenhou: `csrule` of `GO`, which says what its host has set otherwise.
//!
//! Two numbers of flags in base 16, then numbers, with nothing where the usual ones hold. Tenhou does not publish what
//! they mean. Flags and places here are those in which two public programs agree that set or show a contest's rules
//! (kandora-tournaments and a reader of contest settings, 2026-11-29); where they differ, the game of 2023 in the fixtures
//! decides: its first flag of the second number stands with other rules of the world championship, whose double wind
//! pairs have 2 fu.

use super::super::{HouseRule, Problem};
use super::bad;
use crate::replay::Reading;
use crate::rules::{
    Bankruptcy, DealerStop, DoubleWindPair, ExtraRound, KanDora, Kazoe, MultipleRon, Nagashi, Renhou, Rules,
    Ties, TsumoLoss,
};
use crate::tile::Players;

/// Which flags are set, of those that nobody has asked for yet.
struct Flags(u32);

impl Flags {
    /// Whether the flag is set.
    fn take(&mut self, flag: u32) -> bool {
        let set = self.0 & flag != 0;
        self.0 &= !flag;
        set
    }
}

/// A contest's rules, and what is set there that is not known here.
pub(super) struct Contest {
    pub rules: Rules,
    pub unknown: Vec<String>,
}

/// What `csrule` makes of the rules of the site.
pub(super) fn rules(csrule: &str, site: &Rules) -> Reading<Contest> {
    let fields: Vec<&str> = csrule.split(',').map(str::trim).collect();
    let field = |place: usize| fields.get(place).copied().filter(|text| !text.is_empty());
    let wrong = || bad("csrule", csrule.as_bytes());
    let flags = |place: usize| {
        field(place)
            .map_or(Ok(Flags(0)), |text| u32::from_str_radix(text, 16).map(Flags))
            .map_err(|_| wrong())
    };
    let number = |place: usize| field(place).map(str::parse::<i32>).transpose().map_err(|_| wrong());
    let refuse = |rule| Err(Problem::HouseRule(rule));
    let [mut table, mut scoring] = [flags(0)?, flags(1)?];

    let mut rules = site.clone();
    if table.take(0x1) {
        rules.nagashi = Nagashi::None;
    }
    rules.kiriage |= table.take(0x2);
    if table.take(0x4) {
        rules.bankruptcy = Bankruptcy::Continues;
    }
    if table.take(0x8) {
        rules.kan_dora = KanDora::AtOnce;
    }
    let [no_dora, no_kan_dora, no_ura, no_kan_ura] = [0x10, 0x20, 0x40, 0x80].map(|flag| table.take(flag));
    if no_dora || no_kan_dora || no_kan_ura && !no_ura {
        return refuse(HouseRule::NoDora);
    }
    rules.ura_dora &= !no_ura;
    rules.abortive.four_winds &= !table.take(0x100);
    rules.abortive.four_kans &= !table.take(0x200);
    rules.abortive.four_riichi &= !table.take(0x400);
    rules.abortive.nine_kinds &= !table.take(0x800);
    rules.multiple_ron = match (table.take(0x2000), table.take(0x1000)) {
        (true, _) => MultipleRon::HeadBump,
        (false, true) => MultipleRon::Triple,
        (false, false) => rules.multiple_ron,
    };
    rules.dealer_stop = DealerStop::after(!table.take(0x4000), !table.take(0x8000));
    if table.take(0x1_0000) | table.take(0x2_0000) {
        return refuse(HouseRule::NoRepeat);
    }
    if table.take(0x8_0000) {
        return refuse(HouseRule::NoIppatsu);
    }
    if table.take(0x20_0000) {
        rules.extra_round = ExtraRound::None;
    }
    // of three players alone: no kita, and a tsumo that two pay whole
    let [no_kita, split] = [0x40_0000, 0x80_0000].map(|flag| table.take(flag));
    if site.players == Players::Three {
        if no_kita {
            return refuse(HouseRule::NoKita);
        }
        if split {
            rules.tsumo_loss = TsumoLoss::Split;
        }
    }
    if table.take(0x100_0000) {
        rules.renhou = Renhou::Mangan;
    }
    if table.take(0x200_0000) {
        // "riichi without a draw of one's own to come"; no record shows whether the last tile is too late
        rules.riichi_wall = 1;
    }
    if scoring.take(0x1) {
        rules.double_wind_pair = DoubleWindPair::Two;
    }
    if scoring.take(0x2) {
        rules.ties = Ties::Shared;
    }
    if scoring.take(0x10) {
        rules.kazoe = Kazoe::Sanbaiman;
    }

    rules.start = number(4)?.unwrap_or(rules.start);
    rules.target = number(5)?.unwrap_or(rules.target);
    let players = site.players.count() as i32;
    let origin = number(6)?.unwrap_or(site.target);
    rules.oka = origin.saturating_sub(rules.start).saturating_mul(players);
    if number(7)?.is_some_and(|limit| limit != 0) {
        return refuse(HouseRule::PointLimit);
    }
    if number(10)?.is_some_and(|stick| stick != 1000) || number(11)?.is_some_and(|honba| honba != 100) {
        return refuse(HouseRule::Counters);
    }
    let tenpai: &[i32] = if site.players == Players::Three { &[1000, 2000] } else { &[1000, 1500, 3000] };
    for (place, &usual) in (16..).zip(tenpai) {
        if number(place)?.is_some_and(|points| points != usual) {
            return refuse(HouseRule::TenpaiPayments);
        }
    }
    rules.uma = uma(&number, site)?;
    rules.beside(site).check().map_err(|_| wrong())?;

    let mut unknown = Vec::new();
    for (place, Flags(rest)) in [(1, table), (2, scoring)] {
        if rest != 0 {
            unknown.push(format!("csrule {place}: {rest:08X}"));
        }
    }
    Ok(Contest { rules, unknown })
}

/// Thousands for the places from the second on, once for each number of players above the points that count from; where
/// these differ, no uma holds for every end.
fn uma(number: &impl Fn(usize) -> Reading<Option<i32>>, site: &Rules) -> Reading<[i32; 4]> {
    let mut all = Vec::new();
    for row in 0..5 {
        let mut uma = site.uma;
        for (place, points) in uma.iter_mut().enumerate().take(site.players.count()).skip(1) {
            if let Some(thousands) = number(20 + 3 * row + place)? {
                *points = thousands.saturating_mul(1000);
            }
        }
        uma[0] = -uma[1..].iter().fold(0i32, |sum, &points| sum.saturating_add(points));
        all.push(uma);
    }
    let [first, others @ ..] = &all[..] else { return Ok(site.uma) };
    if others.iter().all(|row| row == first) {
        Ok(*first)
    } else {
        Err(Problem::HouseRule(HouseRule::UmaByPlayersAhead))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(csrule: &str) -> Contest {
        rules(csrule, &Rules::TENHOU).ok().unwrap()
    }

    #[test]
    fn a_contest_without_settings_has_the_rules_of_the_site() {
        for csrule in ["", "00000000,00000000", ",,,,,,,,,,,,"] {
            let Contest { rules, unknown } = read(csrule);
            assert_eq!((rules, unknown), (Rules::TENHOU, Vec::new()), "{csrule:?}");
        }
    }

    /// The settings of a game of 2023.
    #[test]
    fn flags_and_numbers_are_the_rules_of_the_table() {
        let row = "5,-5,-15";
        let Contest { rules, unknown } = read(&format!(
            "0FE0BF0B,0000001F,,,30000,30000,30000,,,,,,,,,,,,,,,{row},{row},{row},{row},{row},,,,"
        ));
        let expected = Rules {
            kan_dora: KanDora::AtOnce,
            double_wind_pair: DoubleWindPair::Two,
            kiriage: true,
            kazoe: Kazoe::Sanbaiman,
            renhou: Renhou::Mangan,
            multiple_ron: MultipleRon::HeadBump,
            abortive: crate::rules::Abortive::NONE,
            nagashi: Nagashi::None,
            start: 30_000,
            uma: [15_000, 5_000, -5_000, -15_000],
            oka: 0,
            ties: Ties::Shared,
            dealer_stop: DealerStop::Win,
            extra_round: ExtraRound::None,
            riichi_wall: 1,
            ..Rules::TENHOU
        };
        assert_eq!(rules, expected);
        assert_eq!(unknown, ["csrule 1: 0C000000", "csrule 2: 0000000C"]);
    }

    #[test]
    fn what_no_table_here_plays_is_refused_by_name() {
        let with = |place: usize, text: &str| format!("{}{text}", ",".repeat(place));
        for (csrule, rule) in [
            ("00000010".into(), HouseRule::NoDora),
            ("00000080".into(), HouseRule::NoDora),
            ("00020000".into(), HouseRule::NoRepeat),
            ("00080000".into(), HouseRule::NoIppatsu),
            (with(7, "40000"), HouseRule::PointLimit),
            (with(11, "500"), HouseRule::Counters),
            (with(17, "1000"), HouseRule::TenpaiPayments),
            (with(21, "2,-3,-4"), HouseRule::UmaByPlayersAhead),
        ] {
            let refused = rules(&csrule, &Rules::TENHOU).err();
            assert_eq!(refused, Some(Problem::HouseRule(rule)), "{csrule}");
        }
        assert_eq!(
            rules("00400000", &Rules::TENHOU_SANMA).err(),
            Some(Problem::HouseRule(HouseRule::NoKita))
        );
        assert!(rules("x", &Rules::TENHOU).is_err() && rules(&with(4, "9e9"), &Rules::TENHOU).is_err());
    }
}
