import { LEGAL_CALL } from '../../spec/requirements/paths.ts';
import { EXIT } from '../../oracles/exit-code.ts';
import type { CommandEnd } from '../worker.ts';
import { WORKER_EXIT } from './mutant-switch.ts';
import type { CellVerdict, ReasonCode } from '../../oracles/finding.ts';
import type { JudgementRuleId } from '../../spec/judgement.ts';

/**
 * Causes of inconclusive cells in a run without a fail, the worst for the harness first: no rule allows it; legal calls
 * were refused without an accepted control request; an id or an amount is not at the place that the target names.
 */
export const OPEN_CAUSES = ['no-rule', 'legal-refused', 'not-found'] as const;

/** Cause of inconclusive cells. */
export type OpenCause = (typeof OPEN_CAUSES)[number];

/** The judgement rules that keep a harness from a fail in these cases. */
export const OPEN_BY: Readonly<Record<Exclude<OpenCause, 'no-rule'>, readonly JudgementRuleId[]>> =
  {
    'not-found': ['P3', 'P5'],
    'legal-refused': ['S9', 'V17'],
  };

/** Reasons that follow from another inconclusive cell; undefined: the run was given up because so little is answered. */
const FOLLOWING: readonly (ReasonCode | undefined)[] = [
  'blocked-by',
  'hole',
  'not-executed',
  'twin-refused',
];

const isRefusal = ({ requirement, reason, blockedBy }: CellVerdict): boolean =>
  reason === 'unstated-rule' ||
  (reason === 'blocked-by' && blockedBy === LEGAL_CALL.accepted) ||
  (reason === 'twin-refused' && requirement === LEGAL_CALL.accepted);

const isNotFound = ({ reason }: CellVerdict): boolean => reason === 'not-found-by-target';

const isBreakdown = ({ blockedBy }: CellVerdict): boolean =>
  blockedBy !== undefined && blockedBy !== LEGAL_CALL.accepted;

/** Tests if some cells of a line are inconclusive for these reasons, and all other inconclusive cells follow from them. */
const isAll = (
  open: readonly CellVerdict[],
  isOrigin: (verdict: CellVerdict) => boolean,
): boolean => {
  const others = open.filter((each) => !isOrigin(each));
  return others.length < open.length && others.every(({ reason }) => FOLLOWING.includes(reason));
};

const causeOnLine = (open: readonly CellVerdict[]): OpenCause => {
  if (open.some(isBreakdown)) return 'no-rule';
  if (isAll(open, isRefusal)) return 'legal-refused';
  return isAll(open, isNotFound) ? 'not-found' : 'no-rule';
};

/** The cause that is worst for the harness. */
export const worstCause = (causes: readonly OpenCause[]): OpenCause | undefined =>
  OPEN_CAUSES.find((each) => causes.includes(each));

/** Cause of a run's inconclusive cells; undefined if there are none. */
export const openCause = (verdicts: readonly CellVerdict[]): OpenCause | undefined => {
  const open = verdicts.filter(({ verdict }) => verdict === 'inconclusive');
  const byLine = Map.groupBy(open, ({ line }) => line);
  return worstCause([...byLine.values()].map(causeOnLine));
};

/**
 * Outcomes of a mutant: something failed; the harness refused it as a wrong configuration; the service hung, looped or
 * crashed; something was inconclusive; nothing was detected; nothing reaches it; the service does not start, so there
 * is nothing to judge; the harness broke.
 */
export const MUTANT_OUTCOMES = [
  'fail',
  'refused',
  'timeout',
  'open',
  'survived',
  'unreached',
  'unstarted',
  'trouble',
] as const;

/** Outcome of a mutant. */
export type MutantOutcome = (typeof MUTANT_OUTCOMES)[number];

/** Outcomes that count as killed. */
export const KILLS: readonly MutantOutcome[] = ['fail', 'refused', 'timeout', 'open'];

const BY_EXIT: Readonly<Record<number, MutantOutcome>> = {
  [EXIT.conformant]: 'survived',
  [EXIT.nonConformant]: 'fail',
  [EXIT.usage]: 'refused',
  [EXIT.incomplete]: 'open',
  [WORKER_EXIT.unstarted]: 'unstarted',
  [WORKER_EXIT.looped]: 'timeout',
};

/**
 * A stack frame in an instrumented file, or heap exhaustion, which does not happen without a mutant: it was the service
 * that crashed the process, not the harness.
 */
const IN_MUTANT = /\/reference\/\S+\?load=|JavaScript heap out of memory/;

/** Outcome of one run with a mutant; `isLate` if it was killed at its time limit. */
export const outcomeOfRun = ({ exitCode, printed }: CommandEnd, isLate: boolean): MutantOutcome => {
  if (exitCode !== null) return BY_EXIT[exitCode] ?? 'trouble';
  return isLate || IN_MUTANT.test(printed) ? 'timeout' : 'trouble';
};

/** Outcomes in order of precedence for the combined result. */
const STRONGEST: readonly MutantOutcome[] = [
  'trouble',
  'fail',
  'unstarted',
  'refused',
  'timeout',
  'open',
  'survived',
];

/** Combined outcome of several runs of one mutant. */
export const strongest = (outcomes: readonly MutantOutcome[]): MutantOutcome =>
  STRONGEST.find((each) => outcomes.includes(each)) ?? 'unreached';
