import exec from 'k6/execution';
import http, { type RefinedResponse } from 'k6/http';
import { Counter, Trend } from 'k6/metrics';
import type { Exchange } from '../../spec/exchange.ts';
import { METRICS } from '../measures.ts';
import { type PlannedCredential, SCENARIO } from '../plan.ts';
import type { Comparison } from '../answer-digest.ts';
import { readCredential } from './credential.ts';
import { reportUnusual } from './unusual-answer.ts';
import { submitForJudgement, emit, emitJson } from './emit.ts';
import { bufferId } from './buffer-id.ts';
import { createUserState, type ParsedUrl, type UserState } from './user-state.ts';
import { trackOutage } from './outage.ts';
import { exchangeOf } from './exchange-of.ts';
import { plan } from './read-plan.ts';

// The hot path: everything possible is precomputed, since k6 spends about 70 µs of CPU on a bare request. A variable of
// the module costs a tenth of a member of an object, which k6 looks up in a map; the length of a text costs five times that.
const reconnected = new Trend(METRICS.reconnected, true);
const withoutConnection = new Trend(METRICS.withoutConnection, true);
const connections = new Counter(METRICS.connections);
// Imports are looked up at every use, constants of the module are not.
const { post } = http;
const keep = bufferId;
const { start: startEvery, point: pointEvery, answer: answerEvery } = plan.every;

const places: Record<string, UserState> = {};
/** Hosts that this virtual user has connected to before. */
const known: Record<string, true> = {};
/** The environment of the scenario that this virtual user currently serves: k6 makes one for each. */
let environment: typeof __ENV | undefined;
let here: UserState;
// Members of `here`.
let parsed: readonly ParsedUrl[];
let heads: readonly string[];
let tails: readonly (string | undefined)[];
let comparisons: readonly Comparison[];
let count = 0;
let isMeasured = false;
let unloadedStatus = 0;
let hasLastModified = false;
let judgeEvery = 0;
/** Interval in which a price request looks up its number, and how many of the numbers are then due. */
let asking = 1;
let scenario: typeof exec.scenario;
let credential: PlannedCredential | undefined;
let params: { headers: Record<string, string>; timeout: number };
// Counter of this virtual user's own price requests: the hot path reads no shared state. Virtual users start at
// different offsets, so that they do not all judge, or report their starts, at once.
let sent = __VU;
let index = 0;
/** Number of the request that opened the first connection to its host. */
let firstAt = 0;
/** True while this virtual user owes an answer for judgement: the one that was due failed. */
let isOwed = false;
/** True if the last request had no answer. */
let isSilent = false;

/**
 * With long sampling intervals, only one in this many looks up its number, which costs 2 µs, and is sampled that much
 * more often.
 */
const ASKING = 7;
const MANY = 20;

const stateOf = (name: string): UserState => {
  if (!credential) throw new Error('the credential could not be read');
  return createUserState(name, credential, scenario.startTime);
};

/** Begins to serve the scenario that k6 has assigned. */
const enterScenario = (): void => {
  const name = __ENV[SCENARIO] as string;
  here = places[name] ??= stateOf(name);
  ({ parsed, heads, tails, comparisons, isMeasured, judgeEvery } = here);
  count = parsed.length;
  unloadedStatus = here.status;
  hasLastModified = here.lastModified;
  asking = judgeEvery < MANY ? 1 : ASKING;
  // Last, so that a scenario without drafts throws at every turn, and nobody sends the requests of another one.
  environment = __ENV;
};

/**
 * Client-side latency in milliseconds: k6 counts connecting and TLS as part of being blocked, and none of them as
 * duration. The first connection of a virtual user is the generator's own.
 */
const timeOf = ({ timings }: RefinedResponse<'text'>): number =>
  sent === firstAt ? timings.duration : timings.blocked + timings.duration;

/** Start time in milliseconds since the epoch: computed afterwards, for sampled requests only. */
const begunAt = (response: RefinedResponse<'text'>): number =>
  Math.round(Date.now() - timeOf(response));

