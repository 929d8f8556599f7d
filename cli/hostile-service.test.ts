import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runFolderAt } from '../store/run-folder.ts';
import { ATTACKS } from './testing/attacks.ts';
import { callCli } from './testing/call-cli.ts';
import { startHostileGateway } from './testing/hostile-gateway.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-hostile-service-'));
afterAll(() => rmSync(root, { recursive: true }));

interface Row {
  readonly attack: keyof typeof ATTACKS;
  readonly code: 0 | 1 | 3;
  /** What is said of it. */
  readonly says: RegExp;
  readonly faults?: readonly string[];
  readonly limits?: Readonly<Record<string, number>>;
}

/** Enough to reach every operation of the line. */
const SOME = 'RESOURCE-01,STATUS-01,PATH-01,DRAFT-01,GAP-CONTRACT-02';
/** Faults that are proven all the same. */
const [PROVEN, UNREAD] = ['gap-priced-with-201', 'gap-draft-unknown-until-updated'];

const ROWS: readonly Row[] = [
  { attack: 'none', code: 0, says: /^conformant\b.*: 8 of 8 /m },
  { attack: 'large and legal', code: 0, says: /^conformant\b.*: 8 of 8 /m },
  { attack: 'members of every object', code: 0, says: /^conformant\b.*: 8 of 8 /m },
  { attack: 'deep', code: 3, says: /\? \d+ answers came that were not judged \(ANSWER_TOO_DEEP\)/ },
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
  { attack: 'escapes of every kind', code: 3, says: /too\s+much\s+to\s+search\s+for\s+secrets/ },
  {
    attack: 'small answers that grow',
    limits: { record: 2 ** 20 },
    code: 3,
    says: /answers: \d+ not judged \(ANSWER_NOT_KEPT\), kept by length and digest only/,
  },
  { attack: 'none', limits: { bodySize: 1024 }, code: 3, says: /limits\.bodySize/ },
  { attack: 'none', limits: { bodySize: 1024 }, faults: [UNREAD], code: 1, says: /DRAFT-01/ },
  { attack: 'token of 8 MB', faults: [PROVEN], code: 1, says: /STATUS-01/ },
];

test.each(ROWS)(
  'of a service with $attack (faults $faults, limits $limits) a run ends with $code',
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
  120_000,
);
