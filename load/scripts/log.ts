import { Counter } from 'k6/metrics';
import type { Exchange } from '../../spec/exchange.ts';
import { METRICS } from '../measures.ts';
import type { PlannedCredential, Told } from '../plan.ts';
import { concealed, needlesOf } from './conceal.ts';
import { plan } from './read-plan.ts';

// k6 has this object; its types do not.
declare const console: { readonly info: (text: string) => void };

const { logged } = plan;
/** Stands for the body of a refusal in a log that is kept: nothing of it is judged. */
const NOT_LOGGED = '‹the body of a refusal is not written into the log of an instance›';

/** What no line may hold; each virtual user reads the credential before it sends anything. */
let needles: readonly string[] = [];

/**
 * Keeps a credential out of all that is told, if the log lies about until somebody merges it: a service may say it back. Else the
 * process that started k6 reads the log, keeps none of it, and decodes what it writes.
 */
export const keepOut = (credential: PlannedCredential): void => {
  if (logged !== undefined) needles = needlesOf(credential);
};

/** An exchange with as much of its answer as is judged. */
const asJudged = (exchange: Exchange, names: readonly string[]): Exchange => {
  const { response } = exchange;
  if (!response) return exchange;
  const { status, body } = response;
  const headers: Record<string, string | readonly string[]> = {};
  for (const name of names) {
    const value = response.headers[name];
    if (value !== undefined) headers[name] = value;
  }
  const shown = status >= 400 ? ({ encoding: 'utf8', text: NOT_LOGGED } as const) : body;
  return { ...exchange, response: { status, headers, body: shown } };
};

const fitForLog = (what: Told): Told =>
  logged !== undefined && 'exchange' in what
    ? { ...what, exchange: asJudged(what.exchange, logged) }
    : what;

/** Tells the process that started k6, as one line of k6's log. */
export const log = (what: Told): void =>
  console.info(concealed(JSON.stringify(fitForLog(what)), needles));

const judged = new Counter(METRICS.judged);

/** Number of times that one virtual user tells of the same thing. */
const TOLD = 3;
const told: Record<string, number> = {};

/** Tells the process that started k6, through the log; the same thing a few times only. */
export const tell = (what: Told, key: string): void => {
  const times = (told[key] ?? 0) + 1;
  told[key] = times;
  if (times <= TOLD) log(what);
};

/**
 * Hands an exchange to the process that started k6, where the suites' own oracles judge it: here that takes 4 ms of CPU, there
 * a fraction of one, and no virtual user needs to have the oracles.
 */
export const examine = (exchange: Exchange, step: number): void => {
  if (exchange.response) judged.add(1);
  log({ assay: 'unjudged', exchange, step });
};
