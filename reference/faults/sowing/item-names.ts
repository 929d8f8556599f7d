import type { ItemKind } from '../../store.ts';

/** Plural names of items in the description of a fault. */
export const PLURALS: Readonly<Record<ItemKind, string>> = {
  car: 'cars',
  person: 'persons',
  metadata: 'metadata keys',
};
