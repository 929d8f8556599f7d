import { expect, test } from 'vitest';
import { sampleFailedLoad, sampleLoadRecord } from '../testing/sample-load.ts';
import { renderLoadJunit } from './load-junit.ts';
import type { LoadRecord } from '../../store/load/load-record.ts';

/** Test cases by name, with their result. */
const casesIn = (record: LoadRecord): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...renderLoadJunit(record).matchAll(/<testcase [^>]*name="([^"]*)"(?:\/>|>\s*<(\w+))/g)].map(
      ([, name = '', part = 'passed']) => [name, part],
    ),
  );

test('a passed run has neither failures nor errors', () => {
  const cases = casesIn(sampleLoadRecord());

  expect(Object.keys(cases).length).toBeGreaterThan(3);
  expect(Object.values(cases)).not.toContain('failure');
  expect(Object.values(cases)).not.toContain('error');
  expect(cases['verdict']).toBe('passed');
});

test('a missed limit and a wrong answer are failures, a broken rule is an error', () => {
  const cases = casesIn(sampleFailedLoad());

  expect(cases['verdict']).toBe('failure');
  expect(cases['gap, p95 in ms: p(95)&lt;=10']).toBe('failure');
  expect(cases['LASTMOD-01 on gap.price-request']).toBe('failure');
  expect(cases['schedule lag, p99']).toBe('error');
});

test('an invalid measurement has no failure, and each doubt is an error', () => {
  const doubt = 'none of 5 journeys reached its end';
  const run = { verdict: 'INCONCLUSIVE', exitCode: 3, wrong: [], reasons: [doubt] } as const;
  const record = { ...sampleFailedLoad(), ...run, wrong: [], reasons: [doubt] };
  const cases = casesIn(record);

  expect(Object.values(cases)).not.toContain('failure');
  expect(cases[doubt]).toBe('error');
  expect(cases['verdict']).toBe('error');
});

const ratio = (percentile: number, verdict: 'slower' | 'none' | 'undecided') => ({
  line: 'gap' as const,
  percentile,
  baseline: 10,
  candidate: 13,
  ratio: 1.3,
  least: 1.2,
  most: 1.4,
  verdict,
  shown: '1.30 (1.20 to 1.40)',
  said: 'in words',
  sentence: `the candidate is 1.30 times as slow as the baseline on gap p${percentile}`,
  pairs: [],
});

test('two builds have a case each, and one for every ratio', () => {
  const slower = ratio(50, 'slower');
  const open = ratio(99, 'undecided');
  const record = sampleLoadRecord({
    verdict: 'FAIL',
    exitCode: 1,
    reasons: [
      slower.sentence,
      'candidate: gap, p95 in ms: 90, at most 80 allowed',
      `${open.sentence}: too uncertain to count as equal`,
    ],
    against: {
      target: { name: 'new', base_url: 'http://127.0.0.1:3', gap_base_url: 'http://127.0.0.1:3' },
      folder: 'against',
      verdict: { baseline: 'PASS', candidate: 'FAIL' },
      blocks: 4,
      seconds: 2,
      tolerance: 0.05,
      confidence: 0.99,
      ratios: [slower, ratio(95, 'none'), open],
    },
  });
  const cases = casesIn(record);

  expect(cases).toMatchObject({
    'baseline alone': 'passed',
    'candidate alone': 'failure',
    'gap, p50: no slower than the baseline': 'failure',
    'gap, p95: no slower than the baseline': 'passed',
    'gap, p99: no slower than the baseline': 'error',
  });
  expect(Object.keys(cases).filter((name) => record.reasons.includes(name))).toEqual([]);
  expect(renderLoadJunit(record)).toContain('gap, p95 in ms: 90, at most 80 allowed');
});

test('the counts match the cases, and texts of the service are escaped', () => {
  const wanted = 'a <date> & no \u0000';
  const [wrong] = sampleFailedLoad().wrong;
  const xml = renderLoadJunit({
    ...sampleFailedLoad(),
    wrong: wrong ? [{ ...wrong, wanted }] : [],
  });
  const total = /<testsuites [^>]*tests="(\d+)" failures="(\d+)" errors="(\d+)"/.exec(xml);

  expect(xml.match(/<testcase /g)).toHaveLength(Number(total?.[1]));
  expect(xml.match(/<failure /g)).toHaveLength(Number(total?.[2]));
  expect(xml.match(/<error /g)).toHaveLength(Number(total?.[3]));
  expect(xml).toContain('a &lt;date&gt; &amp; no');
  expect(xml).not.toContain('\u0000');
});
