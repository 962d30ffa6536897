//! The rules of a game of Mahjong Soul: ranked rooms have the preset's, others say theirs in `detail_rule`.

use super::super::{HouseRule, Players, Problem, RecordRules};
use super::message::{Field, Message};
use crate::replay::Reading;
use crate::rules::{
    Bankruptcy, DealerStop, DoubleWindPair, DoubleYakuman, ExtraRound, KanDora, Kazoe, Kuikae, Length,
    MultipleRon, Nagashi, RedFives, Rules, TsumoLoss, YakumanSum,
};
use std::cell::RefCell;

/// The mode that has a record of this name, which the usual game has not.
pub(super) fn mode_of_record(name: &str) -> HouseRule {
    match name {
        "RecordChangeTile" => HouseRule::Exchange,
        "RecordSelectGap" => HouseRule::Sichuan,
        "RecordRevealTile" | "RecordLockTile" | "RecordUnveilTile" => HouseRule::HiddenDiscards,
        "RecordNewCard" => HouseRule::FieldSpells,
        "RecordFillAwaitingTiles" => HouseRule::Stars,
        "RecordGangResult" | "RecordGangResultEnd" => HouseRule::Sichuan,
        _ if name.starts_with("RecordHuleX") => HouseRule::PlayOn,
        _ => HouseRule::OtherMode,
    }
}

const MODE: Field = Field(1, "mode");
const DETAIL_RULE: Field = Field(6, "detail_rule");

/// Fields of a room's mode that are read, or say nothing of its rules.
const MODE_FIELDS: [Field; 5] =
    [MODE, Field(4, "ai"), Field(5, "extendinfo"), DETAIL_RULE, Field(8, "game_setting")];

/// Fields of `detail_rule` that change no play: time to think, hints, how strong its computer players are.
const NO_PLAY: [Field; 4] =
    [Field(1, "time_fixed"), Field(2, "time_add"), Field(37, "bianjietishi"), Field(38, "ai_level")];

/// Fields of `detail_rule` that belong to modes of their own: not zero when one is played.
const MODES: [(Field, HouseRule); 18] = [
    (Field(42, "guyi_mode"), HouseRule::OldYaku),
    (Field(43, "dora3_mode"), HouseRule::ManyDora),
    (Field(44, "begin_open_mode"), HouseRule::OpenStart),
    (Field(45, "jiuchao_mode"), HouseRule::OtherMode),
    (Field(46, "muyu_mode"), HouseRule::DragonEye),
    (Field(47, "open_hand"), HouseRule::OpenHands),
    (Field(48, "xuezhandaodi"), HouseRule::PlayOn),
    (Field(49, "huansanzhang"), HouseRule::Exchange),
    (Field(50, "chuanma"), HouseRule::Sichuan),
    (Field(51, "reveal_discard"), HouseRule::HiddenDiscards),
    (Field(52, "field_spell_mode"), HouseRule::FieldSpells),
    (Field(53, "zhanxing"), HouseRule::Stars),
    (Field(54, "tianming_mode"), HouseRule::Destiny),
    (Field(68, "enable_renhe"), HouseRule::Renhou),
    (Field(70, "yongchang_mode"), HouseRule::Chants),
    (Field(71, "hunzhiyiji_mode"), HouseRule::SoulStrike),
    (Field(72, "wanxiangxiuluo_mode"), HouseRule::PlayOnWithJokers),
    (Field(73, "beishuizhizhan_mode"), HouseRule::BackToTheWall),
];

/// A ranked room, as converters write it for Tenhou's viewer: 玉の間南喰赤. Other tables have no number here.
pub(super) fn room_name(mode: u32) -> Option<String> {
    let (players, length, level) = match mode {
        2 | 5 | 8 | 11 | 15 => ("", "東", mode),
        3 | 6 | 9 | 12 | 16 => ("", "南", mode - 1),
        17 | 19 | 21 | 23 | 25 => ("三", "東", mode),
        18 | 20 | 22 | 24 | 26 => ("三", "南", mode - 1),
        _ => return None,
    };
    let level = match level {
        2 | 17 => "銅",
        5 | 19 => "銀",
        8 | 21 => "金",
        11 | 23 => "玉",
        _ => "王座",
    };
    Some(format!("{players}{level}の間{length}喰赤"))
}

/// What a record without a head says: the site.
pub(super) fn of_site() -> RecordRules {
    RecordRules { rules: Some(Rules::MAHJONG_SOUL), ..RecordRules::default() }
}

/// What the message `GameMode` says.
pub(super) fn stated(mode: Message) -> Reading<RecordRules> {
    let number = mode.number::<u32>(MODE)?;
    let length = match number % 10 {
        1 => Some(Length::Tonpuu),
        2 => Some(Length::Hanchan),
        4 => return Err(Problem::HouseRule(HouseRule::SingleRound)),
        _ => None,
    };
    let site = if (11..=14).contains(&number) { Rules::MAHJONG_SOUL_SANMA } else { Rules::MAHJONG_SOUL };
    let players = Some(site.players);
    let (rules, mut unknown) = match mode.message(DETAIL_RULE)? {
        Some(detail) => rules(detail, site)?,
        None => (site, Vec::new()),
    };
    unknown.extend(mode.others(&MODE_FIELDS).into_iter().map(|field| format!("mode: {field}")));
    Ok(RecordRules { rules: Some(rules), length, players, unknown, ..RecordRules::default() })
}

