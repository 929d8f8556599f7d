import { isSuccess } from '../../oracles/answer-form.ts';
import type { Judgement } from '../../oracles/finding.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import type { JourneyState } from './state.ts';

const isRefused = (status: number): boolean => status >= 400 && status < 500;

const noteReading = (status: number, state: JourneyState): void => {
  if (isSuccess(status)) state.draft = 'served';
  else if (state.draft === 'served' && isRefused(status)) state.draft = 'lost';
};

const isAboutDraft = (on: OperationId): boolean => operation(on).path.includes('{draftId}');

/**
 * A draft that was served and is refused later has been lost on the way (DRAFT-03, D13): it says nothing against the reading
 * of drafts at large, nor against the paths of what comes after it.
 */
export const blameLostDraft = (
  judgements: readonly Judgement[],
  { operation: on, response }: Exchange,
  state: JourneyState,
): readonly Judgement[] => {
  const status = response?.status ?? 0;
  if (on === undefined) return judgements;
  if (operation(on).step === 'draft-get') noteReading(status, state);
  if (state.draft !== 'lost' || !isRefused(status) || !isAboutDraft(on)) return judgements;
  return judgements.map((each) =>
    each.verdict === 'fail' && (each.requirement === 'PATH-01' || each.requirement === 'DRAFT-01')
      ? { ...each, verdict: 'inconclusive', reason: 'blocked-by', blockedBy: 'DRAFT-03' }
      : each,
  );
};
