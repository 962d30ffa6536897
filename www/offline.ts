/**
 * The service worker: it makes the page work offline, and on hosts that set no headers it adds the two
 * that threads need. The first visit then reloads once; what was typed and where the caret stood is kept.
 */

const RELOADED = "nanikiru.reloaded";
const CARET = "nanikiru.caret";

interface Caret {
  readonly id: string;
  readonly start: number | null;
  readonly end: number | null;
}

/** Session storage may be refused; then the page stays on one thread rather than reload for ever. */
function session(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

function keepCaret(storage: Storage): void {
  const focused = document.activeElement;
  if (!focused?.id) return;
  const text = focused instanceof HTMLInputElement && focused.type === "text" ? focused : null;
  const caret: Caret = { id: focused.id, start: text?.selectionStart ?? null, end: text?.selectionEnd ?? null };
  storage.setItem(CARET, JSON.stringify(caret));
}

function restoreCaret(storage: Storage): void {
  const kept = storage.getItem(CARET);
  if (kept === null) return;
  storage.removeItem(CARET);
  const { id, start, end } = JSON.parse(kept) as Caret;
  const element = document.getElementById(id);
  element?.focus({ preventScroll: true });
  if (element instanceof HTMLInputElement && start !== null) element.setSelectionRange(start, end);
}

/** Reloads into the service worker's hands, unless that was tried before in this tab. */
function reloadOnce(storage: Storage, flushAddress: () => void): void {
  if (storage.getItem(RELOADED)) return;
  storage.setItem(RELOADED, "1");
  flushAddress();
  keepCaret(storage);
  location.reload();
}

/** Not in the middle of a character that an input method is still composing. */
function whenNotComposing(act: () => void): void {
  if (composing) addEventListener("compositionend", () => setTimeout(act), { once: true });
  else act();
}
let composing = false;

export function goOffline(flushAddress: () => void): void {
  const storage = session();
  if (storage) restoreCaret(storage);
  if (crossOriginIsolated) storage?.removeItem(RELOADED);
  if (!("serviceWorker" in navigator)) return;
  addEventListener("compositionstart", () => (composing = true));
  addEventListener("compositionend", () => (composing = false));

  const isolate = () => {
    if (!crossOriginIsolated && storage) whenNotComposing(() => reloadOnce(storage, flushAddress));
  };
  navigator.serviceWorker.addEventListener("controllerchange", isolate);
  const register = () =>
    navigator.serviceWorker.register("sw.js").then(
      () => {
        if (navigator.serviceWorker.controller) isolate();
      },
      () => {
        // No service worker here (an insecure address, a browser that forbids it): the page works without.
      },
    );
  // Where threads work already, filling the cache can wait for the page itself.
  if (crossOriginIsolated && document.readyState !== "complete") addEventListener("load", () => void register());
  else void register();
}
