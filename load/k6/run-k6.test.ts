import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type K6Order, runK6 } from './run-k6.ts';

const PLAN = {
  runId: 'memory',
  instances: 1,
  options: {},
  scenarios: {},
  lines: {},
  headers: {},
  envelopes: {},
  deadline: 1000,
  every: { point: 1, start: 1, answer: 1 },
} as const satisfies K6Order['plan'];

/** The environment of a program that is started in k6's place. */
const environmentOf = async (order: Pick<K6Order, 'bare'>): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-k6-memory-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const k6 = join(folder, 'k6');
  const seen = join(folder, 'seen');
  writeFileSync(k6, `#!/bin/sh\nenv > '${seen}'\n`);
  chmodSync(k6, 0o755);
  const credential = { headers: {}, query: '' };
  await runK6({ k6, plan: PLAN, rows: {}, credential, seconds: 10, ...order });
  return readFileSync(seen, 'utf8');
};

test.skipIf(process.platform === 'win32')(
  'k6 collects garbage rarely, but as often as necessary from half of the memory on',
  async () => {
    const environment = await environmentOf({});
    expect(environment).toMatch(/^GOGC=\d{3}$/m);
    const limit = Number(/^GOMEMLIMIT=(\d+)$/m.exec(environment)?.[1]);
    expect(limit).toBeGreaterThan(0);
    expect(limit).toBeLessThanOrEqual(totalmem() / 2);
  },
);

test.skipIf(process.platform === 'win32')(
  'the baseline of a benchmark starts without our settings',
  async () => {
    expect(await environmentOf({ bare: true })).not.toMatch(/^GO/m);
  },
);
