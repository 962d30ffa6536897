/** What goes wrong, in Japanese. */

import type { Failure } from "../../failure";

/** The engine speaks English; these are its codes in Japanese. */
const ERRORS: Readonly<Record<Failure["code"], string>> = {
  "request.json": "リクエストを読めません",
  "request.type": "数値ではありません",
  "request.unknown_field": "知らない項目です",
  "request.missing_field": "項目が足りません",
  "request.duplicate_field": "項目が重複しています",
  "request.unknown_value": "使えない値です",
  "request.out_of_range": "範囲外の値です",
  "notation.unexpected": "ここには書けない文字です",
  "notation.incomplete": "数字のあとに m・p・s・z のどれかが必要です",
  "notation.no_such_tile": "存在しない牌です",
  "meld.invalid": "副露として成り立ちません",
  "hand.size": "手牌は13枚か14枚です（副露は3枚と数えます）",
  "hand.not_drawn": "13枚です。ツモ牌を加えて14枚にしてください",
  "hand.not_waiting": "14枚です。13枚にしてください",
  "hand.too_many_copies": "同じ牌が5枚以上あります",
  "hand.red_five": "赤五の枚数が合いません",
  "context.unknown_rules": "その名前のルールはありません",
  "context.score_negative": "点数が負です",
  "context.too_many_indicators": "ドラ表示牌は5枚までです",
  "context.too_many_copies": "手牌・ドラ表示牌・見えている牌を合わせて同じ牌が5枚以上あります",
  "context.red_five": "見えている赤五の枚数が合いません",
  "context.too_few_unseen": "見えている牌が多すぎて、残りのツモに足りません",
  "context.offered_to_drawn": "捨て牌を鳴けるのは手牌が13枚のときです",
  "context.tiles_left": "山の残り枚数が多すぎます",
  "context.contradiction": "場（河・副露）と食い違っています",
  "context.river_length": "河が長すぎます",
  "context.never_discarded": "捨てられていない牌か、ほかの副露に使われた牌を鳴いています",
  "context.ambiguous_call": "どの捨て牌を鳴いたか決まりません。河に「^W」などの印を付けてください",
  "context.not_due": "このプレイヤーの番ではありません",
  "context.no_kan": "河のカンに当たる副露か番がありません",
  "context.indicators": "ドラ表示牌の枚数がカンの数と合いません",
  "context.riichi_sticks": "供託がリーチの数より少ないです",
  "context.riichi_open": "鳴いた手ではリーチできません",
  "context.kuikae": "喰い替えの打牌です",
  "context.illegal": "ルール上ありえない河か副露です",
  "context.in_riichi": "リーチ中です。手牌はツモ牌を除いて門前のテンパイで、ツモ牌のほかは切れません",
  "action.not_waiting": "手牌が13枚のときの選択です",
  "action.not_drawn": "手牌が14枚のときの選択です",
  "action.no_offer": "捨て牌がありません",
  "action.not_held": "手の中にない牌です",
  "action.only_ron": "加槓の牌は鳴けません（ロンのみ）",
  "action.no_chi": "その牌ではチーできません",
  "action.no_pon": "その牌ではポンできません",
  "action.no_kan": "カンには同じ牌が4枚必要です",
  "action.wall_empty": "山に牌が残っていません",
  "action.kuikae": "喰い替えになります",
  "action.riichi_open": "門前でなければリーチできません",
  "action.riichi_noten": "聴牌していません",
  "action.nine_terminals": "九種九牌は、鳴きのない第一自摸で么九牌が9種類以上のときだけです",
  "action.riichi_points": "リーチには1000点必要です",
  "action.riichi_too_late": "残りのツモがないのでリーチできません",
  "action.no_win": "その牌では和了できません",
  "search.too_large": "和了まで遠すぎて探索しきれません",
  "search.exchanges_too_small": "交換枚数が向聴数より少ないです",
  "search.cancelled": "計算を中止しました",
  "log.unknown": "知らない形式です",
  "log.unfinished": "途中で終わっています",
  "log.syntax": "gzip・XML・JSON として壊れています",
  "log.too_large": "牌譜として大きすぎます",
  "log.unknown_element": "知らない要素か、ここにあるはずのない要素です",
  "log.value": "値がないか、おかしな値です",
  "log.three_players": "三人打ちの牌譜です",
  "log.hidden": "四人の手牌がそろっていません",
  "log.order": "順番の合わないツモ・鳴き・打牌です",
  "log.illegal": "ルール上ありえない進行です",
  "engine.panic": "エンジン内部のエラーです",
  "engine.start": "エンジンを起動できません",
  "engine.memory": "メモリが足りません",
  "engine.stack": "スタックが足りません",

  "engine.disposed": "エンジンは終了しています",
  "saved.syntax": "検討のファイルが壊れています",
  "saved.version": "検討のファイルの版が違います",
  "saved.value": "検討のファイルにおかしな値があります",
  "saved.record": "検討のファイルと牌譜が合いません",
  page: "ページ内部のエラーです",
};
/** Codes whose English message says more, such as which tile or which range. */
const DETAILED: ReadonlySet<Failure["code"]> = new Set([
  ...(["request.type", "request.unknown_value", "request.out_of_range", "meld.invalid", "hand.too_many_copies"] as const),
  ...(["request.missing_field", "context.contradiction", "context.river_length", "context.never_discarded"] as const),
  ...(["context.ambiguous_call", "context.not_due", "context.no_kan", "context.indicators", "context.riichi_sticks"] as const),
  ...(["context.riichi_open", "context.kuikae", "context.illegal"] as const),
  ...(["log.unknown", "log.syntax", "log.unknown_element", "log.value", "log.order", "log.illegal"] as const),
  ...(["saved.syntax", "saved.version", "saved.value", "saved.record"] as const),
  ...(["context.too_many_copies", "search.too_large", "engine.start", "engine.memory", "engine.panic", "page"] as const),
]);
/** Why there are no threads, by words of the engine's reason; another reason is shown as it comes. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/cross-?origin/iu, "COOP・COEP ヘッダーがないため、スレッドを使えません"],
  [/SharedArrayBuffer/iu, "SharedArrayBuffer が使えません"],
  [/one for each core/iu, "コアごとに1つ"],
  [/there is one core/iu, "コアが1つです"],
];

export const reason = (said: string): string => REASONS.find(([pattern]) => pattern.test(said))?.[1] ?? said;

export function error({ code, message, span }: Failure, text: string): string {
  const part = span ? text.slice(span.start, span.end) : "";
  return `${part ? `「${part}」：` : ""}${ERRORS[code]}${DETAILED.has(code) ? `（${message}）` : ""}`;
}
