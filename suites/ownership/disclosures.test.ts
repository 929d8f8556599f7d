import { expect, test } from 'vitest';
import { drawn } from '../../tools/testing/drawn.ts';
import type { Call } from '../../client/http/build-request.ts';
import { type Line, LINES } from '../../spec/line.ts';
import { stubRun } from '../testing/stub-run.ts';
import { type StubService, stubService } from '../testing/stub-service.ts';
import { disclosures } from './disclosures.ts';

interface Written {
  readonly policyholder?: {
    readonly person?: { readonly lastName: string };
    readonly company?: { readonly name: string };
  };
}

/** Refuses strangers with 404, in whose message the last written policyholder is named. */
const naming = (service: StubService): StubService => {
  let name = '';
  return (call: Call) => {
    if (call.intent === 'faulty')
      return { status: 404, body: { message: `the draft of ${name} was not found` } };
    const { policyholder } = (call.body ?? {}) as Written;
    name = policyholder?.person?.lastName ?? policyholder?.company?.name ?? name;
    return service(call);
  };
};

/** Refuses strangers with 400 instead of 401 or 403. */
const withWrongStatus =
  (service: StubService): StubService =>
  (call: Call) =>
    call.intent === 'faulty' ? { status: 400 } : service(call);

test.each<Line>(LINES)(
  'a wrong status for a stranger on a %s draft fails if the owner’s call is accepted',
  async (line) => {
    const check = disclosures.checks.find((each) => each.line === line);
    const failed = async (service: StubService): Promise<ReadonlySet<string>> => {
      const { run } = await stubRun(service, line, 'AUTH-04');
      const judged = await check?.collect({ run, seed: 1, test: 'ownership/test', attempt: 1 });
      const fails = (judged ?? []).filter(({ verdict }) => verdict === 'fail');
      return new Set(fails.map(({ requirement: id, operation: on }) => `${id}@${on}`));
    };
    const shown = await failed(withWrongStatus(stubService()));

    for (const id of ['AUTH-01', 'AUTH-02', 'AUTH-03'])
      expect(shown).toContain(`${id}@${line}.price-request`);
    expect(shown).toContain(`AUTH-01@${line}.draft-update`);
  },
);

const seeds = Array.from({ length: 40 }, (_, at) => at + 1);

test.each<Line>(drawn(LINES, 1))(
  'a message that names the policyholder of a %s draft fails, whatever data were drawn',
  async (line) => {
    const check = disclosures.checks.find((each) => each.line === line);
    const passed: string[] = [];
    for (const seed of seeds) {
      const { run } = await stubRun(naming(stubService()), line, 'AUTH-04');
      const judged = await check?.collect({ run, seed, test: 'ownership/test', attempt: 1 });
      const own = (judged ?? []).filter(({ requirement }) => requirement === 'AUTH-04');
      expect(own.length).toBeGreaterThan(3);
      passed.push(
        ...own
          .filter(({ verdict }) => verdict === 'pass')
          .map(({ operation: on }) => `seed ${seed}: ${on}`),
      );
    }

    expect(passed).toEqual([]);
  },
);
