import type { Call } from '../../client/http/client.ts';
import { judgeLegalCall } from '../../oracles/answers/legal-call.ts';
import type { Judgement } from '../../oracles/finding.ts';
import type { TwinOutcome } from '../../oracles/refusals/acceptance.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { KnownOperation } from '../../spec/operations.ts';
import type { JourneyState } from '../journey/state.ts';
import { makeCall } from '../journey/visit.ts';
import type { Run } from '../run.ts';

/** A legal call made differently, which the service has to take all the same. */
export interface Variant {
  readonly requirement: RequirementId;
  /** Part of the test's name and of the data's seed. */
  readonly name: string;
  readonly wanted: string;
  readonly change: (legal: Call) => Call;
  /** Whether it leaves what is called and sent as it is, so that others like it can be sent on the same objects. */
  readonly isSpelling?: true;
  /** What is asked where the variant was refused, of which nothing else is judged. Default: the plain call. */
  readonly twin?: (legal: Call) => Call;
}

const outcomeOf = (plain: Judgement | undefined, twin: Exchange): TwinOutcome => {
  if (plain?.verdict === 'pass') return { accepted: twin };
  if (plain?.verdict !== 'observed') return 'refused';
  return { observed: plain.reason ?? 'specification-silent' };
};

/** The twin, and how it fared; one that is not the plain call is open, whatever it answers. */
export const askTwin = async (
  run: Run,
  row: KnownOperation,
  { twin }: Variant,
  call: Call,
  state: JourneyState,
): Promise<TwinOutcome> => {
  const exchange = await (twin
    ? run.client.send({ ...twin(call), intent: 'open' })
    : makeCall(run, call, state));
  const { response } = exchange;
  if (!response) return 'refused';
  const asLegal = { ...exchange, intent: 'legal' } as const;
  const answered = { exchange: asLegal, operation: row, response, facts: run.target };
  return outcomeOf(judgeLegalCall(answered)[0], exchange);
};