/// A room's `detail_rule`, with the fields that have been asked for.
struct Detail<'a> {
    message: Message<'a>,
    asked: RefCell<Vec<Field>>,
}

impl Detail<'_> {
    fn number(&self, field: Field) -> Reading<Option<i64>> {
        self.asked.borrow_mut().push(field);
        self.message.maybe_number(field)
    }

    fn points(&self, number: u32, name: &'static str) -> Reading<i32> {
        let field = Field(number, name);
        let points = self.number(field)?.unwrap_or(0);
        i32::try_from(points).map_err(|_| self.message.wrong(field))
    }

    fn is_set(&self, field: Field) -> Reading<bool> {
        Ok(self.number(field)?.unwrap_or(0) != 0)
    }

    /// What nobody has asked for.
    fn others(&self) -> Vec<String> {
        let known = [&self.asked.borrow()[..], &NO_PLAY].concat();
        self.message.others(&known).into_iter().map(|field| format!("detail_rule: {field}")).collect()
    }
}

/// The rules of a room, by `detail_rule`, and what it says that is not known here; ranked rooms leave it empty.
fn rules(message: Message, site: Rules) -> Reading<(Rules, Vec<String>)> {
    let detail = Detail { message, asked: RefCell::default() };
    let refuse = |rule| Err(Problem::HouseRule(rule));
    for (field, mode) in MODES {
        if detail.is_set(field)? {
            return refuse(mode);
        }
    }
    let number = |number, name| detail.number(Field(number, name));
    let points = |number, name| detail.points(number, name);
    // a room that says its points says all that the dialogue of a friends' room asks for: zeros are left out
    let start = points(5, "init_point")?;
    let basic = |value: Option<i64>| if start > 0 { Some(value.unwrap_or(0)) } else { value };
    let red_fives = match basic(number(3, "dora_count")?) {
        None => site.red_fives,
        Some(0) => RedFives::NONE,
        // three players have those of pin and sou
        Some(2) if site.players == Players::Three => site.red_fives,
        Some(3) if site.players == Players::Four => RedFives::THREE,
        Some(_) => return refuse(HouseRule::FourRedFives),
    };
    let kuitan = basic(number(4, "shiduan")?).map_or(site.kuitan, |on| on != 0);
    // flags that are off are left out, too: one that is on shows that a contest says them all
    let mut all = false;
    for flag in FLAGS {
        all |= detail.is_set(flag)?;
    }
    let flag = |n, name, usual: bool| -> Reading<bool> {
        Ok(number(n, name)?.map_or(if all { false } else { usual }, |on| on != 0))
    };
    let [have, lack] = [true, false];
    for (n, name, usual) in [(9, "liqibang_value", 1000), (10, "changbang_value", 300)] {
        if ![0, usual].contains(&points(n, name)?) {
            return refuse(HouseRule::Counters);
        }
    }
    for (n, name, usual) in
        [(11, "noting_fafu_1", 1000), (12, "noting_fafu_2", 1500), (13, "noting_fafu_3", 3000)]
    {
        if ![0, usual].contains(&points(n, name)?) {
            return refuse(HouseRule::TenpaiPayments);
        }
    }
    if points(8, "tianbian_value")? != 0 {
        return refuse(HouseRule::PointLimit);
    }
    let ura_dora = flag(19, "have_li_dora", have)?;
    let kan_ura_dora = flag(20, "have_gang_li_dora", have)?;
    if !flag(16, "have_biao_dora", have)?
        || !flag(17, "have_gang_biao_dora", have)?
        || ura_dora && !kan_ura_dora
    {
        return refuse(HouseRule::NoDora);
    }
    if !flag(27, "have_helelianzhuang", have)? || !flag(29, "have_tingpailianzhuang", have)? {
        return refuse(HouseRule::NoRepeat);
    }
    if !flag(31, "have_yifa", have)? {
        return refuse(HouseRule::NoIppatsu);
    }
    if points(41, "fanfu")? > 1 {
        return refuse(HouseRule::MinimumHan);
    }
    if points(65, "enable_nontsumo_liqi")? != 0 {
        return refuse(HouseRule::LateRiichi);
    }
    if points(69, "enable_baopai_extend_settings")? != 0 {
        return refuse(HouseRule::Pao);
    }
    let dealer_stop =
        DealerStop::after(flag(28, "have_helezhongju", have)?, flag(30, "have_tingpaizhongju", have)?);
    let multiple_ron = match (flag(26, "have_toutiao", lack)?, flag(25, "have_sanjiahele", lack)?) {
        (true, _) => MultipleRon::HeadBump,
        (false, true) => MultipleRon::Double,
        (false, false) => site.multiple_ron,
    };
    let uma = match [points(34, "shunweima_2")?, points(35, "shunweima_3")?, points(36, "shunweima_4")?] {
        [0, 0, 0] => site.uma,
        places => uma(places).ok_or_else(|| message.wrong(Field(34, "shunweima_2")))?,
    };
    let mut abortive = site.abortive;
    abortive.four_winds = flag(21, "have_sifenglianda", site.abortive.four_winds)?;
    abortive.four_kans = flag(22, "have_sigangsanle", site.abortive.four_kans)?;
    abortive.four_riichi = flag(23, "have_sijializhi", site.abortive.four_riichi)?;
    abortive.nine_kinds = flag(24, "have_jiuzhongjiupai", site.abortive.nine_kinds)?;
    let tsumo_loss = match basic(number(39, "have_zimosun")?) {
        Some(0) if site.players == Players::Three => TsumoLoss::Split,
        _ => site.tsumo_loss,
    };
    let start = if start > 0 { start } else { site.start };
    let oka = match points(33, "jingsuanyuandian")? {
        origin if origin > start => origin.saturating_sub(start).saturating_mul(site.players.count() as i32),
        _ => site.oka,
    };
    let single = flag(40, "disable_multi_yukaman", lack)? | flag(63, "disable_composite_yakuman", lack)?;
    let rules = Rules {
        red_fives,
        tsumo_loss,
        ura_dora,
        kan_dora: if flag(18, "ming_dora_immediately_open", lack)? { KanDora::AtOnce } else { site.kan_dora },
        kuitan,
        kuikae: if flag(64, "enable_shiti", lack)? { Kuikae::Allowed } else { site.kuikae },
        double_wind_pair: match flag(66, "disable_double_wind_four_fu", lack)? {
            true => DoubleWindPair::Two,
            false => site.double_wind_pair,
        },
        kiriage: flag(15, "have_qieshangmanguan", lack)?,
        kazoe: if flag(60, "disable_leijiyiman", lack)? { Kazoe::Sanbaiman } else { site.kazoe },
        double_yakuman: match flag(62, "disable_double_yakuman", lack)? {
            true => DoubleYakuman::NONE,
            false => site.double_yakuman,
        },
        yakuman_sum: if single { YakumanSum::Single } else { site.yakuman_sum },
        multiple_ron,
        kokushi_robs_ankan: !flag(67, "disable_angang_guoshi", lack)?,
        abortive,
        nagashi: if flag(14, "have_liujumanguan", have)? { Nagashi::Mangan } else { Nagashi::None },
        start,
        target: match points(6, "fandian")? {
            0 => site.target,
            target => target,
        },
        uma,
        oka,
        bankruptcy: if flag(7, "can_jifei", have)? { Bankruptcy::BelowZero } else { Bankruptcy::Continues },
        dealer_stop,
        extra_round: if flag(32, "have_nanruxiru", have)? {
            ExtraRound::SuddenDeath
        } else {
            ExtraRound::None
        },
        ..site
    };
    Ok((rules, detail.others()))
}

