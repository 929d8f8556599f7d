import { judgeBlocked } from '../../oracles/blame/blocked.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeMixUp, judgeReadBack } from '../../oracles/state/read-back.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { JourneyState } from './state.ts';
import { isSuccess } from '../../oracles/answers/answer-form.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { judgeCreatedId } from '../../oracles/answers/shown-id.ts';

/** DRAFT-04 (D13): a landlord draft that shows what was written to another one; undefined where it does not. */
export const mixUpIn = (state: JourneyState, read: Exchange): Judgement | undefined => {
  if (read.operation !== 'landlord.draft-get') return undefined;
  const stranger = state.run.memory.writings.shownInstead(state, read);
  if (!stranger || !state.written) return undefined;
  const { operation: on, body } = stranger;
  return state.run.judge(judgeMixUp, state.written, read, { operation: on, exchange: 0, body });
};

/** A draft that shows another one also shows its id (DRAFT-04), which says nothing of the id by itself (LANDLORD-DRAFT-02). */
export const blameMixUp = (
  judgements: readonly Judgement[],
  read: Exchange,
  state: JourneyState,
): readonly Judgement[] => {
  const isShown = ({ requirement, verdict }: Judgement) =>
    requirement === 'LANDLORD-DRAFT-02' && verdict === 'fail';
  if (!judgements.some(isShown) || !mixUpIn(state, read)) return judgements;
  return judgements.map((each) =>
    isShown(each) ? state.run.judge(judgeBlocked, each, 'DRAFT-04') : each,
  );
};

/** LANDLORD-READBACK-… of a read; where it shows another draft that is to blame, and says nothing of the single fields. */
export const readBackIn = (state: JourneyState, read: Exchange): readonly Judgement[] => {
  if (!state.written || read.operation !== 'landlord.draft-get') return [];
  const judged = state.run.judge(judgeReadBack, state.written, read);
  if (!judged.some(({ verdict }) => verdict === 'fail') || !mixUpIn(state, read)) return judged;
  return judged.map((each) =>
    each.verdict === 'fail' ? state.run.judge(judgeBlocked, each, 'DRAFT-04') : each,
  );
};

const isRefused = (status: number): boolean => status >= 400 && status < 500;

const noteReading = (status: number, state: JourneyState): void => {
  if (isSuccess(status)) state.draft = 'served';
  else if (state.draft === 'served' && isRefused(status)) state.draft = 'lost';
};

const isAboutDraft = (on: OperationId): boolean => operation(on).path.includes('{draftId}');

/** The requirement that is to blame for a refused draft instead of the reading of drafts at large, or of the path. */
const causeOf = (state: JourneyState): RequirementId | undefined => {
  if (state.run.memory.ids.isShared(state)) return 'UNIQUE-01';
  return state.draft === 'lost' ? 'DRAFT-03' : undefined;
};

/**
 * A draft that was served and is refused later has been lost on the way (DRAFT-03, D13), and one whose id was handed out
 * twice may be another one (UNIQUE-01): neither says anything against the reading of drafts or the paths of what comes after.
 */
export const blameLostDraft = (
  judgements: readonly Judgement[],
  { operation: on, response }: Exchange,
  state: JourneyState,
): readonly Judgement[] => {
  const status = response?.status ?? 0;
  if (on === undefined) return judgements;
  if (operation(on).step === 'draft-get') noteReading(status, state);
  const blockedBy = isRefused(status) && isAboutDraft(on) ? causeOf(state) : undefined;
  if (!blockedBy) return judgements;
  return judgements.map((each) =>
    each.verdict === 'fail' && (each.requirement === 'PATH-01' || each.requirement === 'DRAFT-01')
      ? state.run.judge(judgeBlocked, each, blockedBy)
      : each,
  );
};

const isCreation = ({ operation: on, response }: Exchange): boolean =>
  on === 'landlord.draft-create' && isSuccess(response?.status ?? 0);

const isAboutCreation = ({ requirement, operation: on, verdict }: Judgement): boolean =>
  requirement === 'LANDLORD-DRAFT-02' &&
  on === 'landlord.draft-create' &&
  verdict !== 'inconclusive';

/** LANDLORD-DRAFT-02 of the creation of a landlord draft that is now read (D4); said once a journey. */
export const createdIdIn = (state: JourneyState, read: Exchange): readonly Judgement[] => {
  if (read.operation !== 'landlord.draft-get' || state.judgements.some(isAboutCreation)) return [];
  const created = state.exchanges.find(isCreation);
  return created ? state.run.judge(judgeCreatedId, created, read) : [];
};
