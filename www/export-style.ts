/** How an exported report looks: one small sheet, light and dark, on paper too. */

import { fontRules } from "../languages/fonts";

export const EXPORT_STYLE = `
${fontRules(":root", (language) => `:root:lang(${language})`)}
:root{color-scheme:light dark;--paper:light-dark(#f4f3ee,#12161a);--card:light-dark(#fffefb,#1b2127);--ink:light-dark(#1c2422,#e8ebe6);--soft:light-dark(#5a6461,#9aa6a3);--rule:light-dark(#deded3,#2d363d);--accent:light-dark(#0f6b56,#4cc3a2);--wrong:light-dark(#b3261e,#ff9d92);--win:light-dark(#0072b2,#56b4e9);--sunk:light-dark(#efede5,#151a1f);font:15px/1.5 system-ui,var(--script),sans-serif}
:root:lang(ko){word-break:keep-all}
*{box-sizing:border-box}body{margin:0 auto;max-width:1000px;padding:20px 16px 40px;background:var(--paper);color:var(--ink);font-variant-numeric:tabular-nums}
h1{font-size:21px;margin:0 0 10px}h2{font-size:16px;margin:22px 0 8px}p{margin:6px 0;color:var(--soft);font-size:13.5px}
table{border-collapse:collapse;font-size:14px}th,td{padding:3px 16px 3px 0;text-align:right;font-weight:400}th:first-child{text-align:left}thead th{color:var(--soft);font-size:12.5px}td b{font-size:17px}
ol{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,330px),1fr));gap:10px;padding:0;margin:0;list-style:none}
li{display:grid;gap:7px;align-content:start;padding:10px 12px;border:1px solid var(--rule);border-left:4px solid var(--wrong);border-radius:10px;background:var(--card);break-inside:avoid}
.head{display:flex;gap:8px;font-weight:650}.head small{color:var(--soft);font-weight:400}.head .loss{margin-left:auto;color:var(--wrong)}
.hand,.river{display:flex;flex-wrap:wrap;gap:3px 1px;align-items:center}.river b{width:1.4em;font-size:12px;color:var(--soft)}
.t{display:inline-block;width:20px;height:27px;border-radius:3px;background:center/84% no-repeat #fffef6;box-shadow:inset 0 0 0 1px #0003,0 1px 0 #d8bf86}.river .t{width:12px;height:16px}
.t.was{box-shadow:0 0 0 2px var(--wrong)}.t.better{box-shadow:0 0 0 2px var(--accent)}.t.turned{rotate:-90deg;margin-inline:3px}.t.dora{background-color:#ffe39a}.gap{width:6px}
.picture{width:100%;height:110px;border:1px solid var(--rule);border-radius:8px;background:var(--card)}.band{fill:var(--sunk)}.lost{fill:var(--wrong);opacity:.16}.edge{fill:none;stroke:var(--wrong);stroke-width:1.5;vector-effect:non-scaling-stroke}.mark{fill:var(--wrong);opacity:.35}.mark.mistake{opacity:.6}.mark.blunder{opacity:.95}.placed{fill:none;stroke:var(--win);stroke-width:2;vector-effect:non-scaling-stroke}
@media(max-width:600px){body{padding-inline:12px}table{display:block;overflow-x:auto}th,td{padding-right:5px;font-size:12px}thead th{font-size:11px}td b{font-size:15px}}
@media print{:root{color-scheme:light;--paper:#fff;font-size:12px}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}@page{size:A4;margin:12mm}}
`;
