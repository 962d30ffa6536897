/** Fonts of macOS, Windows and Linux, in this order. */
export const fonts = '"Apple SD Gothic Neo", "Malgun Gothic", "Noto Sans KR", "Noto Sans CJK KR"';
