import { LEGAL_CALL } from '../../spec/requirements/paths.ts';
import { EXIT } from '../../oracles/exit-code.ts';
import type { Ended } from '../worker.ts';
import { WORKER_EXIT } from './mutant-switch.ts';
import type { CellVerdict, ReasonCode } from '../../oracles/finding.ts';
import type { JudgementRuleId } from '../../spec/judgement.ts';

/**
 * Why a run that has no fail left cells open: something that no rule leaves open; legal calls that were refused without a twin
 * that is accepted; an id or an amount that stands where the target does not look for it. The worst for the harness is first.
 */
export const OPEN_CAUSES = ['no-rule', 'legal-refused', 'not-found'] as const;

/** Why cells stayed open. */
export type OpenCause = (typeof OPEN_CAUSES)[number];

/** The judgement rules that keep a harness from a fail there. */
export const OPEN_BY: Readonly<Record<Exclude<OpenCause, 'no-rule'>, readonly JudgementRuleId[]>> =
  {
    'not-found': ['P3', 'P5'],
    'legal-refused': ['S9', 'V17'],
  };

/** What follows from another cell that is open; a hole is left where so little is answered that the run is given up. */
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

/** Whether some cells of a line are open for this, and whatever else is open there follows from it. */
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

/** Of several causes the one that is worst for the harness. */
export const worstCause = (causes: readonly OpenCause[]): OpenCause | undefined =>
  OPEN_CAUSES.find((each) => causes.includes(each));

/** Why cells of a run are open; undefined where none is. */
export const openCause = (verdicts: readonly CellVerdict[]): OpenCause | undefined => {
  const open = verdicts.filter(({ verdict }) => verdict === 'inconclusive');
  const byLine = Map.groupBy(open, ({ line }) => line);
  return worstCause([...byLine.values()].map(causeOnLine));
};

/**
 * What became of a mutant: something failed; the harness called it a wrong configuration; the service hung, looped or took its
 * process down; something stayed open; nothing was seen; nothing reaches it; the service does not start, so there is nothing to
 * judge; the harness broke.
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

/** What became of a mutant. */
export type MutantOutcome = (typeof MUTANT_OUTCOMES)[number];

/** Those that say that the harness saw the mutant. */
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
 * A line of a stack that lies in an instrumented file, or no memory left, which there is without a mutant: what took the process
 * down is the service, not the harness.
 */
const IN_MUTANT = /\/reference\/\S+\?load=|JavaScript heap out of memory/;

/** What one run says about a mutant; `isLate` where it was killed for its time. */
export const outcomeOfRun = ({ exitCode, printed }: Ended, isLate: boolean): MutantOutcome => {
  if (exitCode !== null) return BY_EXIT[exitCode] ?? 'trouble';
  return isLate || IN_MUTANT.test(printed) ? 'timeout' : 'trouble';
};

/** Worst for the mutant first: what all runs of one mutant together say. */
const STRONGEST: readonly MutantOutcome[] = [
  'trouble',
  'fail',
  'unstarted',
  'refused',
  'timeout',
  'open',
  'survived',
];

/** What several runs of one mutant say together. */
export const strongest = (outcomes: readonly MutantOutcome[]): MutantOutcome =>
  STRONGEST.find((each) => outcomes.includes(each)) ?? 'unreached';
