import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { k6ForTests } from '../testing/test-k6.ts';
import { runTestLoad, shortProfile } from '../testing/test-run.ts';
import { startTestService } from '../testing/test-service.ts';
import { unsnappy } from '../testing/unsnappy.ts';
import { liveMetrics } from './live-metrics.ts';

const DASHBOARD = new URL('dashboard.json', import.meta.url);

/** Seen only where something goes wrong. */
const RARE = [
  'k6_dropped_iterations_total',
  'k6_assay_unanswered_total',
  'k6_assay_new_connections_total',
];

/** Takes what is written to a Prometheus, and nothing else. */
const startReceiver = async (): Promise<{ port: number; written: readonly Buffer[] }> => {
  const written: Buffer[] = [];
  const receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      written.push(unsnappy(Buffer.concat(parts)));
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

test('of the environment only the settings of the output are handed on', () => {
  const environment = {
    K6_OTEL_GRPC_EXPORTER_ENDPOINT: 'localhost:4317',
    K6_PROMETHEUS_RW_SERVER_URL: 'http://localhost:9090/api/v1/write',
    ASSAY_TOKEN: 'secret',
    PATH: '/bin',
  };
  expect(liveMetrics('opentelemetry', environment)).toEqual({
    argument: '--out=opentelemetry',
    variables: { K6_OTEL_GRPC_EXPORTER_ENDPOINT: 'localhost:4317' },
  });
  expect(Object.keys(liveMetrics('prometheus', environment).variables)).toEqual([
    'K6_PROMETHEUS_RW_TREND_AS_NATIVE_HISTOGRAM',
    'K6_PROMETHEUS_RW_SERVER_URL',
  ]);
});

test('what the dashboard asks for is what two instances send to Prometheus', async (context) => {
  const found = await k6ForTests();
  const k6 = 'reason' in found ? context.skip(found.reason) : found.path;
  const service = await startTestService();
  onTestFinished(() => service.close());
  const { port, written } = await startReceiver();
  const live = liveMetrics('prometheus', {
    K6_PROMETHEUS_RW_SERVER_URL: `http://127.0.0.1:${port}/api/v1/write`,
    K6_PROMETHEUS_RW_PUSH_INTERVAL: '1s',
  });
  const { result } = await runTestLoad(k6, service.address, shortProfile(), {
    instances: 2,
    live,
  });
  expect(result.reasons).toEqual([]);
  const text = Buffer.concat(written).toString('latin1');
  const sent = new Set(text.match(/k6_[a-z0-9_]+/g));
  const asked = readFileSync(DASHBOARD, 'utf8').match(/k6_[a-z0-9_]+/g) ?? [];
  expect(asked.length).toBeGreaterThan(6);
  expect(asked.filter((name) => !sent.has(name) && !RARE.includes(name))).toEqual([]);
  for (const label of ['instance_id', 'line', 'phase', 'expected_response', 'scenario'])
    expect(text).toContain(label);
});
