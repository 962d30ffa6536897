/** Fonts of macOS, Windows and Linux, in this order. */
export const fonts = '"PingFang SC", "Microsoft YaHei UI", "Noto Sans SC", "Noto Sans CJK SC", "Source Han Sans SC"';
