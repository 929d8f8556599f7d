import { toHtml } from 'hast-util-to-html';
import { element, type Part } from './element.ts';

/** Style of the conformance page: light and dark; phone, screen and paper. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --text: #1c2430; --muted: #566070; --line: #dfe4ea; --page: #f6f7f9; --card: #fff;
  --good: #0b6b3a; --bad: #b42318; --warn: #8a5000; --violet: #7a27b8; --mark: #ffe9a8; --link: #1d4fb8; }
@media (prefers-color-scheme: dark) { :root { --text: #e6eaf0; --muted: #a5b0be; --line: #2c3542; --page: #10151c; --card: #18202a;
  --good: #4ade80; --bad: #f98b82; --warn: #fbbf24; --violet: #d0a5f5; --mark: #5b4a10; --link: #8ab4f8; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1280px; margin: 0 auto; padding: 24px 16px 64px; }
a { color: var(--link); }
h1 { font-size: 1.5rem; margin: 0 0 8px; overflow-wrap: anywhere; } h2 { font-size: 1.15rem; margin: 28px 0 8px; }
h3 { font-size: .95rem; margin: 0 0 4px; } p { margin: 6px 0; overflow-wrap: anywhere; }
.muted, .statement { color: var(--muted); } .statement { display: block; font-weight: 400; font-size: .87rem; }
.verdict { display: inline-block; padding: 4px 16px; border-radius: 999px; border: 2px solid currentColor; font-weight: 700; font-size: 1.15rem; }
.good, .pass { color: var(--good); } .bad, .fail { color: var(--bad); } .open, .inconclusive, .waived { color: var(--warn); }
.error { color: var(--violet); } .observed, .not-applicable { color: var(--muted); }
.counts { list-style: none; display: flex; flex-wrap: wrap; gap: 4px 20px; padding: 0; margin: 12px 0; }
.sign { font-weight: 700; } .gist { display: block; } .cell[open] .gist { display: none; } .counted { font-weight: 400; font-size: .95rem; }
.facts { margin-top: 12px; } dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 2px 14px; margin: 8px 0; }
dt { color: var(--muted); } dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; } dd ul { margin: 0; padding-left: 18px; white-space: normal; }
code, pre, .request { font: .87rem/1.45 ui-monospace, monospace; } code { overflow-wrap: anywhere; }
pre { background: var(--page); border: 1px solid var(--line); border-radius: 6px; padding: 8px; margin: 4px 0; overflow: auto; max-height: 420px; white-space: pre-wrap; overflow-wrap: anywhere; }
mark { background: var(--mark); color: inherit; }
form { position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 8px 12px; margin: 16px 0; }
form[hidden], [hidden] { display: none !important; }
#live { position: sticky; top: 0; z-index: 3; display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; background: var(--card); border: 1px solid var(--link); border-radius: 8px; padding: 8px 12px; margin: 0 0 16px; }
#live ~ form { position: static; } #live-state { font-weight: 600; } #live progress { flex: 1 1 120px; max-width: 320px; } #live-actions { display: inline-flex; flex-wrap: wrap; gap: 8px; }
button { font: inherit; color: var(--link); background: var(--page); border: 1px solid var(--muted); border-radius: 6px; padding: 2px 10px; cursor: pointer; } button:disabled { color: var(--muted); cursor: default; } .again { float: right; position: relative; z-index: 1; margin: 8px 12px 0; font-size: .87rem; } .again:has(+ [hidden]) { display: none; }
#live-runs { list-style: none; flex-basis: 100%; display: flex; flex-wrap: wrap; gap: 0 16px; margin: 0; padding: 0; font-size: .87rem; } #live-runs:empty { display: none; }
label { display: inline-flex; gap: 6px; align-items: center; max-width: 100%; }
select, input { min-width: 0; font: inherit; color: inherit; background: var(--page); border: 1px solid var(--muted); border-radius: 6px; padding: 2px 6px; max-width: min(100%, 240px); }
details { background: var(--card); border: 1px solid var(--line); border-radius: 8px; margin: 6px 0; padding: 0 12px; }
summary { cursor: pointer; padding: 8px 0; overflow-wrap: anywhere; } details[open] { padding-bottom: 12px; } .cell { scroll-margin-top: 72px; }
.exchange details { border: 0; padding: 0; margin: 0; } .exchange summary { padding: 2px 0; color: var(--muted); font-size: .87rem; }
.mismatch { font-size: 1.05rem; } .mismatch dd:first-of-type { font-weight: 600; }
.on-paper { display: none; } .words-of-steps { border: 0; background: none; padding: 0; color: var(--muted); font-size: .87rem; } .story ol { list-style: none; padding: 0; margin: 8px 0; } .step { margin: 2px 0; padding: 0 8px; border-radius: 6px; }
.step > summary { display: grid; grid-template-columns: 3ch 15ch minmax(0, 1.3fr) 5ch 8ch minmax(0, 1fr); gap: 2px 10px; padding: 4px 0; font-size: .9rem; font-variant-numeric: tabular-nums; }
.step > summary:not(:has(.part)) { display: block; color: var(--muted); }
.number, .time { color: var(--muted); text-align: right; } .status { font-weight: 700; } .meaning { color: var(--muted); } .meaning strong { color: var(--bad); }
.part { color: var(--muted); } .as-faulty-request, .step[open] > summary .part { color: var(--text); font-weight: 600; } .as-control-request { color: var(--good); }
.step[open] { border-color: var(--muted); } .lane { border-left: 4px solid var(--link); padding-left: 8px; margin: 4px 0; } .lane p { font-size: .87rem; }
.lane-bar { grid-column: 3; display: block; height: 4px; background: var(--page); border-radius: 2px; } .lane-bar span { display: block; height: 4px; border-radius: 2px; background: var(--link); }
.header { font: .87rem/1.45 ui-monospace, monospace; margin: 2px 0; }
.anchor { float: right; font-size: .82rem; } [data-copy] + button { font: inherit; font-size: .82rem; margin-left: 8px; color: var(--link); background: none; border: 1px solid var(--line); border-radius: 6px; cursor: pointer; }
.fault { border-left: 4px solid var(--bad); padding-left: 12px; margin: 12px 0; } .held, .cause > details, .more { border: 0; padding: 0; } .held ul { margin: 0; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 380px), 1fr)); gap: 16px; margin-top: 8px; }
.exchange { min-width: 0; } .answer { font-weight: 600; }
.strip { display: block; width: 100%; height: 90px; margin: 8px 0; background: var(--page); } .strip rect { fill: currentColor; } .strip polyline { fill: none; stroke: var(--link); stroke-width: 1.5px; vector-effect: non-scaling-stroke; }
.timing .lane-bar { min-width: 200px; margin-top: 8px; } .timing td { font-variant-numeric: tabular-nums; } .timing td:first-child { min-width: 120px; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; } .words { width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: 4px 8px; text-align: center; vertical-align: top; }
td { font-weight: 700; } td a { color: inherit; } .words td { font-weight: 400; min-width: 90px; overflow-wrap: anywhere; }
.words td, .words th, th[scope=row], thead th:first-child { text-align: left; }
th[scope=row] { font-size: .87rem; width: 640px; min-width: 260px; overflow-wrap: anywhere; position: sticky; left: 0; background: var(--card); }
thead th { color: var(--muted); font-size: .82rem; font-weight: 600; vertical-align: bottom; }
thead th span { writing-mode: vertical-rl; transform: rotate(180deg); white-space: nowrap; }
.words thead th { text-align: left; }
@media (max-width: 700px) { .step > summary { grid-template-columns: 3ch minmax(0, 1fr) auto; } .step .call, .step .meaning { grid-column: 2 / -1; } .step .status { grid-column: 2; } .step .time { display: none; } }
@media (max-width: 600px) { th[scope=row] { width: auto; min-width: 150px; max-width: 190px; } dl { grid-template-columns: minmax(0, 1fr); } dt { margin-top: 6px; } form { position: static; } .anchor { float: none; display: block; text-align: right; } }
@media print { body { background: #fff; font-size: 10pt; } form, .anchor, .words-of-steps, button { display: none !important; } main { max-width: none; padding: 0; }
  details:is(.cell, .more)::details-content { content-visibility: visible; height: auto; } .more .cell::details-content { content-visibility: hidden; height: 0; } pre { max-height: none; } .far, .headers, .cell .gist, .calm { display: none; } .more .cell .gist { display: block; } .brief .story { display: none; } .on-paper { display: block; } .step:not([open]) { border: 0; margin: 0; } .scroll { overflow: visible; } tr, .exchange { break-inside: avoid; }
  .area thead th span { writing-mode: vertical-rl; } th[scope=row] { position: static; } }
`;

/** Parts of a page. */
export interface PageDocument {
  readonly title: string;
  /** Colour of the icon in the browser's tab. Default: no icon. */
  readonly icon?: string;
  /** Trusted: not escaped. */
  readonly style: string;
  readonly main: Part;
  /** Trusted as well. Default: no script. */
  readonly script?: string;
  /** True for a page that may ask its own server for newer content. */
  readonly isLive?: boolean;
}

