import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { PROJECT } from '../../client/project.ts';
import { drawn, drawnInTurn } from '../../tools/testing/drawn.ts';

// Exit code 0 is earned: a process that dies at any step of a run ends with another code.

const folder = mkdtempSync(join(tmpdir(), 'assay-earned-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** First file that each step of a run writes, in order. */
const STEPS = {
  'the ledger is fixed': 'ledger.jsonl',
  'the record is opened': 'exchanges.jsonl',
  'the suites find something': 'findings.jsonl',
  'the verdicts are written': 'verdicts.jsonl',
  'the reports are written': 'junit.xml',
} as const;

/** Code that ends or breaks the program at the step. */
const FAILURES = {
  'exits with 0': 'process.exit(0);',
  'throws where nobody catches it': `setImmediate(() => { throw new Error('broken'); });`,
  'rejects where nobody waits': `void Promise.reject(new Error('broken'));`,
  throws: `throw new Error('broken');`,
} as const;

/** Writes a preload for every thread of the program that fails in this way at the step. */
const writePreload = (step: string, deed: string): string => {
  const file = join(folder, `${step}-${deed.length}.mjs`);
  writeFileSync(
    file,
    `import fs from 'node:fs';
     import { syncBuiltinESMExports } from 'node:module';
     const isProgram = process.argv[1]?.endsWith('main.ts');
     let isDone = false;
     for (const name of ['openSync', 'appendFileSync', 'writeFileSync']) {
       const real = fs[name];
       fs[name] = (path, ...rest) => {
         if (isProgram && !isDone && String(path).includes(${JSON.stringify(step)})) {
           isDone = true;
           ${deed}
         }
         return real(path, ...rest);
       };
     }
     syncBuiltinESMExports();`,
  );
  return file;
};

const LAUNCHER = join(PROJECT, 'bin', 'assay.mjs');
const GATE = ['gate', '--line', 'jobloss', '--requirement', 'VERSION-01', '--out', folder];

const end = (
  nodeOptions: string,
  ...options: readonly string[]
): Promise<{ code: number | null; printed: string }> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [LAUNCHER, ...GATE, ...options], {
      cwd: folder,
      env: { PATH: '/usr/bin:/bin', NODE_OPTIONS: nodeOptions },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    child.on('close', (code) => resolve({ code, printed }));
  });

/** Uncaught errors act alike at every step of a thread, so one step of each thread suffices. */
const EVERYWHERE = new Set<string>(['exits with 0']);
const ONE_OF_EACH_THREAD = new Set<string>(['findings.jsonl', 'verdicts.jsonl']);

const cases = Object.entries(STEPS).flatMap(([when, file]) =>
  Object.entries(FAILURES)
    .filter(([what]) => EVERYWHERE.has(what) || ONE_OF_EACH_THREAD.has(file))
    .map(([what, deed]) => [what, when, file, deed] as const),
);

test.each(drawn(cases, 1))(
  'a program that %s when %s exits with 4',
  async (_what, _when, file, deed) => {
    const { code, printed } = await end(`--import=${pathToFileURL(writePreload(file, deed)).href}`);

    expect(printed).toMatch(/harness (is )?at fault/);
    expect(code).toBe(4);
  },
);

const HOARD = 'const hoard = []; for (;;) hoard.push(new Array(1e5).fill({}));';

/** Part whose memory runs out, and the file at which it does. */
const HOARDERS = [
  ['the program', 'verdicts.jsonl'],
  ['the thread of the suites', 'findings.jsonl'],
] as const;

test.each(drawnInTurn('hoarders', HOARDERS))(
  'if %s runs out of memory it exits with 4',
  async (_what, file) => {
    const preload = pathToFileURL(writePreload(file, HOARD)).href;
    const { code, printed } = await end(`--max-old-space-size=200 --import=${preload}`);

    expect(printed).toMatch(/harness (is )?at fault/);
    expect(code).toBe(4);
  },
);

test.each(
  drawnInTurn('idle programs', [
    'a program with an empty event loop before it has concluded exits with 4',
  ]),
)('%s', async () => {
  const preload = join(folder, 'empty.mjs');
  // The event that everything waits for never comes, and the event loop runs empty.
  writeFileSync(
    preload,
    `import { syncBuiltinESMExports } from 'node:module';
     import timers from 'node:timers/promises';
     if (process.argv[1]?.endsWith('main.ts')) {
       timers.setTimeout = () => new Promise(() => undefined);
       syncBuiltinESMExports();
     }`,
  );

  const { code, printed } = await end(`--import=${pathToFileURL(preload).href}`);

  expect(printed).toMatch(/the process exited \(code/);
  expect(code).toBe(4);
});

test.each(drawnInTurn('unguarded exits', ['the same command without a failure exits with 0']))(
  '%s',
  async () => {
    expect((await end('')).code).toBe(0);
  },
);
