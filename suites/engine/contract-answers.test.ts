import { expect, test } from 'vitest';
import { sampleExchange } from '../../oracles/example.ts';
import { ContractAnswers } from './contract-answers.ts';

/** A draft, the status of the answer to its contract request, and the Location in it. */
type Request = readonly [draft: string, status: number, location: string];

/** Numbers of the requests of each draft whose answers differ. */
const differing = (...requests: readonly Request[]) => {
  const answers = new ContractAnswers();
  for (const [at, [draft, status, location]] of requests.entries()) {
    const headers = { location };
    const exchange = sampleExchange('gap.contract-create', status, { n: at + 1, headers });
    const url = `http://127.0.0.1/BE/motor/gap/drafts/${draft}/contract`;
    answers.note({ ...exchange, request: { ...exchange.request, url } });
  }
  return answers.differing().map((each) => each.map(({ n }) => n));
};

test('accepted contract requests of one draft with different answers are kept (K2)', () => {
  expect(
    differing(
      ['one', 303, '/contracts/1'],
      ['two', 303, '/contracts/2'],
      ['one', 303, '/contracts/3'],
    ),
  ).toEqual([[1, 3]]);
});

test.each([
  ['a replayed contract', 303, '/contracts/1'],
  ['a refusal', 409, '/contracts/2'],
] as const)('%s is no second one', (_, status, location) => {
  expect(differing(['one', 303, '/contracts/1'], ['one', status, location])).toEqual([]);
});
