import { expect, test } from 'vitest';
import type { Call } from '../../client/http/build-request.ts';
import { PLAIN } from '../contexts/context.ts';
import { stubRun } from '../testing/stub-run.ts';
import { stubService } from '../testing/stub-service.ts';
import { areDataRefused, MAX_OTHER_DATA, prepare, withOtherData } from './preparation.ts';

/** Names of the data sets tried if the first `refused` ones are refused. */
const triedWhere = async (refused: number): Promise<readonly string[]> => {
  const tried: string[] = [];
  await withOtherData(
    (data) => {
      tried.push(data);
      return Promise.resolve(tried.length <= refused);
    },
    (isRefused) => isRefused,
  );
  return tried;
};

test('tries other data while they are refused, up to a limit', async () => {
  expect(await triedWhere(0)).toEqual(['']);
  expect(await triedWhere(2)).toEqual(['', '.other-data-1', '.other-data-2']);
  expect(await triedWhere(99)).toHaveLength(1 + MAX_OTHER_DATA);
});

const CREATE = 'travel.draft-create';

test.each([
  ['a refusal', { requirement: 'LEGAL-01', operation: CREATE, verdict: 'fail' }, true],
  ['a breakdown', { requirement: 'ERROR-01', operation: CREATE, verdict: 'fail' }, true],
  [
    'a refusal that may follow an unstated rule',
    {
      requirement: 'LEGAL-01',
      operation: 'gap.price-request',
      verdict: 'inconclusive',
      reason: 'unstated-rule',
    },
    true,
  ],
  [
    'a call that was not reached',
    {
      requirement: 'LEGAL-01',
      operation: CREATE,
      verdict: 'inconclusive',
      reason: 'blocked-by',
    },
    false,
  ],
  [
    'what the target does not find',
    {
      requirement: 'LEGAL-01',
      operation: CREATE,
      verdict: 'inconclusive',
      reason: 'not-found-by-target',
    },
    false,
  ],
  ['an acceptance', { requirement: 'LEGAL-01', operation: CREATE, verdict: 'pass' }, false],
  [
    'a refusal that keeps nothing else from being asked',
    { requirement: 'LEGAL-01', operation: 'travel.payment-status', verdict: 'fail' },
    false,
  ],
  ['another status', { requirement: 'STATUS-01', operation: CREATE, verdict: 'fail' }, false],
] as const)('%s: other data or not', (_, judgement, isAsked) => {
  expect(areDataRefused([judgement])).toBe(isAsked);
});

test('only the prepared call goes over a connection of its own, not the steps before it', async () => {
  const service = stubService();
  const sent: Call[] = [];
  const { run } = await stubRun((call) => {
    sent.push(call);
    return service(call);
  }, 'jobloss');
  const context = { ...PLAIN, connection: 'fresh' } as const;
  const { call } = await prepare('jobloss.contract-create', { run, test: 'it', seed: 1, context });

  expect(call?.connection).toBe('fresh');
  expect(sent.length).toBeGreaterThan(2);
  expect(sent.filter(({ connection }) => connection !== undefined)).toEqual([]);
});
