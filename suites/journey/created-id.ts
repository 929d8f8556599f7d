import { programFile } from '../../client/project.ts';
import { isServed } from '../../oracles/answers/answer-form.ts';
import { judgeCreatedId } from '../../oracles/answers/shown-id.ts';
import type { Judgement } from '../../oracles/finding.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { blamedOn } from './blame.ts';
import { mixUpIn } from './read-back.ts';
import type { JourneyCheck, JourneyState } from './state.ts';

const ID = 'LANDLORD-DRAFT-02';

const isAboutCreation = ({ requirement, operation: on, verdict }: Judgement): boolean =>
  requirement === ID && on === 'landlord.draft-create' && verdict !== 'inconclusive';

/** LANDLORD-DRAFT-02 (D4): the id in the creation of a landlord draft is the one under which it is read; once a journey. */
export const createdIds: JourneyCheck = {
  file: programFile(import.meta.url),
  requirements: [ID],
  judges: [judgeCreatedId],
  collect: (state, read) => {
    if (read.operation !== 'landlord.draft-get' || state.judgements.some(isAboutCreation))
      return [];
    const created = state.exchanges.find(
      (each) => each.operation === 'landlord.draft-create' && isServed(each),
    );
    return created ? state.run.judge(judgeCreatedId, created, read) : [];
  },
};

/**
 * A draft that shows another draft also shows its id (DRAFT-04); that is no evidence about the id itself (LANDLORD-DRAFT-02).
 */
export const blameMixUp = (
  judgements: readonly Judgement[],
  read: Exchange,
  state: JourneyState,
): readonly Judgement[] => {
  const isShown = ({ requirement, verdict }: Judgement) => requirement === ID && verdict === 'fail';
  if (!judgements.some(isShown) || !mixUpIn(state, read)) return judgements;
  return blamedOn(state, 'DRAFT-04', judgements, isShown);
};
