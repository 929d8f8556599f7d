import { judgeBlocked } from '../oracles/blame/blocked.ts';
import type { Judgement } from '../oracles/finding.ts';
import { shownInstead, judgeMixUp } from '../oracles/state/mixed-up.ts';
import { judgeReadBack, type Written } from '../oracles/state/read-back.ts';
import type { Exchange } from '../spec/exchange.ts';
import { type OperationId } from '../spec/operations.ts';
import type { JourneyState } from './journey/state.ts';
import type { Run } from './run.ts';

/** Older ones are no longer read by anybody. */
const KEPT = 300;

/** Notes what is about to be written to a landlord draft; before the answer, since others may read it by then. */
export const noteWriting = (
  run: Run,
  on: OperationId,
  body: unknown,
  state: JourneyState,
): void => {
  if (on !== 'landlord.draft-create' && on !== 'landlord.draft-update') return;
  // The parameters are one object for all that is done with a draft, and hold nothing large.
  const { writings } = run.memory;
  writings.push({ operation: on, exchange: 0, body, owner: state.parameters });
  if (writings.length > KEPT) writings.shift();
};

const strangerIn = (
  run: Run,
  { written, parameters }: JourneyState,
  read: Exchange,
): Written | undefined =>
  written &&
  shownInstead(
    written,
    read,
    run.memory.writings.filter(({ owner }) => owner !== parameters),
  );

/** DRAFT-04 (D13): a landlord draft that shows what was written to another one; undefined where it does not. */
export const mixUpIn = (run: Run, state: JourneyState, read: Exchange): Judgement | undefined => {
  if (read.operation !== 'landlord.draft-get') return undefined;
  const stranger = strangerIn(run, state, read);
  if (!stranger || !state.written) return undefined;
  const { operation: on, body } = stranger;
  return run.judge(judgeMixUp, state.written, read, { operation: on, exchange: 0, body });
};

/** A draft that shows another one also shows its id (DRAFT-04), which says nothing of the id by itself (LANDLORD-DRAFT-02). */
export const blameMixUp = (
  run: Run,
  judgements: readonly Judgement[],
  read: Exchange,
  state: JourneyState,
): readonly Judgement[] => {
  const isShown = ({ requirement, verdict }: Judgement) =>
    requirement === 'LANDLORD-DRAFT-02' && verdict === 'fail';
  if (!judgements.some(isShown) || !mixUpIn(run, state, read)) return judgements;
  return judgements.map((each) =>
    isShown(each) ? run.judge(judgeBlocked, each, 'DRAFT-04') : each,
  );
};

/** LANDLORD-READBACK-… of a read; where it shows another draft that is to blame, and says nothing of the single fields. */
export const readBackIn = (run: Run, state: JourneyState, read: Exchange): readonly Judgement[] => {
  if (!state.written || read.operation !== 'landlord.draft-get') return [];
  const judged = run.judge(judgeReadBack, state.written, read);
  if (!judged.some(({ verdict }) => verdict === 'fail') || !mixUpIn(run, state, read))
    return judged;
  return judged.map((each) =>
    each.verdict === 'fail' ? run.judge(judgeBlocked, each, 'DRAFT-04') : each,
  );
};
