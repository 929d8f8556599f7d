import * as fc from 'fast-check';
import type { Line } from '../../spec/line.ts';
import type { SequenceCommand } from './command.ts';
import { unlessStopped } from '../stop.ts';
import { perform, type Performance } from './perform.ts';
import { shrinkableSequence } from './shrinkable.ts';
import type { Run } from '../run.ts';

/** A failed sequence: its commands up to the failing one, their findings, and where the search ended. */
export interface FailedSequence {
  readonly commands: readonly SequenceCommand[];
  readonly performance: Performance & { readonly failure: NonNullable<Performance['failure']> };
  /** fast-check's path from the planned sequence. */
  readonly path: string;
}

/** What making a sequence small may cost. */
const BUDGET = { requests: 200, milliseconds: 10_000 } as const;

type Failed = FailedSequence['performance'];

const isFailed = (performance: Performance, signature?: string): performance is Failed =>
  performance.failure !== undefined &&
  (signature === undefined || performance.failure.signature === signature);

/** What is known of sequences without sending them: one that was played tells of all its beginnings. */
class Memory {
  readonly #told = new Map<string, Failed | 'passed'>();
  readonly #signature: string;

  constructor(signature: string) {
    this.#signature = signature;
  }

  get(commands: readonly SequenceCommand[]): Failed | 'passed' | undefined {
    return this.#told.get(JSON.stringify(commands));
  }

  note(commands: readonly SequenceCommand[], performance: Performance): Failed | 'passed' {
    const { failure } = performance;
    const alike = isFailed(performance, this.#signature) ? performance : undefined;
    for (let length = 1; length <= commands.length; length += 1) {
      const ended = failure !== undefined && length > failure.at;
      const told = ended && alike ? alike : 'passed';
      this.#told.set(JSON.stringify(commands.slice(0, length)), told);
    }
    return alike ?? 'passed';
  }
}

/**
 * Shrinks a failed sequence: removes parts, lets the model keep the rest executable, and goes on with what fails alike. Bounded; a
 * candidate beyond the bound counts as not failing.
 */
export const shrink = async (
  run: Run,
  line: Line,
  commands: readonly SequenceCommand[],
  first: Failed,
  direction: { readonly test: string; readonly seed: number },
): Promise<FailedSequence> => {
  const memory = new Memory(first.failure.signature);
  memory.note(commands, first);
  const end = performance.now() + BUDGET.milliseconds;
  let sent = 0;
  const fails = async (candidate: readonly SequenceCommand[]): Promise<void> => {
    let told = memory.get(candidate);
    if (!told && sent + candidate.length <= BUDGET.requests && performance.now() < end) {
      const played = await unlessStopped(() => perform(run, line, candidate, direction));
      // What cannot be sent any more does not count as failing.
      if (played === undefined) return;
      sent += played.exchanges.length;
      told = memory.note(candidate, played);
    }
    if (typeof told === 'object') throw new Error(told.failure.signature);
  };
  const property = fc.asyncProperty(shrinkableSequence(line, commands), fails);
  const { counterexample, counterexamplePath } = await fc.check(property, { seed: 0, numRuns: 1 });
  const [small = commands] = counterexample ?? [];
  const told = memory.get(small);
  return {
    commands: small,
    performance: typeof told === 'object' ? told : first,
    path: counterexamplePath ?? '0',
  };
};
