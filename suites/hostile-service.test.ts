import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, onTestFinished } from 'vitest';
import { runFolderAt, latestRunFolder } from '../store/run-folder.ts';
import { ATTACKS, startHostileGateway, type Attack } from './testing/hostile-gateway.ts';
import { callCli } from '../cli/testing/call-cli.ts';
import { readJsonLines } from '../store/json-lines.ts';
import type { Exchange } from '../spec/exchange.ts';
import { drawnInTurn } from '../tools/testing/drawn.ts';
import { type FailureMode, startFailing } from '../reference/failing/start-failing.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-hostile-service-'));
afterAll(() => rmSync(root, { recursive: true }));

interface Row {
  readonly attack: keyof typeof ATTACKS;
  readonly code: 0 | 1 | 3;
  /** Pattern of the report. */
  readonly says: RegExp;
  readonly faults?: readonly string[];
  readonly limits?: Readonly<Record<string, number>>;
}

/** Enough to reach every operation of the line. */
const SOME = 'RESOURCE-01,STATUS-01,PATH-01,DRAFT-01,GAP-CONTRACT-02';
/** Faults that are still proven. */
const [PROVEN, UNREAD] = ['gap-priced-with-201', 'gap-draft-unknown-until-updated'];

const ROWS: readonly Row[] = [
  { attack: 'none', code: 0, says: /^conformant\b.*: 8 of 8 /m },
  { attack: 'large and legal', code: 0, says: /^conformant\b.*: 8 of 8 /m },
  { attack: 'members of every object', code: 0, says: /^conformant\b.*: 8 of 8 /m },
  { attack: 'deep', code: 3, says: /\? \d+ answers were not judged \(ANSWER_TOO_DEEP\)/ },
  { attack: 'deep objects', code: 3, says: /JSON of at most\s+1,000\s+levels\s+is\s+read/ },
  { attack: 'values', code: 3, says: /answers: \d+ not judged \(ANSWER_OF_TOO_MANY_VALUES\)/ },
  { attack: 'tokens', code: 3, says: /look\s+like\s+secrets\s+by\s+their\s+keys/ },
  { attack: 'token of 8 MB', code: 3, says: /\(ANSWER_TOO_LARGE\)/ },
  { attack: 'token of 1.2 MB', code: 3, says: /could\s+not\s+be\s+sent[^]*limits\.bodySize/ },
  { attack: 'id of 9,000 characters', code: 3, says: /could\s+not\s+be\s+sent[^]*a\s+path\s+of/ },
  { attack: 'id of half a character', code: 3, says: /could\s+not\s+be\s+sent[^]*surrogate/ },
  { attack: 'control characters', code: 3, says: /\(ANSWER_TOO_LARGE\)/ },
  { attack: 'control characters of 200 kB', code: 1, says: /RESOURCE-01/ },
  { attack: 'headers', code: 3, says: /\(UND_ERR_HEADERS_OVERFLOW\)/ },
  { attack: 'truncated JSON', code: 1, says: /RESOURCE-01/ },
  { attack: 'wrong encoding', code: 0, says: /^conformant/m },
  { attack: 'a document of 600 kB', code: 0, says: /^conformant\b.*: 8 of 8 /m },
  { attack: 'bytes that are no text', code: 1, says: /RESOURCE-01/ },
  { attack: 'escapes of every kind', code: 3, says: /too\s+large\s+to\s+search\s+for\s+secrets/ },
  {
    attack: 'small answers that grow',
    limits: { record: 2 ** 20 },
    code: 3,
    says: /answers: \d+ not judged \(ANSWER_NOT_KEPT\), recorded by length and digest only/,
  },
  { attack: 'none', limits: { bodySize: 1024 }, code: 3, says: /limits\.bodySize/ },
  { attack: 'none', limits: { bodySize: 1024 }, faults: [UNREAD], code: 1, says: /DRAFT-01/ },
  { attack: 'token of 8 MB', faults: [PROVEN], code: 1, says: /STATUS-01/ },
];

test.each(drawnInTurn('hostile services', ROWS))(
  'a run on a service with $attack (faults $faults, limits $limits) ends with $code',
  async ({ attack, code, says, faults, limits }) => {
    const folder = mkdtempSync(join(root, 'run-'));
    const gateway = await startHostileGateway(ATTACKS[attack], faults);
    const target = join(folder, 'target.json');
    writeFileSync(target, JSON.stringify({ ...gateway.target, ...(limits ? { limits } : {}) }));
    const out = join(folder, 'out');
    const options = ['--line', 'gap', '--requirement', SOME, '--runs', '1', '--seed', '7'];

    const { code: ended, stdout } = await callCli(
      ['gate', '--target', target, ...options, '--no-allure', '--out', out],
      { environment: gateway.environment },
    );
    await gateway.close();
    const run = runFolderAt(join(out, 'latest'));
    const again = await callCli(['rejudge', run.path]);
    const report = await callCli(['report', run.path]);

    expect([ended, stdout]).toEqual([code, expect.stringMatching(says)]);
    expect(stdout).not.toContain('harness');
    expect(existsSync(run.seal)).toBe(true);
    expect([again.code, report.code]).toEqual([0, 0]);
    expect(JSON.parse(readFileSync(run.run, 'utf8'))).toMatchObject({ exitCode: code });
    expect(statSync(run.exchanges).size).toBeLessThan(4 * (limits?.['record'] ?? Infinity));
  },
  300_000,
);

