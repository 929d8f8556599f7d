import type { RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { Judgement } from '../finding.ts';
import { statusText } from '../answers/status-text.ts';
import { stillThere } from './still-there.ts';

/**
 * TRAVEL-CAR-02, TRAVEL-PERSON-02, TRAVEL-METADATA-02 (D13): after something was done to one item of a draft, another one
 * still answers. `asked` is its deletion, since a put may create it (D6), once the read-back delay is over.
 */
export const judgeKeptItem = (
  requirement: RequirementId,
  operation: OperationId,
  touched: readonly Exchange[],
  asked: Exchange,
): Judgement => ({
  requirement,
  operation,
  ...stillThere(asked),
  wanted: 'the other item of the draft, which can be deleted',
  got: `${statusText(asked)} to its deletion`,
  exchanges: [...touched.map(({ n }) => n), asked.n],
});
