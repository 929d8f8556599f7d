import { COUNTRY, VERSION, VERSION_HEADER } from '../../../spec/limits.ts';
import type { OperationId } from '../../../spec/operations.ts';
import type { Call } from '../../call.ts';
import type { Choices } from '../../choices.ts';
import { ITEM_PARAMETERS } from '../../handlers/items.ts';
import { jsonObjectIn } from '../../json.ts';
import type { Draft, ItemKind } from '../../store.ts';
import type { Fault } from '../injection/fault.ts';
import { namedDraft } from '../injection/stages.ts';

const versionIn = ({ headers }: Call): unknown => headers[VERSION_HEADER.toLowerCase()];

const countryIn = ({ params }: Call): string | undefined => params['country']?.toUpperCase();

/** Reasons for a refusal, as far as these faults distinguish them. */
const REASONS = {
  'without-credential': ({ client }: Call) => client === undefined,
  'of-a-stranger': ({ client }: Call, { owner }: Draft) =>
    client !== undefined && client.name !== owner,
  'without-version': (call: Call) => versionIn(call) === undefined,
  'of-another-country': (call: Call) => countryIn(call) !== COUNTRY,
  'of-a-faulty-body': (call: Call, { owner }: Draft) =>
    call.client?.name === owner && versionIn(call) === VERSION && countryIn(call) === COUNTRY,
} as const;

type Reason = keyof typeof REASONS;

const WORDS: Readonly<Record<Reason, string>> = {
  'without-credential': 'without a credential',
  'of-a-stranger': 'by another client',
  'without-version': 'without a version',
  'of-another-country': 'under another country',
  'of-a-faulty-body': 'with a faulty body',
};

/** Refuses a call for this reason as before, and performs it all the same. */
const performsRefused = (
  id: string,
  operation: OperationId,
  reason: Reason,
  what: string,
  perform: (draft: Draft, call: Call) => void,
): Fault => ({
  id,
  breaks: { requirement: 'DRAFT-05', operation },
  what: `${what} ${WORDS[reason]} and ${operation.endsWith('-delete') ? 'deletes all the same' : 'stores it all the same'}.`,
  // A service that lets every client change everything has no strangers.
  shownBy: ({ othersMay }) => reason !== 'of-a-stranger' || othersMay !== 'everything',
  inject: (tables) => {
    tables.finish.push((call, reply) => {
      const isMeant = call.operation.id === operation && reply.status >= 400 && reply.status < 500;
      const draft = isMeant ? namedDraft(call) : undefined;
      if (draft && REASONS[reason](call, draft)) perform(draft, call);
      return reply;
    });
  },
});

const updateStored = (reason: Reason): Fault =>
  performsRefused(
    `landlord-update-${reason}-is-stored`,
    'landlord.draft-update',
    reason,
    'Landlord Draft Update refuses an update',
    (draft, call) => {
      const body = jsonObjectIn(call.bytes);
      if (body) draft.body = body;
    },
  );

const NAMES: Readonly<Record<ItemKind, string>> = {
  car: 'Car',
  person: 'Person',
  metadata: 'Metadata',
};

const idIn = ({ params }: Call, kind: ItemKind): string => params[ITEM_PARAMETERS[kind]] ?? '';

const putStored = (kind: ItemKind, reason: Reason): Fault => {
  const fault = performsRefused(
    `${kind}-put-${reason}-is-stored`,
    `travel.${kind}-put`,
    reason,
    `Put ${NAMES[kind]} refuses a change`,
    (draft, call) => {
      const item = draft.items[kind].get(idIn(call, kind));
      const body = jsonObjectIn(call.bytes);
      if (item && body) item.body = body;
    },
  );
  // The answer to a deletion is the only place that shows it.
  const isShown = ({ statuses, optionalFields }: Choices): boolean =>
    statuses.remove === 200 && optionalFields === 'shown';
  return { ...fault, shownBy: (choices) => isShown(choices) && fault.shownBy?.(choices) !== false };
};

const deletionDone = (kind: ItemKind, reason: Reason): Fault =>
  performsRefused(
    `${kind}-deletion-${reason}-is-done`,
    `travel.${kind}-delete`,
    reason,
    `Delete ${NAMES[kind]} refuses a deletion`,
    ({ items }, call) => {
      items[kind].delete(idIn(call, kind));
    },
  );

/** Calls that are refused and have an effect all the same. */
export const faults: readonly Fault[] = [
  updateStored('of-a-faulty-body'),
  updateStored('without-credential'),
  updateStored('without-version'),
  updateStored('of-a-stranger'),
  putStored('car', 'without-version'),
  putStored('person', 'of-a-stranger'),
  putStored('metadata', 'without-credential'),
  deletionDone('car', 'without-credential'),
  deletionDone('person', 'without-version'),
  deletionDone('metadata', 'of-another-country'),
];