/// Flags of which at least one is on wherever all are said.
const FLAGS: [Field; 8] = [
    Field(14, "have_liujumanguan"),
    Field(16, "have_biao_dora"),
    Field(17, "have_gang_biao_dora"),
    Field(19, "have_li_dora"),
    Field(24, "have_jiuzhongjiupai"),
    Field(27, "have_helelianzhuang"),
    Field(29, "have_tingpailianzhuang"),
    Field(31, "have_yifa"),
];

/// In thousands; the first place has what the others lose.
fn uma(others: [i32; 3]) -> Option<[i32; 4]> {
    if others.iter().any(|places| !(-100..=100).contains(places)) {
        return None;
    }
    let [second, third, fourth] = others.map(|thousands| thousands * 1000);
    Some([-(second + third + fourth), second, third, fourth])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A ranked room leaves `detail_rule` empty, or out.
    #[test]
    fn a_ranked_room_has_the_rules_of_the_site() {
        for (mode, site) in [(2, Rules::MAHJONG_SOUL), (12, Rules::MAHJONG_SOUL_SANMA)] {
            // field 1, `mode`; field 6, `detail_rule`, of no bytes
            for bytes in [&[8, mode, 50, 0][..], &[8, mode]] {
                let stated = stated(Message::in_bytes("mode", bytes).unwrap()).ok().unwrap();
                assert_eq!((stated.rules, stated.length), (Some(site.clone()), Some(Length::Hanchan)));
            }
        }
    }

    #[test]
    fn ranked_rooms_have_names() {
        let names = [(2, "銅の間東喰赤"), (9, "金の間南喰赤"), (12, "玉の間南喰赤"), (15, "王座の間東喰赤")];
        let three = [
            (17, "三銅の間東喰赤"),
            (20, "三銀の間南喰赤"),
            (22, "三金の間南喰赤"),
            (26, "三王座の間南喰赤"),
        ];
        for (mode, name) in names.into_iter().chain(three) {
            assert_eq!(room_name(mode).as_deref(), Some(name));
        }
        for mode in [0, 1, 4, 7, 10, 13, 14, 27, u32::MAX] {
            assert_eq!(room_name(mode), None, "{mode}");
        }
    }
}
