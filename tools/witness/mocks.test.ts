import { expect, test } from 'vitest';
import { readEnvironment } from '../../client/target.ts';
import { UsageError } from '../../client/usage-error.ts';
import { drawnInTurn } from '../testing/drawn.ts';
import { judgeMock, deviationsOf, type Mock, MOCK_COMMAND, MOCKS } from './mocks.ts';

// Longer than an installation of Prism may take; without it the test is skipped.
const LONGEST = 600_000;

test.for(drawnInTurn('mocks', MOCKS))(
  '$name: the gate fails only for what is wrong',
  { timeout: LONGEST },
  async (mock, { skip }) => {
    const start = await mock.find(readEnvironment()).catch((error: unknown) => {
      if (error instanceof UsageError) return error;
      throw error;
    });
    if (start instanceof UsageError) {
      skip(start.message);
      return;
    }

    expect(deviationsOf(mock, await judgeMock(start, MOCK_COMMAND))).toEqual([]);
  },
);

const MOCK: Mock = {
  name: 'a mock',
  find: () => Promise.reject(new Error('not to be found')),
  breaks: ['AUTH-0?'],
  keeps: ['ID-01'],
};

test.each([
  [{ exitCode: 1, failed: ['AUTH-02'], passed: ['ID-01'] }, []],
  [{ exitCode: 0, failed: ['AUTH-02'], passed: ['ID-01'] }, ['it ended with 0']],
  [{ exitCode: 1, failed: [], passed: ['ID-01'] }, ['AUTH-0? was not failed']],
  [{ exitCode: 1, failed: ['AUTH-01', 'ID-01'], passed: ['ID-01'] }, ['ID-01 was failed']],
  [{ exitCode: 1, failed: ['AUTH-01'], passed: [] }, ['ID-01 was not passed']],
])('deviations of %j: %j', (verdict, amiss) => {
  expect(deviationsOf(MOCK, verdict)).toEqual(amiss);
});
