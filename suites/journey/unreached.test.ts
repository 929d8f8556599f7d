import { expect, test } from 'vitest';
import { sampleExchange } from '../../oracles/example.ts';
import { stubRun } from '../testing/stub-run.ts';
import { stubService } from '../testing/stub-service.ts';
import { unreached } from './unreached.ts';
import { initialState } from './walk.ts';

const CREATE = 'landlord.draft-create';

const unreachedAfter = async (status: number, body: object) => {
  const { run } = await stubRun(stubService(), 'landlord');
  const state = initialState({ run, test: 'journeys', seed: 1 }, 'landlord');
  const sent = sampleExchange(CREATE, status, { n: 6, body });
  state.exchanges.push(sent);
  state.judgements.push({
    requirement: 'LANDLORD-LEGAL-policyholder.address.number',
    operation: CREATE,
    verdict: status < 300 ? 'pass' : 'fail',
    wanted: 'accepted',
    got: `status ${status}`,
    exchanges: [sent.n],
  });
  return unreached('DRAFT-03', 'landlord.draft-get', state, CREATE, 'the id of the draft');
};

test('a refused creation is the obstacle, not the place of its id', async () => {
  expect(await unreachedAfter(400, { error: 'number' })).toMatchObject({
    verdict: 'inconclusive',
    reason: 'blocked-by',
    blockedBy: 'LANDLORD-LEGAL-policyholder.address.number',
    got: 'not reached: Draft Create answered status 400',
  });
});

test('an accepted creation without an id names the place in the target', async () => {
  expect(await unreachedAfter(201, {})).toMatchObject({
    verdict: 'inconclusive',
    reason: 'not-found-by-target',
    got: expect.stringContaining('set its place in the target'),
  });
});
