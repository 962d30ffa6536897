import type { BoardWords } from "../../../www/text/words";

export const board: BoardWords = {
  asText: "The same as text: points, rivers, melds",
  layHint: "Click + in a river or the dora and choose tiles; a click on a tile that lies there changes it.",
  embed: {
    ask: "What would you discard?",
    right: "That is the best.",
    equal: (tile) => `${tile[0]?.toUpperCase()}${tile.slice(1)} is just as good.`,
    wrong: (tile, loss, unit) => `${tile[0]?.toUpperCase()}${tile.slice(1)}: ${loss}${unit === "%" ? "" : " "}${unit}.`,
  },
  embedMore: "more",
  embedShow: "Show the answer",
  frame: {
    title: "The answer in a frame",
    intro:
      "embed.html?hand=… shows the answer and the candidates in any page, from 320 px. It takes the queries of this site’s links, with lang, theme and origin, and posts its height and reports as messages.",
    hand: "Hand",
    refused: "The address after embed= is not a page of another host. It has to begin with https:// or http://.",
    heard: (hand) => `Report received: ${hand}`,
  },
  laying: {
    title: "Lay tiles",
    river: (wind, tile) => (tile === null ? `${wind} discards` : `${wind} discarded ${tile}: change it to`),
    meld: (wind) => `${wind} calls`,
    dora: (place) => `Dora indicator ${place}`,
    add: (wind) => `Add to ${wind}’s river`,
    addDora: "Add a dora indicator",
    discard: "Discard",
    melds: { chi: "Chi", pon: "Pon", daiminkan: "Open kan", ankan: "Concealed kan" },
    needs: {
      chi: "Choose the three tiles, the called one first.",
      pon: "Choose the tile.",
      daiminkan: "Choose the tile.",
      ankan: "Choose the tile.",
    },
    from: { left: "from left", across: "from across", right: "from right" },
    fromWhom: "Called",
    drawn: "as drawn",
    riichi: "riichi",
    inTurn: "then the next player",
    remove: "Remove",
    removeMeld: "Remove the last meld",
    kita: "Kita",
    removeKita: "Remove the last kita",
    close: "Done",
    put: (tile) => `Put ${tile}`,
  },
};
