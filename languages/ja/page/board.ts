import type { BoardWords } from "../../../www/text/words";

export const board: BoardWords = {
  asText: "テキストで入力（持ち点・河・副露）",
  layHint: "河やドラの「＋」を押して牌を選びます。置かれた牌を押すと変えられます。",
  embed: {
    ask: "何を切る？",
    right: "最善です。",
    equal: (tile) => `${tile}も互角です。`,
    wrong: (tile, loss, unit) => `${tile}：${loss}${unit}`,
  },
  embedMore: "詳しく",
  embedShow: "答えを見る",
  frame: {
    title: "埋め込み表示",
    intro:
      "embed.html?hand=… は結果と候補の表だけを、幅320pxからどのページにも表示します。このサイトのリンクと同じ形式に lang・theme・origin を加えて指定でき、高さと結果をメッセージで知らせます。",
    hand: "手牌",
    refused: "embed= には、他のホストのページを https:// または http:// から始まるアドレスで指定してください。",
    heard: (hand) => `結果を受信：${hand}`,
  },
  laying: {
    title: "牌を置く",
    river: (wind, tile) => (tile === null ? `${wind}家の打牌` : `${wind}家の${tile}を変える`),
    meld: (wind) => `${wind}家の副露`,
    dora: (place) => `ドラ表示牌 ${place}枚目`,
    add: (wind) => `${wind}家の河に加える`,
    addDora: "ドラ表示牌を加える",
    discard: "打牌",
    melds: { chi: "チー", pon: "ポン", daiminkan: "大明槓", ankan: "暗槓" },
    needs: {
      chi: "三枚を選んでください（鳴いた牌から）。",
      pon: "牌を選んでください。",
      daiminkan: "牌を選んでください。",
      ankan: "牌を選んでください。",
    },
    from: { left: "上家から", across: "対面から", right: "下家から" },
    fromWhom: "鳴いた相手",
    drawn: "ツモ切り",
    riichi: "リーチ",
    inTurn: "続けて次の人",
    remove: "取り除く",
    removeMeld: "最後の副露を取り除く",
    kita: "北抜き",
    removeKita: "最後の北抜きを取り除く",
    close: "完了",
    put: (tile) => `${tile}を置く`,
  },
};
