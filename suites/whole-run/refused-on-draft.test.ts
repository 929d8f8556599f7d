import { expect, test } from 'vitest';
import { draft } from '../../generators/draft.ts';
import { valueAt } from '../../generators/pointer.ts';
import { sample } from '../../generators/sample.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { makeVisits, MAY_REFUSE } from '../journey/make-call.ts';
import { type Visit, writesOf } from '../journey/state.ts';
import { initialState } from '../journey/walk.ts';
import { type StubRun, stubRun } from '../testing/stub-run.ts';
import { stubService } from '../testing/stub-service.ts';
import { refusedBodies } from './refused-body.ts';

/** Decides on a body by the content of its draft. */
type Refuses = (body: object, content: object) => boolean;

/** Calls on a draft before one that it refuses. */
const beforeOn = (on: OperationId): readonly Visit[] => [
  ...writesOf(operation(on).line),
  ...(operation(on).step === 'lead-create' ? [{ step: 'price-request' } as const] : []),
];

/** A run against a service that refuses calls of an operation by their body and the content of their draft. */
const refusingRun = async (on: OperationId, refuses: Refuses): Promise<StubRun> => {
  const { line } = operation(on);
  const written = line === 'gap' ? 'gap.draft-update' : (`${line}.draft-create` as const);
  const service = stubService();
  const held = new Map<unknown, object>();
  return stubRun((call) => {
    const draftId = call.params?.['draftId'];
    const body = call.body as object;
    if (call.operation === on && refuses(body, held.get(draftId) ?? {})) return { status: 400 };
    const answer = service(call);
    if (call.operation === written)
      held.set(draftId ?? (answer.body as { draftId: string }).draftId, body);
    return answer;
  }, line);
};

/** Sends a body on drafts until one refuses it and the refusal is noted; undefined if it never is. */
const noteRefused = async (
  { run }: StubRun,
  on: OperationId,
  sent: object,
  after: readonly Visit[] = beforeOn(on),
) => {
  const { line, step } = operation(on);
  for (let seed = 1; seed <= 60; seed += 1) {
    const content = sample(draft(line, run.generators), seed);
    const given = { draft: content, revised: content, lead: sent, priceRequest: sent, car: sent };
    const state = initialState({ run, test: 'noted', seed }, line, given);
    await makeVisits([...after, { step }], state, MAY_REFUSE);
    const [noted] = run.memory.refusedBodies.on(on);
    if (noted) return noted;
  }
  return undefined;
};

/** Fails of the check after a body was refused on a draft. */
const failsOnDraft = async (on: OperationId, sent: object, refuses: Refuses) => {
  const stub = await refusingRun(on, refuses);
  expect(await noteRefused(stub, on, sent)).toBeDefined();
  const check = refusedBodies.checks.find(({ operations }) => operations.includes(on));
  const judged = await check?.collect({
    run: stub.run,
    seed: 1,
    test: 'refused-body',
    attempt: 1,
  });
  return (judged ?? []).filter(({ verdict }) => verdict === 'fail');
};

const lacks = (body: object, pointer: string): boolean => valueAt(body, pointer) === undefined;
const has =
  (pointer: string): ((body: object) => boolean) =>
  (body) =>
    !lacks(body, pointer);

const STREET = '/policyholder/address/street';
const EMAIL = '/policyholder/contact/email';
const TRANSPORT = '/transport';
const REFERENCES = '/partnerReference';
const ONE = { partnerReference: [{ key: 'référence', value: 'a' }] };

/** Without a house number, but with all that a lead needs. */
const hasNoNumber = (content: object): boolean =>
  has(EMAIL)(content) &&
  ['/policyholder/address/street', '/policyholder/billingAddress/street'].some((pointer) =>
    has(pointer)(content),
  ) &&
  isNumberless(content);
const isNumberless = (content: object): boolean =>
  ['/policyholder/address/number', '/policyholder/billingAddress/number'].every((pointer) =>
    lacks(content, pointer),
  );

