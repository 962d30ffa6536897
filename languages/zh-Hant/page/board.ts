import type { BoardWords } from "../../../www/text/words";

export const board: BoardWords = {
  asText: "用文字輸入（點數、牌河、副露）",
  layHint: "按牌河或寶牌旁的「＋」選牌；按已放好的牌可以更改。",
  embed: {
    ask: "何切？",
    right: "這是最佳選擇。",
    equal: (tile) => `${tile}同樣好。`,
    wrong: (tile, loss, unit) => `${tile}：${loss}${unit}`,
  },
  embedMore: "詳細",
  embedShow: "查看答案",
  frame: {
    title: "嵌入顯示",
    intro:
      "embed.html?hand=… 可以在任何頁面中只顯示結果和候選表，寬度從 320px 起。參數與本站連結相同，另可指定 lang、theme、origin；高度和結果透過訊息傳出。",
    hand: "手牌",
    refused: "embed= 需要另一主機上的頁面，網址以 https:// 或 http:// 開頭。",
    heard: (hand) => `已收到結果：${hand}`,
  },
  laying: {
    title: "擺牌",
    river: (wind, tile) => (tile === null ? `${wind}家打牌` : `更改${wind}家打出的${tile}`),
    meld: (wind) => `${wind}家副露`,
    dora: (place) => `第${place}張寶牌指示牌`,
    add: (wind) => `加入${wind}家的牌河`,
    addDora: "加入寶牌指示牌",
    discard: "打牌",
    melds: { chi: "吃", pon: "碰", daiminkan: "大明槓", ankan: "暗槓" },
    needs: {
      chi: "請選三張牌，鳴的牌先選。",
      pon: "請選牌。",
      daiminkan: "請選牌。",
      ankan: "請選牌。",
    },
    from: { left: "來自上家", across: "來自對家", right: "來自下家" },
    fromWhom: "鳴自",
    drawn: "摸切",
    riichi: "立直",
    inTurn: "接著輪到下一家",
    remove: "移除",
    removeMeld: "移除最後的副露",
    kita: "拔北",
    removeKita: "移除最後的拔北",
    close: "完成",
    put: (tile) => `放${tile}`,
  },
};
