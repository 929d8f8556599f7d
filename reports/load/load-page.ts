import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { againstSection } from './against-section.ts';
import { chartsData } from './chart-data.ts';
import type { LoadRecord } from '../../store/load/load-record.ts';
import { escaped, header, sections } from './load-sections.ts';
import { LOAD_STYLE } from './load-style.ts';

const asset = (specifier: string): string => readFileSync(fileURLToPath(specifier), 'utf8');

/**
 * uPlot formats numbers for the browser's language, and draws nothing where that is none: Chromium without a locale, as on CI
 * servers, calls it en-US@posix.
 */
const WITH_LANGUAGE = `try { new Intl.NumberFormat(navigator.language); } catch {
  Object.defineProperty(navigator, 'language', { value: 'en' });
}`;

/** The page of a load run: one file, which asks nothing of any other host. */
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
