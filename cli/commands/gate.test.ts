import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CellVerdict } from '../../oracles/finding.ts';
import { readJsonLines } from '../../store/json-lines.ts';
import { readRunRecord } from '../../store/run-record.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { callCli } from '../testing/call-cli.ts';
import type { CliResult } from '../testing/spawn-cli.ts';
import { drawnInTurn } from '../../tools/testing/drawn.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-gate-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface Ended extends CliResult {
  readonly run: string;
}

const assay = async (
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> => {
  const out = join(folder, 'out');
  const result = await callCli([...args, '--out', out], { environment, cwd: folder });
  return { ...result, run: /^run +(\S+)$/m.exec(result.stdout)?.[1] ?? '' };
};

const SEEDED = ['gate', '--line', 'gap', '--seed', '42'];
const GATE = [...SEEDED, '--runs', '2'];
const FAULT = ['--fault', 'gap-contract-created-with-200'];
const FAULTY = [...GATE, ...FAULT];
const ONE = ['--requirement', 'STATUS-01'];

const exchangesOf = ({ run }: Ended) => readJsonLines<Exchange>(join(run, 'exchanges.jsonl')).items;
const verdictsOf = ({ run }: Ended) =>
  readJsonLines<CellVerdict>(join(run, 'verdicts.jsonl')).items;

const waiversFile = (name: string, operation: string, expires: string): string => {
  const path = join(folder, name);
  const waiver = { requirement: 'STATUS-01', operation, reason: 'PROJ-7', owner: 'me', expires };
  writeFileSync(path, JSON.stringify([waiver]));
  return path;
};

/** Requests of a run, without the tokens that the service issued. */
const sent = (ended: Ended): string[] =>
  exchangesOf(ended)
    .map(({ test, request, attempt }) =>
      [test, attempt, request.method, request.body?.text ?? ''].join(' '),
    )
    .map((text) => text.replaceAll(/‹redacted \w+›/g, '‹token›'))
    .sort();

describe('gate', () => {
  test('a selection limits the ledger and the requests; the embedded service is recorded as such', async () => {
    const selection = ['--requirement', 'VERSION-0?,AUTH-01', '--operation', 'gap.draft-get'];
    const ended = await assay([...GATE, ...selection, '--dialect', 'plain'], {
      ASSAY_GAP_BASE_URL: 'http://127.0.0.1:1',
    });

    expect(ended.code).toBe(0);
    expect(verdictsOf(ended).map(({ cell, verdict }) => `${cell} ${verdict}`)).toEqual([
      'VERSION-01@gap.draft-get pass',
      'VERSION-02@gap.draft-get pass',
      'VERSION-03@gap.draft-get pass',
      'AUTH-01@gap.draft-get pass',
    ]);
    expect([...new Set(exchangesOf(ended).map((each) => each.test))].sort()).toEqual([
      'bare-drafts',
      // The only probe of AUTH-01 or VERSION-01 is sent to a used draft as well.
      'protocol/gap.contract-create/used',
      // Two spellings of the version header, each with one of the country.
      'protocol/gap.draft-get/country-Be',
      'protocol/gap.draft-get/country-be',
      'protocol/gap.draft-get/emptied-credential',
      'protocol/gap.draft-get/legal',
      'protocol/gap.draft-get/no-credential',
      'protocol/gap.draft-get/version-0.9',
      'protocol/gap.draft-get/version-1.1',
      'protocol/gap.draft-get/version-10.0',
      'protocol/gap.draft-get/version-2.0',

      'protocol/gap.draft-get/version-missing',
    ]);
    expect(ended.stdout).toMatch(/^conformant[^:]*: 1 of 1 operation reached/m);
  });

  test('annotates fails on GitHub, and writes JUnit and code quality reports where requested', async () => {
    const junit = join(folder, 'new', 'junit.xml');
    const quality = join(folder, 'new', 'quality.json');
    const ended = await assay([...FAULTY, ...ONE, '--junit', junit, '--code-quality', quality], {
      GITHUB_ACTIONS: 'true',
    });

    expect(ended.code).toBe(1);
    expect(ended.stdout).toMatch(
      /^::error title=STATUS-01@gap\.contract-create::expected {2}status 303.*%0Agot {7}status 200%0Areplay {4}assay replay STATUS-01 --seed 42 (--path \S+ )?--run /m,
    );
    const xml = readFileSync(junit, 'utf8');
    expect(xml).toContain('<failure message="expected status 303');
    expect(readFileSync(join(ended.run, 'junit.xml'), 'utf8')).toBe(xml);
    expect(JSON.parse(readFileSync(quality, 'utf8'))).toMatchObject([
      { check_name: 'STATUS-01', severity: 'critical', location: { path: 'assay' } },
    ]);
  });

  test('counts the same cells on the console, in the last line and in run.json, for the selected lines only', async () => {
    const ended = await assay([...GATE, '--requirement', 'STATUS-0?,LASTMOD-*,GAP-CONTRACT-0?']);
    const row = /^Cells(.*)\nMotor gap(.*)\n\n/m.exec(ended.stdout);
    const titles = row?.[1]?.trim().split(/ {2,}/) ?? [];
    const counts = (row?.[2]?.match(/\d+/g) ?? []).map(Number);

    expect(titles.slice(0, 3)).toEqual(['failed', 'not judged', 'passed']);
    expect(counts).toHaveLength(titles.length);
    const { verdicts, totals } = readRunRecord(join(ended.run, 'run.json'));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(totals.cells);
    expect(counts.slice(0, 3)).toEqual([verdicts.fail, verdicts.inconclusive, verdicts.pass]);
    expect(ended.stdout).not.toMatch(/Jobloss|Travel|Landlord/);
  });

  test('prints failures first, and the end of a gate fits on a screen', async () => {
    const ended = await assay(FAULTY);

    expect(ended.stdout.split('\n')[3]).toBe('');
    expect(ended.stdout.split('\n')[4]).toMatch(/^✗ /);
    expect(ended.stdout.split('\n').length).toBeLessThanOrEqual(50);
  });

  test('--max-time stops a run, which is then incomplete and states the reason', async () => {
    const args = ['--runs', '1500', '--max-time', '2', '--requirement', 'LASTMOD-02'];
    const ended = await assay([...SEEDED, ...args]);
    const { duration, stopped } = readRunRecord(join(ended.run, 'run.json'));

    expect(ended.code).toBe(3);
    expect(ended.stdout).toMatch(/^incomplete: .*, stopped after 2 s \(--max-time\), seed 42/m);
    expect(stopped).toBe('stopped after 2 s (--max-time)');
    // Without the limit it would take many minutes.
    expect(duration).toBeLessThan(60_000);
    expect(exchangesOf(ended).length).toBeLessThan(1500 * 9);
  });

  test('--fail-fast stops after the first proven fail', async () => {
    const ended = await assay([...SEEDED, ...FAULT, '--runs', '300', '--fail-fast']);

    expect(ended.code).toBe(1);
    expect(ended.stdout).toMatch(
      /^non-conformant: .* 1 failed, .*, stopped after the first fail \(--fail-fast\), seed 42/m,
    );
    expect(exchangesOf(ended).length).toBeLessThan(300 * 9);
  });
});

describe.each(drawnInTurn('waivers', ['waivers']))('%s', () => {
  test('a waived fail does not fail or stop the run', async () => {
    const waivers = waiversFile('used.yaml', 'gap.*', '2099-12-31');
    const ended = await assay([...FAULTY, ...ONE, '--fail-fast', '--waivers', waivers]);

    expect(ended.code).toBe(0);
    expect(verdictsOf(ended).find(({ verdict }) => verdict === 'waived')).toMatchObject({
      cell: 'STATUS-01@gap.contract-create',
      waiver: { reason: 'PROJ-7', owner: 'me', expires: '2099-12-31' },
    });
    expect(ended.stdout).toContain('~ waived, STATUS-01@gap.contract-create: PROJ-7 (me, until ');
    expect(readRunRecord(join(ended.run, 'run.json'))).toMatchObject({
      stopped: null,
      waivers: [{ requirement: 'STATUS-01', operation: 'gap.*', state: 'used' }],
    });
  });

  test('an unused waiver exits with 5 and is named', async () => {
    const waivers = waiversFile('unused.yaml', 'gap.draft-*', '2099-12-31');
    const ended = await assay([...GATE, ...ONE, '--waivers', waivers]);

    expect(ended.code).toBe(5);
    expect(ended.stdout).toContain('! the waiver of STATUS-01 on gap.draft-* (me) is stale');
  });

  test('an expired waiver has no effect from the day after its last one', async () => {
    const waivers = waiversFile('expired.yaml', '*', '2026-11-30');
    const clock = ['--clock', '2026-12-01T00:00:01Z'];
    const ended = await assay([...FAULTY, ...ONE, '--waivers', waivers, ...clock]);

    expect(ended.code).toBe(1);
    expect(ended.stdout).toContain('! the waiver of STATUS-01 (me) expired on 2026-11-30: ');
  });
});

test.each(drawnInTurn('replayed probes', ['replay sends the probes of a requirement again']))(
  '%s',
  async () => {
    const first = await assay([...FAULTY, ...ONE]);
    // The caller's own address does not matter: the run judged the embedded service.
    const replay = ['replay', 'STATUS-01', '--run', first.run];
    const again = await assay(replay, { ASSAY_BASE_URL: 'http://127.0.0.1:1' });

    expect([first.code, again.code]).toEqual([1, 1]);
    expect(sent(first).length).toBeGreaterThan(15);
    expect(sent(again)).toEqual(sent(first));
    const [one, two] = [first, again].map(({ run }) => readRunRecord(join(run, 'run.json')));
    expect(two).toMatchObject({ command: 'replay', seed: 42, today: one?.today, runs: one?.runs });
  },
);

test.each(drawnInTurn('midnight', ['a run can cross midnight']))('%s', async () => {
  // Compare the whole text, since on a fast machine parts of it may end before midnight.
  const ended = await assay([...SEEDED, '--clock', '2026-12-31T23:59:59.400Z']);
  const { startedAt, endedAt, today } = readRunRecord(join(ended.run, 'run.json'));

  expect(ended.code).toBe(0);
  expect([startedAt.slice(0, 10), endedAt.slice(0, 10), today]).toEqual([
    '2026-12-31',
    '2027-01-01',
    '2026-12-31',
  ]);
});
