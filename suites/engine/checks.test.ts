import { expect, test } from 'vitest';
import type { Finding } from '../../oracles/finding.ts';
import { isNewObject, type ProbeContext } from '../contexts/context.ts';
import { stubRun } from '../testing/stub-run.ts';
import { stubService } from '../testing/stub-service.ts';
import { type Checks, checksSuite, type Try } from './checks.ts';

const ON = 'jobloss.draft-get';

/** Makes a check that fails if this function says so of a try; returns its findings. */
const conduct = async (
  name: string,
  isFailed: (one: Try) => boolean,
  plan: { readonly seed?: number; readonly thorough?: boolean } = {},
): Promise<readonly Finding[]> => {
  const { run } = await stubRun(stubService(), 'jobloss');
  let tries = 0;
  const checks: Checks = {
    suite: 'state',
    file: 'suites/state/example.ts',
    judges: [],
    checks: [
      {
        requirement: 'DRAFT-01',
        line: 'jobloss',
        operations: [ON],
        name,
        collect: async (one) => {
          tries += 1;
          const base = { requirement: 'DRAFT-01', operation: ON, wanted: '', got: '' } as const;
          return [{ ...base, verdict: isFailed(one) ? 'fail' : 'pass', exchanges: [tries] }];
        },
      },
    ],
  };
  const { tests } = checksSuite({ ...run, plan: { ...run.plan, ...plan } }, 'state', [checks]);
  const ends = await Promise.all(tests.map((each) => each.conduct()));
  return ends.flatMap(({ findings }) => findings ?? []);
};

/** Contexts in which a check is made in a run with this seed. */
const contextsWith = async (seed: number, name: string, thorough: boolean) => {
  const contexts: ProbeContext[] = [];
  const note = ({ context, attempt }: Try): boolean => {
    if (attempt === 1 && context) contexts.push(context);
    return false;
  };
  await conduct(name, note, { seed, thorough });
  return contexts;
};

const isUsed = (context: ProbeContext): boolean =>
  !isNewObject({ ...context, content: 'complete' });

test.each(['first', 'second', 'third', 'fourth'])(
  'the %s check is made on a used draft with at most one seed of three, and with some',
  async (name) => {
    const used: boolean[] = [];
    for (let seed = 1; seed <= 12; seed += 1) {
      const [context] = await contextsWith(seed, name, false);
      used.push(context !== undefined && isUsed(context));
    }
    const turns = [0, 1, 2].map(
      (turn) => used.filter((each, at) => each && at % 3 === turn).length,
    );

    expect(turns.filter((count) => count > 0)).toHaveLength(1);
    expect(Math.max(...turns)).toBeGreaterThan(2);
  },
);

test.each(Array.from({ length: 20 }, (_, nth) => `check ${nth}`))(
  'a certify makes the %s on used drafts and on new ones, over both kinds of connections',
  async (name) => {
    for (let seed = 1; seed <= 6; seed += 1) {
      const contexts = await contextsWith(seed, name, true);

      expect(new Set(contexts.map(isUsed))).toEqual(new Set([true, false]));
      expect(new Set(contexts.map(({ connection }) => connection)).size).toBe(2);
    }
  },
);

/** Verdicts of a check that fails with these seeds of its data only. */
const verdictsOf = async (fails: (seeds: readonly number[], seed: number) => boolean) => {
  const seeds: number[] = [];
  const findings = await conduct('values', ({ seed }) => {
    const isFailed = fails(seeds, seed);
    seeds.push(seed);
    return isFailed;
  });
  return { seeds, fails: findings.filter(({ verdict }) => verdict === 'fail').length };
};

test('a failure that depends on the values of its data shows again with the same calls', async () => {
  const { seeds, fails } = await verdictsOf((before, seed) => seed === (before[0] ?? seed));

  expect(seeds.at(-1)).toBe(seeds[0]);
  expect(fails).toBe(2);
});

test('a failure that does not show again with the same calls is met once', async () => {
  const { seeds, fails } = await verdictsOf((before) => before.length === 0);

  expect(seeds.at(-1)).toBe(seeds[0]);
  expect(fails).toBe(1);
});

test('a failure that shows with other data is not looked for with the same calls', async () => {
  const { seeds } = await verdictsOf(() => true);

  expect(seeds.filter((seed) => seed === seeds[0])).toHaveLength(1);
});
