import { expect, test } from 'vitest';
import { type Grown, growthRows } from './bench-growth.ts';

const grown = (runs: number, latency: number, wall: number, cpu: number, mb: number): Grown => ({
  variant: { command: 'certify', runs, latency },
  rounds: [{ wall, cpu, memory: mb * 2 ** 20, requests: runs * 10, code: 0, output: [] }],
});

test('compares each row with one run and no latency', () => {
  const few = grown(1, 0, 2, 1, 100);

  expect(growthRows([few, grown(1, 50, 3, 1, 100), grown(10, 0, 8, 10, 110)])).toEqual({
    ok: true,
    rows: [
      ['certify --runs 1, 0 ms', '2.0 s', '1.0 s', '100 MB', '10', '1.00'],
      ['certify --runs 1, 50 ms', '3.0 s', '1.0 s', '100 MB', '10', '1.50'],
      ['certify --runs 10, 0 ms', '8.0 s', '10.0 s', '110 MB', '100', '4.00'],
      ['certify, 10 runs to 1, at most 1.25 allowed', '', '1.00 per request', '1.10', '', ''],
    ],
  });
});

test.each([
  ['memory', grown(10, 0, 8, 10, 130)],
  ['processor time of a request', grown(10, 0, 8, 13, 100)],
])('%s that grows with the runs misses the goal', (_, many) => {
  expect(growthRows([grown(1, 0, 2, 1, 100), many]).ok).toBe(false);
});
