import { SharedArray } from 'k6/data';
import exec from 'k6/execution';
import http, { type RefinedResponse } from 'k6/http';
import { Counter, Gauge, Trend } from 'k6/metrics';
import type { Exchange } from '../../spec/exchange.ts';
import type { Line } from '../../spec/line.ts';
import { METRICS } from '../measures.ts';
import {
  type PlannedCredential,
  type PlannedLine,
  type PlannedScenario,
  SCENARIO,
} from '../plan.ts';
import { readCredential } from './credential.ts';
import { examine, tell } from './examine.ts';
import { hear } from './silence.ts';
import { exchangeOf } from './exchange-of.ts';
import { log } from './log.ts';
import { plan } from './read-plan.ts';

// The hot path: whatever can be done beforehand is, since k6 spends about 70 µs of CPU on a bare request.
const latency = new Trend(METRICS.latency, true);
const connections = new Counter(METRICS.connections);
const unlike = new Counter(METRICS.unlike);
const start = new Gauge(METRICS.start, true);
// Imports are looked up anew at every use, constants of the module are not.
const { post } = http;
const { judge, start: startEvery, point: pointEvery } = plan.every;
/** The variable that names the scenario for which k6 has lent this virtual user; `exec.scenario` takes ten times as long. */
const VARIABLE = SCENARIO;

const rows: Partial<Record<Line, readonly string[]>> = {};
for (const [line, { file }] of Object.entries(plan.lines))
  rows[line as Line] = new SharedArray(line, () => JSON.parse(open(file)) as string[]);

/** What this virtual user needs of one scenario, gathered when it first gets there. */
interface Place extends PlannedScenario {
  readonly name: string;
  readonly planned: PlannedLine;
  readonly urls: readonly string[];
  readonly heads: readonly string[];
  readonly tails: readonly (string | undefined)[];
  readonly isMeasured: boolean;
  readonly status: number;
  /** A body begins as expected where it is not before the one text and before the other; null: there is to be none. */
  readonly from: string | null;
  readonly before: string;
  /** `from`, or what no body begins with. */
  readonly least: string;
  readonly lastModified: boolean;
  /** Milliseconds since the epoch. */
  readonly begun: number;
}

const places: Record<string, Place> = {};
/** Hosts to which this virtual user has had a connection. */
const known: Record<string, true> = {};
let place: Place | undefined;
let scenario: typeof exec.scenario;
let credential: PlannedCredential | undefined;
let params: { headers: Record<string, string>; timeout: number };
// What follows counts this virtual user's own price requests: nothing shared is asked on the hot path. Virtual users begin at
// different places, so that they do not all judge, or tell their starts, at once.
let sent = __VU;
let index = 0;
/** Whether the last request had no answer. */
let isSilent = false;

/**
 * The drafts of one virtual user. Those of a line are dealt out to the instances, so that no two of them use the same: the
 * numbers of virtual users go round the instances, 1, 3, 5 … in the first of two.
 */
const draftsOf = (all: readonly string[], window: number, user: number): readonly string[][] => {
  const { instances } = plan;
  const own = (user - 1) % instances;
  const count = Math.ceil((all.length - own) / instances);
  const first = (__VU - 1) * window;
  return Array.from({ length: window }, (_, nth) =>
    (all[((first + nth) % count) * instances + own] as string).split('\n'),
  );
};

const arrive = (name: string): Place => {
  const here = plan.scenarios[name];
  const planned = here && plan.lines[here.line];
  const all = here && rows[here.line];
  if (!planned || !all || !credential) throw new Error(`the plan has no drafts for ${name}`);
  const user = exec.vu.idInTest;
  const texts = draftsOf(all, planned.window, user);
  const { query } = credential;
  const { status, first, lastModified } = planned.expected;
  const made: Place = {
    ...here,
    name,
    planned,
    urls: texts.map(([url = '']) => url + query),
    // No two virtual users have the same number, so that every price request of a run has a key of its own.
    heads: texts.map(([, head = '', tail]) => (tail === undefined ? head : `${head}${user}-`)),
    tails: texts.map(([, , tail]) => tail),
    isMeasured: here.phase === 'measure',
    status,
    from: first === null ? null : String.fromCharCode(first),
    before: String.fromCharCode((first ?? 0) + 1),
    least: first === null ? '\uFFFF' : String.fromCharCode(first),
    lastModified,
    begun: scenario.startTime,
  };
  start.add(scenario.startTime - here.start * 1000);
  places[name] = made;
  return made;
};

const isAsExpected = (here: Place, response: RefinedResponse<'text'>): boolean => {
  if (response.status !== here.status) return false;
  if (here.lastModified && response.headers['Last-Modified'] === undefined) return false;
  const { body } = response;
  const { from, before } = here;
  if (body === null || body === '') return from === null;
  if (from === null) return false;
  if (body >= from && body < before) return true;
  // Only a body that begins with white space costs more than two comparisons.
  const trimmed = body.trim();
  return trimmed >= from && trimmed < before;
};

