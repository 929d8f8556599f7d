import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Pool } from 'undici';
import { readEnvironment } from '../../client/target.ts';
import type { Exchange } from '../../spec/exchange.ts';

// Standalone program: sends the requests of an exchanges.jsonl (first argument) again with a given concurrency
// (second), and ignores the answers. Prints the number of requests.

type Sent = Exchange['request'];

const read = async (file: string): Promise<readonly Sent[]> => {
  const requests: Sent[] = [];
  for await (const line of createInterface({ input: createReadStream(file) }))
    requests.push((JSON.parse(line) as Exchange).request);
  return requests;
};

/** The recording holds credentials as names of variables. */
const filled = (text: string): string => {
  const environment = readEnvironment();
  return text.replaceAll(/\$(ASSAY_[A-Z_]+)/g, (whole, name: string) => environment[name] ?? whole);
};

/** Tolerated share of requests without an answer: they take no time, and would make the replay look fast. */
const MOST_LOST = 0.01;

const replay = async (requests: readonly Sent[], concurrency: number): Promise<number> => {
  const pools = new Map<string, Pool>();
  const poolOf = (origin: string): Pool => {
    const pool = pools.get(origin) ?? new Pool(origin, { connections: concurrency });
    pools.set(origin, pool);
    return pool;
  };
  const queue = requests.values();
  let sent = 0;
  let lost = 0;
  const worker = async (): Promise<void> => {
    for (const { method, url, headers, body } of queue) {
      const { origin, pathname, search } = new URL(filled(url));
      const own = Object.entries(headers).flatMap(([name, value]) =>
        name === 'content-length'
          ? []
          : [[name, typeof value === 'string' ? filled(value) : value.map(filled)] as const],
      );
      const bytes = body && Buffer.from(filled(body.text), body.encoding);
      const answer = await poolOf(origin)
        .request({
          path: pathname + search,
          method,
          headers: Object.fromEntries(own) as Record<string, string | string[]>,
          body: bytes ?? null,
        })
        .catch(() => undefined);
      if (answer === undefined) lost += 1;
      await answer?.body.dump();
      sent += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  await Promise.all([...pools.values()].map((pool) => pool.close()));
  if (lost > sent * MOST_LOST)
    throw new Error(`${lost} of ${sent} requests had no answer, so the replay is invalid`);
  return sent;
};

const [file = '', concurrency = ''] = process.argv.slice(2);
if (!(Number(concurrency) >= 1))
  throw new RangeError(`expected a number of concurrent requests, got "${concurrency}"`);
const sent = await replay(await read(file), Number(concurrency));
process.stdout.write(`${sent}\n`);
