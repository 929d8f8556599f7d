import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { againstSection } from './against-table.ts';
import { chartsData } from './chart-data.ts';
import type { LoadRecord } from '../../store/load/load-record.ts';
import { escaped, header, sections } from './load-sections.ts';

/** Style of the page of a load run, light and dark, from 360 pixels up. */
const LOAD_STYLE = `
:root { color-scheme: light dark; --text: #1c2430; --muted: #5b6675; --line: #dfe4ea; --page: #f6f7f9; --card: #fff;
  --good: #0f7b45; --bad: #b42318; --warn: #9a5b00; --series-1: #2563eb; --series-2: #d97706; --series-3: #7c3aed; --series-4: #059669; }
@media (prefers-color-scheme: dark) { :root { --text: #e6eaf0; --muted: #9aa6b5; --line: #2c3542; --page: #10151c; --card: #18202a;
  --good: #4ade80; --bad: #f87171; --warn: #fbbf24; --series-1: #60a5fa; --series-2: #fbbf24; --series-3: #c4b5fd; --series-4: #34d399; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1120px; margin: 0 auto; padding: 24px 16px 64px; }
h1 { font-size: 1.5rem; margin: 0 0 4px; } h2 { font-size: 1.1rem; margin: 0 0 4px; }
p { margin: 4px 0; } .muted { color: var(--muted); } .small { font-size: .87rem; overflow-wrap: anywhere; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 16px; margin-top: 16px; }
.verdict { display: inline-block; padding: 2px 12px; border-radius: 999px; border: 2px solid currentColor; font-weight: 700; }
.PASS, .good { color: var(--good); } .FAIL, .ERROR, .bad { color: var(--bad); } .INVALID, .INCONCLUSIVE, .warn { color: var(--warn); }
.scroll { overflow-x: auto; margin-top: 8px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: 6px 10px; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { color: var(--muted); font-weight: 600; font-size: .85rem; }
th:first-child, td:first-child, .words td, .words th { text-align: left; } .words td:first-child { white-space: normal; min-width: 150px; }
@media (max-width: 640px) {
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody { display: block; }
  tbody tr { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); padding: 6px 0; border-bottom: 1px solid var(--line); }
  tbody td, .words td:first-child { display: block; border: 0; padding: 2px 0; text-align: left; white-space: normal; min-width: 0; overflow-wrap: anywhere; }
  tbody td:first-child { grid-column: 1 / -1; font-weight: 600; }
  tbody td:not(:first-child)::before { content: attr(data-label); display: block; color: var(--muted); font-size: .8rem; }
  .u-legend tbody tr { display: inline-block; border: 0; } .u-legend td::before { content: none !important; }
}
ul { margin: 8px 0 0; padding-left: 20px; } li { overflow-wrap: anywhere; }
.chart { margin-top: 8px; min-height: 260px; } .u-legend { color: var(--text); font-size: .87rem; text-align: left; }
.u-legend td, .u-legend th { border: 0; padding: 2px 4px; }
`;

const asset = (specifier: string): string => readFileSync(fileURLToPath(specifier), 'utf8');

/**
 * uPlot formats numbers with the browser's language, and draws nothing if it is invalid: Chromium without a locale,
 * as on CI servers, reports en-US@posix.
 */
const WITH_LANGUAGE = `try { new Intl.NumberFormat(navigator.language); } catch {
  Object.defineProperty(navigator, 'language', { value: 'en' });
}`;

/** Page of a load run: one file, which requests nothing from other hosts. */
export const loadPage = (record: LoadRecord): string => {
  const chartsScript = readFileSync(new URL('load-charts.mjs', import.meta.url), 'utf8');
  const data = JSON.stringify(chartsData(record)).replaceAll('<', String.raw`\u003c`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(record.target.name)} under load: ${record.verdict}</title>
<link rel="icon" href="data:,">
<style>${asset(import.meta.resolve('uplot/dist/uPlot.min.css'))}</style>
<style>${LOAD_STYLE}</style>
</head>
<body>
<main>
${header(record)}
${[againstSection(record), ...sections(record)].filter((each) => each !== '').join('\n')}
</main>
<script type="application/json" id="chart-data">${data}</script>
<script>${WITH_LANGUAGE}</script>
<script>${asset(import.meta.resolve('uplot/dist/uPlot.iife.min.js'))}</script>
<script type="module">${chartsScript}</script>
</body>
</html>
`;
};
