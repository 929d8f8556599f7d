import { type Contract, type Draft, LIMITS, Store } from './store.ts';
import { expect, test } from 'vitest';

const draft = (id: number): Draft => ({
  id,
  line: 'gap',
  owner: 'owner',
  createdAt: new Date(0),
  updatedAt: new Date(0),
  writtenBy: 'gap.draft-update',
  body: {},
  items: { car: new Map(), person: new Map(), metadata: new Map() },
  deleted: new Map(),
  persons: 0,
  priceRequests: [],
  openTokens: [],
  history: { leads: 0, terms: 0 },
  contracts: [],
});

const contract = (id: number): Contract => ({
  id,
  line: 'gap',
  owner: 'owner',
  draftId: id,
  createdAt: new Date(0),
  body: {},
  seal: '',
});

test('drops the oldest draft beyond the limit, with its contract', () => {
  const store = new Store(2);
  for (const id of [1, 2, 3]) {
    const added = draft(id);
    store.addDraft(added);
    store.addContract(added, contract(id));
  }

  expect(store.size).toEqual({ drafts: 2, contracts: 2 });
  expect([store.draft('gap', 1), store.contract('gap', 1)]).toEqual([undefined, undefined]);
  expect(store.draft('gap', '3')?.id).toBe(3);
});

test('keeps twenty thousand drafts and no more', () => {
  const store = new Store();
  for (let id = 0; id < LIMITS.drafts + 500; id += 1) store.addDraft(draft(id));

  expect(store.size.drafts).toBe(20_000);
});

test('keeps the newest contracts of a draft', () => {
  const store = new Store();
  const only = draft(1);
  store.addDraft(only);
  for (let id = 0; id <= LIMITS.contractsPerDraft; id += 1) store.addContract(only, contract(id));

  expect(store.size.contracts).toBe(LIMITS.contractsPerDraft);
  expect(store.contract('gap', 0)).toBeUndefined();
});
