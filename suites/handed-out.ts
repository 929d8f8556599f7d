import { hash } from 'node:crypto';
import type { HandedOut } from '../oracles/state/unique-ids.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { OperationId } from '../spec/operations.ts';
import type { JourneyState } from './journey/state.ts';
import type { Run } from './run.ts';

const keyOf = (on: OperationId, id: string): string => `${on} ${id}`;

/** Bodies are compared, not kept: there are thousands. */
const digest = (content: string): string => hash('sha256', content, 'base64url').slice(0, 22);

/** What tells one creation from another (D11): the body, of a metadata item its key (D5), of a contract its draft. */
const contentOf = ({ request }: Exchange, on: OperationId, { data }: JourneyState) => {
  if (on === 'travel.metadata-post') return data.metadata.key;
  if (on.endsWith('.contract-create')) return JSON.stringify(data.draft);
  return request.body?.text;
};

/** Notes an id that a creation of this run handed out, whatever it was created for. */
export const noteHandedOut = (
  run: Run,
  id: string,
  created: Exchange,
  state: JourneyState,
): void => {
  const { operation: on, n } = created;
  if (on === undefined) return;
  const within = on === 'travel.metadata-post' ? state.parameters.draftId : undefined;
  const one: HandedOut = {
    id,
    exchange: n,
    content: digest(contentOf(created, on, state) ?? ''),
    ...(within === undefined ? {} : { within }),
  };
  const { handedOut, timesHandedOut } = run.memory;
  const before = handedOut.get(on);
  if (before) before.push(one);
  else handedOut.set(on, [one]);
  const key = keyOf(on, id);
  timesHandedOut.set(key, (timesHandedOut.get(key) ?? 0) + 1);
};

/** Every id that an operation has handed out so far in this run. */
export const handedOutBy = (run: Run, on: OperationId): readonly HandedOut[] =>
  run.memory.handedOut.get(on) ?? [];

/** Whether another creation of this run was given the same draft: whose draft it is, nobody knows then (D11). */
export const isSharedDraft = (run: Run, { line, parameters: { draftId } }: JourneyState): boolean =>
  draftId !== undefined &&
  (run.memory.timesHandedOut.get(keyOf(`${line}.draft-create`, draftId)) ?? 0) > 1;
