import { expect, test } from 'vitest';
import { operation } from '../../spec/operations.ts';
import { judgedCells } from '../testing/judged-cells.ts';
import { stubRun } from '../testing/stub-run.ts';
import { type StubService, stubService } from '../testing/stub-service.ts';
import { collectLegalVariants } from './legal-variants.ts';

const ON = 'jobloss.price-request';

/** Answers the first so many calls with a small country code by 502, as a gateway does. */
const disturbed = (times: number): StubService => {
  const service = stubService();
  let left = times;
  return (call) => {
    if (call.operation !== ON || call.country !== 'be' || left === 0) return service(call);
    left -= 1;
    return { status: 502 };
  };
};

const verdictOf = async (service: StubService): Promise<string | undefined> => {
  const { run } = await stubRun(service, 'jobloss', 'COUNTRY-01');
  const cells = judgedCells(run, await collectLegalVariants(run, operation(ON)));
  return cells.find(({ cell }) => cell === `COUNTRY-01@${ON}`)?.verdict;
};

test('a legal variant that no answer came to is sent once more, on fresh objects', async () => {
  expect(await verdictOf(disturbed(0))).toBe('pass');
  expect(await verdictOf(disturbed(1))).toBe('pass');
});

test('one that is never answered stays open', async () => {
  expect(await verdictOf(disturbed(9))).toBe('inconclusive');
});

/** Serves payment statuses from the so manieth request for one on, however the country is written. */
const payable = (from: number): StubService => {
  const service = stubService();
  let asked = 0;
  return (call) => {
    if (call.operation !== 'jobloss.payment-status') return service(call);
    asked += 1;
    return asked < from ? { status: 404 } : service(call);
  };
};

test.each([1, 2, 3, 4, 5])(
  'a payment status that is there from request %i on says nothing of the country (D3, S14)',
  async (from) => {
    const { run } = await stubRun(payable(from), 'jobloss', 'COUNTRY-01');
    const findings = await collectLegalVariants(run, operation('jobloss.payment-status'));

    const said = findings.filter(({ requirement }) => requirement === 'COUNTRY-01');
    expect(said.length).toBeGreaterThan(2);
    expect(said.map(({ verdict }) => verdict)).toSatisfy((verdicts: readonly string[]) =>
      verdicts.every((each) => each === 'pass' || each === 'observed'),
    );
  },
);
