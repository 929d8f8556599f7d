import { judgeBlocked } from '../../oracles/blame/blocked.ts';
import type { Judgement } from '../../oracles/finding.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { JourneyState } from './state.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import { operation } from '../../spec/operations.ts';
import { isRefused, isServed } from '../../oracles/answers/answer-form.ts';

/** The same judgements; those that match are blocked by another requirement. */
export const blamedOn = (
  { run }: JourneyState,
  blockedBy: RequirementId,
  judgements: readonly Judgement[],
  isMeant: (judgement: Judgement) => boolean,
): readonly Judgement[] =>
  judgements.map((each) => (isMeant(each) ? run.judge(judgeBlocked, each, blockedBy) : each));

const noteReading = (read: Exchange, state: JourneyState): void => {
  if (isServed(read)) state.draft = 'served';
  else if (state.draft === 'served' && isRefused(read)) state.draft = 'lost';
};

/** The requirement to blame for a refused draft, rather than reads of drafts in general or the path. */
const causeOf = (state: JourneyState): RequirementId | undefined => {
  if (state.run.memory.ids.isShared(state)) return 'UNIQUE-01';
  return state.draft === 'lost' ? 'DRAFT-03' : undefined;
};

/**
 * A draft that was served and is refused later was lost in between (DRAFT-03, D13); a draft whose id was issued twice may be
 * another one (UNIQUE-01). Neither is evidence against reads of drafts or the paths of later calls.
 */
export const blameLostDraft = (
  judgements: readonly Judgement[],
  exchange: Exchange,
  state: JourneyState,
): readonly Judgement[] => {
  const row = exchange.operation && operation(exchange.operation);
  if (row?.step === 'draft-get') noteReading(exchange, state);
  const isAboutDraft = row?.path.includes('{draftId}') && isRefused(exchange);
  const blockedBy = isAboutDraft ? causeOf(state) : undefined;
  if (!blockedBy) return judgements;
  return blamedOn(
    state,
    blockedBy,
    judgements,
    ({ requirement, verdict }) =>
      verdict === 'fail' && (requirement === 'PATH-01' || requirement === 'DRAFT-01'),
  );
};
