// dist/tiles.js is written by scripts/bundle.mjs.

/** An element of an SVG: its name, its attributes, its children. */
export type SvgNode = readonly [name: string, attributes: Readonly<Record<string, string>>, ...children: SvgNode[]];

/** The pictures of the 37 tiles. */
export const tiles: Readonly<Record<string, SvgNode>>;
