import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { callCli } from '../../cli/testing/call-cli.ts';
import { drawn } from '../../tools/testing/drawn.ts';
import { startReference } from '../../reference/start.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { readJsonLines } from '../../store/json-lines.ts';
import { openClient } from '../testing/test-client.ts';
import { refusal } from '../testing/test-load.ts';

const TRACES = 'https://tempo.example/trace/{traceId}?from=assay';

test('every call has a sampled trace of its own, which is recorded', async () => {
  const seen: unknown[] = [];
  const { send, record } = await openClient(
    ({ headers }, response) => {
      seen.push(headers['traceparent']);
      response.end('{}');
    },
    {},
    '',
    { isTraced: true },
  );
  await send();
  await send();

  expect(seen).toEqual([
    expect.stringMatching(/^00-[\da-f]{32}-[\da-f]{16}-01$/),
    expect.stringMatching(/^00-[\da-f]{32}-[\da-f]{16}-01$/),
  ]);
  expect(new Set(seen).size).toBe(2);
  expect(record.map(({ request }) => request.headers['traceparent'])).toEqual(seen);
});

/** A run on one failing operation of a service, whose target has these keys. */
const runOn = async (command: string, keys: object) => {
  const service = await startReference({ faults: ['gap-draft-get-without-version'] });
  const folder = mkdtempSync(join(tmpdir(), 'assay-traces-'));
  onTestFinished(async () => {
    await service.close();
    rmSync(folder, { recursive: true });
  });
  const target = join(folder, 'target.json');
  writeFileSync(target, JSON.stringify({ ...service.target, ...keys }));
  const cells = ['--requirement', 'VERSION-01', '--operation', 'gap.draft-get'];
  const words = [command, '--no-allure', '--target', target, '--out', folder, ...cells];
  const { environment } = service;
  const { code, stderr } = await callCli(words, { environment });
  expect({ code, stderr }).toMatchObject({ code: 1 });
  return { run: join(folder, 'latest'), target, service };
};

const SENT: readonly (readonly [string, object, boolean])[] = [
  ['gate', { traces: TRACES }, true],
  ['gate', { traces: TRACES, trace: false }, false],
  ['gate', { trace: true }, true],
  ['gate', {}, false],
  ['certify', { traces: TRACES }, false],
  ['certify', { traces: TRACES, trace: true }, true],
];

test.each(drawn(SENT, 2))(
  '%s of a target with %j sends a trace: %s',
  async (command, keys, isSent) => {
    const { run } = await runOn(command, keys);
    const { items } = readJsonLines<Exchange>(join(run, 'exchanges.jsonl'));

    expect(items.length).toBeGreaterThan(1);
    const traced = items.filter(({ request }) => 'traceparent' in request.headers);
    expect(traced).toHaveLength(isSent ? items.length : 0);
  },
);

test('page and show link an exchange to the trace of the service, and no curl line has it', async () => {
  const { run } = await runOn('gate', { traces: TRACES });
  const page = readFileSync(join(run, 'report.html'), 'utf8');
  const { stdout } = await callCli(['show', 'VERSION-01@gap.draft-get', '--run', run]);

  const link = /https:\/\/tempo\.example\/trace\/[\da-f]{32}\?from=assay/;
  expect(page).toMatch(new RegExp(`<a href="${link.source}" rel="noreferrer">`));
  expect(stdout).toMatch(new RegExp(`\\n +trace ${link.source}\\n`));
  expect(/curl -sS[^\n]*/.exec(page)?.[0]).not.toContain('traceparent');
});

test('a run is replayed whatever address of traces its target names now', async () => {
  const { run, target, service } = await runOn('gate', { traces: TRACES });
  writeFileSync(target, JSON.stringify(service.target));
  const { environment } = service;
  const words = ['replay', 'VERSION-01', '--run', run, '--target', target];
  const { code, stdout } = await callCli(words, { environment });

  expect({ code, stdout }).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('VERSION-01'),
  });
});

test.each(['javascript:alert(1)//{traceId}', 'https://tempo.example/trace'])(
  'the address of a trace is not %s',
  async (traces) => {
    const { problems } = await refusal({ document: { base_url: 'http://a', traces } });

    expect(problems).toMatchObject([
      { path: 'traces', wanted: expect.stringMatching(/^the address of a trace, such as/) },
    ]);
  },
);