const exchangeWith = (
  { line, planned }: UserState,
  request: { readonly url: string; readonly body: string },
  response: RefinedResponse<'text'>,
): Exchange => {
  const url = request.url.slice(0, request.url.length - (credential?.query.length ?? 0));
  const test = `load/${line}/${exec.vu.idInTest}-${sent}`;
  const posted = { method: 'POST', url, body: request.body };
  return exchangeOf(planned.operation, test, begunAt(response), posted, response);
};

/** Emits the start time of this price request. Its delay depends on the number of starts dropped before it. */
const emitStart = (): void => {
  const at = Date.now() - here.begun;
  emitJson(`${here.startEvent}${scenario.iterationInTest},"at":${at}`);
};

/** Counts a connection other than the first one of this virtual user to a host, and its duration. */
const countConnection = (here: UserState, url: string, response: RefinedResponse<'text'>): void => {
  const host = url.split('/')[2] as string;
  if (known[host] === undefined) {
    known[host] = true;
    firstAt = sent;
    return;
  }
  if (!here.isMeasured) return;
  connections.add(1);
  const { status, timings } = response;
  if (status === 0 || status >= 400) return;
  reconnected.add(timeOf(response));
  withoutConnection.add(timings.duration);
};

const emitPoint = ({ line, step }: UserState, response: RefinedResponse<'text'>): void => {
  emit({
    assay: 'point',
    at: begunAt(response),
    line,
    step,
    ms: response.status === 0 ? null : timeOf(response),
    status: response.status,
  });
};

/** Submits an answer for judgement if one is owed, and reports it if it is unusual. */
const examine = (
  response: RefinedResponse<'text'>,
  nth: number,
  body: string,
  isUnusual: boolean,
): void => {
  const { status } = response;
  const isJudged = isOwed && status !== 0 && status < 400;
  if (!isUnusual && !isJudged) return;
  const exchange = exchangeWith(here, { url: here.urls[nth] as string, body }, response);
  if (isJudged) {
    isOwed = false;
    submitForJudgement(exchange, here.step);
  }
  if (isUnusual) reportUnusual(here, exchange, response, nth, isJudged);
};

const begin = async (): Promise<void> => {
  credential = await readCredential();
  params = { headers: credential.headers, timeout: plan.deadline };
  scenario = exec.scenario;
  await priceRequest();
};

/** Sends one price request on a prepared draft. */
export const priceRequest = (): void | Promise<void> => {
  if (__ENV !== environment) {
    if (!credential) return begin();
    enterScenario();
  }
  const number = (sent += 1);
  const nth = (index = index + 1 < count ? index + 1 : 0);
  const tail = tails[nth];
  const head = heads[nth] as string;
  const body = tail === undefined ? head : `${head}${number}${tail}`;
  if (isMeasured && number % startEvery === 0) emitStart();
  const response = post(parsed[nth] as ParsedUrl, body, params);
  const { status } = response;
  if (response.timings.connecting > 0) countConnection(here, here.urls[nth] as string, response);
  if (status === 0 || isSilent) {
    const outcome = trackOutage(response);
    if (outcome === 'nowhere') return undefined;
    isSilent = outcome === 'silence';
  }
  if (isMeasured && number % pointEvery === 0) emitPoint(here, response);
  let id: string | undefined;
  if (
    status === unloadedStatus &&
    (!hasLastModified ||
      number % answerEvery !== 0 ||
      response.headers['Last-Modified'] !== undefined)
  ) {
    const { body: got } = response;
    if (got !== null) id = (comparisons[nth] as Comparison)(got as string);
    if (id !== undefined && id !== '') keep(here, nth, id);
  }
  if (number % asking === 0 && scenario.iterationInTest % judgeEvery < asking) isOwed = true;
  if (id === undefined || isOwed) examine(response, nth, body, id === undefined);
  return undefined;
};
