/** Yaku by the engine's romanised name: how each language writes it. Names not listed are shown as they come. */

import type { Lang } from "../state";

const JAPANESE: Readonly<Record<string, string>> = {
  riichi: "立直",
  doubleriichi: "両立直",
  ippatsu: "一発",
  menzentsumo: "門前清自摸和",
  tsumo: "門前清自摸和",
  pinfu: "平和",
  tanyao: "断幺九",
  iipeikou: "一盃口",
  ryanpeikou: "二盃口",
  yakuhai: "役牌",
  east: "東",
  south: "南",
  west: "西",
  north: "北",
  haku: "白",
  hatsu: "發",
  chun: "中",
  seatwind: "自風牌",
  roundwind: "場風牌",
  jikaze: "自風牌",
  bakaze: "場風牌",
  rinshan: "嶺上開花",
  rinshankaihou: "嶺上開花",
  chankan: "槍槓",
  haitei: "海底摸月",
  houtei: "河底撈魚",
  chiitoitsu: "七対子",
  sanshokudoujun: "三色同順",
  sanshoku: "三色同順",
  sanshokudoukou: "三色同刻",
  ittsuu: "一気通貫",
  ittsu: "一気通貫",
  toitoi: "対々和",
  sanankou: "三暗刻",
  sankantsu: "三槓子",
  chanta: "混全帯幺九",
  junchan: "純全帯幺九",
  honroutou: "混老頭",
  shousangen: "小三元",
  honitsu: "混一色",
  chinitsu: "清一色",
  renhou: "人和",
  tenhou: "天和",
  chiihou: "地和",
  daisangen: "大三元",
  suuankou: "四暗刻",
  suuankoutanki: "四暗刻単騎",
  tsuuiisou: "字一色",
  ryuuiisou: "緑一色",
  chinroutou: "清老頭",
  kokushi: "国士無双",
  kokushimusou: "国士無双",
  kokushi13: "国士無双十三面",
  chuuren: "九蓮宝燈",
  chuurenpoutou: "九蓮宝燈",
  junseichuuren: "純正九蓮宝燈",
  shousuushii: "小四喜",
  daisuushii: "大四喜",
  suukantsu: "四槓子",
  dora: "ドラ",
  uradora: "裏ドラ",
  akadora: "赤ドラ",
};

/** `menzen-tsumo`, `menzenTsumo` and `Menzen Tsumo` are the same name. */
const key = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/gu, "");

/** The English pages of players write romanised names in lower-case words. */
const spaced = (name: string): string =>
  name.replace(/([a-z0-9])([A-Z])/gu, "$1 $2").replace(/[-_]/gu, " ").toLowerCase();

export function yakuName(name: string, lang: Lang): string {
  return lang === "ja" ? (JAPANESE[key(name)] ?? name) : spaced(name);
}
