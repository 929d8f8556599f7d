import { expect, onTestFinished, test } from 'vitest';
import { contractBody, writeDraft } from './testing/journey.ts';
import { SAMPLE_DRAFTS } from './testing/sample-drafts.ts';
import { Visitor } from './testing/visitor.ts';
import { startReference } from './start.ts';

const LEGAL = SAMPLE_DRAFTS.travel;
const FAULTY = { ...LEGAL, policyholder: { address: 'a text' } };
const TYPE = 'field-travel-policyholder.address-type-on-update';

/**
 * Visits a service that has a fault under a condition; gives the answer to a call, and the faults
 * shown so far.
 */
const visited = async (id: string) => {
  const running = await startReference({ faults: [id] });
  onTestFinished(() => running.close());
  const visitor = new Visitor(running);
  const create = async (): Promise<string> => {
    const { body } = await visitor.call('travel.draft-create', {}, LEGAL);
    return String((body as { draftId: unknown }).draftId);
  };
  const statusOf = async (...call: Parameters<Visitor['call']>): Promise<number> =>
    (await visitor.call(...call)).status;
  const add = async (draftId: string, kind: 'car' | 'person', item: object): Promise<string> => {
    const { body } = await visitor.call(`travel.${kind}-post`, { draftId }, item);
    return String((body as Record<string, unknown>)[`${kind}Id`]);
  };
  return {
    create,
    add,
    addCar: (draftId: string) =>
      add(draftId, 'car', { make: 'Volvo', model: 'V60', plate: '1-ABC-123' }),
    statusOf,
    update: (draftId: string, body: object) => statusOf('travel.draft-update', { draftId }, body),
    shown: () =>
      (running.shown ?? []).map(({ wanted, got, difference }) => [wanted, got, difference]),
  };
};

test('a fault shows from the third write to one draft on, and not on another draft', async () => {
  const { create, update, shown } = await visited(`${TYPE}~from-write-3`);
  const [one, other] = [await create(), await create()];

  expect(await update(one, FAULTY)).toBe(400);
  expect(await update(one, LEGAL)).toBe(200);
  expect(await update(one, FAULTY)).toBe(200);
  expect(await update(other, FAULTY)).toBe(400);
  expect(shown()).toEqual([[400, 200, 'status']]);
});

test('an answer that the correct service would have given is no wrong answer', async () => {
  const { create, update, shown } = await visited(`${TYPE}~from-write-2`);
  const draftId = await create();
  for (let count = 0; count < 4; count += 1) expect(await update(draftId, LEGAL)).toBe(200);

  expect(shown()).toEqual([]);
});

test('a draft that passed the write is not checked again until the next write', async () => {
  const { create, update, statusOf } = await visited(
    'field-travel-language-enum-on-update~one-call-in-3',
  );
  const draftId = await create();
  const unlisted = { ...LEGAL, language: 'xx' };
  const price = () => statusOf('travel.price-request', { draftId }, {});
  const statuses = [];
  for (let count = 0; count < 3; count += 1) statuses.push(await update(draftId, unlisted));

  expect(statuses).toEqual([400, 400, 200]);
  expect(await price()).toBe(200);
  expect(await update(draftId, LEGAL)).toBe(200);
  expect(await price()).toBe(200);
});

test('a fault that shows once ends after its first wrong answer', async () => {
  const { create, update, shown } = await visited(`${TYPE}~once`);
  const draftId = await create();

  expect([await update(draftId, FAULTY), await update(draftId, FAULTY)]).toEqual([200, 400]);
  expect(shown()).toHaveLength(1);
});

test('an item that a wrong deletion kept is a wrong answer, though it looks like any other', async () => {
  const { create, statusOf, addCar, shown } = await visited('deleted-car-stays~from-call-5');
  const draftId = await create();
  const carId = await addCar(draftId);
  const remove = (id: string) => statusOf('travel.car-delete', { draftId, carId: id }, {});
  for (let count = 0; count < 4; count += 1) expect(await remove('unknown')).toBe(404);

  expect(shown()).toEqual([]);
  expect([await remove(carId), await remove(carId)]).toEqual([200, 200]);
  expect(shown()).toEqual([
    [200, 200, 'draft'],
    [200, 200, 'draft'],
  ]);
});

test('a refused deletion that removes the item of another draft is a wrong answer', async () => {
  const { create, statusOf, add, shown } = await visited(
    'person-refused-but-deleted-through-another-draft~once',
  );
  const [one, other] = [await create(), await create()];
  const personId = await add(one, 'person', { firstName: 'Eva', lastName: 'Maes' });
  const remove = (draftId: string) => statusOf('travel.person-delete', { draftId, personId }, {});

  expect(await remove(other)).toBe(404);
  expect(shown()).toEqual([[404, 404, 'another draft']]);
  expect(await remove(one)).toBe(404);
});

test('a refused call that changes its draft is a wrong answer', async () => {
  const { create, addCar, statusOf, shown } = await visited(
    'car-deletion-without-credential-is-done~once',
  );
  const draftId = await create();
  const carId = await addCar(draftId);

  expect(await statusOf('travel.car-delete', { draftId, carId }, {}, { anonymous: true })).toBe(
    401,
  );
  expect(shown()).toEqual([[401, 401, 'another draft']]);
});

test('a path that only the correct service has is missing while the condition holds', async () => {
  const { statusOf } = await visited('jobloss-terms-only-read~from-call-5');
  const draftId = 'unknown';
  const ask = (as: 'owner' | 'withoutRights') =>
    statusOf('jobloss.token-terms', { draftId }, {}, { as });
  for (let count = 0; count < 4; count += 1) expect(await ask('withoutRights')).toBe(403);

  expect(await ask('withoutRights')).toBe(404);
});

test('faults of one service share their condition', async () => {
  await expect(
    startReference({ faults: [`${TYPE}~once`, 'jobloss-updated-with-204'] }),
  ).rejects.toThrow('have one condition');
  await expect(startReference({ faults: [`${TYPE}~never`] })).rejects.toThrow(
    'there is no condition "never"; known are: from-write-2',
  );
});

test('the loser of a race for a contract is not answered wrongly', async () => {
  const faults = ['field-gap-terms.variant-enum~beside-another-draft'];
  const running = await startReference({ faults });
  onTestFinished(() => running.close());
  const visitor = new Visitor(running);
  await writeDraft(visitor, 'gap', SAMPLE_DRAFTS.gap);
  const { draftId } = await writeDraft(visitor, 'gap', SAMPLE_DRAFTS.gap);
  const price = await visitor.call('gap.price-request', { draftId }, {});
  const terms = await visitor.call('gap.token-terms', { draftId });
  const body = contractBody(visitor, 'gap', price, terms);
  const contract = () => visitor.call('gap.contract-create', { draftId }, body);

  const answers = await Promise.all([contract(), contract()]);

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303, 409]));
  expect(running.shown).toEqual([]);
});
