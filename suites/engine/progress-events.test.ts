import { expect, test } from 'vitest';
import { paceEvent, createPulse, type Pulse } from './progress-events.ts';
import type { OperationId } from '../../spec/operations.ts';

test('reports the measured pace with the key that declares it', () => {
  expect(paceEvent(46)).toEqual({
    kind: 'wait',
    sentence:
      'the service refuses faster requests: sending 46 requests per second from now on; declare it in the target: limits.requestsPerSecond: 46',
  });
});

const exchange = (operation: OperationId, total: number) => ({
  operation,
  response: { status: 200, headers: {}, body: '' },
  timings: { total },
});

test('a pulse counts the requests, and names the operation with the longest mean', () => {
  const [pulses, clock]: [Pulse[], { at: number }] = [[], { at: 0 }];
  const seen = createPulse(
    (pulse) => pulses.push(pulse),
    () => 40,
    () => clock.at,
  );

  for (let n = 0; n < 5; n += 1) {
    seen(exchange('gap.draft-create', 10) as never);
    seen(exchange('gap.price-request', 30 + n) as never);
  }
  // One late answer is no evidence about an operation.
  seen(exchange('gap.contract-create', 900) as never);
  expect(pulses).toEqual([]);
  clock.at = 200;
  seen({ timings: { total: 5000 } });

  expect(pulses).toEqual([
    { sent: 12, expected: 40, slowest: { operation: 'gap.price-request', milliseconds: 32 } },
  ]);
});

test('names no slowest operation before enough answers, and emits no pulse right after another', () => {
  const [pulses, clock]: [Pulse[], { at: number }] = [[], { at: 500 }];
  const seen = createPulse(
    (pulse) => pulses.push(pulse),
    () => 40,
    () => clock.at,
  );

  clock.at = 700;
  seen(exchange('gap.draft-create', 10) as never);
  seen(exchange('gap.draft-create', 10) as never);

  expect(pulses).toEqual([{ sent: 1, expected: 40 }]);
});
