import { Counter } from 'k6/metrics';
import type { Exchange } from '../../spec/exchange.ts';
import { METRICS } from '../measures.ts';
import type { PlannedCredential, ScriptEvent } from '../plan.ts';
import { redacted, secretForms } from './redact.ts';
import { plan, runId } from './read-plan.ts';

// k6 has this object; its types do not.
declare const console: { readonly info: (text: string) => void };

const { logged } = plan;
/** Replaces the body of a refusal in a log that is kept: none of it is judged. */
const NOT_LOGGED = '‹the body of a refusal is not written to the log of an instance›';

/** Texts to redact in every line; each virtual user reads the credential before it sends anything. */
let secrets: readonly string[] = [];

/**
 * Redacts a credential in all events if the log is kept until a merge: a service may echo it. Otherwise the process
 * that started k6 reads the log, keeps none of it, and redacts its own output.
 */
export const redactCredential = (credential: PlannedCredential): void => {
  if (logged !== undefined) secrets = secretForms(credential);
};

/** An exchange with only those parts of its answer that are judged. */
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

const fitForLog = (what: ScriptEvent): ScriptEvent => {
  if (logged === undefined) return what;
  const shown = 'exchange' in what ? { ...what, exchange: asJudged(what.exchange, logged) } : what;
  return { ...shown, run: runId };
};

/** Emits an event to the process that started k6, as one line of k6's log. */
export const emit = (what: ScriptEvent): void =>
  console.info(redacted(JSON.stringify(fitForLog(what)), secrets));

const END = logged === undefined ? '}' : `,"run":${JSON.stringify(runId)}}`;

/**
 * Emits an event without texts of a service from its JSON, without the last brace: k6 takes 10 µs to make it from an
 * object.
 */
export const emitJson = (text: string): void => console.info(text + END);

const judged = new Counter(METRICS.judged);

/** Maximum number of equal events of one virtual user. */
const LIMIT = 3;
const emitted: Record<string, number> = {};

/** Emits an event through the log, unless one virtual user has emitted too many with the same key. */
export const emitLimited = (what: ScriptEvent, key: string): void => {
  const times = (emitted[key] ?? 0) + 1;
  emitted[key] = times;
  if (times <= LIMIT) emit(what);
};

/**
 * Submits an exchange to the process that started k6, in which the suites' own oracles judge it: here that takes 4 ms
 * of CPU, there a fraction of one, and no virtual user has to load the oracles.
 */
export const submitForJudgement = (exchange: Exchange, step: number): void => {
  if (exchange.response) judged.add(1);
  emit({ assay: 'unjudged', exchange, step });
};
