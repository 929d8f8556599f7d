import type { RequirementId } from '../../spec/catalogue.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import type { Stage } from './checkpoint.ts';
import type { Followed } from './draft-fault.ts';
import type { Judgement } from '../finding.ts';

/** What is said of a legal value where the stage that has to take it was not reached: the write is told by its own cells. */
export const judgeStageNotReached = (
  requirement: RequirementId,
  on: OperationId,
  wanted: string,
  { legs, stuck }: Followed,
  stage: Stage,
): Judgement => ({
  requirement,
  operation: on,
  verdict: 'inconclusive',
  reason: 'blocked-by',
  blockedBy: stage === 'write' ? 'DRAFT-02' : 'LEGAL-01',
  wanted,
  got:
    stuck ??
    `status ${legs.at(-1)?.exchange.response?.status ?? 'none'} at the ${legs.at(-1)?.stage ?? 'write'}`,
  exchanges: legs.map(({ exchange }) => exchange.n),
});

/** V17: a price that is refused by 402 may follow a tariff rule that the text does not state. */
const mayBeTariff = ({ operation: on, got }: Judgement): boolean =>
  operation(on).step === 'price-request' && got === 'status 402';

/** What was refused although its value is taken elsewhere: a legal request at large, whatever in it is to blame. */
export const judgeAtLarge = ({ from: _from, ...refused }: Judgement): Judgement =>
  mayBeTariff(refused)
    ? { ...refused, requirement: 'LEGAL-01', verdict: 'inconclusive', reason: 'unstated-rule' }
    : { ...refused, requirement: 'LEGAL-01' };
