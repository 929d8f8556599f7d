import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { k6Problems } from './k6-outcome.ts';
import { type K6End, runK6 } from './run-k6.ts';
import { pathOfK6 } from '../testing/test-k6.ts';

// All cases in which k6 itself stays green or silent; each must end otherwise here.

const k6Of = pathOfK6();

const LIMIT = 20;
const BEGINNING = `import { SharedArray } from 'k6/data';
const plan = JSON.parse(open(__ENV.ASSAY_PLAN));
export const options = __VU === 0 ? JSON.parse(open(plan.options)) : {};
export const handleSummary = (data) => ({ [plan.summary]: JSON.stringify({ runId: plan.runId, metrics: data.metrics, state: data.state }) });
`;
const OPTIONS = {
  scenarios: { one: { executor: 'shared-iterations', vus: 1, iterations: 3, maxDuration: '5s' } },
};

/** Runs another script in place of ours, in the same way. */
const runScript = async (
  k6: string,
  text: string,
  options: Readonly<Record<string, unknown>> = OPTIONS,
  seconds = LIMIT,
): Promise<K6End> => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-script-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const script = join(folder, 'script.ts');
  writeFileSync(script, text);
  return runK6({
    k6,
    script,
    seconds,
    rows: {},
    credential: { headers: {}, query: '' },
    plan: {
      runId: 'test',
      instances: 1,
      options,
      scenarios: {},
      lines: {},
      headers: {},
      envelopes: {},
      deadline: 1000,
      every: { point: 1, start: 1, answer: 1 },
    },
  });
};

const FINE = `${BEGINNING}export default function () {}`;

test('a working script has no problem', async (context) => {
  const end = await runScript(k6Of(context), FINE);
  expect(k6Problems(end, LIMIT)).toEqual([]);
});

test('an exception in every iteration is an error of the harness, though k6 exits with 0', async (context) => {
  const end = await runScript(
    k6Of(context),
    `${BEGINNING}export default function () { throw new Error('broken'); }`,
  );
  expect(end.code).toBe(0);
  expect(k6Problems(end, LIMIT)).toEqual([
    {
      fault: 'harness',
      text: expect.stringMatching(/^a script threw 3 exceptions, first: .*broken/s),
    },
  ]);
});

test('a run without iterations is an invalid measurement', async (context) => {
  const options = {
    scenarios: {
      one: {
        executor: 'constant-arrival-rate',
        rate: 1,
        timeUnit: '1h',
        duration: '1s',
        startTime: '0s',
        preAllocatedVUs: 1,
        maxVUs: 1,
        exec: 'never',
      },
    },
  };
  const end = await runScript(
    k6Of(context),
    `${BEGINNING}export const never = () => { while (true) {} };`,
    { ...options, scenarios: { one: { ...options.scenarios.one, gracefulStop: '0s' } } },
  );
  expect(end.code).toBe(0);
  expect(k6Problems(end, LIMIT)).toContainEqual({
    fault: 'measurement',
    text: 'k6 did not run a single iteration',
  });
});

test('a missing summary is an error of the harness', async (context) => {
  const text = FINE.replace('[plan.summary]', "'/no/such/folder/summary.json'");
  const end = await runScript(k6Of(context), text);
  expect(end.code).toBe(0);
  expect(k6Problems(end, LIMIT)).toContainEqual({
    fault: 'harness',
    text: 'k6 wrote no summary of this run',
  });
});

test('an unknown option of k6 is an error of the harness', async (context) => {
  const end = await runScript(k6Of(context), FINE, { ...OPTIONS, tresholds: {} });
  expect(end.code).toBe(0);
  expect(k6Problems(end, LIMIT)).toEqual([
    { fault: 'harness', text: expect.stringMatching(/k6 ignored options: .*tresholds/) },
  ]);
});

test('a script on which k6 hangs is killed at the limit', async (context) => {
  const hanging = `${FINE}\nconst type: string = '';\nexport const wait = async () => { for await (const x of []) type; };`;
  const end = await runScript(k6Of(context), hanging, OPTIONS, 3);
  expect(k6Problems(end, 3)).toEqual([
    { fault: 'harness', text: 'k6 hung: it was killed after its limit of 3 s' },
  ]);
});

test.for([
  ['a broken option', FINE, { scenarios: { one: { executor: 'none' } } }, 104],
  ['a module that is not there', `import './none.ts';\n${FINE}`, OPTIONS, 107],
  ['no exported function', BEGINNING, OPTIONS, 104],
  [
    'an aborted test',
    `import exec from 'k6/execution';\n${BEGINNING}export default () => exec.test.abort('enough');`,
    OPTIONS,
    108,
  ],
  [
    'a failed test',
    `import exec from 'k6/execution';\n${BEGINNING}export default () => exec.test.fail('enough');`,
    OPTIONS,
    110,
  ],
] as const)('%s is an error of the harness', async ([, text, options, code], context) => {
  const end = await runScript(k6Of(context), text, options);
  expect(end.code).toBe(code);
  expect(k6Problems(end, LIMIT)[0]).toEqual({
    fault: 'harness',
    text: expect.stringMatching(new RegExp(`^k6 ended with ${code}: `)),
  });
});