test.each<[OperationId, string, object, (body: object) => boolean]>([
  ['landlord.lead-create', 'LEAD-LEGAL-transport', {}, (lead) => lacks(lead, TRANSPORT)],
  ['landlord.lead-create', 'LEAD-LEGAL-transport', { transport: 'EMAIL' }, has(TRANSPORT)],
  ['gap.lead-create', 'GAP-LEAD-LEGAL-partnerReference', ONE, has(REFERENCES)],
  [
    'gap.price-request',
    'GAP-PRICE-LEGAL-partnerReference[].key',
    ONE,
    (body) => JSON.stringify(body).includes('é'),
  ],
  ['gap.price-request', 'GAP-PRICE-LEGAL-partnerReference', ONE, has(REFERENCES)],
  ['travel.car-post', 'TRAVEL-CAR-LEGAL-plate', { make: 'Volvo' }, (car) => lacks(car, '/plate')],
  [
    'travel.car-post',
    'TRAVEL-CAR-LEGAL-plate',
    { make: 'Volvo', plate: '1-ABC-234' },
    has('/plate'),
  ],
])(
  'what %s refuses only on drafts without a house number fails %s, on two drafts: %j',
  async (on, requirement, sent, refuses) => {
    const fails = await failsOnDraft(
      on,
      sent,
      (body, content) => refuses(body) && hasNoNumber(content),
    );

    expect(new Set(fails.map((each) => each.requirement))).toEqual(new Set([requirement]));
    expect(new Set(fails.map(({ body }) => body)).size).toBe(2);
    for (const { got } of fails)
      expect(got).toMatch(/only if the draft has no \/policyholder\/(billingA|a)ddress\/number/);
  },
);

test('a refusal that depends on a value of the draft names no field that the draft lacks', async () => {
  const fails = await failsOnDraft(
    'landlord.lead-create',
    {},
    (lead, content) => lacks(lead, TRANSPORT) && valueAt(content, '/language') === 'fr-BE',
  );

  expect(fails.map(({ requirement }) => requirement)).toContain('LEAD-LEGAL-transport');
  for (const { got } of fails) expect(got).toBe('status 400');
});

test('a draft on which every lead is refused proves nothing: it may not be complete enough for one', async () => {
  const refuses: Refuses = (_, content) => hasNoNumber(content);

  expect(await failsOnDraft('landlord.lead-create', {}, refuses)).toEqual([]);
});

test('a refusal that depends on one value of one draft is not taken for one that comes and goes', async () => {
  const streets = new Set<unknown>();
  const fails = await failsOnDraft(
    'travel.car-post',
    { make: 'Volvo', plate: '1-ABC-234' },
    (car, content) => {
      if (streets.size === 0 && has(STREET)(content)) streets.add(valueAt(content, STREET));
      return lacks(car, '/model') && streets.has(valueAt(content, STREET));
    },
  );

  expect(fails.filter(({ requirement }) => requirement === 'LEGAL-01')).toEqual([]);
});

test.each<[string, OperationId, object, readonly Visit[], Refuses]>([
  [
    'a lead on a draft without an address',
    'landlord.lead-create',
    {},
    beforeOn('landlord.lead-create'),
    (_, content) => lacks(content, STREET),
  ],
  [
    'an e-mail lead on a draft without an e-mail address',
    'landlord.lead-create',
    { transport: 'EMAIL' },
    beforeOn('landlord.lead-create'),
    (_, content) => lacks(content, EMAIL),
  ],
  [
    'a lead on a draft without a price',
    'landlord.lead-create',
    {},
    writesOf('landlord'),
    () => true,
  ],
  [
    'a car after a lead',
    'travel.car-post',
    { make: 'Volvo' },
    [...writesOf('travel'), { step: 'lead-create' }],
    () => true,
  ],
])('the refusal of %s is the right of the service', async (_, on, sent, after, refuses) => {
  expect(await noteRefused(await refusingRun(on, refuses), on, sent, after)).toBeUndefined();
});

test('an e-mail lead that is refused on a draft without an address is looked at', async () => {
  const on = 'landlord.lead-create';
  const stub = await refusingRun(on, (_, content) => lacks(content, STREET));

  expect(await noteRefused(stub, on, { transport: 'EMAIL' })).toBeDefined();
});

test('a run that may send no leads sends none again', async () => {
  const on = 'landlord.lead-create';
  const stub = await refusingRun(on, () => true);
  await noteRefused(stub, on, {});
  const check = refusedBodies.checks.find(({ operations }) => operations.includes(on));
  const target = {
    ...stub.run.target,
    sideEffects: { ...stub.run.target.sideEffects, leads: 'never' },
  };
  const run = { ...stub.run, target } as typeof stub.run;
  const before = stub.sent.length;
  await check?.collect({ run, seed: 1, test: 'refused-body', attempt: 1 });

  expect(stub.sent.length).toBe(before);
});
