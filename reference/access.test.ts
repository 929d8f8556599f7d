import { type Answer, type Departure, Visitor } from './testing/visitor.ts';
import { OPERATIONS, type OperationId, operation } from '../spec/operations.ts';
import { type RunningReference, startReference } from './start.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawn } from '../tools/testing/drawn.ts';
import { DIALECTS } from './dialects.ts';
import { SAMPLE_DRAFTS } from './testing/sample-drafts.ts';
import { VERSION_HEADER } from '../spec/limits.ts';
import { writeDraft } from './testing/journey.ts';

const IDS = { draftId: 'x', contractId: 'x', carId: 'x', personId: 'x', keyId: 'x' };

/** Requests of these tests are wrong in more than one point, so the order of checks counts (S12). */
const dialects = DIALECTS.filter(({ slow, choices }) => !slow && choices.checks === 'access-first');

describe.each(drawn(dialects, 2))('access in dialect $name', ({ name, choices }) => {
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
    expect(await statusesOf({ anonymous: true })).toEqual([401]);
  });

  test('every operation answers 401 to an invalid credential', async () => {
    expect(await statusesOf({ altered: 'changed' })).toEqual([401]);
  });

  test('every operation answers a client without rights as chosen, whatever statuses it lists (S10)', async () => {
    const { noRight } = choices.errors;

    const statuses = await statusesOf({ as: 'withoutRights' });

    expect(statuses).toEqual([noRight]);
  });

  test.each([null, '2.0', '0.9', '1.1', '10.0'])(
    'every operation refuses version %s',
    async (version) => {
      expect(await statusesOf({ headers: { [VERSION_HEADER]: version } })).toEqual([
        choices.errors.version,
      ]);
    },
  );

  test.each(['FR', 'BEL', 'B'])('every operation refuses country %s', async (country) => {
    expect(await statusesOf({ country })).toEqual([choices.errors.country]);
  });

  test('a draft created under be is read under bE, unless both are redirected to BE', async () => {
    const created = await visitor.call('travel.draft-create', {}, {}, { country: 'be' });
    const isSentOn = choices.countrySpelling === 'redirected';
    expect(created.status === 308).toBe(isSentOn);
    const draftId = isSentOn ? 'any' : visitor.idOf('travel', 'draft', created);

    expect((await visitor.read('travel.draft-get', { draftId }, { country: 'bE' })).status).toBe(
      isSentOn ? 308 : 200,
    );
  });

  test('another client reads a draft only if others may', async () => {
    const { draftId } = await writeDraft(visitor, 'travel', SAMPLE_DRAFTS.travel);
    const mayRead = choices.othersMay !== 'nothing';

    await visitor.read('travel.draft-get', { draftId });
    const answer = await visitor.call('travel.draft-get', { draftId }, undefined, { as: 'other' });

    expect(answer.status).toBe(mayRead ? 200 : choices.errors.foreign);
    expect(JSON.stringify(answer).includes('Peeters')).toBe(mayRead);
  });

  test('another client changes a draft only if others may do everything', async () => {
    const { draftId } = await writeDraft(visitor, 'travel', SAMPLE_DRAFTS.travel);
    const { othersMay, errors } = choices;

    const departure = { as: 'other' } as const;
    const { status } = await visitor.call('travel.car-post', { draftId }, {}, departure);

    expect(status).toBe(othersMay === 'everything' ? 200 : errors.foreign);
  });

  test('unknown drafts, contracts and items are 404, or as chosen if that is not listed', async () => {
    const { draftId } = await writeDraft(visitor, 'travel', SAMPLE_DRAFTS.travel);
    const ofDraft = OPERATIONS.filter(({ path }) => path.includes('draftId}'));
    const statuses = async (id: OperationId, ids: Record<string, string>): Promise<Answer> =>
      visitor.call(id, ids, operation(id).method === 'GET' ? undefined : {});
    for (const { id } of ofDraft) {
      const due = operation(id).failures?.includes(404) ? 404 : choices.errors.unknown;
      const expected = id === 'gap.price-request' ? choices.errors.unknownAtGapPrice : due;
      expect([id, (await statuses(id, IDS)).status]).toEqual([id, expected]);
    }
    const { unknown } = choices.errors;
    const put = choices.items.unknownPut === 'refused' ? unknown : choices.statuses.change;
    expect((await statuses('travel.person-delete', { ...IDS, draftId })).status).toBe(unknown);
    expect((await statuses('travel.car-put', { ...IDS, draftId })).status).toBe(put);
    expect((await statuses('landlord.contract-get', IDS)).status).toBe(unknown);
  });
});
