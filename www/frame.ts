/**
 * A page that has the answer in a frame, from another origin where there is one: `?embed=` says where it comes from.
 */

import { framedAt, SOURCE } from "./door";
import { byId } from "./dom";
import { preferred, words } from "./text";

const HAND = "34679m2406p22788s";
const w = words[preferred(navigator.languages)].frame;

const [frame, hand, says] = [
  byId("frame", HTMLIFrameElement),
  byId("hand", HTMLInputElement),
  byId("says", HTMLElement),
];
document.documentElement.lang = preferred(navigator.languages);
byId("title", HTMLElement).textContent = w.title;
byId("intro", HTMLElement).textContent = w.intro;
byId("hand-label", HTMLElement).textContent = w.hand;
frame.title = w.title;
hand.value = HAND;

function show(address: URL): void {
  addEventListener("message", ({ source, origin, data }: MessageEvent<Readonly<Record<string, unknown>>>) => {
    if (source !== frame.contentWindow || origin !== address.origin || data["source"] !== SOURCE) return;
    if (data["type"] === "height") frame.style.height = `${Number(data["height"])}px`;
    if (data["type"] === "report") says.textContent = w.heard(String(data["hand"]));
    if (data["type"] === "error") says.textContent = String(data["message"]);
  });
  hand.addEventListener("change", () => {
    frame.contentWindow?.postMessage(
      { source: SOURCE, type: "set", query: `?${new URLSearchParams({ q: hand.value })}` },
      address.origin,
    );
  });
  address.search = `?${new URLSearchParams({ hand: HAND, depth: "fast", origin: location.origin })}`;
  frame.src = address.href;
}

const address = framedAt(location.href, new URLSearchParams(location.search).get("embed"));
if (address) show(address);
else {
  frame.hidden = hand.disabled = true;
  says.textContent = w.refused;
}
