import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { CellVerdict } from '../oracles/finding.ts';
import { writeJsonLines } from '../store/json-lines.ts';
import { runFolderAt } from '../store/run-folder.ts';
import { writeRunRecord } from '../store/run-record.ts';
import { cellVerdict, runRecord } from '../reports/testing/sample-record.ts';
import { LINES } from '../spec/line.ts';
import { limitToFailed } from './past-runs.ts';
import type { RunOrder } from './run-order.ts';

type Past = readonly [
  command: string,
  verdicts: readonly CellVerdict[],
  target?: string | undefined,
];

/** Order of a repetition after runs with these results, from old to new, on the embedded service or another one. */
const orderAfter = async (runs: readonly Past[]): Promise<RunOrder> => {
  const out = mkdtempSync(join(tmpdir(), 'assay-only-'));
  onTestFinished(() => rmSync(out, { recursive: true }));
  for (const [at, [command, verdicts, target]] of runs.entries()) {
    const folder = runFolderAt(join(out, `20261121-${100_000 + at}-${command}-1`));
    mkdirSync(folder.path);
    const embedded = target === undefined ? { dialect: null, faults: [] } : null;
    const about = { command, thorough: command === 'certify', embedded, lines: [...LINES] };
    const totals = { ...runRecord().totals, cells: verdicts.length };
    const seen = { ...about, totals, target: { base_url: target ?? 'http://a' } };
    writeRunRecord(folder.run, runRecord(seen));
    writeJsonLines(folder.verdicts, verdicts);
  }
  const order = { command: 'gate', version: '1', thorough: false, line: LINES, seed: 1, runs: 5 };
  return limitToFailed({ ...order, fault: [], out, embedded: true });
};

type PastVerdict = readonly [command: string, verdict: CellVerdict['verdict'], target?: string];

/** Requirements that are judged again after runs of one cell, or the reason why none is. */
const chosenAfter = async (
  ...runs: readonly PastVerdict[]
): Promise<readonly string[] | string> => {
  const past = runs.map(([command, verdict, target]): Past => [
    command,
    [cellVerdict({ verdict })],
    target,
  ]);
  try {
    return (await orderAfter(past)).requirement ?? [];
  } catch (error) {
    return String(error);
  }
};

const AGAIN = ['GAP-CONTRACT-02'];

test('judges again what failed when it was last judged, but not what has passed since', async () => {
  expect(await chosenAfter(['gate', 'fail'])).toEqual(AGAIN);
  expect(await chosenAfter(['gate', 'inconclusive'])).toEqual(AGAIN);
  expect(await chosenAfter(['gate', 'fail'], ['gate', 'pass'])).toContain('all 1 cells passed');
  expect(await chosenAfter(['certify', 'fail'], ['certify', 'pass'])).toContain(
    'all 1 cells passed',
  );
});

test('neither a replay overrides a fail, nor a gate one of certify', async () => {
  expect(await chosenAfter(['gate', 'fail'], ['replay', 'pass'])).toEqual(AGAIN);
  expect(await chosenAfter(['certify', 'fail'], ['gate', 'pass'])).toEqual(AGAIN);
  expect(await chosenAfter(['certify', 'fail'], ['gate', 'pass'], ['certify', 'pass'])).toContain(
    'all 1 cells passed',
  );
});

test('judges exactly the cells that did not pass, by the probes that showed them', async () => {
  const [failed, waits] = [
    cellVerdict({ test: 'races/contract/5-with-one-token/1' }),
    cellVerdict({
      cell: 'GAP-CONTRACT-03@gap.contract-create',
      requirement: 'GAP-CONTRACT-03',
      verdict: 'inconclusive',
      reason: 'blocked-by',
    }),
  ];
  const passed = cellVerdict({ cell: 'STATUS-01@gap.contract-create', verdict: 'pass' });

  expect(await orderAfter([['gate', [failed, waits, passed]]])).toMatchObject({
    cells: [failed.cell, waits.cell],
    probes: [failed.test, waits.test],
  });
});

test('runs of other targets do not push any out', async () => {
  const others = Array.from({ length: 25 }, (): PastVerdict => [
    'gate',
    'pass',
    'http://elsewhere',
  ]);

  expect(await chosenAfter(['gate', 'fail'], ...others)).toEqual(AGAIN);
});
