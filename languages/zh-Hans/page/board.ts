import type { BoardWords } from "../../../www/text/words";

export const board: BoardWords = {
  asText: "用文字输入（点数、牌河、副露）",
  layHint: "按牌河或宝牌旁的“＋”选牌；按已放好的牌可以更改。",
  embed: {
    ask: "何切？",
    right: "这是最佳选择。",
    equal: (tile) => `${tile}同样好。`,
    wrong: (tile, loss, unit) => `${tile}：${loss}${unit}`,
  },
  embedMore: "详细",
  embedShow: "查看答案",
  frame: {
    title: "嵌入显示",
    intro:
      "embed.html?hand=… 可以在任何页面中只显示结果和候选表，宽度从 320px 起。参数与本站链接相同，另可指定 lang、theme、origin；高度和结果通过消息传出。",
    hand: "手牌",
    refused: "embed= 需要另一主机上的页面，地址以 https:// 或 http:// 开头。",
    heard: (hand) => `已收到结果：${hand}`,
  },
  laying: {
    title: "摆牌",
    river: (wind, tile) => (tile === null ? `${wind}家打牌` : `更改${wind}家打出的${tile}`),
    meld: (wind) => `${wind}家副露`,
    dora: (place) => `第${place}张宝牌指示牌`,
    add: (wind) => `加入${wind}家的牌河`,
    addDora: "加入宝牌指示牌",
    discard: "打牌",
    melds: { chi: "吃", pon: "碰", daiminkan: "大明杠", ankan: "暗杠" },
    needs: {
      chi: "请选三张牌，鸣的牌先选。",
      pon: "请选牌。",
      daiminkan: "请选牌。",
      ankan: "请选牌。",
    },
    from: { left: "来自上家", across: "来自对家", right: "来自下家" },
    fromWhom: "鸣自",
    drawn: "摸切",
    riichi: "立直",
    inTurn: "接着轮到下一家",
    remove: "移除",
    removeMeld: "移除最后的副露",
    kita: "拔北",
    removeKita: "移除最后的拔北",
    close: "完成",
    put: (tile) => `放${tile}`,
  },
};
