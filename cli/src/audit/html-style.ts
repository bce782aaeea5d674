/** The look of a printed audit: the client's colours, light and dark on a screen, black on white on A4. */
export const STYLE = `
:root { color-scheme: light dark; --bg: #fbfaf5; --surface: #fff; --sunk: #f1efe6; --ink: #12201a; --ink-2: #46534b; --line: #dad6c8;
  --primary: #0f4c35; --on-primary: #fff; --on-primary-2: #d3e3d9; --tint: #e3eee6; --brass: #7a5c16; --danger: #b3261e;
  --danger-tint: #fcebe9; --warn: #7a4b00; --warn-tint: #fff1d6;
  --serif: 'Newsreader', Georgia, 'Times New Roman', serif; --sans: 'Instrument Sans', system-ui, 'Segoe UI', Helvetica, Arial, sans-serif; }
@media (prefers-color-scheme: dark) { :root { --bg: #0d1411; --surface: #151f1a; --sunk: #090e0c; --ink: #f2f4ee; --ink-2: #b4bfb7;
  --line: #2b3932; --primary: #10281d; --on-primary: #f2f4ee; --on-primary-2: #b4cdbf; --tint: #1b3227; --brass: #e0bf6e; --danger: #ff8a80;
  --danger-tint: #3a1614; --warn: #ffc266; --warn-tint: #35250a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--ink); font: 15px/1.45 var(--sans); font-variant-numeric: tabular-nums; }
main { max-width: 900px; margin: 0 auto; padding: 0 20px 48px; }
header { background: var(--primary); color: var(--on-primary); }
header > div { max-width: 900px; margin: 0 auto; padding: 28px 20px 24px; }
header p { margin: 0; color: var(--on-primary-2); }
h1, h2 { font-family: var(--serif); font-weight: 500; line-height: 1.15; margin: 0; text-wrap: balance; }
h1 { font-size: 32px; margin: 6px 0 8px; }
h2 { font-size: 24px; }
h3 { font-size: 15px; margin: 20px 0 6px; }
section { background: var(--surface); border: 1px solid var(--line); border-radius: 18px; padding: 22px; margin-top: 20px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 18px; margin: 12px 0 0; }
dt { color: var(--ink-2); }
dd { margin: 0; overflow-wrap: anywhere; }
code { font: 12.5px/1.4 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; overflow-wrap: anywhere; }
.state { color: var(--ink-2); margin: 4px 0 14px; }
.state b { color: var(--ink); }
.good, .bad, .then { border-left: 5px solid var(--primary); background: var(--tint); border-radius: 6px; padding: 10px 14px; margin: 12px 0 0; }
.bad { border-color: var(--danger); background: var(--danger-tint); color: var(--danger); }
.then { border-color: var(--warn); background: var(--warn-tint); color: var(--warn); }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 5px 8px; border-bottom: 1px solid var(--line); text-align: center; vertical-align: baseline; }
thead th { font-size: 12.5px; color: var(--ink-2); font-weight: 600; border-bottom: 2px solid var(--line); vertical-align: bottom; }
tbody th { font-weight: 600; }
tr.sum th, tr.sum td { background: var(--sunk); font-weight: 700; }
tr.changed > *, tr.differs > * { border-bottom: 0; }
tr.notes td { text-align: left; padding-top: 0; font-size: 13px; color: var(--ink-2); }
tr.changed, tr.changed + tr.notes { background: var(--warn-tint); }
tr.differs td.entry { background: var(--danger-tint); color: var(--danger); font-weight: 700; }
td.entry, td.counts { font-size: 17px; }
td.counts { font-weight: 700; }
td.corrected { font-size: 17px; color: var(--brass); font-weight: 700; }
.was { display: block; }
.was s { margin-right: 3px; }
ul.signed { list-style: none; margin: 0; padding: 0; }
ul.signed li { padding: 8px 0; border-bottom: 1px solid var(--line); }
ul.signed li:last-child { border: 0; }
ul.signed .undone { color: var(--ink-2); }
ol.story { list-style: none; margin: 10px 0 0; padding: 0; }
ol.story > li { display: grid; grid-template-columns: 3em 5.6em 11em 1fr; gap: 0 14px; padding: 6px 0; border-bottom: 1px solid var(--line); }
ol.story .no { color: var(--ink-2); text-align: right; }
ol.story .who { overflow-wrap: anywhere; }
ol.story .more { grid-column: 4; font-size: 12.5px; color: var(--ink-2); overflow-wrap: anywhere; }
ol.story .day { display: block; grid-column: 1 / -1; font-weight: 700; padding-top: 8px; }
footer { max-width: 900px; margin: 0 auto; padding: 0 20px 40px; color: var(--ink-2); font-size: 13px; }
@media (max-width: 640px) {
  main { padding: 0 12px 32px; } header > div { padding: 20px 16px; } footer { padding: 0 16px 32px; }
  section { padding: 16px 12px; border-radius: 14px; }
  h1 { font-size: 26px; }
  th, td { padding: 5px 3px; }
  dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: 6px; }
  ol.story > li { grid-template-columns: 2.4em 4.8em 1fr; }
  ol.story .what, ol.story .more { grid-column: 2 / -1; }
}
@page { size: A4; margin: 14mm 13mm; }
@media print {
  :root { color-scheme: light; --bg: #fff; --surface: #fff; --sunk: #f2f2f2; --ink: #000; --ink-2: #333; --line: #999; --primary: #fff;
    --on-primary: #000; --on-primary-2: #333; --tint: #fff; --brass: #000; --danger: #000; --danger-tint: #e6e6e6; --warn: #000; --warn-tint: #fff; }
  body { font-size: 9.5pt; }
  main, header > div, footer { max-width: none; padding-left: 0; padding-right: 0; }
  header { border-bottom: 1.5pt solid #000; }
  header > div { padding: 0 0 8pt; }
  section { border: 0; border-radius: 0; padding: 10pt 0 0; margin: 0; }
  section.card + section.card { break-before: page; }
  .good, .bad, .then { border: 1pt solid #000; border-left-width: 5pt; }
  td.entry, td.counts, td.corrected { font-size: 11pt; }
  th, td { padding: 2.5pt 5pt; }
  code, tr.notes td, ol.story .more { font-size: 8pt; }
  tr, li, dl, .good, .bad { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  ol.story > li { grid-template-columns: 2.6em 5.4em 12em 1fr; padding: 2.5pt 0; }
  ol.story .what { grid-column: auto; } ol.story .more { grid-column: 4; }
  section.story { break-before: page; }
}`;
