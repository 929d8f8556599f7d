import type { CellVerdict } from '../oracles/finding.ts';
import { unjudgedLines } from '../store/unjudged-lines.ts';
import { requirementOf } from '../spec/catalogue.ts';
import { LINE_TITLES } from '../spec/line.ts';
import { operation } from '../spec/operations.ts';
import { MARKS, VERDICT_WORDS } from './console/paint.ts';
import { renderSummary } from './console/table.ts';
import { listSection, markdownCommand, markdownTable, markdownText } from './markdown.ts';
import { changeLines } from '../store/diff/run-diff.ts';
import type { PageSource } from './page/page-head.ts';
import { countVerdicts } from '../store/run-record.ts';

/** Source of a summary, without secrets. */
export type SummarySource = Pick<PageSource, 'record' | 'verdicts' | 'causes' | 'since' | 'replay'>;

/** Failed cells that are listed; the page has them all. */
const LISTED = 10;

const SHOWN = [
  'fail',
  'error',
  'waived',
  'inconclusive',
  'pass',
  'observed',
  'not-applicable',
] as const;

const byLine = ({ record, verdicts }: SummarySource): string => {
  const rows = record.lines.map((line) => {
    const counts = countVerdicts(
      verdicts.filter((each) => operation(each.operation).line === line),
    );
    return [LINE_TITLES[line], ...SHOWN.map((verdict) => String(counts[verdict]))];
  });
  const heads = SHOWN.map((verdict) => `${MARKS[verdict].sign} ${VERDICT_WORDS[verdict]}`);
  return markdownTable(['Line', ...heads], rows);
};

const failure = (verdict: CellVerdict, replay: string): string => {
  const { line, name } = operation(verdict.operation);
  return [
    `**${MARKS[verdict.verdict].sign} ${markdownText(verdict.requirement)}** on ${LINE_TITLES[line]} ${name}: ${markdownText(requirementOf(verdict.requirement).statement)}`,
    '',
    `- expected ${markdownText(verdict.wanted)}`,
    `- got ${markdownText(verdict.got)}`,
    '',
    markdownCommand(replay),
  ].join('\n');
};

/**
 * Run in Markdown, for the page of a CI job: verdict, table by line, causes of cells that were not judged, first ten
 * failures.
 */
export const stepSummary = (source: SummarySource): string => {
  const { record, verdicts, causes, replay, since } = source;
  const changes = changeLines(since);
  const failed = verdicts.filter(({ verdict }) => verdict === 'fail' || verdict === 'error');
  const [word = '', rest = ''] = renderSummary(record).split(/: (.*)/s);
  const more = failed.length - LISTED;
  return [
    `## Assay: ${markdownText(word)}`,
    markdownText(rest),
    ...unjudgedLines(record, verdicts).map(markdownText),
    byLine(source),
    ...(changes.length === 0 ? [] : [changes.map((line) => `- ${markdownText(line)}`).join('\n')]),
    ...listSection(
      'Why cells are not judged',
      causes.map(({ sentence }) => sentence),
    ),
    ...(failed.length === 0 ? [] : ['### What failed']),
    ...failed.slice(0, LISTED).map((verdict) => failure(verdict, replay(verdict))),
    ...(more > 0 ? [`… and ${more} more, see report.html of the run.`] : []),
    '',
  ].join('\n\n');
};
