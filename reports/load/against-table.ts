import { LINE_TITLES } from '../../spec/line.ts';
import { inlineText } from '../../store/printable.ts';
import { painter, type Style } from '../console/paint.ts';
import type { AgainstRecord, LoadRecord } from '../../store/load/load-record.ts';
import { milliseconds } from './load-table.ts';
import { escaped, section, table } from './load-sections.ts';

type Row = AgainstRecord['ratios'][number];

/** Terminal colour and page class of each verdict. */
const LOOKS: Readonly<Record<Row['verdict'], readonly [Style | undefined, string]>> = {
  slower: ['red', 'bad'],
  faster: ['green', 'good'],
  none: [undefined, ''],
  undecided: ['yellow', 'warn'],
};

/** Columns of the comparison, for a terminal and for a page. */
const AGAINST_COLUMNS: readonly (readonly [title: string, text: (row: Row) => string])[] = [
  ['line', ({ line }) => LINE_TITLES[line]],
  ['', ({ percentile }) => `p${percentile}`],
  ['baseline', ({ baseline }) => milliseconds(baseline)],
  ['candidate', ({ candidate }) => milliseconds(candidate)],
  ['candidate / baseline', ({ shown }) => shown],
  ['verdict', (ratio) => ratio.said],
];

const LONGEST = 200;

/** Name and address of a build: `staging at https://…`. */
const buildName = ({ name, base_url, gap_base_url }: AgainstRecord['target']): string =>
  `${name} at ${base_url}${gap_base_url === base_url ? '' : ` and ${gap_base_url}`}`;

/** Describes the method of the comparison in one sentence. */
const aboutAgainst = ({ blocks, seconds, confidence }: AgainstRecord): string =>
  `${blocks} blocks of ${Number(seconds.toFixed(1))} s for each build, in turns A B B A; milliseconds are geometric means of the blocks; simultaneous confidence of all intervals: ${Math.round(confidence * 100)} %`;

/** Comparison of two builds for a terminal; empty if the run has none. */
export const againstLines = (
  { target, against }: Pick<LoadRecord, 'target' | 'against'>,
  colour: boolean,
): readonly string[] => {
  if (against === undefined) return [];
  const paint = painter(colour);
  const rows = against.ratios.map((row) => AGAINST_COLUMNS.map(([, text]) => text(row)));
  const titles = AGAINST_COLUMNS.map(([title]) => title);
  const widths = titles.map((title, at) =>
    Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  return [
    '',
    paint('bold', 'Against'),
    inlineText(`  baseline   ${buildName(target)} (alone: ${against.verdict.baseline})`, LONGEST),
    inlineText(
      `  candidate  ${buildName(against.target)} (alone: ${against.verdict.candidate})`,
      LONGEST,
    ),
    ...(rows.length === 0
      ? ['  the ratio cannot be judged']
      : [
          paint('bold', `  ${line(titles)}`),
          ...rows.map((row, at) => {
            const [style] = LOOKS[against.ratios[at]?.verdict ?? 'none'];
            return style ? paint(style, `  ${line(row)}`) : `  ${line(row)}`;
          }),
          `  ${aboutAgainst(against)}`,
        ]),
  ];
};

/** Section of the page about the second build of a run with `--against`; empty for any other run. */
export const againstSection = ({ target, against }: LoadRecord): string => {
  if (against === undefined) return '';
  const { candidate, baseline } = against.verdict;
  const about = [
    `baseline: ${buildName(target)}, alone: ${baseline}`,
    `candidate: ${buildName(against.target)}, alone: ${candidate}`,
    aboutAgainst(against),
  ];
  const page = `<p class="small"><a href="${escaped(against.folder)}/load.html">Report of the candidate</a>; everything below is about the baseline.</p>`;
  const rows = against.ratios.map((ratio) =>
    AGAINST_COLUMNS.map(
      ([, text]) => `<span class="${LOOKS[ratio.verdict][1]}">${escaped(text(ratio))}</span>`,
    ),
  );
  const titles = AGAINST_COLUMNS.map(([title]) => title);
  return section(
    'Against',
    about.map((each) => `<p class="muted small">${escaped(each)}</p>`).join('') +
      page +
      (rows.length === 0 ? '<p>The ratio cannot be judged.</p>' : table(titles, rows, true)),
  );
};
