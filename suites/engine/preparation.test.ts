import { expect, test } from 'vitest';
import { areDataRefused, MAX_OTHER_DATA, withOtherData } from './preparation.ts';

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
