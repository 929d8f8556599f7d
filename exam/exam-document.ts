import { renderDuration } from '../reports/console/table.ts';
import type { Baseline } from './baseline.ts';
import { trialName } from './candidate.ts';
import { type ExamResult, servicesByName, AREA_HEADS, areaRows, summarise } from './score.ts';
import { markdownTable } from './tables.ts';
import type { MutationScore } from './mutation-exam.ts';
import {
  type FaultTrial,
  isFaultTrial,
  isRight,
  worstFirst,
  outcomeOf,
  isPairTrial,
  pairOutcomeOf,
} from './outcome.ts';
import { describeOutcome } from './print-exam.ts';
import type { Trial } from './trial.ts';

const wrongFaults = (faults: readonly FaultTrial[], { reasons }: Baseline): string => {
  const wrong = worstFirst(faults.filter((each) => !isRight(each)));
  if (wrong.length === 0)
    return 'Every fault was caught by the requirement that it breaks, and nothing else failed.';
  return markdownTable(
    ['fault', 'breaks', 'result', 'reason'],
    wrong.map((each) => [
      trialName(each.candidate),
      each.candidate.requirement,
      describeOutcome(each),
      reasons[each.candidate.id] ?? 'none is given',
    ]),
  );
};

const services = (trials: readonly Trial[]): string =>
  markdownTable(
    ['service', 'runs', 'clean', 'failed', 'inconclusive'],
    [...servicesByName(trials)].map(([name, each]) => [
      name,
      String(each.length),
      String(each.filter(isRight).length),
      [...new Set(each.flatMap(({ failed }) => failed))].join(', ') || '–',
      [...new Set(each.flatMap(({ inconclusive }) => inconclusive))].join(', ') || '–',
    ]),
  );

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

const aboutFaults = (faults: readonly FaultTrial[], baseline: Baseline): readonly string[] => [
  '## Services with one fault',
  'A fault is caught by name if the requirement that it breaks fails, and exactly if nothing else fails.',
  markdownTable(AREA_HEADS, areaRows(faults)),
  '### Not exact',
  wrongFaults(faults, baseline),
];

const aboutServices = (trials: readonly Trial[]): readonly string[] => [
  '## Correct services that decide open points differently',
  'None of them may fail, and every cell must be judged. The decisions of a chance service are random.',
  services(trials),
];

const aboutMutations = ({ mutants, broken, killed, wrong }: MutationScore): readonly string[] => [
  '## Changed answers',
  `Recorded answers of the plain service were changed in one point each and judged offline: of ${broken} that break a requirement, ${killed} failed by it; of all ${mutants}, ${wrong.length} were misjudged.`,
  ...(wrong.length > 0 ? [wrong.map((each) => `- ${each}`).join('\n')] : []),
];

const aboutEveryFault = (faults: readonly FaultTrial[]): readonly string[] => [
  '## Every fault',
  '<details><summary>what each breaks, and what failed</summary>',
  everyFault(faults),
  '</details>',
];

/** An exam as a Markdown document, errors first. */
export const examDocument = (
  { circumstances, trials, score, mutations }: ExamResult,
  baseline: Baseline,
): string => {
  const { version, startedAt, milliseconds, seed, policy, stopped } = circumstances;
  const faults = trials.filter(isFaultTrial);
  const parts = [
    '# Who checks the checker',
    `Assay ${version} was examined on ${startedAt.slice(0, 10)} by \`assay ${policy.replace(' and ', '` and `assay ')}\`, seed ${seed}, in ${renderDuration(milliseconds)}: ${summarise(score)}.${stopped === undefined ? '' : ` The exam was ${stopped}: its other runs are missing.`}`,
    ...(faults.length > 0 ? aboutFaults(faults, baseline) : []),
    ...(trials.some(({ candidate }) => candidate.kind === 'dialect') ? aboutServices(trials) : []),
    ...(mutations ? aboutMutations(mutations) : []),
    ...(faults.length > 0 ? aboutEveryFault(faults) : []),
  ];
  return `${parts.join('\n\n')}\n`;
};

/** The kill matrix as plain data: which requirements each fault made fail, and the results of every correct service. */
export const killMatrix = ({ circumstances, trials, score, mutations }: ExamResult) => {
  const faults = trials.filter(isFaultTrial).map((trial) => ({
    id: trial.candidate.id,
    ...(trial.candidate.on === undefined ? {} : { on: trial.candidate.on }),
    seed: trial.candidate.seed,
    area: trial.candidate.area,
    requirement: trial.candidate.requirement,
    what: trial.candidate.what,
    outcome: outcomeOf(trial),
    cells: trial.candidate.cells,
    failed: trial.failed,
    failedCells: trial.failedCells,
    inconclusive: trial.inconclusive,
    ...(trial.caughtAfter === undefined ? {} : { caughtAfter: trial.caughtAfter }),
    milliseconds: Math.round(trial.milliseconds),
  }));
  const pairs = trials.filter(isPairTrial).map((trial) => ({
    id: trial.candidate.id,
    seed: trial.candidate.seed,
    requirement: trial.candidate.requirement,
    what: trial.candidate.what,
    policy: trial.candidate.policy,
    outcome: pairOutcomeOf(trial),
    shown: trial.shown ?? 0,
    failed: trial.failed,
    inconclusive: trial.inconclusive,
    ...(trial.kept === undefined ? {} : { kept: trial.kept }),
    milliseconds: Math.round(trial.milliseconds),
  }));
  const services = trials
    .filter(({ candidate }) => candidate.kind === 'dialect')
    .map(({ candidate, exitCode, failed, inconclusive, milliseconds }) => ({
      id: candidate.id,
      seed: candidate.seed,
      exitCode,
      failed,
      inconclusive,
      milliseconds: Math.round(milliseconds),
    }));
  return { ...circumstances, score, faults, pairs, services, mutations };
};
