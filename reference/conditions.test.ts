import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { operation, type OperationId } from '../spec/operations.ts';
import type { Incoming } from './call.ts';
import { CONDITIONS, conditionOf } from './conditions.ts';
import { History } from './conditions/history.ts';
import { type Draft, type Item, Store } from './store.ts';
import type { JsonObject } from './json.ts';
import { SAMPLE_DRAFTS } from './testing/sample-drafts.ts';

test('every condition has a unique id and description', () => {
  expect(new Set(CONDITIONS.map(({ id }) => id)).size).toBe(CONDITIONS.length);
  expect(new Set(CONDITIONS.map(({ what }) => what)).size).toBe(CONDITIONS.length);
  for (const { id } of CONDITIONS) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
});

const requestOf = (on: OperationId, changes: Partial<Incoming> = {}): Incoming => ({
  operation: operation(on),
  headers: {},
  headerNames: [],
  query: {},
  params: {},
  bytes: undefined,
  origin: 'http://127.0.0.1',
  connection: {},
  ...changes,
});

/** Calls without a draft, answered with these statuses: for which of them the condition holds. */
const heldBy = async (
  id: string,
  on: OperationId,
  calls: readonly { readonly status?: number; readonly connection?: object }[],
): Promise<readonly boolean[]> => {
  const history = new History();
  const store = new Store();
  const held: boolean[] = [];
  for (const { status = 200, connection = history } of calls) {
    const { moment, end } = history.begin(requestOf(on, { connection }), store);
    held.push(await conditionOf(id).holds({ ...moment, shown: 0 }));
    end(status);
  }
  return held;
};
const CREATE = 'gap.draft-create';

test('one call in three is the third; from the fifth call on is every one', async () => {
  const calls = Array.from({ length: 6 }, () => ({}));

  expect(await heldBy('one-call-in-3', CREATE, calls)).toEqual([
    false,
    false,
    true,
    false,
    false,
    true,
  ]);
  expect(await heldBy('from-call-5', CREATE, calls)).toEqual([
    false,
    false,
    false,
    false,
    true,
    true,
  ]);
});

test('counts refusals, but not successes and server errors', async () => {
  const calls = [{ status: 500 }, {}, { status: 404 }, { status: 400 }, {}];

  expect(await heldBy('after-a-refusal', CREATE, calls)).toEqual([false, false, false, true, true]);
  expect(await heldBy('after-2-refusals', CREATE, calls)).toEqual([
    false,
    false,
    false,
    false,
    true,
  ]);
});

test('counts connections in the order in which they are opened', async () => {
  const [one, two, three] = [{}, {}, {}];
  const calls = [one, two, three, two, one].map((connection) => ({ connection }));
  const every = [false, true, false, true, false];

  expect(await heldBy('on-every-second-connection', CREATE, calls)).toEqual(every);
  expect(await heldBy('on-the-second-connection', CREATE, calls)).toEqual(every);
});

test('two calls are concurrent if the second arrives before the first is answered', async () => {
  const history = new History();
  const begin = () => history.begin(requestOf(CREATE), new Store());
  const alone = begin();
  expect(await alone.moment.isBeside('operation')).toBe(false);
  alone.end(200);
  const first = begin();
  const isBeside = first.moment.isBeside('operation');
  await sleep(1);
  const second = begin();

  expect([await isBeside, await second.moment.isBeside('operation')]).toEqual([true, true]);
});

/** A call, and the state before it. */
interface CallBefore {
  readonly on: OperationId;
  readonly country?: string;
  readonly body?: JsonObject;
  /** Content of the draft that the path names; left out: it names none that exists. */
  readonly draft?: JsonObject;
  readonly items?: number;
  /** Id of the car in the path. */
  readonly carId?: string;
  /** Earlier calls on that draft, with the statuses of their answers. */
  readonly before?: readonly (readonly [on: OperationId, status?: number])[];
  /** Other drafts of the line. */
  readonly others?: number;
  readonly connection?: object;
}

const addedTo = (store: Store, { on, draft, items = 0 }: CallBefore): void => {
  if (!draft) return;
  const { line } = operation(on);
  const car = (at: number): [string, Item] => [String(at), { id: at, kind: 'car', body: {} }];
  const cars = new Map(Array.from({ length: items }, (_, at) => car(at)));
  const kept: Draft = {
    id: 'd',
    line,
    owner: 'owner',
    createdAt: new Date(0),
    updatedAt: new Date(0),
    writtenBy: on,
    body: draft,
    items: { car: cars, person: new Map(), metadata: new Map() },
    deleted: new Map(),
    persons: 0,
    priceRequests: [],
    openTokens: [],
    history: { leads: 0, terms: 0 },
    contracts: [],
  };
  store.addDraft(kept);
};

const isHeld = async (id: string, call: CallBefore): Promise<boolean> => {
  const { on, country = 'BE', body, draft, carId, before = [], others = 0, connection } = call;
  const history = new History();
  const store = new Store();
  addedTo(store, call);
  for (const name of [...(draft ? ['d'] : []), ...Array.from({ length: others }, (_, at) => at)])
    history.noteDraft(operation(on).line, name);
  const by = connection === undefined ? {} : { connection };
  const params = { country, draftId: draft ? 'd' : undefined, carId };
  for (const [earlier, status = 200] of before)
    history.begin(requestOf(earlier, { ...by, params }), store).end(status);
  const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const request = requestOf(on, { ...by, params, bytes });
  return conditionOf(id).holds({ ...history.begin(request, store).moment, shown: 0 });
};

