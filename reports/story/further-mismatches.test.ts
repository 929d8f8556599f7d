import { expect, test } from 'vitest';
import { contextOf } from '../../oracles/blame/only-if.ts';
import type { Mismatch } from '../console/failure.ts';
import { furtherMismatches } from './further-mismatches.ts';

/** A mismatch that was met in this context, as judges write it. */
const met = (history?: string, ...onlyIf: readonly string[]): Mismatch => {
  const { text, ...context } = contextOf(history, onlyIf);
  return { wanted: 'a refusal', got: `status 200${text}`, ...context, exchanges: [1], count: 1 };
};

const PRICED = 'the draft was priced before';
const FRENCH = 'the draft is in French';
const updated = (times: number) => `the draft was updated ${times} times before`;

test.each<[string, Mismatch, readonly Mismatch[], readonly string[]]>([
  [
    'a condition that all others share',
    met(),
    [met(undefined, PRICED), met('after 7 refused calls on the same objects', PRICED, FRENCH)],
    [PRICED],
  ],
  [
    'a shared condition in the words of each',
    met(),
    [met(undefined, updated(3)), met(undefined, updated(5))],
    [`${updated(3)}, or ${updated(5)}`],
  ],
  ['no conditions that differ', met(), [met(undefined, PRICED), met(undefined, FRENCH)], []],
  ['no histories', met(), [met('from the seventh update of one draft on')], []],
  [
    'conditions that contradict those of the first mismatch',
    met(undefined, FRENCH),
    [met(undefined, PRICED), met(undefined, FRENCH, PRICED)],
    [PRICED],
  ],
])('shows %s', (_, first, others, contexts) => {
  expect(furtherMismatches(first, others)).toEqual({ contexts, others: [] });
});

test('mismatches that differ by drawn values are one, but not those of other probes or statuses', () => {
  const probe = (version: string): Mismatch => ({
    ...met(),
    wanted: `a refusal; probe: ${version}`,
  });
  const amount = (got: string): Mismatch => ({ ...met(), got });
  const gotFor = (first: Mismatch, ...others: readonly Mismatch[]) =>
    furtherMismatches(first, others).others.length;

  expect(gotFor(probe('2.0'), probe('0.9'))).toBe(1);
  const unchanged = (street: string): Mismatch => ({ ...met(), wanted: `unchanged: "${street}"` });
  expect(gotFor(unchanged('Kouter 1'), unchanged('Veldstraat 2'))).toBe(0);
  expect(gotFor(amount('status 303 for 77510'), amount('status 303 for 120'))).toBe(0);
  expect(gotFor(amount('status 200'), amount('status 500'))).toBe(1);
});
