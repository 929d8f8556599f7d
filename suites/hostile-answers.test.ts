import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRedactor } from '../client/secrets/redactor.ts';
import { firstCauses } from '../oracles/causes/first-causes.ts';
import { evidenceOf, findingsIn } from '../oracles/evidence/evidence-records.ts';
import { openPointsIn } from '../oracles/open-points.ts';
import { rollUp } from '../oracles/roll-up.ts';
import type { Exchange } from '../spec/exchange.ts';
import { conductSuites } from './engine/conduct-suites.ts';
import { openSuites } from './open-suites.ts';
import { hostileAnswer } from './testing/hostile-answer.ts';
import { type StubRun, stubRun } from './testing/stub-run.ts';
import { type StubService, stubService } from './testing/stub-service.ts';
import { drawnInTurn } from '../tools/testing/drawn.ts';

/** A correct service, except that one answer in `oneIn` is made hostile. */
const hostileService = (seed: number, oneIn: number) => {
  const usual = stubService();
  let calls = 0;
  const service: StubService = (call) => {
    const answer = usual(call);
    calls += 1;
    if (calls % oneIn !== 0) return answer;
    const [hostile = answer] = fc.sample(hostileAnswer(answer), { seed: seed + calls, numRuns: 1 });
    return hostile;
  };
  return { service, made: () => Math.floor(calls / oneIn) };
};

/** Errors of the harness in the tests of a run. */
const conducted = async ({ run }: StubRun): Promise<readonly unknown[]> => {
  const errors: unknown[] = [];
  await conductSuites(run, openSuites(run), ({ title }, { error }) => {
    if (error !== undefined) errors.push(`${title}: ${(error as Error).stack}`);
  });
  return errors;
};

/** Reads and judges a finished run from its files. */
const readAgain = ({ run, exchanges, found }: StubRun) => {
  const { target, cells } = run;
  const redactor = createRedactor(target);
  const recorded = exchanges.map((each) => {
    const line = JSON.stringify(redactor.exchange(each));
    return JSON.parse(line) as Exchange;
  });
  const recording = {
    facts: target,
    exchange: (n: number) => exchanges[n - 1] ?? expect.fail(`there is no exchange ${n}`),
  };
  const evidence = JSON.parse(JSON.stringify(evidenceOf(found))) as ReturnType<typeof evidenceOf>;
  const again = evidence.flatMap((each) => findingsIn(each, recording));
  const own = found.filter((each) => run.judges(each.requirement, each.operation));
  const verdicts = rollUp(cells, own);
  openPointsIn(recorded);
  firstCauses({ verdicts, findings: found, exchanges: recorded, target });
  return { again, verdicts };
};

/** Lines, and one hostile answer in how many. */
const HOSTILE = [
  ['jobloss', 3],
  ['travel', 5],
  ['gap', 3],
  ['landlord', 4],
] as const;

test.each(drawnInTurn('hostile answers', HOSTILE))(
  'no answer of %s, one in %i hostile, breaks a reader or a judge',
  async (line, oneIn) => {
    const hostile = hostileService(1000 * oneIn, oneIn);
    const stub = await stubRun(hostile.service, line);
    const errors = await conducted(stub);

    const { again, verdicts } = readAgain(stub);
    const longest = stub.found.reduce(
      (most, { got, wanted }) => Math.max(most, got.length + wanted.length),
      0,
    );

    expect(errors).toEqual([]);
    expect(hostile.made()).toBeGreaterThan(500);
    expect(again.length).toBeGreaterThan(500);
    expect(verdicts.filter(({ verdict }) => verdict === 'error')).toEqual([]);
    expect(longest).toBeLessThan(2000);
  },
);
