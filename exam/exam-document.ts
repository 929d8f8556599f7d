import { renderDuration } from '../reports/console/summary.ts';
import type { Baseline } from './baseline.ts';
import { trialName } from './candidate.ts';
import type { ExamCircumstances } from './kill-matrix.ts';
import { markdownTable } from './markdown-table.ts';
import type { MutationScore } from './mutation-exam.ts';
import { type FaultTrial, isFaultTrial, isRight, outcomeOf, OUTCOMES } from './outcome.ts';
import { AREA_HEADS, areaRows, describeOutcome, sumUp } from './print-exam.ts';
import type { Score } from './score.ts';
import type { Trial } from './trial.ts';

const wrongFaults = (faults: readonly FaultTrial[], { reasons }: Baseline): string => {
  const wrong = faults
    .filter((each) => !isRight(each))
    .sort((a, b) => OUTCOMES.indexOf(outcomeOf(a)) - OUTCOMES.indexOf(outcomeOf(b)));
  if (wrong.length === 0)
    return 'Every fault was caught by the requirement that it breaks, and nothing else failed.';
  return markdownTable(
    ['fault', 'breaks', 'what became of it', 'reason'],
    wrong.map((each) => [
      trialName(each.candidate),
      each.candidate.requirement,
      describeOutcome(each),
      reasons[each.candidate.id] ?? 'none is given',
    ]),
  );
};

const services = (trials: readonly Trial[]): string => {
  const byName = Map.groupBy(
    trials.filter((each) => !isFaultTrial(each)),
    ({ candidate }) => (candidate.id.startsWith('chance:') ? 'chance' : candidate.id),
  );
  return markdownTable(
    ['service', 'runs', 'clean', 'failed', 'inconclusive'],
    [...byName].map(([name, each]) => [
      name,
      String(each.length),
      String(each.filter(isRight).length),
      [...new Set(each.flatMap(({ failed }) => failed))].join(', ') || '–',
      [...new Set(each.flatMap(({ inconclusive }) => inconclusive))].join(', ') || '–',
    ]),
  );
};

const everyFault = (faults: readonly FaultTrial[]): string =>
  markdownTable(
    ['fault', 'what is wrong', 'breaks', 'failed'],
    faults.map(({ candidate, failed }) => [
      candidate.on === undefined ? candidate.id : `${candidate.id} on ${candidate.on}`,
      candidate.what,
      candidate.requirement,
      failed.join(', ') || '–',
    ]),
  );

/** An exam as a Markdown document, what went wrong first. */
export const examDocument = (
  { version, startedAt, milliseconds, seed, policy }: ExamCircumstances,
  trials: readonly Trial[],
  score: Score,
  baseline: Baseline,
  mutations: MutationScore | undefined,
): string => {
  const faults = trials.filter(isFaultTrial);
  const parts = [
    '# Who checks the checker',
    `Assay ${version} was examined on ${startedAt.slice(0, 10)} with the policy of \`assay ${policy}\`, seed ${seed}, in ${renderDuration(milliseconds)}: ${sumUp(score)}.`,
  ];
  if (faults.length > 0) {
    parts.push(
      '## Services that are wrong in one point',
      'A fault is caught by name where the requirement that it breaks fails, and exact where nothing else does.',
      markdownTable(AREA_HEADS, areaRows(faults)),
      '### Not exact',
      wrongFaults(faults, baseline),
    );
  }
  if (trials.length > faults.length) {
    parts.push(
      '## Services that are correct in their own way',
      'None of them may fail, and nothing may stay open. The open decisions of a chance service are drawn at random.',
      services(trials),
    );
  }
  if (mutations) {
    const { mutants, broken, killed, wrong } = mutations;
    parts.push(
      '## Changed answers',
      `Recorded answers of the plain service were changed in one point each and judged offline: ${killed} of ${broken} that break something failed by the requirement that they break, ${wrong.length} of all ${mutants} were misjudged.`,
    );
    if (wrong.length > 0) parts.push(wrong.map((each) => `- ${each}`).join('\n'));
  }
  if (faults.length > 0) {
    parts.push(
      '## Every fault',
      '<details><summary>what each breaks, and what failed</summary>',
      everyFault(faults),
      '</details>',
    );
  }
  return `${parts.join('\n\n')}\n`;
};
