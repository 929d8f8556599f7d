import exec from 'k6/execution';
import http, { type RefinedResponse } from 'k6/http';
import { Counter, Trend } from 'k6/metrics';
import type { Exchange } from '../../spec/exchange.ts';
import { METRICS } from '../measures.ts';
import { type PlannedCredential, SCENARIO } from '../plan.ts';
import { idInSameText } from '../answer-digest.ts';
import { readCredential } from './credential.ts';
import { reportUnusual } from './unusual-answer.ts';
import { submitForJudgement, emit } from './emit.ts';
import { bufferId } from './buffer-id.ts';
import { createUserState, type ParsedUrl, type UserState } from './user-state.ts';
import { trackSilence } from './silence.ts';
import { exchangeOf } from './exchange-of.ts';
import { plan } from './read-plan.ts';

// The hot path: everything possible is precomputed, since k6 spends about 70 µs of CPU on a bare request.
const reconnected = new Trend(METRICS.reconnected, true);
const withoutConnection = new Trend(METRICS.withoutConnection, true);
const connections = new Counter(METRICS.connections);
// Imports are looked up at every use, constants of the module are not.
const { post } = http;
const keep = bufferId;
const idIn = idInSameText;
const { start: startEvery, point: pointEvery } = plan.every;
/** The variable with the scenario that this virtual user currently serves; `exec.scenario` takes ten times as long. */
const VARIABLE = SCENARIO;

const places: Record<string, UserState> = {};
/** Hosts that this virtual user has connected to before. */
const known: Record<string, true> = {};
let place: UserState | undefined;
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

const arrive = (name: string): UserState => {
  if (!credential) throw new Error('no credential was read');
  return createUserState(name, credential, scenario.startTime);
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
const emitStart = ({ name, begun }: UserState): void => {
  const at = Date.now() - begun;
  const instance = (exec.vu.idInTest - 1) % plan.instances;
  emit({ assay: 'start', scenario: name, instance, iteration: scenario.iterationInTest, at });
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

/**
 * With long sampling intervals, only one in this many looks up its number, which costs 2 µs, and is sampled that much
 * more often.
 */
const ASKING = 4;
const MANY = 20;

/** Tests if this price request, by its number among those of all virtual users, is to be judged in full. */
const isDue = (every: number): boolean =>
  every < MANY
    ? scenario.iterationInTest % every === 0
    : sent % ASKING === 0 && scenario.iterationInTest % every < ASKING;

const send = (): void => {
  const name = __ENV[VARIABLE] as string;
  if (place === undefined || place.name !== name) place = places[name] ??= arrive(name);
  const here = place;
  sent += 1;
  index += 1;
  if (index >= here.urls.length) index = 0;
  const tail = here.tails[index];
  const head = here.heads[index] as string;
  const body = tail === undefined ? head : head + sent + tail;
  if (here.isMeasured && sent % startEvery === 0) emitStart(here);
  const response = post(here.parsed[index] as ParsedUrl, body, params);
  const { status, body: got, timings } = response;
  if (timings.connecting > 0) countConnection(here, here.urls[index] as string, response);
  if (status === 0 || isSilent) {
    const outcome = trackSilence(response);
    if (outcome === 'nowhere') return;
    isSilent = outcome === 'silence';
  }
  if (here.isMeasured && sent % pointEvery === 0) emitPoint(here, response);
  const nth = index;
  const rest = here.rests[nth];
  const id =
    rest !== undefined &&
    got !== null &&
    status === here.status &&
    (!here.lastModified || response.headers['Last-Modified'] !== undefined)
      ? idIn(got as string, rest)
      : undefined;
  if (id !== undefined && id !== '') keep(here, nth, id);
  if (isDue(here.judgeEvery)) isOwed = true;
  const isJudged = isOwed && status !== 0 && status < 400;
  if (id !== undefined && !isJudged) return;
  const exchange = exchangeWith(here, { url: here.urls[nth] as string, body }, response);
  if (isJudged) {
    isOwed = false;
    submitForJudgement(exchange, here.step);
  }
  if (id === undefined) reportUnusual(here, exchange, response, nth, isJudged);
};

const begin = async (): Promise<void> => {
  credential = await readCredential();
  params = { headers: credential.headers, timeout: plan.deadline };
  scenario = exec.scenario;
  send();
};

/** Sends one price request on a prepared draft. */
export const priceRequest = (): void | Promise<void> => (credential ? send() : begin());
