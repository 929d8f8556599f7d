import { countVerdicts, type RunRecord } from '../../store/run-record.ts';
import { unjudgedLines } from '../../store/unjudged-lines.ts';
import { renderSummary } from '../console/table.ts';
import { VERDICT_WORDS, verdictWord } from '../console/paint.ts';
import { changeLines, type RunChanges } from '../../store/diff/run-diff.ts';
import { bullets, definitions, element, GRAVEST_FIRST, type Part, shown, sign } from './element.ts';
import type { CellVerdict, Finding } from '../../oracles/finding.ts';
import type { FirstCause } from '../../oracles/causes/first-cause.ts';
import type { OpenPoint } from '../../oracles/open-point.ts';
import type { Exchange } from '../../spec/exchange.ts';

/** Source of a run's conformance page, without secrets. */
export interface PageSource {
  readonly record: RunRecord;
  readonly verdicts: readonly CellVerdict[];
  readonly findings: readonly Finding[];
  readonly exchanges: readonly Exchange[];
  readonly points: readonly OpenPoint[];
  /** Causes of inconclusive cells, most severe first. */
  readonly causes: readonly FirstCause[];
  /** Changes since an earlier run of the same target, if there is one. */
  readonly since?: RunChanges | undefined;
  /** True if earlier runs on this target drew other data than those that show the failure of a cell; absent if unknown. */
  readonly isFirstDrawn?: (verdict: CellVerdict) => boolean;
  /** True while the run is sending: cells without a verdict have none yet. */
  readonly isRunning?: boolean;
  /** Command that repeats the decisive request of a cell; undefined if it is no longer known. */
  readonly curl: (verdict: CellVerdict) => string | undefined;
  /** Command that repeats a cell; empty as long as its run is sending. */
  readonly replay: (verdict: CellVerdict) => string;
  /** Address of the published documentation; by default that of the package. */
  readonly homepage?: string;
  /** Command that writes the calls of a cell as a script; empty as long as its run is sending. */
  readonly script: (verdict: CellVerdict) => string;
}

const text = (value: unknown): string => (typeof value === 'string' ? shown(value, 200) : '');

/** Name of the target in a run record. */
export const targetName = ({ target }: Pick<RunRecord, 'target'>): string => text(target['name']);

const facts = ({ record }: PageSource): readonly (readonly [string, string])[] => {
  const { target, embedded, startedAt, command, assay, seed, lines, selection } = record;
  const [base, gap] = [text(target['base_url']), text(target['gap_base_url'])];
  const patterns = selection.cells ?? [
    ...(selection.requirements ?? []),
    ...(selection.operations ?? []),
  ];
  return [
    [
      'Service',
      embedded ? `the embedded reference service (${embedded.dialect ?? 'plain'})` : base,
    ],
    ...(embedded || gap === '' || gap === base ? [] : [['Motor gap', gap] as const]),
    ['When', `${startedAt.slice(0, 19).replace('T', ' ')} UTC`],
    ['Judged by', `assay ${command} ${assay}, seed ${seed}`],
    ['Lines', lines.join(', ')],
    ...(patterns.length === 0 ? [] : [['Only', shown(patterns.join(', '), 400)] as const]),
  ];
};

const counts = ({ verdicts }: PageSource): Part => {
  const all = countVerdicts(verdicts);
  const rows = GRAVEST_FIRST.filter((verdict) => all[verdict] > 0).map((verdict) =>
    element(
      'a',
      { href: `#verdict=${verdict}` },
      sign(verdict),
      ` ${all[verdict].toLocaleString('en-GB')} ${VERDICT_WORDS[verdict]}`,
    ),
  );
  return bullets(rows, { class: 'counts', 'aria-label': 'Cells by verdict' });
};

/** CSS class of a verdict's colour on the console. */
const KINDS = { green: 'good', red: 'bad', yellow: 'open', magenta: 'error' } as const;

/** The verdict of a run in a word or two, with its colour; of one that is still sending, whether a cell has failed so far. */
export const wordOf = ({ record, isRunning }: PageSource): ReturnType<typeof verdictWord> => {
  if (!isRunning) return verdictWord(record);
  return record.verdicts.fail > 0
    ? { name: 'running, with failures', style: 'red' }
    : { name: 'running', style: 'yellow' };
};

/** Head of the page: verdict, target, date, seed and counts. */
export const pageHead = (source: PageSource): Part => {
  const { record, verdicts, since, isRunning = false } = source;
  const { name: word, style } = wordOf(source);
  return element(
    'header',
    element('h1', targetName(record)),
    element('p', { class: `verdict ${KINDS[style]}` }, shown(word, 300)),
    isRunning
      ? undefined
      : [
          element('p', shown(renderSummary(record).replace(`${word}: `, ''), 600)),
          unjudgedLines(record, verdicts).map((line) => element('p', shown(line, 800))),
        ],
    counts(source),
    changeLines(since).map((line) => element('p', { class: 'since' }, line)),
    definitions(facts(source), { class: 'facts' }),
  );
};
