import type { KnownOperation } from '../../spec/operations.ts';
import type { Refusal } from './refusal.ts';
import { isDisturbance, isTransportStatus } from '../../spec/transport-statuses.ts';

/** The stages that can refuse a draft, in a client's order. */
export const STAGES = ['write', 'price', 'contract'] as const;

/** One of the stages. */
export type Stage = (typeof STAGES)[number];

/** What a stage answered; undefined is no answer. */
export interface Leg {
  readonly stage: Stage;
  readonly operation: KnownOperation;
  readonly status: number | undefined;
}

const WORDS = {
  write: 'the write',
  price: 'the price request at the latest',
  contract: 'the contract at the latest',
} as const satisfies Record<Stage, string>;

/** What is wanted of a faulty draft at a checkpoint. */
export const wantedBy = (checkpoint: Stage): string => `a refusal by ${WORDS[checkpoint]}`;

/**
 * Whether a faulty draft was refused in time (E1–E5): a 4xx at any stage up to the checkpoint passes, a success at the
 * checkpoint itself fails. What came of it is read from the last leg; a stage that was not reached settles nothing.
 */
export const judgeCheckpoint = (legs: readonly Leg[], checkpoint: Stage): Refusal => {
  const wanted = wantedBy(checkpoint);
  const last = legs.at(-1);
  const status = last?.status;
  if (!last || status === undefined || isDisturbance(status, last.operation.step)) {
    return { verdict: 'inconclusive', reason: 'disturbance', wanted };
  }
  // S4: where no status is listed for the cause, whatever refuses will do; 401 may be a stale credential.
  const isFree = last.operation.failures?.includes(400) !== true;
  if (status === 401) return { verdict: 'inconclusive', reason: 'other-code', wanted };
  if (isFree && status >= 400 && status < 500) return { verdict: 'pass', wanted };
  if (isTransportStatus(status)) {
    return { verdict: 'inconclusive', reason: 'unlisted-sane-code', wanted };
  }
  if (status === 403 || status === 404) {
    return { verdict: 'inconclusive', reason: 'other-code', wanted };
  }
  if (status >= 400 && status < 500) return { verdict: 'pass', wanted };
  if (status >= 500) {
    // S9: a server error is a fault where a client code is listed for the cause; S4, S6: not where none is.
    return last.operation.failures?.includes(400)
      ? { verdict: 'fail', wanted }
      : { verdict: 'inconclusive', reason: 'other-code', wanted };
  }
  if (last.stage === checkpoint) return { verdict: 'fail', wanted };
  return { verdict: 'inconclusive', reason: 'not-executed', wanted };
};
