import { expect, test } from 'vitest';
import { bareCall } from '../../load/measuring/script-cost.ts';
import { readWrk, wrkScript } from './bench-tools.ts';

const OUTPUT = [
  'Running 8s test @ http://127.0.0.1:1/',
  '  1 threads and 10 connections',
  '  Latency   300.00us',
  '  161234 requests in 8.01s, 23.11MB read',
  'Requests/sec:  20129.09',
];

test('parses the output of wrk', () => {
  expect(readWrk(OUTPUT)).toEqual({ requests: 161_234, seconds: 8.01 });
});

test.each([
  [[]],
  [[...OUTPUT, '  Non-2xx or 3xx responses: 5']],
  [[...OUTPUT, '  Socket errors: connect 0, read 3, write 0, timeout 0']],
])('rejects wrk with errors (%#)', (output) => {
  expect(() => readWrk(output)).toThrow('without an error');
});

test('wrk sends the same call as the bare script', () => {
  const script = wrkScript(bareCall('http://127.0.0.1:1'));

  expect(script).toContain('wrk.method = "POST"');
  expect(script).toContain('wrk.headers["content-type"] = "application/json"');
  expect(script).toContain(String.raw`wrk.body = "{\"partnerReference\"`);
});
