import { type Answer, type Departure, Visitor } from './testing/visitor.ts';
import { OPERATIONS, type OperationId, operation } from '../spec/operations.ts';
import { type RunningReference, startReference } from './start.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DIALECTS } from './dialects.ts';
import { SAMPLE_DRAFTS } from './testing/sample-drafts.ts';
import { writeDraft } from './testing/journey.ts';

const IDS = { draftId: 'x', contractId: 'x', carId: 'x', personId: 'x', keyId: 'x' };

describe.each(DIALECTS)('access in dialect $name', ({ name, choices }) => {
  let running: RunningReference;
  let visitor: Visitor;
  beforeAll(async () => {
    running = await startReference({ dialect: name });
    visitor = new Visitor(running);
  });
  afterAll(() => running.close());

  const statusesOf = async (departure: Departure): Promise<number[]> => {
    const answers = await Promise.all(
      OPERATIONS.map(({ id, method }) =>
        visitor.call(id, IDS, method === 'GET' ? undefined : {}, departure),
      ),
    );
    return [...new Set(answers.map(({ status }) => status))];
  };

  test('every operation answers 401 without a credential', async () => {
    const headers = { authorization: null, 'X-Api-Key': null };

    expect(await statusesOf({ headers })).toEqual([401]);
  });

  test('every operation answers 401 to a credential that does not authenticate', async () => {
    const basic = Buffer.from('owner:nobody').toString('base64');
    const scheme = choices.auth.scheme === 'basic' ? `Basic ${basic}` : 'Bearer nobody';

    expect(await statusesOf({ headers: { authorization: scheme, 'X-Api-Key': 'nobody' } })).toEqual(
      [401],
    );
  });

  test('every operation answers 403 to a client without rights', async () => {
    expect(await statusesOf({ as: 'withoutRights' })).toEqual([403]);
  });

  test.each([null, '2.0', '0.9'])('every operation refuses version %s', async (version) => {
    expect(await statusesOf({ headers: { 'service-api-version': version } })).toEqual([
      choices.errors.version,
    ]);
  });

  test.each(['FR', 'BEL', 'B'])('every operation refuses country %s', async (country) => {
    expect(await statusesOf({ country })).toEqual([choices.errors.country]);
  });

  test('a draft created under be is read under bE', async () => {
    const created = await visitor.call('travel.draft-create', {}, {}, { country: 'be' });
    const draftId = visitor.idOf('travel', 'draft', created);

    expect(
      (await visitor.call('travel.draft-get', { draftId }, undefined, { country: 'bE' })).status,
    ).toBe(200);
  });

  test('another client reads a draft only where drafts are shared', async () => {
    const { draftId } = await writeDraft(visitor, 'travel', SAMPLE_DRAFTS.travel);
    const { foreign } = choices.errors;

    const answer = await visitor.call('travel.draft-get', { draftId }, undefined, { as: 'other' });

    expect(answer.status).toBe(foreign === 'shared' ? 200 : foreign);
    expect(JSON.stringify(answer.body).includes('Peeters')).toBe(foreign === 'shared');
  });

  test('unknown drafts, contracts and items are 404, at the motor gap price request as chosen', async () => {
    const { draftId } = await writeDraft(visitor, 'travel', SAMPLE_DRAFTS.travel);
    const ofDraft = OPERATIONS.filter(({ path }) => path.includes('draftId}'));
    const statuses = async (id: OperationId, ids: Record<string, string>): Promise<Answer> =>
      visitor.call(id, ids, operation(id).method === 'GET' ? undefined : {});
    for (const { id } of ofDraft) {
      const due = id === 'gap.price-request' ? choices.errors.unknownAtGapPrice : 404;
      expect([id, (await statuses(id, IDS)).status]).toEqual([id, due]);
    }
    for (const id of ['travel.car-put', 'travel.person-delete', 'travel.metadata-put'] as const)
      expect((await statuses(id, { ...IDS, draftId })).status).toBe(404);
    expect((await statuses('landlord.contract-get', IDS)).status).toBe(404);
  });
});