/** Milliseconds as a client sees them: k6 counts connecting and TLS as part of being blocked, and none of them as duration. */
const timeOf = ({ timings }: RefinedResponse<'text'>): number => timings.blocked + timings.duration;

/** When it was sent, in milliseconds since the epoch: asked afterwards, of the few that somebody wants to know of. */
const begunAt = (response: RefinedResponse<'text'>): number =>
  Math.round(Date.now() - timeOf(response));

const exchangeWith = (
  { line, planned }: Place,
  request: { readonly url: string; readonly body: string },
  response: RefinedResponse<'text'>,
): Exchange => {
  const url = request.url.slice(0, request.url.length - (credential?.query.length ?? 0));
  const test = `load/${line}/${exec.vu.idInTest}-${sent}`;
  const posted = { method: 'POST', url, body: request.body };
  return exchangeOf(planned.operation, test, begunAt(response), posted, response);
};

/**
 * An answer that the cheap checks doubt: told, a few of each kind, to be judged in full where it is not already, and counted
 * where it is no error.
 */
const doubt = (
  { line, step }: Place,
  exchange: Exchange,
  response: RefinedResponse<'text'>,
  isHandedOver: boolean,
): void => {
  const { status } = response;
  const first = (response.body ?? '').trim().slice(0, 1);
  const kind = `${line} ${status} ${response.headers['Last-Modified'] === undefined} ${first}`;
  if (!isHandedOver) tell({ assay: 'unjudged', exchange, step }, kind);
  if (status === 0 || status >= 400) return;
  unlike.add(1);
  const body = first === '' ? 'no body' : `a body that begins with ${first}`;
  const date =
    response.headers['Last-Modified'] === undefined ? 'no Last-Modified' : 'Last-Modified';
  const got = `status ${status}, ${date}, ${body}`;
  tell({ assay: 'unlike', line, step, got }, `unlike ${kind}`);
};

/** Tells when this price request is begun. How late that is takes to know how many starts were dropped before it. */
const tellStart = ({ name, begun }: Place): void => {
  const at = Date.now() - begun;
  const instance = (exec.vu.idInTest - 1) % plan.instances;
  log({ assay: 'start', scenario: name, instance, iteration: scenario.iterationInTest, at });
};

/** Counts a connection that is not the first one of this virtual user to a host. */
const countConnection = (url: string): void => {
  const host = url.split('/')[2] as string;
  if (known[host]) connections.add(1);
  known[host] = true;
};

const tellPoint = ({ line, step }: Place, response: RefinedResponse<'text'>): void => {
  log({
    assay: 'point',
    at: begunAt(response),
    line,
    step,
    ms: response.status === 0 ? null : timeOf(response),
    status: response.status,
  });
};

const send = (): void => {
  const name = __ENV[VARIABLE] as string;
  if (place === undefined || place.name !== name) place = places[name] ?? arrive(name);
  const here = place;
  sent += 1;
  index += 1;
  if (index >= here.urls.length) index = 0;
  const tail = here.tails[index];
  const head = here.heads[index] as string;
  const url = here.urls[index] as string;
  const body = tail === undefined ? head : head + sent + tail;
  if (here.isMeasured && sent % startEvery === 0) tellStart(here);
  const response = post(url, body, params);
  const { status, body: got, timings } = response;
  if (timings.connecting > 0) countConnection(url);
  if (status === 0 || isSilent) {
    const heard = hear(response);
    if (heard === 'nowhere') return;
    isSilent = heard === 'silence';
  }
  if (here.isMeasured) {
    if (status !== 0 && status < 400) latency.add(timings.blocked + timings.duration);
    if (sent % pointEvery === 0) tellPoint(here, response);
  }
  // The usual answer costs no call.
  const isUsual =
    status === here.status &&
    got !== null &&
    got >= here.least &&
    got < here.before &&
    (!here.lastModified || response.headers['Last-Modified'] !== undefined);
  const isFine = isUsual || isAsExpected(here, response);
  const isDue = sent % judge === 0;
  if (isFine && !isDue) return;
  const exchange = exchangeWith(here, { url, body }, response);
  const isHandedOver = isDue && status !== 0;
  if (isHandedOver) examine(exchange, here.step);
  if (!isFine) doubt(here, exchange, response, isHandedOver);
};

const begin = async (): Promise<void> => {
  credential = await readCredential();
  params = { headers: credential.headers, timeout: plan.deadline };
  scenario = exec.scenario;
  send();
};

/** One price request on a prepared draft. */
export const priceRequest = (): void | Promise<void> => (credential ? send() : begin());
