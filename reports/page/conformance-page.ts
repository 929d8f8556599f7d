import { readFileSync } from 'node:fs';
import { EXIT } from '../../oracles/exit-code.ts';
import type { CellVerdict } from '../../oracles/finding.ts';
import { AREA_TITLES } from '../../spec/area.ts';
import { areaOf } from '../../spec/catalogue.ts';
import { LINE_TITLES } from '../../spec/line.ts';
import { operation } from '../../spec/operations.ts';
import { VERDICT_WORDS } from '../console/paint.ts';
import { element, GRAVEST_FIRST, type Part, sign } from './element.ts';
import { causeCards, causeSection } from './cause-view.ts';
import { cellAnchors, failureSection } from './failure-view.ts';
import { countsText, lineMatrix } from './matrix.ts';
import { pageHead, targetName, type PageSource, wordOf } from './page-head.ts';
import { pageDocument, PAGE_STYLE } from './page-document.ts';
import { tracesOf } from '../../store/run-record.ts';
import { timingSection } from './timing-section.ts';
import { remainingSections } from './remaining-sections.ts';

const options = (first: string, names: readonly (readonly [string, string])[]): readonly Part[] => [
  element('option', { value: '' }, first),
  ...names.map(([value, title]) => element('option', { value }, title)),
];

const chooser = (name: string, label: string, choices: readonly Part[]): Part =>
  element('label', label, element('select', { name }, choices));

/** Filters of all cells; hidden until the script of the page shows them. */
const filters = ({ record, verdicts }: PageSource): Part => {
  const there = GRAVEST_FIRST.filter((verdict) =>
    verdicts.some((each) => each.verdict === verdict),
  );
  const withCounts = (title: string, isOwn: (verdict: CellVerdict) => boolean): string =>
    `${title} ${countsText(verdicts.filter(isOwn))}`.trim();
  return element(
    'form',
    { id: 'filters', hidden: true, role: 'search', 'aria-label': 'Cells' },
    chooser(
      'verdict',
      'Verdict',
      options(
        'all',
        there.map((verdict) => [verdict, VERDICT_WORDS[verdict]]),
      ),
    ),
    chooser(
      'line',
      'Line',
      options(
        'all',
        record.lines.map((line) => [
          line,
          withCounts(LINE_TITLES[line], (each) => operation(each.operation).line === line),
        ]),
      ),
    ),
    chooser(
      'area',
      'Area',
      options(
        'all',
        Object.entries(AREA_TITLES).map(([area, title]) => [
          area,
          withCounts(title, ({ requirement }) => areaOf(requirement) === area),
        ]),
      ),
    ),
    element(
      'label',
      'Text',
      element('input', { name: 'text', type: 'search', placeholder: 'id or words, key /' }),
    ),
    element('output', { name: 'found' }),
  );
};

const legend = (verdicts: PageSource['verdicts']): Part =>
  element(
    'p',
    { class: 'legend muted' },
    GRAVEST_FIRST.filter((verdict) => verdicts.some((each) => each.verdict === verdict)).flatMap(
      (verdict) => [sign(verdict), ` ${VERDICT_WORDS[verdict]}  `],
    ),
  );

const body = (source: PageSource, isLive: boolean): Part => {
  const { record, verdicts, isRunning } = source;
  // Of a run that is still sending, cells without a verdict are no news yet.
  const reached = isRunning ? verdicts.filter(({ reason }) => reason !== 'hole') : verdicts;
  const cards = causeCards(source.causes, reached, record.stopped);
  const linked = cellAnchors(reached, cards);
  const causes = causeSection(cards, source.exchanges, tracesOf(record));
  const failures = failureSection({ ...source, verdicts: reached }, cards);
  return element(
    'main',
    isLive ? liveBar() : undefined,
    pageHead(source),
    filters(source),
    // A fail is the maker's to act on; without one the causes come first.
    record.exitCode === EXIT.nonConformant ? [failures, causes] : [causes, failures],
    legend(verdicts),
    record.lines.map((line) => lineMatrix(line, verdicts, linked)),
    timingSection(source),
    remainingSections(source),
  );
};

/** Bar with the state of a watch, and what can be asked for; its script fills it. */
const liveBar = (): Part =>
  element(
    'section',
    { id: 'live', 'aria-label': 'Watch' },
    element('output', { id: 'live-state', 'aria-live': 'polite' }, 'connecting'),
    element('progress', { id: 'live-progress', hidden: true, 'aria-label': 'tests of the run' }),
    element(
      'span',
      { id: 'live-actions', hidden: true },
      element('button', { type: 'button', 'data-run': 'failed' }, 'Run what did not pass'),
      element('button', { type: 'button', 'data-run': 'all' }, 'Run everything'),
    ),
    element('ol', { id: 'live-runs', 'aria-label': 'Runs of this watch, the newest first' }),
  );

/** Colour of the tab's icon, by that of the verdict on the console; readable on light and dark tabs. */
const ICONS = { green: '#16a34a', red: '#dc2626', yellow: '#d97706', magenta: '#9333ea' } as const;

const pageScript = (): string => readFileSync(new URL('page-script.mjs', import.meta.url), 'utf8');

const liveScript = (): string =>
  `${pageScript()}\n${readFileSync(new URL('live-script.mjs', import.meta.url), 'utf8')}`;

/**
 * Conformance page of a run: one file, which requests nothing from other hosts and is readable without scripts. `isLive`: it is
 * served by a watch, asks that for newer content, and can ask for another run.
 */
export const conformancePage = (source: PageSource, isLive = false): string => {
  const { name, style } = wordOf(source);
  return pageDocument({
    title: `${targetName(source.record)}: ${name}`,
    icon: ICONS[style],
    style: PAGE_STYLE,
    main: body(source, isLive),
    script: isLive ? liveScript() : pageScript(),
    isLive,
  });
};

/** Live page before the first run, or while none can be made. */
export const startingPage = (): string =>
  pageDocument({
    title: 'Assay: no run yet',
    style: PAGE_STYLE,
    main: element('main', liveBar(), element('h1', 'No run yet')),
    script: liveScript(),
    isLive: true,
  });
