import {
  survivorsOf,
  tallyOf,
  describeMutant,
  SOURCE_HEADS,
  sourceRows,
  summariseSource,
} from './print-source.ts';
import { renderDuration } from '../../reports/console/table.ts';
import { markdownTable } from '../tables.ts';
import type { Judged } from './mutant-trial.ts';
import { OPEN_BY, OPEN_CAUSES, type OpenCause } from './mutant-outcome.ts';
import { type Explanation } from './survivors.ts';

/** Settings and versions of an exam of the source. */
export interface SourceCircumstances {
  readonly version: string;
  readonly startedAt: string;
  readonly milliseconds: number;
  readonly seed: number;
}

/** The outcome of every mutant as plain data. */
export const sourceMatrix = (
  circumstances: SourceCircumstances,
  judged: readonly Judged[],
  explanations: readonly Explanation[],
) => {
  const reasons = new Map(
    survivorsOf(judged, explanations).map((each) => [each.judged, each.explanation?.reason]),
  );
  return {
    ...circumstances,
    tally: tallyOf(judged, explanations),
    mutants: judged.map((each) => ({
      ...each.mutant,
      outcome: each.outcome,
      lines: each.lines,
      failed: each.failed,
      inconclusive: each.inconclusive,
      cause: each.cause,
      milliseconds: Math.round(each.milliseconds),
      reason: reasons.get(each),
    })),
  };
};

const listed = (judged: readonly Judged[], outcome: Judged['outcome'], cause?: OpenCause): string =>
  judged
    .filter((each) => each.outcome === outcome && each.cause === cause)
    .map(({ mutant }) => `- \`${describeMutant(mutant).replaceAll('`', '´')}\``)
    .join('\n') || 'None.';

/** Causes as text. */
const CAUSES: Readonly<Record<OpenCause, string>> = {
  'no-rule': 'No judgement rule leaves these open',
  'legal-refused': `Legal calls are refused, and no control request is accepted (${OPEN_BY['legal-refused'].join(', ')})`,
  'not-found': `An id or an amount is not where the target looks for it (${OPEN_BY['not-found'].join(', ')})`,
};

const openParts = (judged: readonly Judged[]): readonly string[] =>
  OPEN_CAUSES.flatMap((cause) => [`### ${CAUSES[cause]}`, listed(judged, 'open', cause)]);

const explained = (judged: readonly Judged[], explanations: readonly Explanation[]): string => {
  const groups = Map.groupBy(
    survivorsOf(judged, explanations),
    ({ explanation }) => explanation?.reason ?? '**unexplained**',
  );
  return markdownTable(
    ['reason', 'mutants'],
    [...groups].map(([reason, own]) => [
      reason,
      own.map((each) => describeMutant(each.judged.mutant)).join('<br>'),
    ]),
  );
};

/** An exam of the source as a Markdown document. */
export const sourceDocument = (
  { version, startedAt, milliseconds, seed }: SourceCircumstances,
  judged: readonly Judged[],
  explanations: readonly Explanation[],
): string => {
  const parts = [
    '# Generated changes of the reference',
    `Assay ${version} was examined on ${startedAt.slice(0, 10)} with \`assay gate\`, seed ${seed}, in ${renderDuration(milliseconds)}: ${summariseSource(tallyOf(judged, explanations))}.`,
    'The score is the share of detected mutants among those that a run of the plain service reaches and a client can observe.',
    markdownTable(SOURCE_HEADS, sourceRows(judged, explanations)),
    '## Survivors',
    explained(judged, explanations),
    '## Open instead of failed',
    ...openParts(judged),
    '## Taken for a wrong configuration',
    listed(judged, 'refused'),
    '## Hung, looped, or crashed',
    listed(judged, 'timeout'),
    '## Not reached by any run of the plain service',
    `<details><summary>code that only other dialects, or none, need</summary>\n\n${listed(judged, 'unreached')}\n\n</details>`,
  ];
  return `${parts.join('\n\n')}\n`;
};
