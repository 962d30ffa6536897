/** Fonts of macOS, Windows and Linux, in this order. */
export const fonts = '"PingFang TC", "Microsoft JhengHei UI", "Noto Sans TC", "Noto Sans CJK TC", "Source Han Sans TC"';
