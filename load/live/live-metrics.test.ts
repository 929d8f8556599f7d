import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { k6ForTests } from '../testing/test-k6.ts';
import { runTestLoad, shortProfile } from '../testing/test-run.ts';
import { startTestService } from '../testing/test-service.ts';
import { decompressSnappy } from '../testing/snappy.ts';
import {
  liveMetrics,
  liveProblems,
  outputProblem,
  receiverAt,
  unreachableNotes,
} from './live-metrics.ts';

const DASHBOARD = new URL('dashboard.json', import.meta.url);

/** Metrics that exist only if something goes wrong. */
const RARE = [
  'k6_dropped_iterations_total',
  'k6_assay_unanswered_total',
  'k6_assay_new_connections_total',
];

/** A fake Prometheus that only accepts writes. */
const startReceiver = async (): Promise<{ port: number; written: readonly Buffer[] }> => {
  const written: Buffer[] = [];
  const receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      written.push(decompressSnappy(Buffer.concat(parts)));
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    receiver.closeAllConnections();
    receiver.close();
  });
  return { port: (receiver.address() as AddressInfo).port, written };
};

test('passes on only the output settings of the environment', () => {
  const environment = {
    K6_OTEL_GRPC_EXPORTER_ENDPOINT: 'localhost:4317',
    K6_PROMETHEUS_RW_SERVER_URL: 'http://localhost:9090/api/v1/write',
    ASSAY_TOKEN: 'secret',
    PATH: '/bin',
  };
  expect(liveMetrics({ live: 'opentelemetry' }, environment)).toEqual({
    arguments: ['--out=opentelemetry'],
    variables: { K6_OTEL_GRPC_EXPORTER_ENDPOINT: 'localhost:4317' },
    receivers: [
      { output: 'opentelemetry', shown: 'localhost:4317', host: 'localhost', port: 4317 },
    ],
  });
  expect(liveMetrics({}, environment)).toBeUndefined();
  expect(Object.keys(liveMetrics({ live: 'prometheus' }, environment)?.variables ?? {})).toEqual([
    'K6_PROMETHEUS_RW_TREND_AS_NATIVE_HISTOGRAM',
    'K6_PROMETHEUS_RW_SERVER_URL',
  ]);
});

test('two instances send all metrics of the dashboard to Prometheus', async (context) => {
  const found = await k6ForTests();
  const k6 = 'reason' in found ? context.skip(found.reason) : found.path;
  const service = await startTestService();
  onTestFinished(() => service.close());
  const { port, written } = await startReceiver();
  const live = liveMetrics(
    { live: 'prometheus', k6Out: ['influxdb=http://127.0.0.1:1/k6'] },
    {
      K6_PROMETHEUS_RW_SERVER_URL: `http://127.0.0.1:${port}/api/v1/write`,
      K6_PROMETHEUS_RW_PUSH_INTERVAL: '1s',
    },
  );
  const log: string[] = [];
  const ramp = shortProfile({ steps: [{ rate: 10, to: 30, seconds: '2s' }] });
  const { result } = await runTestLoad(k6, service.address, ramp, {
    instances: 2,
    ...(live ? { live } : {}),
    onLog: (line) => log.push(line),
    tags: { team: 'quoting', run: 'run-7', build: '1.2.3' },
  });
  expect(result.reasons).toEqual([]);
  const { planned, requests, dropped } = result.measured?.lines.gap ?? {};
  expect(planned).toBe(40);
  // The last start of a ramp is due at its end.
  expect([39, 40]).toContain((requests ?? 0) + (dropped ?? 0));
  expect(result.notes.join('\n')).toMatch(
    /metrics were lost: the output InfluxDBv1 failed \d+ times?, first with “Couldn't write stats”; the verdict/,
  );
  const text = Buffer.concat(written).toString('latin1');
  const sent = new Set(text.match(/k6_[a-z0-9_]+/g));
  const asked = readFileSync(DASHBOARD, 'utf8').match(/k6_[a-z0-9_]+/g) ?? [];
  expect(asked.length).toBeGreaterThan(6);
  expect(asked.filter((name) => !sent.has(name) && !RARE.includes(name))).toEqual([]);
  for (const label of ['instance_id', 'line', 'phase', 'expected_response', 'scenario'])
    expect(text).toContain(label);
  expect(log.join('\n')).toContain("Couldn't write stats");
  expect(log.join('\n')).not.toContain('"assay\\"');
  for (const value of ['quoting', 'run-7', '1.2.3']) expect(text).toContain(value);
});

test.each([
  ['json', /expected json=FILE/],
  ['foo=1', /expected one of .*influxdb.*got "foo"/],
  ['cloud', /Grafana Cloud/],
  ['web-dashboard', /K6_WEB_DASHBOARD_EXPORT=FILE/],
  ['opentelemetry=localhost', /is configured by variables \(K6_OTEL_…/],
])('refuses --k6-out %s', (output, problem) => {
  expect(outputProblem(output)).toMatch(problem);
});

test.each(['json=out.json', 'csv=out.csv.gz', 'influxdb', 'influxdb=http://db:8086/k6', 'statsd'])(
  'passes --k6-out %s through',
  (output) => {
    expect(outputProblem(output)).toBeUndefined();
  },
);

test('file outputs are absolute for k6, and refused for several instances', () => {
  const k6Out = ['json=out.json'];

  expect(liveMetrics({ k6Out }, {})?.arguments).toEqual([`--out=json=${resolve('out.json')}`]);
  expect(liveProblems({ k6Out }, 1, {})).toEqual([]);
  expect(liveProblems({ k6Out }, 2, {})).toEqual([
    expect.stringMatching(/2 instances would all write .*out\.json/),
  ]);
  expect(liveProblems({ k6Out: ['json=/proc/x.json'] }, 1, {})).toEqual([
    expect.stringMatching(/x\.json is not writable/),
  ]);
});

test("writes k6's dashboard, and refuses to serve it", () => {
  const served = { K6_WEB_DASHBOARD: 'true' };
  const written = { ...served, K6_WEB_DASHBOARD_EXPORT: '/tmp/d.html', K6_WEB_DASHBOARD_PORT: '1' };

  expect(liveProblems({}, 1, served)).toEqual([expect.stringMatching(/K6_WEB_DASHBOARD_EXPORT=/)]);
  expect(liveProblems({}, 1, written)).toEqual([]);
  expect(liveMetrics({}, written)?.variables).toEqual({ ...written, K6_WEB_DASHBOARD_PORT: '-1' });
});

test('reports an unreachable receiver without its credential', async () => {
  const receivers = receiverAt('influxdb', 'http://u:canary@127.0.0.1:1/k6');

  expect(await unreachableNotes(receivers)).toEqual([
    expect.stringMatching(
      /^the receiver of the metrics \(influxdb\) at 127\.0\.0\.1:1 is not reachable: ECONNREFUSED;/,
    ),
  ]);
});