const { travel: draft, gap } = SAMPLE_DRAFTS;
const CREATION = 'travel.draft-create';
const UPDATE = 'travel.draft-update';
const PRICE = 'travel.price-request';
const TERMS = 'travel.token-terms';
const LEAD = 'travel.lead-create';
const READ = 'travel.draft-get';
const CAR = 'travel.car-post';
const person = { person: { firstName: 'An', lastName: 'Peeters' } };
const titled = { person: { ...person.person, title: 'Dr' } };
const company = { company: { name: 'Peeters', title: 'Mr' } };
const shared = {};
const referring = (...values: readonly unknown[]): JsonObject => ({
  partnerReference: values.map((value) => ({ key: 'a', value })),
});

test.each<readonly [string, CallBefore, CallBefore]>([
  ['with-a-lower-case-country', { on: READ, country: 'be' }, { on: READ, country: 'Be' }],
  ['with-a-mixed-case-country', { on: READ, country: 'bE' }, { on: READ, country: 'BE' }],
  ['with-few-fields', { on: UPDATE, body: { language: 'nl' } }, { on: UPDATE, body: gap }],
  [
    'with-many-fields',
    { on: UPDATE, body: { a: Array(26).fill(1) } },
    { on: UPDATE, body: { language: 'nl' } },
  ],
  [
    'behind-the-first-list-item',
    { on: 'gap.lead-create', body: referring('b', {}) },
    { on: 'gap.lead-create', body: referring({}, 'b') },
  ],
  [
    'before-the-last-list-item',
    { on: 'gap.lead-create', body: referring({}, 'b') },
    { on: 'gap.lead-create', body: referring('b', {}) },
  ],
  ['in-french', { on: CREATION, body: { language: 'fr' } }, { on: CREATION, body: {} }],
  [
    'in-dutch',
    { on: 'landlord.price-request', body: { language: 'fr-BE' }, draft: { language: 'nl-BE' } },
    { on: 'landlord.draft-update', body: { language: 'fr-BE' }, draft: { language: 'nl-BE' } },
  ],
  ['in-english', { on: READ, draft: { language: 'en' } }, { on: READ }],
  [
    'with-a-title',
    { on: UPDATE, body: { policyholder: company } },
    { on: UPDATE, body: { policyholder: person } },
  ],
  [
    'without-a-title',
    { on: UPDATE, body: { policyholder: person } },
    { on: UPDATE, body: { policyholder: titled } },
  ],
  [
    'with-a-phone',
    { on: READ, draft: { policyholder: { contact: { phone: '1' } } } },
    { on: READ, draft: {} },
  ],
  ['without-a-house-number', { on: UPDATE, body: {} }, { on: CAR }],
  ['without-a-paper-copy', { on: CREATION, body: {} }, { on: CREATION }],
  [
    'for-a-person',
    { on: UPDATE, body: { policyholder: person } },
    { on: UPDATE, body: { policyholder: company } },
  ],
  [
    'for-a-company',
    { on: CREATION, body: { policyholder: company } },
    { on: CREATION, body: { policyholder: person } },
  ],
  [
    'with-several-in-a-list',
    { on: 'gap.price-request', draft: gap, body: referring('b', 'c') },
    { on: 'gap.price-request', draft: {}, body: referring('b') },
  ],
  ['after-a-price', { on: UPDATE, draft, before: [[PRICE]] }, { on: UPDATE, before: [[PRICE]] }],
  [
    'after-2-prices',
    { on: UPDATE, draft, before: [[PRICE], [PRICE]] },
    { on: UPDATE, draft, before: [[PRICE, 400], [PRICE]] },
  ],
  ['after-a-lead', { on: PRICE, draft, before: [[LEAD]] }, { on: PRICE, draft, before: [[READ]] }],
  ['after-the-terms', { on: PRICE, draft, before: [[TERMS]] }, { on: PRICE, draft }],
  [
    'after-a-read',
    { on: PRICE, draft, before: [[READ]] },
    { on: PRICE, draft, before: [[READ, 403]] },
  ],
  [
    'after-a-stranger',
    { on: PRICE, draft, before: [[READ, 401]] },
    { on: PRICE, draft, before: [[UPDATE, 400]] },
  ],
  [
    'on-the-first-call-on-a-draft',
    { on: PRICE, draft },
    { on: PRICE, draft, before: [[READ, 500]] },
  ],
  [
    'from-call-3-on-a-draft',
    { on: PRICE, draft, before: [[READ], [READ]] },
    { on: PRICE, before: [[READ], [READ]] },
  ],
  ['with-an-item', { on: PRICE, draft, items: 1 }, { on: PRICE, draft }],
  ['with-2-items-of-a-kind', { on: PRICE, draft, items: 2 }, { on: PRICE, draft, items: 1 }],
  [
    'on-a-later-item',
    { on: 'travel.car-put', draft, items: 2, carId: '1' },
    { on: 'travel.car-put', draft, items: 2, carId: '0' },
  ],
  ['beside-another-draft', { on: PRICE, draft, others: 1 }, { on: PRICE, draft }],
  ['after-another-line', { on: PRICE, before: [[CREATE]] }, { on: PRICE, before: [[CREATION]] }],
  [
    'on-a-reused-connection',
    { on: READ, before: [[READ]], connection: shared },
    { on: READ, before: [[READ]] },
  ],
  ['on-a-fresh-connection', { on: READ }, { on: READ, before: [[READ]], connection: shared }],
])('%s holds with %o, and not with %o', async (id, held, other) => {
  expect(await isHeld(id, held)).toBe(true);
  expect(await isHeld(id, other)).toBe(false);
});