const policyOf = ({ script, isLive = false }: PageDocument): string =>
  [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    ...(script === undefined ? [] : ["script-src 'unsafe-inline'"]),
    ...(isLive ? ["connect-src 'self'"] : []),
    'img-src data:',
  ].join('; ');

const iconOf = ({ icon }: PageDocument): string => {
  if (icon === undefined) return 'data:,';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7" fill="${icon}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
};

const headOf = (page: PageDocument): Part =>
  element(
    'head',
    element('meta', { charset: 'utf-8' }),
    element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    // Even if a service's text became markup, it could not run or fetch anything.
    element('meta', { 'http-equiv': 'Content-Security-Policy', content: policyOf(page) }),
    element('title', page.title),
    element('link', { rel: 'icon', href: iconOf(page) }),
  );

/** Single-file page that requests nothing from other hosts. Only style and script are not escaped. */
export const pageDocument = (page: PageDocument): string => {
  const { style, main, script } = page;
  const head = toHtml(headOf(page)).replace('</head>', () => `<style>${style}</style></head>`);
  const program = script === undefined ? '' : `\n<script type="module">${script}</script>`;
  return `<!doctype html>\n<html lang="en">\n${head}\n<body>\n${toHtml(main)}${program}\n</body>\n</html>\n`;
};
