import { expect, onTestFinished, test } from 'vitest';
import { type FaultyOptions, startFaultyProxy } from './faulty-proxy.ts';
import { LOAD_FAULTS, type LoadFaultName } from './load-faults.ts';

/** One price request as a client sees it. */
type Seen = Readonly<Record<'status' | 'type' | 'body' | 'modified', string>> | 'no answer';

const HEADERS = { 'content-type': 'application/json', 'service-api-version': '1.0' };

const DRAFTS: readonly (readonly [line: string, body: object])[] = [
  ['jobloss', { terms: { variant: 'JOBLOSS6' } }],
  ['jobloss', { terms: { variant: 'JOBLOSS12' } }],
  ['travel', {}],
];

/** Two drafts of jobloss and one of travel, priced in turns. */
const seenWith = async (options: FaultyOptions, rounds = 3): Promise<readonly Seen[]> => {
  const service = await startFaultyProxy(options);
  onTestFinished(() => service.close());
  const authorization = `Bearer ${service.environment['ASSAY_TOKEN']}`;
  const post = (path: string, body: unknown) =>
    fetch(`${service.base_url}/BE/lifestyle/${path}`, {
      method: 'POST',
      headers: { ...HEADERS, authorization },
      body: JSON.stringify(body),
      // Long enough for a busy machine; a fault that hangs is waited for.
      signal: AbortSignal.timeout(3000),
    });
  const made: string[] = [];
  for (const [line, body] of DRAFTS) {
    const { draftId } = (await (await post(`${line}/drafts`, body)).json()) as Record<
      'draftId',
      string
    >;
    made.push(`${line}/drafts/${draftId}/price-requests`);
  }
  const seen: Seen[] = [];
  for (let round = 0; round < rounds; round += 1)
    for (const path of made)
      seen.push(
        await post(path, {}).then(
          async (response) => ({
            status: String(response.status),
            type: String(response.headers.get('content-type')).replace(/;.*/, ''),
            modified: String(response.headers.has('last-modified')),
            body: (await response.text()).replace(/20[\d:.TZ-]{18,}|[\da-f-]{36}/g, '…'),
          }),
          () => 'no answer' as const,
        ),
      );
  return seen;
};

test('without a fault it only relays, and equal drafts get equal answers', async () => {
  const seen = await seenWith({});
  expect(seen.slice(3, 6)).toEqual(seen.slice(0, 3));
  expect(new Set(seen.map((each) => JSON.stringify(each))).size).toBe(3);
});

/** Faults that do not show in these few answers, but in ids and times, after a change, after a while, or on motor gap. */
const ELSEWHERE: ReadonlySet<string> = new Set(
  'churn stale-price double-ids expired-price rate-limiter outage no-last-modified'.split(' '),
);

const VISIBLE = (Object.keys(LOAD_FAULTS) as LoadFaultName[]).filter(
  (name) => !('delay' in LOAD_FAULTS[name]) && !ELSEWHERE.has(name),
);

test.each(VISIBLE)('%s shows from its start on', async (fault) => {
  const seen = await seenWith({ fault, share: 1, after: 6 });
  expect(seen.slice(3, 6)).toEqual(seen.slice(0, 3));
  expect(seen.slice(6)).not.toEqual(seen.slice(0, 3));
});

test('the same seed strikes the same price requests, at about the configured share', async () => {
  const of = (seed: number) =>
    seenWith({ fault: 'wrong-status', share: 0.3, seed }, 30).then((seen) =>
      seen.map((each) => (each === 'no answer' ? each : each.status)).join(' '),
    );
  const [one, again, other] = [await of(1), await of(1), await of(2)];
  expect(again).toBe(one);
  expect(other).not.toBe(one);
  expect(one.split('201').length - 1).toBeGreaterThan(15);
  expect(one.split('201').length - 1).toBeLessThan(40);
});
