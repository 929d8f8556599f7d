import type { OperationId } from '../../../spec/operations.ts';
import { draftOf, itemOf } from '../../call.ts';
import type { Draft, ItemKind } from '../../store.ts';
import type { Fault } from '../injection/fault.ts';
import { PLURALS } from './kept-items.ts';
import { recordHistories } from '../injection/histories.ts';
import { replaceHandler } from '../injection/side-by-side.ts';
import { afterRefusal, valueInside } from '../injection/stages.ts';

const drop = ({ items }: Draft, kind: ItemKind): void => items[kind].clear();

/** An operation that removes all items of a kind that it is not about. */
const losing = (id: string, step: string, kind: ItemKind, what: string): Fault => {
  const operation = `travel.${step}` as OperationId;
  return {
    id,
    breaks: { requirement: 'TRAVEL-ITEM-01', operation },
    what: `${what} also deletes the ${PLURALS[kind]} of the draft.`,
    inject: (tables) => {
      replaceHandler(tables, operation, async (call, handle) => {
        const outcome = await handle(call);
        drop(draftOf(call), kind);
        return outcome;
      });
    },
  };
};

/** An operation that removes the items of a kind that were changed before. */
const losingChanged = (id: string, step: string, kind: ItemKind, what: string): Fault => {
  const operation = `travel.${step}` as OperationId;
  return {
    id,
    breaks: { requirement: 'TRAVEL-ITEM-01', operation },
    what: `${what} also deletes the ${PLURALS[kind]} of the draft that were changed before.`,
    inject: (tables) => {
      const changed = new WeakMap<Draft, Set<string>>();
      replaceHandler(tables, `travel.${kind}-put`, async (call, handle) => {
        const outcome = await handle(call);
        const ids = changed.get(draftOf(call)) ?? new Set();
        changed.set(draftOf(call), ids.add(String(itemOf(call).id)));
        return outcome;
      });
      replaceHandler(tables, operation, async (call, handle) => {
        const outcome = await handle(call);
        const draft = draftOf(call);
        for (const key of changed.get(draft) ?? []) draft.items[kind].delete(key);
        return outcome;
      });
    },
  };
};

/** An update of a travel draft for one person that removes all persons of the draft. */
const individual: Fault = {
  id: 'travel-update-for-an-individual-drops-persons',
  breaks: { requirement: 'TRAVEL-ITEM-01', operation: 'travel.draft-update' },
  what: 'Travel Draft Update also deletes the persons of the draft if its familySituation is individual.',
  dependsOn: ['/terms/familySituation'],
  inject: (tables) => {
    replaceHandler(tables, 'travel.draft-update', async (call, handle) => {
      const outcome = await handle(call);
      if (valueInside(call.body, 'terms', 'familySituation') === 'individual')
        drop(draftOf(call), 'person');
      return outcome;
    });
  },
};

/** Operations on a travel draft that remove its items of another kind. */
export const faults: readonly Fault[] = [
  individual,
  losing('travel-update-drops-cars', 'draft-update', 'car', 'Travel Draft Update'),
  losing('travel-price-info-drops-persons', 'price-info', 'person', 'PriceInfo Create (travel)'),
  losing(
    'travel-price-request-drops-keys',
    'price-request',
    'metadata',
    'Travel PriceRequest Create',
  ),
  losing('car-post-drops-keys', 'car-post', 'metadata', 'Post Car'),
  losing('car-put-drops-persons', 'car-put', 'person', 'Put Car'),
  losing('car-deletion-drops-persons', 'car-delete', 'person', 'Delete Car'),
  losing('person-post-drops-keys', 'person-post', 'metadata', 'Post Person'),
  losing('person-put-drops-cars', 'person-put', 'car', 'Put Person'),
  losing('person-deletion-drops-keys', 'person-delete', 'metadata', 'Delete Person'),
  losing('key-post-drops-cars', 'metadata-post', 'car', 'Post Metadata'),
  losing('key-put-drops-persons', 'metadata-put', 'person', 'Put Metadata'),
  losing('key-deletion-drops-cars', 'metadata-delete', 'car', 'Delete Metadata'),
  losingChanged('update-drops-changed-keys', 'draft-update', 'metadata', 'Travel Draft Update'),
  losingChanged('price-drops-changed-cars', 'price-request', 'car', 'Travel PriceRequest Create'),
  losingChanged('update-drops-changed-persons', 'draft-update', 'person', 'Travel Draft Update'),
  {
    id: 'refused-travel-update-drops-cars',
    breaks: { requirement: 'TRAVEL-ITEM-01', operation: 'travel.draft-update' },
    what: 'Travel Draft Update deletes the cars of the draft before it refuses a faulty body.',
    inject: (tables) => {
      afterRefusal(tables, 'travel.draft-update', (draft) => drop(draft, 'car'));
    },
  },
  {
    id: 'second-travel-update-drops-keys',
    breaks: { requirement: 'TRAVEL-ITEM-01', operation: 'travel.draft-update' },
    what: 'The second update of a travel draft also deletes its metadata keys.',
    inject: (tables) => {
      const history = recordHistories(tables);
      replaceHandler(tables, 'travel.draft-update', async (call, handle) => {
        const outcome = await handle(call);
        if (/draft-update /.test(history(draftOf(call)))) drop(draftOf(call), 'metadata');
        return outcome;
      });
    },
  },
];
