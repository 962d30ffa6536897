/** The two doors of the page, what the second takes, how far it is with it, and whose game it is. */

import { byId, h, memo, onTouch, setAttribute } from "../dom";
import type { GameLog } from "../log";
import { type Door, DOORS } from "../layout";
import { playersOf } from "../players";
import { rememberName } from "../preferences";
import { leaveRecord, openFile, openSample, openText, takeFiles } from "../records";
import { startReview } from "../reviewer";
import type { Lang, Opening, RecordState, State, Store } from "../state";
import { words } from "../text";

/** What stands for a player in a question: the name, or the seat of the first round. */
const playerName = (log: GameLog, player: number, lang: Lang): string =>
  words[lang].record.player(player, log.names?.[player] ?? "");

function mountGiven(store: Store): void {
  const [file, folder] = [byId("record-file", HTMLInputElement), byId("record-folder", HTMLInputElement)];
  const text = byId("record-text", HTMLTextAreaElement);
  file.addEventListener("change", () => {
    const [chosen] = file.files ?? [];
    if (chosen) void openFile(store, chosen);
    // the same file can be opened again
    file.value = "";
  });
  folder.addEventListener("change", () => {
    const files = [...(folder.files ?? [])];
    if (files.length > 0) void takeFiles(store, [{ files, folder: true }]);
    folder.value = "";
  });
  const read = () => {
    if (text.value.trim() === "") return;
    // what is neither a hand nor a link is a record that is refused
    if (!openText(store, text.value)) void openText(store, text.value, { kind: "record" });
  };
  byId("record-read", HTMLButtonElement).addEventListener("click", read);
  text.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    read();
  });
  byId("sample", HTMLButtonElement).addEventListener("click", () => void openSample(store));
}

/** What the page says while it opens something, and why it could not; how to get at the file behind a link. */
function notice(opening: Opening, lang: Lang, close: () => void): (Node | string)[] {
  const w = words[lang];
  if (opening.kind === "none") return [];
  if (opening.kind === "reading") return [h("p", { id: "notice-says" }, w.record.reading(opening.name))];
  const away = h(
    "button",
    { type: "button", class: "quiet icon notice-close", "aria-label": w.close, title: w.close, click: close },
    "×",
  );
  const { link } = opening;
  if (!link)
    return [
      h("p", { id: "notice-says", class: "problem" }, w.record.refused(opening.name, w.error(opening.failure, ""))),
      away,
    ];
  const address =
    link.site === "tenhou"
      ? `https://tenhou.net/0/log/?${link.log}`
      : /^https?:/iu.test(link.address)
        ? link.address
        : `https://${link.address}`;
  const steps = w.door.steps[link.site];
  return [
    h("p", { id: "notice-says" }, h("b", {}, w.door.linkTitle[link.site])),
    link.site === "majsoul" && onTouch() ? h("p", { class: "hint" }, w.door.onComputer) : "",
    h(
      "ol",
      { class: "notice-steps" },
      h("li", {}, h("a", { href: address, target: "_blank", rel: "noreferrer" }, steps[0])),
      ...steps.slice(1).map((step) => h("li", {}, step)),
    ),
    away,
  ];
}

export function mountDoors(store: Store): (state: State) => void {
  mountGiven(store);
  const nav = byId("doors", HTMLElement);
  const buttons = [...nav.querySelectorAll<HTMLButtonElement>("button")].map((button) => ({
    button,
    door: DOORS.find((door) => door === button.dataset["door"]) ?? "hand",
  }));
  for (const { button, door } of buttons) {
    button.addEventListener("click", () => {
      leaveRecord(store);
      store.send({ type: "entered", door });
    });
  }
  const says = byId("notice", HTMLElement);
  const who = byId("who", HTMLElement);

  const speak = memo((lang: Lang) => {
    setAttribute(nav, "aria-label", words[lang].door.title);
    for (const { button, door } of buttons) button.textContent = words[lang].door.names[door];
  });
  const show = memo((door: Door, open: boolean) => {
    for (const { button, door: own } of buttons) setAttribute(button, "aria-pressed", String(own === door));
    for (const part of document.querySelectorAll<HTMLElement>("[data-door-part]"))
      part.hidden = open || part.dataset["doorPart"] !== door;
    byId("desk", HTMLElement).hidden = !open && door === "game";
  });
  const fill = memo((opening: Opening, lang: Lang) => {
    says.hidden = opening.kind === "none";
    says.classList.toggle("reading", opening.kind === "reading");
    says.replaceChildren(...notice(opening, lang, () => store.send({ type: "noticed" })));
  });
  const ask = memo((record: RecordState, asking: boolean, lang: Lang) => {
    who.hidden = !asking || record.kind !== "open";
    if (record.kind !== "open" || !asking) return who.replaceChildren();
    const { log } = record;
    const answered = (player: number) => {
      rememberName(log.names?.[player] ?? "");
      store.send({ type: "identified", player });
      void startReview(store, player);
    };
    who.replaceChildren(
      h("h2", { id: "who-title" }, words[lang].door.who),
      h(
        "div",
        { class: "who-players" },
        ...playersOf(log).map((player) =>
          h(
            "button",
            { type: "button", class: "solid", "data-player": player, click: () => answered(player) },
            playerName(log, player, lang),
            h("small", {}, words[lang].winds[player] ?? ""),
          ),
        ),
      ),
    );
  });
  return ({ door, record, opening, asking, lang }) => {
    speak(lang);
    show(door, record.kind === "open");
    fill(opening, lang);
    ask(record, asking, lang);
  };
}
