import exec from 'k6/execution';
import http from 'k6/http';
import { sleep } from 'k6';
import { SharedArray } from 'k6/data';
import { Counter, Trend } from 'k6/metrics';
import type { Exchange } from '../../spec/exchange.ts';
import type { Line } from '../../spec/line.ts';
import { readBackPause } from '../../spec/read-back-pause.ts';
import { METRICS } from '../measures.ts';
import type { JourneyStep, PlannedCredential } from '../plan.ts';
import { readCredential } from './credential.ts';
import { submitForJudgement, emitLimited } from './emit.ts';
import { exchangeOf } from './exchange-of.ts';
import { readLearned } from './place-in-answer.ts';
import { plan } from './read-plan.ts';
import { trackOutage } from './outage.ts';

const milliseconds = new Trend(METRICS.journey, true);
const begun = new Counter(METRICS.begun);
const walked = new Counter(METRICS.walked);
const { journeys } = plan;
const all =
  journeys && new SharedArray('journeys', () => JSON.parse(open(journeys.file)) as string[]);

let credential: PlannedCredential | undefined;

const filled = (
  text: string,
  known: Readonly<Record<string, string>>,
  encode: boolean,
): string | { missing: string } => {
  let missing: string | undefined;
  const whole = text.replace(/‹([\w.]+)›/g, (_match, name: string) => {
    const value = known[name];
    if (value === undefined) missing ??= name;
    return encode ? encodeURIComponent(value ?? '') : JSON.stringify(value ?? '').slice(1, -1);
  });
  return missing === undefined ? whole : { missing };
};

const request = (
  step: JourneyStep,
  url: string,
  body: string | undefined,
  test: string,
): Exchange | undefined => {
  const { headers, query } = credential as PlannedCredential;
  const typed = body === undefined ? headers : { ...headers, 'content-type': 'application/json' };
  const at = Date.now();
  const response = http.request(step.method, url + query, body ?? null, {
    headers: typed,

    responseType: 'text',
    timeout: plan.deadline,
  });
  if (trackOutage(response) === 'nowhere') return undefined;
  return exchangeOf(step.operation, test, at, { method: step.method, url, body }, response);
};

/** Retries a read while the written data are missing and the read-back delay has not passed (D2, D3). */
const untilThere = (
  step: JourneyStep,
  url: string,
  body: string | undefined,
  test: string,
): Exchange | undefined => {
  const delay = step.readsBack ? (journeys?.readBackDelay ?? 0) : 0;
  const start = Date.now();
  for (let count = 1; ; count += 1) {
    const sent = Date.now() - start;
    const exchange = request(step, url, body, test);
    if (exchange?.response?.status !== 404) return exchange;
    const pause = readBackPause({ count, sent, answered: Date.now() - start }, delay);
    if (pause === undefined) return exchange;
    sleep(pause / 1000);
  }
};

/** True if the journey can continue. */
const take = (step: JourneyStep, known: Record<string, string>, test: string): boolean => {
  const line = step.operation.split('.')[0] as Line;
  const url = filled(step.url, known, true);
  const body = step.body === undefined ? undefined : filled(step.body, known, false);
  const missing =
    typeof url === 'object' ? url.missing : typeof body === 'object' ? body.missing : undefined;
  if (missing !== undefined || typeof url === 'object' || typeof body === 'object') {
    emitLimited(
      { assay: 'stuck', line, operation: step.operation, missing: missing ?? '' },
      `stuck ${step.operation}`,
    );
    return false;
  }
  const exchange = untilThere(step, url, body, test);
  // The run was aborted.
  if (!exchange) return false;
  submitForJudgement(exchange, 0);
  const status = exchange.response?.status ?? 0;
  if (status === 0 || status >= 400) return status !== 0 && step.learn.length === 0;
  for (const each of step.learn) {
    const value = readLearned(each, exchange);
    if (value !== undefined) known[each.name] = value;
  }
  return true;
};

/** Waits for the think time between two calls; returns its milliseconds. */
const think = (): number => {
  const seconds = journeys?.thinkTime ?? 0;
  if (seconds === 0) return 0;
  const start = Date.now();
  sleep(seconds);
  return Date.now() - start;
};

/** One journey from draft to contract, sequentially; think time does not count. */
export const journey = async (): Promise<void> => {
  credential ??= await readCredential();
  const { iterationInTest } = exec.scenario;
  const start = Date.now();
  begun.add(1);
  const steps = JSON.parse(all?.[iterationInTest % all.length] ?? '[]') as JourneyStep[];
  const known: Record<string, string> = {};
  let thought = 0;
  const done = steps.every((step, index) => {
    if (index > 0) thought += think();
    return take(step, known, `load/journey/${iterationInTest}`);
  });
  if (!done) return;
  walked.add(1);
  milliseconds.add(Date.now() - start - thought);
};