/** The line that reports a rate limit. */
const LIMIT = 'the service refuses faster requests';

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-limit-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
const LIMITS = ['a limit that is not declared', 'refusals at random'] as const;
const drawnLimits = drawnInTurn('undeclared limits', LIMITS);

const AWAY = { status: 429, headers: { 'retry-after': '1' }, body: Buffer.alloc(0) };

/**
 * Turns away requests beyond this many answers per second, which even a busy machine reaches; never one that made a contract.
 */
const byRate = (perSecond: number): Attack => {
  let [left, at] = [perSecond, performance.now()];
  return (answer, path) => {
    const now = performance.now();
    left = Math.min(perSecond, left + ((now - at) * perSecond) / 1000);
    at = now;
    if (left < 1 && !path.includes('contract')) return AWAY;
    left -= 1;
    return answer;
  };
};

/** Turns away six answers in forty, close together, at any pace; never one that made a contract. */
const byChance = (): Attack => {
  let answers = 0;
  return (answer, path) => {
    answers += 1;
    const isTurnedAway = [0, 3, 5, 8, 11, 14].includes(answers % 40) && !/contract/.test(path);
    return isTurnedAway ? AWAY : answer;
  };
};

/** Output of a gate on a gateway with the attack, and the numbers of rejected and of all answers. */
const gateOn = async (attack: Attack, requirement: string) => {
  const out = newFolder();
  const gateway = await startHostileGateway(attack);
  onTestFinished(() => gateway.close());
  const target = join(out, 'target.json');
  writeFileSync(target, JSON.stringify(gateway.target));
  const what = ['--line', 'gap', '--runs', '1', '--requirement', requirement];

  const call = ['gate', '--target', target, ...what, '--out', out];
  const { code, stdout, stderr } = await callCli(call, { environment: gateway.environment });

  expect([code, stdout]).toEqual([0, expect.stringContaining('conformant')]);
  const { items } = readJsonLines<Exchange>(latestRunFolder(out).exchanges);
  const turnedAway = items.filter(({ response }) => response?.status === 429).length;
  return { text: stdout + stderr, turnedAway, all: items.length };
};

test.each(drawnLimits.filter((name) => name === LIMITS[0]))(
  'a service with %s ends clean, with few rejected calls',
  async () => {
    const { text, turnedAway, all } = await gateOn(byRate(20), 'GAP-CONTRACT-*');

    expect(text).toContain(LIMIT);
    expect(all).toBeGreaterThan(200);
    // Requests in flight when the limit was met, and a few from the rate search.
    expect(turnedAway).toBeLessThan(40 + 0.03 * all);
  },
);

test.each(drawnLimits.filter((name) => name === LIMITS[1]))(
  'a service with %s gets no reported limit',
  async () => {
    const { text, turnedAway, all } = await gateOn(byChance(), 'GAP-PRICE-0*');

    expect(text).not.toContain(LIMIT);
    expect(turnedAway).toBeGreaterThan(0.1 * all);
  },
);

const FAILING: readonly (readonly [FailureMode, string, number, RegExp])[] = [
  ['closes-connections', 'travel,gap', 2, /clos/],
  ['stalls', 'travel,gap', 2, /no answer|deadline|within/],
  // One line is representative: no call of any line succeeds.
  ['answers-500', 'gap', 1, /non-conformant/],
  ['answers-200-empty-object', 'travel', 1, /non-conformant/],
  // A web site is a wrong address, not a service to judge.
  ['sends-html', 'travel,gap', 2, /answers with a web page .*[^]*set base_url to/],
];

test.each(drawnInTurn('failing services', FAILING))(
  'a service that %s, asked for %s, ends with exit %i',
  async (mode, line, exit, says) => {
    const failing = await startFailing(mode);
    const out = mkdtempSync(join(tmpdir(), 'assay-failing-'));
    const { stdout, stderr, code } = await callCli(
      ['gate', '--base-url', failing.base_url, '--out', out, '--line', line, '--no-allure'],
      { environment: { ASSAY_TOKEN: 'any-credential-will-do' } },
    );
    await failing.close();
    rmSync(out, { recursive: true });

    expect(stdout + stderr).toMatch(says);
    expect(stdout + stderr).not.toMatch(/harness is at fault/);
    expect(code).toBe(exit);
  },
);
