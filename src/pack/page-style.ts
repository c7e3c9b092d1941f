// How does an evaluation's page look? Colours by name, once for light and once for dark; no font is fetched.

export const PAGE_STYLE = `
:root{--ground:#fbfbf9;--card:#fff;--ink:#1d2329;--soft:#5a6570;--rule:#dfe3e6;--one:#2458c5;--up:#1a7f4b;--down:#b3362c;--level:#6b7681;--s0:#1d2329;--s1:#2458c5;--s2:#9a5b00;--s3:#1a7f4b;--s4:#8a3fb0}
@media (prefers-color-scheme:dark){:root{--ground:#14181c;--card:#1c2227;--ink:#e7ebee;--soft:#a3aeb8;--rule:#333c44;--one:#7fa8ff;--up:#5fcf94;--down:#ff8d80;--level:#98a4ae;--s0:#e7ebee;--s1:#7fa8ff;--s2:#f0b35a;--s3:#5fcf94;--s4:#d29bf0}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:1120px;margin:0 auto;padding:32px 20px 64px}
h1{font-size:2rem;line-height:1.2;margin:0 0 4px;overflow-wrap:anywhere}
h2{font-size:1.25rem;margin:48px 0 4px}
p{margin:4px 0 12px;max-width:75ch;color:var(--soft)}
p b{color:var(--ink)}
code{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.9em;overflow-wrap:anywhere}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(190px,1fr));gap:12px;margin:20px 0}
.cards div{background:var(--card);border:1px solid var(--rule);border-radius:8px;padding:14px 16px}
.cards b{display:block;font-size:1.7rem;line-height:1.2;font-variant-numeric:tabular-nums}
.cards span{color:var(--soft);font-size:.9rem}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,440px),1fr));gap:16px;align-items:start}
figure{margin:0;background:var(--card);border:1px solid var(--rule);border-radius:8px;padding:12px}
svg{display:block;width:100%;height:auto}
svg text{fill:var(--ink);font-size:13px}
svg .tick{fill:var(--soft);font-size:12px}
.grid{stroke:var(--rule)}
.zero{stroke:var(--soft);stroke-width:1.5}
.whisker{stroke-width:2.5;stroke-linecap:round}
.plain{fill:var(--one);stroke:var(--one)}.up{fill:var(--up);stroke:var(--up)}.down{fill:var(--down);stroke:var(--down)}.level{fill:var(--level);stroke:var(--level)}
.bar{fill:var(--one)}
.curve{fill:none;stroke-width:2.5}
.s0{stroke:var(--s0)}.s1{stroke:var(--s1)}.s2{stroke:var(--s2)}.s3{stroke:var(--s3)}.s4{stroke:var(--s4)}
circle.s0{fill:var(--s0)}circle.s1{fill:var(--s1)}circle.s2{fill:var(--s2)}circle.s3{fill:var(--s3)}circle.s4{fill:var(--s4)}
svg text.s0{fill:var(--s0);stroke:none}svg text.s1{fill:var(--s1);stroke:none}svg text.s2{fill:var(--s2);stroke:none}svg text.s3{fill:var(--s3);stroke:none}svg text.s4{fill:var(--s4);stroke:none}
.scroll{overflow-x:auto;background:var(--card);border:1px solid var(--rule);border-radius:8px;margin-bottom:16px}
table{border-collapse:collapse;width:100%;font-size:.9rem;font-variant-numeric:tabular-nums}
caption{text-align:left;padding:10px 12px 4px;color:var(--soft)}
th,td{padding:6px 12px;border-top:1px solid var(--rule);text-align:left;vertical-align:top}
thead th{border-top:0;color:var(--soft);font-weight:600}
tbody th{font-weight:500}
td,th{white-space:nowrap}
.texts{min-width:720px;table-layout:fixed}
.texts tbody th,.texts td:last-child{white-space:normal;overflow-wrap:anywhere}
.texts th:first-child{width:42%}
.texts th:nth-child(2){width:90px}
.texts th:nth-child(3){width:100px}
.stacked{grid-template-columns:1fr}
.stacked figure{max-width:640px}
section>.scroll{margin-top:16px}
li{color:var(--soft);margin:2px 0}
@media print{body{background:#fff}section{break-inside:avoid}}
`.replaceAll("\n", "");
