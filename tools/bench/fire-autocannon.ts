// @ts-expect-error The package has no types.
import untyped from 'autocannon';

// Standalone program: sends one call with autocannon for some seconds; prints the counts and its CPU time without
// start-up.

interface Options {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly connections: number;
  /** Seconds. */
  readonly duration: number;
}

interface Result {
  readonly requests: { readonly total: number };
  /** Seconds. */
  readonly duration: number;
  readonly errors: number;
  readonly non2xx: number;
}

const autocannon = untyped as (options: Options) => Promise<Result>;

const [order = '{}'] = process.argv.slice(2);
const before = process.cpuUsage();
const { requests, duration, errors, non2xx } = await autocannon(JSON.parse(order) as Options);
if (errors + non2xx > 0) throw new Error(`${errors} errors, ${non2xx} answers other than 2xx`);
const { user, system } = process.cpuUsage(before);
const sent = { requests: requests.total, seconds: duration, cpu: (user + system) / 1e6 };
process.stdout.write(`${JSON.stringify(sent)}\n`);
