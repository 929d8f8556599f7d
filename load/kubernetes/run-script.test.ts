import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ARCHIVE } from './manifests.ts';
import { writeFolder } from './write-folder.ts';

// No cluster: a kubectl that logs its calls, and answers what the files in its folder say.
const KUBECTL = `#!/bin/sh
here=$(dirname "$0")
echo "$*" >>"$here/calls"
case "$1 $2 $*" in
  auth*) [ ! -e "$here/forbidden" ] || case $4 in "$(cat "$here/forbidden")") exit 1 ;; esac ;;
  "apply -f"*) cat >"$here/one"; cat "$here/one" >>"$here/applied"; [ ! -e "$here/full" ] || ! grep -q 'kind: Pod$' "$here/one" ;;
  apply*) cat >>"$here/applied"; [ ! -e "$here/refused" ] || { echo 'unknown field "spec.args"' >&2; exit 1; } ;;
  "get testrun"*) cat "$here/stage" ;;
  *"-l k6_cr="*) cat "$here/pods" ;;
  *"-l job-name="*exitCode*) cat "$here/code" ;;
  "get job"*) echo '|1' ;;
  "get events"*) echo '0/3 nodes are available' ;;
  "logs job"*) echo 'load: FAIL, 1 line' ;;
  logs*) echo 'open /results/a.log: permission denied' ;;
  exec*'-- tar'*) tar -C "$here/volume" -cf - . ;;
  exec*) cat >"$here/archive" ;;
esac
`;

let folder = '';
const at = (name: string): string => join(folder, name);
const textOf = (name: string): string =>
  existsSync(at(name)) ? readFileSync(at(name), 'utf8') : '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-run-script-'));
  mkdirSync(at('volume/merged/latest'), { recursive: true });
  writeFileSync(at('volume/merged/latest/load.html'), 'page');
  writeFileSync(at('kubectl'), KUBECTL);
  chmodSync(at('kubectl'), 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a folder of a load, and the answers of kubectl. */
const prepare = (answers: Readonly<Record<string, string>>, bytes = 10): void => {
  for (const name of ['forbidden', 'refused', 'full', 'calls', 'applied', 'archive', 'k8s'])
    rmSync(at(name), { recursive: true, force: true });
  mkdirSync(at('k8s'));
  writeFileSync(at(`k8s/${ARCHIVE}`), Buffer.alloc(bytes, 'a'));
  const credential = '{"headers":{"authorization":"Bearer $ASSAY_TOKEN"},"query":""}';
  const order = { name: 'assay-1', instances: 2, seconds: 1, image: 'assay:1' };
  writeFolder({ folder: at('k8s'), ...order, credential });
  const usual = { stage: 'finished', pods: '', code: '1' };
  for (const [name, text] of Object.entries({ ...usual, ...answers }))
    writeFileSync(at(name), text);
};

const start = (...args: readonly string[]) => {
  const path = [folder, process.env['PATH']].join(delimiter);
  const child = spawn('sh', [at('k8s/run.sh'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: path, ASSAY_TOKEN: 'secret-1', ASSAY_POD_TIMEOUT: '1', ASSAY_PAUSE: '0.1' },
  });
  let text = '';
  child.stdout.on('data', (part: Buffer) => (text += part.toString()));
  child.stderr.on('data', (part: Buffer) => (text += part.toString()));
  const ended = new Promise<{ code: number | null; text: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, text })),
  );
  return { child, ended };
};
const run = (...args: readonly string[]) => start(...args).ended;

test('a run exits with the code of the merge, stores its results, and has its own id', async () => {
  prepare({});
  const { code, text } = await run();
  expect(text).toMatch(/^load: FAIL, 1 line$/m);
  expect(text).toMatch(/^results in results\/assay-1-\d{14}; page: .*load\.html$/m);
  expect(code).toBe(1);
  const [id = ''] = readdirSync(at('k8s/results'));
  expect(textOf('applied').split(id).length).toBeGreaterThan(5);
  expect(textOf('applied')).not.toContain('@RUN@');
  expect(textOf('calls')).toContain('apply --server-side -f archive.yaml');
});

test('the verdict stands if the results cannot be copied', async () => {
  prepare({ full: '' });
  const { code, text } = await run();
  expect(text).toMatch(/^the results could not be copied; they are on the volume, below assay-1/m);
  expect(code).toBe(1);
});

test('copies a large archive to the volume', async () => {
  prepare({ code: '0' }, 2_000_000);
  expect((await run()).code).toBe(0);
  expect(textOf('archive')).toHaveLength(2_000_000);
});

test.each([
  [
    'a pod that cannot be scheduled',
    { stage: 'created', pods: 'assay-1-1-x|Pending|0/3 nodes are available||\n' },
    /0\/3 nodes are available\nload: INVALID, pod assay-1-1-x waits: 0\/3 nodes are available/,
    3,
  ],
  [
    'an image that is not there',
    { stage: 'created', pods: 'a|Running|||\nb|Pending||ImagePullBackOff|\n' },
    /load: INVALID, pod b waits: ImagePullBackOff/,
    3,
  ],
  [
    'a runner that cannot open its log',
    { stage: 'created', pods: 'a|Failed|||Error\nb|Running|||\n' },
    /pod a failed: Error; its last lines:\nopen \/results\/a\.log: permission denied\nload: INVALID, pod a failed: Error before the start/,
    3,
  ],
  [
    'an operator that gives up',
    { stage: 'error' },
    /0\/3 nodes are available\nload: INVALID, the operator reports an error of testrun\/assay-1, with the events above/,
    3,
  ],
  [
    'a merge without a code',
    { code: '' },
    /0\/3 nodes are available\nload: INVALID, job\/assay-1-merge left no exit code, with the events above/,
    3,
  ],
  [
    'a merge that was killed',
    { code: '137' },
    /load: INVALID, job\/assay-1-merge ended with 137, which is not a verdict/,
    3,
  ],
  [
    'a role that is missing',
    { forbidden: 'testruns.k6.io' },
    /^you may not create testruns\.k6\.io in this namespace/m,
    2,
  ],
  [
    'a cluster that does not know a field',
    { refused: '' },
    /unknown field "spec\.args"\nthe cluster rejects claim\.yaml/,
    2,
  ],
])('%s ends the run with the reason', async (_, answers, prints, wanted) => {
  prepare(answers);
  const { code, text } = await run();
  expect(text).toMatch(prints);
  expect(code).toBe(wanted);
  // Objects made before are deleted; a refusal has made none.
  expect(textOf('calls').includes('secret/assay-1-credential configmap')).toBe(wanted === 3);
});

test('an interrupted run deletes its objects, and --delete does so later', async () => {
  prepare({ stage: 'started' });
  const { child, ended } = start();
  while (!textOf('calls').includes('get testrun') && child.exitCode === null) await sleep(20);
  writeFileSync(at('calls'), '');
  child.kill('SIGTERM');
  expect((await ended).code).toBe(130);
  const deleted = [
    'delete --ignore-not-found testrun/assay-1 job/assay-1-merge pod/assay-1-copy',
    'delete --ignore-not-found secret/assay-1-credential configmap/assay-1',
  ];
  for (const line of deleted) expect(textOf('calls')).toContain(line);
  writeFileSync(at('calls'), '');
  expect((await run('--delete')).code).toBe(0);
  expect(textOf('calls').trim().split('\n')).toEqual(deleted);
});
