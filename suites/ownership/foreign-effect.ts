import type { Call } from '../../client/http/client.ts';
import {
  deletedByOther,
  type ForeignEffect,
  writtenByOther,
} from '../../oracles/ownership/foreign-call.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { requirementOf } from '../../spec/catalogue.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { sendRecorded } from '../engine/sightings.ts';
import { possibleCall } from '../journey/make-call.ts';
import { pollRead } from '../journey/poll-read.ts';
import type { JourneyState } from '../journey/state.ts';

/** The requirement that denies another identity an operation on the owner's objects (D10). */
export const foreignRequirement = (on: OperationId): 'AUTH-05' | 'AUTH-06' =>
  requirementOf('AUTH-05').operations.includes(on) ? 'AUTH-05' : 'AUTH-06';

/** Reads as the owner until the draft shows the other identity's write, or the read-back delay is over. */
const readWritten = async (
  { body }: Call,
  owner: JourneyState,
): Promise<ForeignEffect | undefined> => {
  const call = possibleCall({ step: 'draft-get' }, owner);
  if (!call) return undefined;
  const shownBy = (read: Exchange) => writtenByOther(owner.written?.body, body, read);
  const read = await pollRead(
    owner.run,
    () => sendRecorded(owner.run, { ...call, intent: 'open' }),
    (answer) => shownBy(answer)?.isThere === false,
  );
  return shownBy(read);
};

/**
 * The effect of another identity's accepted call, as its owner sees it: of an update of a landlord draft, the only readable
 * resource, and of a deletion. These reads have no expectation, since the draft no longer holds the owner's content.
 */
export const effectOf = async (
  call: Call,
  owner: JourneyState,
): Promise<ForeignEffect | undefined> => {
  if (call.operation === 'landlord.draft-update') return readWritten(call, owner);
  if (operation(call.operation).method !== 'DELETE') return undefined;
  const first = await sendRecorded(owner.run, { ...call, intent: 'open' });
  return deletedByOther(first, await sendRecorded(owner.run, { ...call, intent: 'open' }));
};
