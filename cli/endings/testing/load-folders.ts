import { mkdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { sampleLoadRecord } from '../../../reports/testing/sample-load.ts';

/** What run.json of a load run says while it goes on. */
const START = {
  state: 'running',
  process: { pid: 2 ** 22 + 1, host: hostname() },
  command: 'load',
  assay: '0.1.0',
  node: 'v24.0.0',
  k6: { version: '2.2.0', origin: 'cache', why: 'in the cache' },
  startedAt: '2026-03-01T00:00:00.000Z',
  seed: 1,
  lines: ['travel'],
  profile: { name: 'smoke', description: 'ten seconds', kind: 'steps' },
  target: { name: 'staging', base_url: 'http://127.0.0.1:1', gap_base_url: 'http://127.0.0.1:1' },
  pointEvery: 2,
} as const;

const { process: _process, pointEvery: _every, ...BEGUN } = START;

/** run.json of a load run that goes on, or was killed. */
export const runningLoad = (change: object = {}): string => JSON.stringify({ ...START, ...change });

/** run.json of a load run that has ended. */
export const endedLoad = (change: object = {}): string =>
  JSON.stringify({
    ...BEGUN,
    state: 'finished',
    endedAt: '2026-03-01T00:00:20.000Z',
    stopped: null,
    exitCode: 0,
    ...change,
  });

/** load.json of a run that passed. */
export const loadRecord = (change: object = {}): string =>
  JSON.stringify({ ...sampleLoadRecord(), ...change });

/** So many points, every fifth of them without an answer. */
export const points = (count: number): string =>
  Array.from({ length: count }, (_, index) => {
    const isSilent = index % 5 === 4;
    const point = { at: Date.UTC(2026, 2, 1) + index * 100, line: 'travel', step: 1 };
    return `${JSON.stringify({ ...point, ms: isSilent ? null : 8, status: isSilent ? 0 : 200 })}\n`;
  }).join('');

/** A wrong answer that was found in this exchange. */
export const wrongAnswer = (exchange: number): string =>
  `${JSON.stringify({
    requirement: 'LASTMOD-01',
    operation: 'travel.price-request',
    verdict: 'fail',
    wanted: 'the header Last-Modified',
    got: 'none',
    exchanges: [exchange],
    test: 'load/travel/1-1',
    attempt: 1,
    seed: 1,
  })}\n`;

/** Lays the files of a run into `run` of a row's folder. */
export const layRun =
  (files: Readonly<Record<string, string>>) =>
  (folder: string): void => {
    mkdirSync(join(folder, 'run'));
    for (const [name, content] of Object.entries(files))
      writeFileSync(join(folder, 'run', name), content);
  };
