import type { Call } from '../../client/http/client.ts';
import {
  deletedByOther,
  type ForeignEffect,
  writtenByOther,
} from '../../oracles/ownership/foreign-effect.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { operation } from '../../spec/operations.ts';
import type { JourneyState } from '../journey/state.ts';
import { sendNoted } from '../met-sightings.ts';
import { untilThere } from '../journey/until-there.ts';
import { isObstacle, legalCall } from '../journey/visit.ts';
import type { Run } from '../run.ts';

/** The owner reads the draft until it shows what the other wrote, or the read-back delay is over. */
const readWritten = async (
  run: Run,
  { body }: Call,
  owner: JourneyState,
): Promise<ForeignEffect | undefined> => {
  const call = legalCall(run, { step: 'draft-get' }, owner);
  if (isObstacle(call)) return undefined;
  const shownBy = (read: Exchange) => writtenByOther(owner.written?.body, body, read);
  const read = await untilThere(
    run,
    () => sendNoted(run, { ...call, intent: 'open' }),
    (answer: Exchange) => shownBy(answer)?.isThere === false,
  );
  return shownBy(read);
};

const deleteTwice = async (run: Run, call: Call): Promise<ForeignEffect | undefined> => {
  const first = await sendNoted(run, { ...call, intent: 'open' });
  return deletedByOther(first, await sendNoted(run, { ...call, intent: 'open' }));
};

/**
 * The effect of another identity's accepted call, as the owner sees it: of an update of a landlord draft, the only readable
 * resource, and of a deletion. These reads expect nothing, since the draft is no longer what its owner wrote.
 */
export const effectOf = async (
  run: Run,
  call: Call,
  owner: JourneyState,
): Promise<ForeignEffect | undefined> => {
  if (call.operation === 'landlord.draft-update') return readWritten(run, call, owner);
  return operation(call.operation).method === 'DELETE' ? deleteTwice(run, call) : undefined;
};
