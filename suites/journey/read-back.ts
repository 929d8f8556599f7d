import { programFile } from '../../client/project.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeEarlyRead, judgeMixUp, judgeReadBack } from '../../oracles/state/read-back.ts';
import { CATALOGUE, showsInReadBacks } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';
import { blamedOn } from './blame.ts';
import type { JourneyCheck, JourneyState } from './state.ts';

/** The operations whose answer is the landlord resource. */
const SHOWN: readonly (OperationId | undefined)[] = [
  'landlord.draft-create',
  'landlord.draft-get',
  'landlord.draft-update',
];

/** DRAFT-04 (D13): a landlord draft that shows content of another one; undefined if it does not. */
export const mixUpIn = (state: JourneyState, read: Exchange): Judgement | undefined => {
  const { run, written } = state;
  if (!SHOWN.includes(read.operation)) return undefined;
  const stranger = run.memory.writings.shownInstead(state, read);
  if (!stranger || !written) return undefined;
  const { operation: on, body } = stranger;
  return run.judge(judgeMixUp, written, read, { operation: on, exchange: 0, body });
};

const hasFailed = ({ verdict }: Judgement): boolean => verdict === 'fail';

/**
 * Content that no answer may show, however early it comes (D3): that of a read that a later read replaced, or of the answer to a
 * write.
 */
export const shownTooEarly = (state: JourneyState, read: Exchange): readonly Judgement[] => {
  const { run, written } = state;
  const { writings, ids } = run.memory;
  const all = writings.allOf(state);
  if (!written || !all || !SHOWN.includes(read.operation) || ids.isShared(state)) return [];
  const mixUp = mixUpIn(state, read);
  return mixUp ? [mixUp] : run.judge(judgeEarlyRead, written, read, all);
};

/**
 * LANDLORD-READBACK-… (D2): a landlord draft is read as it was written. If the read shows another draft, that fails instead of
 * its fields (DRAFT-04), unless both drafts have one id (UNIQUE-01).
 */
export const writtenAndRead: JourneyCheck = {
  file: programFile(import.meta.url),
  requirements: [...CATALOGUE.keys()].filter(showsInReadBacks),
  judges: [judgeReadBack, judgeEarlyRead],
  besides: [{ requirements: ['DRAFT-04'], judges: [judgeMixUp] }],
  collect: (state, read) => {
    if (!state.written || read.operation !== 'landlord.draft-get') return [];
    const judged = state.run.judge(judgeReadBack, state.written, read);
    const mixUp = judged.some(hasFailed) ? mixUpIn(state, read) : undefined;
    if (!mixUp) return judged;
    if (state.run.memory.ids.isShared(state))
      return blamedOn(state, 'UNIQUE-01', judged, hasFailed);
    return [mixUp, ...blamedOn(state, 'DRAFT-04', judged, hasFailed)];
  },
};
