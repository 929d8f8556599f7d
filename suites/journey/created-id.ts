import { isSuccess } from '../../oracles/answers/answer-form.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeCreatedId } from '../../oracles/answers/shown-id.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Run } from '../run.ts';
import type { JourneyState } from './state.ts';

const isCreation = ({ operation: on, response }: Exchange): boolean =>
  on === 'landlord.draft-create' && isSuccess(response?.status ?? 0);

const isAboutCreation = ({ requirement, operation: on, verdict }: Judgement): boolean =>
  requirement === 'LANDLORD-DRAFT-02' &&
  on === 'landlord.draft-create' &&
  verdict !== 'inconclusive';

/** LANDLORD-DRAFT-02 of the creation of a landlord draft that is now read (D4); said once a journey. */
export const createdIdIn = (
  run: Run,
  state: JourneyState,
  read: Exchange,
): readonly Judgement[] => {
  if (read.operation !== 'landlord.draft-get' || state.judgements.some(isAboutCreation)) return [];
  const created = state.exchanges.find(isCreation);
  return created ? run.judge(judgeCreatedId, created, read) : [];
};
