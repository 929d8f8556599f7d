import { EXIT } from '../../oracles/exit-code.ts';
import type { Ended } from '../worker.ts';
import { WORKER_EXIT } from './mutant-switch.ts';

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
