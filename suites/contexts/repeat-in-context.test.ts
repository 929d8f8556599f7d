import { expect, test } from 'vitest';
import type { Finding } from '../../oracles/finding.ts';
import { stubRun } from '../testing/stub-run.ts';
import { stubService } from '../testing/stub-service.ts';
import { PLAIN, type ProbeContext } from './context.ts';
import { repeatInContext } from './repeat-in-context.ts';

const failedAt = (exchange: number): Finding => ({
  requirement: 'UNIQUE-04',
  operation: 'travel.metadata-post',
  verdict: 'fail',
  wanted: 'a different id',
  got: 'the same id',
  exchanges: [exchange - 1, exchange],
  test: 'unique-ids/example/1',
  attempt: 1,
  seed: 1,
});

const IN_FRENCH = { ...PLAIN, language: 'fr' } as const;

test('a repeat that shows the first sighting again confirms nothing, in the plain context and in the drawn one', async () => {
  const { run } = await stubRun(stubService(), 'travel');
  const first = [failedAt(5)];

  const confirmed = await repeatInContext(run, IN_FRENCH, first, [failedAt(9)], async () => [
    failedAt(11),
  ]);
  const again = await repeatInContext(run, IN_FRENCH, first, first, async ({ language }) =>
    language === 'fr' ? [...first, failedAt(11)] : first,
  );

  expect(confirmed).toEqual([]);
  expect(again.map(({ exchanges }) => exchanges.at(-1))).toEqual([11, 11]);
  expect(again.at(-1)?.got).toContain('only if the draft is in French');
});

test('a failure by chance that shows later without the condition as well names none', async () => {
  const { run } = await stubRun(stubService(), 'travel');
  let exchange = 5;
  let attempts = 0;
  const conduct = async ({ language }: ProbeContext) => {
    if (language !== 'fr') attempts += 1;
    return language === 'fr' || attempts === 3 ? [failedAt((exchange += 2))] : [];
  };

  const found = await repeatInContext(run, IN_FRENCH, [failedAt(5)], [], conduct);

  expect(found.at(-1)).toMatchObject({ verdict: 'fail', got: 'the same id' });
});

test('a failure of another requirement that only a repeat meets is kept, and names no context', async () => {
  const { run } = await stubRun(stubService(), 'travel');
  const other: Finding = { ...failedAt(13), requirement: 'ERROR-01' };
  let repeats = 0;

  const found = await repeatInContext(run, IN_FRENCH, [failedAt(5)], [], async () => {
    repeats += 1;
    return repeats === 1 ? [other] : [];
  });

  expect(found).toEqual([other]);
});

test.each([
  ['policyholder', 'company', 'the policyholder is a company'],
  ['language', 'fr', 'the draft is in French'],
] as const)(
  'a failure that depends on the %s names it, since another value is tried instead of any',
  async (name, value, condition) => {
    const { run } = await stubRun(stubService(), 'travel');
    const drawn: ProbeContext = { ...PLAIN, [name]: value, updates: 3, readers: 'owner' };
    let exchange = 5;
    // Without a drawn value, the data happen to have it.
    const conduct = async (context: ProbeContext) =>
      [value, 'any'].includes(context[name]) ? [failedAt((exchange += 2))] : [];

    const found = await repeatInContext(run, drawn, [failedAt(5)], [], conduct);

    expect(found.at(-1)?.got).toBe(`the same id, only if ${condition}`);
  },
);

test.each([
  ['updates', 5, 1, 'the draft was updated once before'],
  ['updates', 5, 3, 'the draft was updated 3 times before'],
  ['readers', 'both', 'stranger', 'a caller without right tried to read the draft before'],
  ['priceRequests', 2, 1, 'the draft was priced before'],
  ['lead', 'by-email', 'sent', 'a lead was sent before'],
] as const)(
  'a failure at %s of %s that needs no more than %s names that',
  async (name, drawn, needed, condition) => {
    const { run } = await stubRun(stubService(), 'travel');
    let exchange = 5;
    const conduct = async (context: ProbeContext) =>
      [needed, drawn].includes(context[name] as never) ? [failedAt((exchange += 2))] : [];

    const found = await repeatInContext(
      run,
      { ...PLAIN, [name]: drawn, terms: 'taken' },
      [failedAt(5)],
      [],
      conduct,
    );

    expect(found.at(-1)?.got).toBe(`the same id, only if ${condition}`);
  },
);
