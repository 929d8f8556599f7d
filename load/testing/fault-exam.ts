import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { LOAD_FAULTS, type LoadFaultName } from './load-faults.ts';
import { spawnFaultyProxy } from './serve-faulty.ts';

// npm run exam:load [-- --fault NAME --dialect NAME --seed N]: sends load to a service with each fault under load, and
// to correct services in several dialects. Each fault has to prevent a PASS with a reason that names it; no correct
// service may FAIL.

/**
 * Rate per second on each of the four lines, and duration: 4,800 requests in total. A stall comes every 20 s, and three
 * of them make a period. Each draft is priced before the load, too, which a limiter of 30 per second allows within a minute for
 * 800 drafts.
 */
const STEP = { rate: 40, seconds: 30 } as const;
const STEPS: Partial<Record<LoadFaultName, { readonly rate: number; readonly seconds: number }>> = {
  stall: { rate: 40, seconds: 50 },
  'rate-limiter': { rate: 20, seconds: 10 },
};

const profileOf = (fault: LoadFaultName | undefined) => ({
  kind: 'steps',
  description: 'enough to see what happens once in 500 answers',
  steps: [(fault && STEPS[fault]) ?? STEP],
  // Long enough for a p99.
  calibration: 10,
  validity: { lag: 200, cpu: 0.95, throttled: true },
});

/** Limits that the reference service meets easily; one request in a thousand may fail. */
const LIMIT = { p95: 80, errorRate: 0.001, newConnections: 0.2 } as const;
/** This few requests cannot prove that a p99 was met, but that it was missed. */
const TAIL = { ...LIMIT, p99: 50 } as const;
const LINES = ['jobloss', 'travel', 'landlord', 'gap'] as const;

/** Patterns in the report that name each fault. */
const NAMED: Readonly<Record<LoadFaultName, RegExp>> = {
  'wrong-currency': /got "USD"/,
  'error-body': /without a price/,
  'other-draft': /the amount|a different price|that another draft had received/,
  'other-line': /other members|without a price/,
  'double-ids': /priceRequestId that another draft had received/,
  'stale-price': /a price from before an update/,
  'wrong-amount': /the amount|a different price|claimLimit/,
  'dropped-member': /other members|without a price/,
  'no-last-modified': /Last-Modified/i,
  'empty-body': /no body|empty/i,
  'truncated-body': /JSON/,
  'html-page': /html/,
  'wrong-status': /201/,
  'expired-price': /valid/,
  'server-errors': /500/,
  resets: /reset|closed|no answer/i,
  hangs: /in time|no answer|overdue/i,
  'rate-limiter': /429/,
  outage: /503/,
  'slow-line': /travel.*p9/,
  'slow-tail': /p99/,
  leak: /rises/,
  stall: /no answer for/,
  churn: /new connections?/,
};

/** Correct services in many dialects. */
const DIALECTS: readonly string[] = [
  'plain',
  'api-key',
  'prefixed',
  'header-ids',
  'minimal',
  'ornate',
  'lenient',
  'strict',
  'eventual',
  'idempotent',
  'exchanged',
  'slow',
];

/** Output of one load run, and its exit code. */
interface Ended {
  readonly code: number | null;
  readonly text: string;
}

const LONGEST = 300_000;

/** Limits for a slow dialect, which returns 429 and 503 now and then. */
const SLOW = { p95: 400, errorRate: 0.2 } as const;

const loadOn = async (
  service: Awaited<ReturnType<typeof spawnFaultyProxy>>,
  seed: number,
  fault?: LoadFaultName,
  limit: object = fault === 'slow-tail' ? TAIL : LIMIT,
): Promise<Ended> => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-fault-exam-'));
  try {
    const [target, profile] = [join(folder, 'target.json'), join(folder, 'profile.json')];
    const slo = {
      lines: Object.fromEntries(LINES.map((line) => [line, limit])),
    };
    writeFileSync(target, JSON.stringify({ ...service.target, load: { slo } }));
    writeFileSync(profile, JSON.stringify(profileOf(fault)));
    const program = resolve(import.meta.dirname, '..', '..', 'cli', 'main.ts');
    const args = ['load', '--target', target, '--profile', profile, '--seed', String(seed)];
    const child = spawn(process.execPath, [program, ...args, '--out', folder], {
      env: { ...process.env, ...service.environment },
      timeout: LONGEST,
    });
    let text = '';
    child.stdout.on('data', (part: Buffer) => (text += part.toString()));
    child.stderr.resume();
    const code = await new Promise<number | null>((done) => child.once('exit', done));
    return { code, text };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Approximate number of price requests in the preparation, after which the fault strikes. */
const PREPARED = 20;

const verdictIn = (text: string): string => /^load: (\w+)/m.exec(text)?.[1] ?? 'no verdict';

const reasonsIn = (text: string): string => text.slice(Math.max(0, text.search(/^report /m)));

const examFault = async (fault: LoadFaultName, seed: number): Promise<boolean> => {
  const service = await spawnFaultyProxy({ fault, seed, after: PREPARED });
  const { code, text } = await loadOn(service, seed, fault);
  const { prices, struck } = await service.counts();
  service.close();
  const isCaught = ['FAIL', 'INCONCLUSIVE'].includes(verdictIn(text));
  const isNamed = NAMED[fault].test(reasonsIn(text));
  const sign = isCaught && isNamed ? '✓' : '✗';
  const what = isCaught ? (isNamed ? 'named' : 'not named') : `exit ${code}`;
  console.log(
    `${sign} ${fault}: ${verdictIn(text)}, ${what}; ${struck} of ${prices} price requests struck\n${reasonsIn(text)}`,
  );
  return isCaught && isNamed;
};

const examDialect = async (dialect: string, seed: number): Promise<boolean> => {
  const service = await spawnFaultyProxy({ dialect, seed });
  const { code, text } = await loadOn(
    service,
    seed,
    undefined,
    dialect === 'slow' ? SLOW : undefined,
  );
  service.close();
  const isRight = code === 0 || verdictIn(text) === 'INVALID';
  console.log(`${isRight ? '✓' : '✗'} ${dialect}: ${verdictIn(text)}, exit ${code}`);
  if (code !== 0) console.log(reasonsIn(text));
  return isRight;
};

const { values } = parseArgs({
  options: {
    fault: { type: 'string', multiple: true },
    dialect: { type: 'string', multiple: true },
    seed: { type: 'string', default: '1' },
  },
});
const FAULTS = Object.keys(LOAD_FAULTS);
const unknown = [
  ...(values.fault ?? []).filter((name) => !FAULTS.includes(name)),
  ...(values.dialect ?? []).filter((name) => !DIALECTS.includes(name)),
];
if (unknown.length > 0) {
  console.error(
    `no fault under load and no dialect of this exam: ${unknown.join(', ')}; faults: ${FAULTS.join(', ')}; dialects: ${DIALECTS.join(', ')}`,
  );
  process.exit(2);
}
const isAll = values.fault === undefined && values.dialect === undefined;
const faults = (values.fault ?? (isAll ? FAULTS : [])) as LoadFaultName[];
const dialects = values.dialect ?? (isAll ? DIALECTS : []);
const judged: boolean[] = [];
for (const fault of faults) judged.push(await examFault(fault, Number(values.seed)));
for (const dialect of dialects) judged.push(await examDialect(dialect, Number(values.seed)));
const wrong = judged.filter((isRight) => !isRight).length;
console.log(
  `${faults.length} faults under load and ${dialects.length} correct services, ${wrong} judged wrongly`,
);
process.exitCode = wrong === 0 ? 0 : 4;
