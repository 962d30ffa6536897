/** Fonts of macOS, Windows and Linux, in this order. */
export const fonts = '"Hiragino Sans", "Yu Gothic UI", "Noto Sans JP", "Noto Sans CJK JP"';
