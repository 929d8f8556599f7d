import type { HandedOut } from '../oracles/unique-ids.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { OperationId } from '../spec/operations.ts';
import type { JourneyState } from './journey/state.ts';

const all = new Map<OperationId, HandedOut[]>();

/** What tells one creation from another (D11): the body, of a metadata item its key (D5), of a contract its draft. */
const contentOf = ({ request }: Exchange, on: OperationId, { data, context }: JourneyState) => {
  if (on === 'travel.metadata-post') return context.metadata.body?.key;
  if (on.endsWith('.contract-create')) return JSON.stringify(data.draft);
  return request.body?.text;
};

/** Notes an id that a creation of this run handed out, whatever it was created for. */
export const noteHandedOut = (id: string, created: Exchange, state: JourneyState): void => {
  const { operation: on, n } = created;
  if (on === undefined) return;
  const within = on === 'travel.metadata-post' ? state.parameters.draftId : undefined;
  const one: HandedOut = {
    id,
    exchange: n,
    content: contentOf(created, on, state) ?? '',
    ...(within === undefined ? {} : { within }),
  };
  all.set(on, [...(all.get(on) ?? []), one]);
};

/** Every id that an operation has handed out so far in this run. */
export const handedOutBy = (on: OperationId): readonly HandedOut[] => all.get(on) ?? [];

/** Whether another creation of this run was given the same draft: whose draft it is, nobody knows then (D11). */
export const isSharedDraft = ({ line, parameters }: JourneyState): boolean =>
  handedOutBy(`${line}.draft-create`).filter(({ id }) => id === parameters.draftId).length > 1;
