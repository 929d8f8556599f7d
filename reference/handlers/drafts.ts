import { type Call, clientOf, draftOf, type Outcome } from '../call.ts';
import type { Draft, ItemKind } from '../store.ts';
import { type JsonObject, merged } from '../json.ts';
import { expireOnChange } from '../lifetimes.ts';
import { Refusal } from '../refusal.ts';
import { dateIn } from '../calendar.ts';
import { resourcePath } from '../resource-path.ts';
import { withId } from '../render.ts';

/** Content of a draft after a write: the body, or the body merged into the previous content. */
export const nextContent = ({ body, draft, tables }: Call): JsonObject =>
  draft && tables.choices.updates === 'merge' ? merged(draft.body, body) : body;

/** Plural property names under which a travel draft shows its items. */
const ITEM_LISTS: Readonly<Record<ItemKind, string>> = {
  car: 'cars',
  person: 'persons',
  metadata: 'metadata',
};

const itemsOf = ({ tables }: Call, draft: Draft): JsonObject =>
  Object.fromEntries(
    (Object.keys(ITEM_LISTS) as ItemKind[]).map((kind) => [
      ITEM_LISTS[kind],
      [...draft.items[kind].values()].map(({ id, body }) =>
        withId(body, kind, id, draft.line, tables.choices),
      ),
    ]),
  );

const shown = (call: Call, draft: Draft): JsonObject => {
  if (draft.line === 'travel') return { ...draft.body, ...itemsOf(call, draft) };
  if (draft.line !== 'landlord') return draft.body;
  return {
    ...draft.body,
    createdAt: draft.createdAt.toISOString(),
    updatedAt: draft.updatedAt.toISOString(),
  };
};

/** The representation of a draft in the answers of create, get and update. */
const draftOutcome = (call: Call, draft: Draft): Outcome => ({
  resource: shown(call, draft),
  identity: {
    kind: 'draft',
    id: draft.id,
    path: resourcePath(call, 'draft-get', { draftId: draft.id }),
  },
  modifiedAt: draft.updatedAt,
});

/** Key of a creation if equal bodies make one draft; the body of a motor gap creation is not shown (P4). */
const creationOf = (call: Call): string | undefined => {
  const { operation, body, tables } = call;
  if (tables.choices.ids.equalBodies === 'apart') return undefined;
  return JSON.stringify([operation.line, clientOf(call).name, body]);
};

/** Creates a draft from the body, or answers with the one that was created from the same body. */
export const createDraft = (call: Call): Outcome => {
  const { operation, tables, now } = call;
  const creation = creationOf(call);
  const known = creation === undefined ? undefined : tables.store.created(creation);
  if (known) return draftOutcome(call, known);
  const draft: Draft = {
    id: tables.newId('draft', operation.line),
    line: operation.line,
    owner: clientOf(call).name,
    createdAt: now,
    updatedAt: now,
    writtenBy: operation.id,
    body: nextContent(call),
    items: { car: new Map(), person: new Map(), metadata: new Map() },
    deleted: new Map(),
    persons: 0,
    priceRequests: [],
    openTokens: [],
    history: { leads: 0, terms: 0 },
    contracts: [],
  };
  tables.store.addDraft(draft, creation);
  tables.replica.note(draft);
  return draftOutcome(call, draft);
};

/** Serves a draft as a read sees it. */
export const getDraft = (call: Call): Outcome => {
  const draft = draftOf(call);
  const body = call.tables.replica.contentOf(draft);
  if (!body) throw new Refusal('not-yet', 'it cannot be read yet');
  return draftOutcome(call, { ...draft, body });
};

/** Updates a draft; motor gap names no resource in its answer (G1). */
export const updateDraft = (call: Call): Outcome => {
  const { now, operation, tables } = call;
  const draft = draftOf(call);
  const next = nextContent(call);
  if (draft.line === 'gap')
    tables.invalidatePrices(draft, next, dateIn(now, tables.choices.timeZone));
  expireOnChange(draft, tables.choices);
  tables.replica.note(draft, draft.body);
  draft.body = next;
  draft.updatedAt = now;
  draft.writtenBy = operation.id;
  const namesNone = operation.response.shown && operation.response.name === 'none';
  return namesNone ? { modifiedAt: now } : draftOutcome(call, draft);
};
