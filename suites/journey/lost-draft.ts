import { judgeBlocked } from '../../oracles/blame/blocked.ts';
import { isSuccess } from '../../oracles/answers/answer-form.ts';
import type { Judgement } from '../../oracles/finding.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { isSharedDraft } from '../handed-out.ts';
import type { JourneyState } from './state.ts';
import type { Run } from '../run.ts';

const isRefused = (status: number): boolean => status >= 400 && status < 500;

const noteReading = (status: number, state: JourneyState): void => {
  if (isSuccess(status)) state.draft = 'served';
  else if (state.draft === 'served' && isRefused(status)) state.draft = 'lost';
};

const isAboutDraft = (on: OperationId): boolean => operation(on).path.includes('{draftId}');

/** The requirement that is to blame for a refused draft instead of the reading of drafts at large, or of the path. */
const causeOf = (run: Run, state: JourneyState): RequirementId | undefined => {
  if (isSharedDraft(run, state)) return 'UNIQUE-01';
  return state.draft === 'lost' ? 'DRAFT-03' : undefined;
};

/**
 * A draft that was served and is refused later has been lost on the way (DRAFT-03, D13), and one whose id was handed out
 * twice may be another one (UNIQUE-01): neither says anything against the reading of drafts or the paths of what comes after.
 */
export const blameLostDraft = (
  run: Run,
  judgements: readonly Judgement[],
  { operation: on, response }: Exchange,
  state: JourneyState,
): readonly Judgement[] => {
  const status = response?.status ?? 0;
  if (on === undefined) return judgements;
  if (operation(on).step === 'draft-get') noteReading(status, state);
  const blockedBy = isRefused(status) && isAboutDraft(on) ? causeOf(run, state) : undefined;
  if (!blockedBy) return judgements;
  return judgements.map((each) =>
    each.verdict === 'fail' && (each.requirement === 'PATH-01' || each.requirement === 'DRAFT-01')
      ? run.judge(judgeBlocked, each, blockedBy)
      : each,
  );
};
