import { readFileSync } from 'node:fs';
import { EXIT } from '../../oracles/exit-code.ts';
import type { CellVerdict } from '../../oracles/finding.ts';
import { AREA_TITLES } from '../../spec/area.ts';
import { areaOf } from '../../spec/catalogue.ts';
import { LINE_TITLES } from '../../spec/line.ts';
import { operation } from '../../spec/operations.ts';
import { VERDICT_WORDS, verdictWord } from '../console/paint.ts';
import { element, GRAVEST_FIRST, type Part, sign } from './element.ts';
import { causeCards, causeSection } from './cause-view.ts';
import { cellAnchors, failureSection } from './failure-view.ts';
import { countsText, lineMatrix } from './matrix.ts';
import { pageHead, targetName, type PageSource } from './page-head.ts';
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

const body = (source: PageSource): Part => {
  const { record, verdicts } = source;
  const cards = causeCards(source.causes, verdicts, record.stopped);
  const linked = cellAnchors(verdicts, cards);
  const causes = causeSection(cards, source.exchanges, tracesOf(record));
  const failures = failureSection(source, cards);
  return element(
    'main',
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

/** Colour of the tab's icon, by that of the verdict on the console; readable on light and dark tabs. */
const ICONS = { green: '#16a34a', red: '#dc2626', yellow: '#d97706', magenta: '#9333ea' } as const;

/** Conformance page of a run: one file, which requests nothing from other hosts and is readable without scripts. */
export const conformancePage = (source: PageSource): string => {
  const title = `${targetName(source.record)}: ${verdictWord(source.record).name}`;
  const script = readFileSync(new URL('page-script.mjs', import.meta.url), 'utf8');
  const icon = ICONS[verdictWord(source.record).style];
  return pageDocument({ title, icon, style: PAGE_STYLE, main: body(source), script });
};
