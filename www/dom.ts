/** Small helpers for building the document. */

type Attribute = string | number | boolean | null | undefined | EventListener;
type Child = Node | string | null | undefined | false;
export type Attributes = Readonly<Record<string, Attribute>>;

const SVG = "http://www.w3.org/2000/svg";

function dress<E extends Element & ElementCSSInlineStyle>(
  element: E,
  attributes: Attributes,
  children: readonly Child[],
): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    // the page's policy forbids the attribute, not the property
    else if (name === "style") element.style.cssText = String(value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child): child is Node | string => Boolean(child) || child === ""));
  return element;
}

/** An element with attributes (functions are listeners) and children. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  return dress(document.createElement(tag), attributes, children);
}

/** The same for drawings. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[K] {
  return dress(document.createElementNS(SVG, tag), attributes, children);
}

/** The element of the page with this id: the page and its program belong together. */
export function byId<T extends HTMLElement>(id: string, type: new () => T): T {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`the page has no ${type.name} #${id}`);
  return element;
}

/** Puts these into a list in this order; those that stand there already are not touched. */
export function arrange(list: HTMLElement, wanted: readonly HTMLElement[]): void {
  const kept = new Set<Element>(wanted);
  for (const child of [...list.children]) if (!kept.has(child)) child.remove();
  for (const [i, element] of wanted.entries())
    if (list.children[i] !== element) list.insertBefore(element, list.children[i] ?? null);
}

/** Sets an attribute only when it differs, so that repeated renders change nothing. */
export function setAttribute(element: Element, name: string, value: string | null): void {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/** Draws only when what it depends on has changed. */
export function memo<T extends readonly unknown[]>(draw: (...parts: T) => void): (...parts: T) => void {
  let last: T | null = null;
  return (...parts) => {
    if (last !== null && last.every((part, i) => part === parts[i])) return;
    last = parts;
    draw(...parts);
  };
}

/** Arrow keys move the focus among `items`, of which one at a time is in the tab order. */
export function rove(container: HTMLElement, items: () => HTMLElement[], columns: () => number): void {
  container.addEventListener("keydown", (event) => {
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const wide = columns();
    const step: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -wide, ArrowDown: wide };
    const to = event.key === "Home" ? 0 : event.key === "End" ? all.length - 1 : at + (step[event.key] ?? 0);
    const next = all[to];
    if (!next || to === at) return;
    event.preventDefault();
    for (const item of all) item.tabIndex = item === next ? 0 : -1;
    next.focus();
  });
}

/** The data is let go once the download has its own hold of it. */
const HELD_MS = 10_000;

/** A record's name with another ending. */
export const fileName = (record: string, ending: string): string =>
  `${record.replace(/(\.(xml|mjlog|gz|jsonl?|mjson|txt|log|html|bin|har))+$/iu, "") || "game"}.${ending}`;

export const download = (name: string, type: string, text: string): void =>
  downloadBlob(name, new Blob([text], { type }));

export function downloadBlob(name: string, blob: Blob): void {
  const href = URL.createObjectURL(blob);
  h("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), HELD_MS);
}

/** Whether a finger points, which drops no files and has no developer tools. */
export const onTouch = (): boolean => matchMedia("(pointer: coarse)").matches;
