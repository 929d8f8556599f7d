import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { K6 } from '../../load/k6/k6.ts';
import { ANY_MACHINE } from '../../load/testing/short-profile.ts';
import { k6ForTests, withK6 } from '../../load/testing/test-k6.ts';
import { historyText, readHistory } from '../../store/nights/history-file.ts';
import type { NightLine } from '../../store/nights/history-line.ts';
import type { NightResult } from '../../store/nights/night-result.ts';
import { drawnInTurn } from '../../tools/testing/drawn.ts';
import { callCli } from '../testing/call-cli.ts';
import type { CliResult } from '../testing/spawn-cli.ts';

// Few nights, with real gates and a real k6; `npm run bench:nights` runs thirty.

let folder = '';
let found: K6 | { readonly reason: string };
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-nightly-'));
  found = await k6ForTests();
  writeFileSync(
    join(folder, 'short.yaml'),
    `kind: steps
description: of a test
steps: [{ rate: 20, seconds: 2 }, { rate: 30, seconds: 2 }]
judgeEvery: 10
calibration: 0
validity: ${JSON.stringify(ANY_MACHINE)}
`,
  );
}, 700_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const night = (
  environment: Record<string, string>,
  out: string,
  ...more: readonly string[]
): Promise<CliResult> =>
  callCli(
    `nightly --profile short.yaml --line gap --requirement VERSION-01 --confirm-after 0 --confirm-runs 2`
      .split(' ')
      .concat('--out', out, ...more),
    { environment, cwd: folder, limit: 240_000 },
  );

const nightsIn = (file: string): readonly NightLine[] =>
  readHistory(file).lines.filter((line) => line.kind === 'night');

/** The same night, twice as fast, this many days earlier. */
const faster = (line: NightLine, days: number): NightLine => ({
  ...line,
  runId: `before-${days}`,
  at: new Date(Date.parse(line.at) - days * 86_400_000).toISOString(),
  sketch: line.sketch && { ...line.sketch, points: line.sketch.points.map((each) => each / 20) },
});

test.for(drawnInTurn('nights', ['nights']))(
  'a first night learns; one slower than fourteen earlier nights is a REGRESSION once later runs confirm it',
  async (_row, context) => {
    const environment = withK6(context, found);
    const out = join(folder, 'out');
    const notify = join(folder, 'notice');
    const first = await night(environment, out, '--notify', notify);

    expect(first.stdout).toMatch(
      /^gap 1 short\.yaml +LEARNING +p50 [\d.]+ ms +p95 [\d.]+ ms +errors 0\.00 % +0 of 14 nights$/m,
    );
    expect(first.stdout).toContain('· the target sets no limits (load.slo)');
    expect(first.stdout.trim().split('\n').at(-1)).toMatch(
      /^nightly: LEARNING, correct and within/,
    );
    expect(first.code).toBe(0);
    const result = JSON.parse(readFileSync(join(notify, 'nightly.json'), 'utf8')) as NightResult;
    expect(result).toMatchObject({ verdict: 'LEARNING', exitCode: 0, profile: 'short.yaml' });
    expect(readFileSync(join(notify, 'nightly.md'), 'utf8')).toMatch(/^## .*: LEARNING$/m);
    expect(readFileSync(join(out, 'nightly.html'), 'utf8')).toContain('gap 2 short.yaml');
    const file = join(out, 'nightly-history.jsonl');
    const lines = nightsIn(file);
    expect(lines.map(({ series }) => series)).toEqual(['gap 1 short.yaml', 'gap 2 short.yaml']);
    expect(lines.map(({ counts }) => counts.planned)).toEqual([40, 60]);

    const before = Array.from({ length: 14 }, (_, index) =>
      lines.map((line) => historyText(faster(line, 14 - index))),
    );
    writeFileSync(file, before.flat().join(''));
    const second = await night(environment, out, '--notify', notify);

    expect(second.stdout).toContain('2 of 2 series suspicious: 2 further runs have to confirm it');
    expect(second.stdout).toMatch(
      /^! gap 1 short\.yaml: p50 .* confirmed by further runs \(.*\)$/m,
    );
    expect(second.stdout).toMatch(/detects changes from p50 \+\d+ %/);
    expect(second.stdout).toMatch(
      /^nightly: REGRESSION, within its limits, but confirmed to be worse/m,
    );
    expect(second.code).toBe(1);
    expect(readHistory(file).lines).toHaveLength(28 + 2 + 2);
    const runs = readdirSync(out).join('\n');
    const seeds = (what: string) => [...runs.matchAll(new RegExp(`-${what}-(\\d+)`, 'g'))];
    // The gates draw new data, and the loads the same, or the second night would have begun a series.
    expect(new Set(seeds('gate').map(([, seed]) => seed)).size).toBe(2);
    expect(new Set(seeds('load').map(([, seed]) => seed))).toEqual(new Set(['1']));
  },
);

test.for(
  drawnInTurn('wrong nights', [
    'fast but wrong is red: a failed gate sends no load and leaves the history unchanged',
  ]),
)('%s', async (_title, context) => {
  const environment = withK6(context, found);
  const out = join(folder, 'wrong');
  const { code, stdout } = await night(
    environment,
    out,
    '--fault',
    'gap-priced-with-201',
    '--requirement',
    'STATUS-01',
  );

  expect(stdout).toMatch(
    /^✗ the service failed the gate, and the speed of wrong answers does not matter/m,
  );
  expect(stdout).toMatch(/^nightly: FAIL, wrong answers, or missed limits of the target; /m);
  expect(code).toBe(1);
  expect(existsSync(join(out, 'nightly-history.jsonl'))).toBe(false);
  expect(stdout).not.toContain('load on gap');
});

test.each(
  drawnInTurn('nights without k6', ['without k6 a night ends with one sentence before the gate']),
)('%s', async () => {
  const nowhere = join(folder, 'nowhere');
  mkdirSync(nowhere);
  const environment = {
    PATH: nowhere,
    ASSAY_CACHE: join(folder, 'cache'),
    HTTPS_PROXY: 'http://127.0.0.1:9',
  };
  const { code, stdout, stderr } = await night(environment, join(folder, 'none'));

  expect(stderr).toMatch(/^assay: .*k6/m);
  expect(stdout).toBe('');
  expect(code).toBe(2);
  expect(existsSync(join(folder, 'none', 'nightly-history.jsonl'))).toBe(false);
});

test.for(
  drawnInTurn('unavailable nights', [
    'an unavailable build and an unavailable service make INVALID nights with a notice',
  ]),
)('%s', async (_, context) => {
  const environment = withK6(context, found);
  const down = 'name: down\nbase_url: http://127.0.0.1:9\ngap_base_url: http://127.0.0.1:9\n';
  for (const [name, target] of [
    ['no-build', `${down}build: { command: exit 7 }\n`],
    ['down', down],
  ] as const) {
    writeFileSync(join(folder, `${name}.yaml`), target);
    const notify = join(folder, `${name}-notice`);
    const out = join(folder, name);
    const { code } = await night(environment, out, '--target', `${name}.yaml`, '--notify', notify);
    expect(code).toBe(3);
    const result = JSON.parse(readFileSync(join(notify, 'nightly.json'), 'utf8')) as NightResult;
    expect(result).toMatchObject({ verdict: 'INVALID', exitCode: 3 });
    expect(result.reasons.join(' ')).toMatch(/ended with 7|127\.0\.0\.1:9/);
  }
});
