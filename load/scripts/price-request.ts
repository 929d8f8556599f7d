import { SharedArray } from 'k6/data';
import exec from 'k6/execution';
import http, { type RefinedResponse } from 'k6/http';
import { Counter, Trend } from 'k6/metrics';
import type { Line } from '../../spec/line.ts';
import { METRICS } from '../measures.ts';
import type { PlannedCredential, PlannedLine, PlannedScenario } from '../plan.ts';
import { readCredential } from './credential.ts';
import { examine, tell } from './examine.ts';
import { exchangeOf } from './exchange-of.ts';
import { log } from './log.ts';
import { judge } from './oracles.ts';
import { plan } from './read-plan.ts';

// The hot path: whatever can be done beforehand is, since k6 spends about 70 µs of CPU on a bare request.
const lag = new Trend(METRICS.lag, true);
const unlike = new Counter(METRICS.unlike);
const { every } = plan;
const share = Math.max(1, Math.round(every.judge / plan.judges));

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
  readonly count: number;
  readonly status: number;
  readonly first: number | null;
  readonly lastModified: boolean;
  /** Milliseconds since the epoch. */
  readonly begun: number;
}

const places: Record<string, Place> = {};
let place: Place | undefined;
let scenario: typeof exec.scenario;
let credential: PlannedCredential | undefined;
let params: { headers: Record<string, string>; timeout: number };
// Virtual users begin at different places, so that they do not judge all at once.
let turn = __VU % share;

const arrive = (name: string): Place => {
  const here = plan.scenarios[name];
  const planned = here && plan.lines[here.line];
  const all = here && rows[here.line];
  if (!planned || !all || !credential) throw new Error(`the plan has no drafts for ${name}`);
  const from = (exec.vu.idInTest - 1) * planned.window;
  const texts = Array.from({ length: planned.window }, (_, index) =>
    (all[(from + index) % all.length] ?? '').split('\n'),
  );
  const { query } = credential;
  const made: Place = {
    ...here,
    name,
    planned,
    urls: texts.map(([url = '']) => url + query),
    heads: texts.map(([, head = '']) => head),
    tails: texts.map(([, , tail]) => tail),
    count: texts.length,
    ...planned.expected,
    begun: scenario.startTime,
  };
  places[name] = made;
  return made;
};

const isAsExpected = (
  { status, first, lastModified }: Place,
  response: RefinedResponse<'text'>,
): boolean => {
  if (response.status !== status) return false;
  if (lastModified && response.headers['Last-Modified'] === undefined) return false;
  const body = response.body;
  if (body === null || body === '') return first === null;
  const found = body.charCodeAt(0);
  // Only a body that begins with white space costs more than a look at its first character.
  return (found > 32 ? found : body.trim().charCodeAt(0)) === first;
};

const look = (
  here: Place,
  sent: { at: number; number: number; url: string; body: string },
  response: RefinedResponse<'text'>,
): void => {
  const { line, step, planned } = here;
  const url = sent.url.slice(0, sent.url.length - (credential?.query.length ?? 0));
  const test = `load/${line}/${sent.number}`;
  const request = { method: 'POST', url, body: sent.body };
  const fine = examine(
    exchangeOf(planned.operation, test, sent.at, request, response),
    step,
    'some',
  );
  const isError = response.status === 0 || response.status >= 400;
  if (!fine || isError || isAsExpected(here, response)) return;
  unlike.add(1);
  const got = `status ${response.status}, ${(response.body ?? '').slice(0, 40) || 'no body'}`;
  tell({ assay: 'unlike', line, step, got }, `unlike ${line} ${response.status}`);
};

const send = (): void => {
  const at = Date.now();
  const { name } = scenario;
  if (place === undefined || place.name !== name) place = places[name] ?? arrive(name);
  const here = place;
  const iteration = scenario.iterationInTest;
  const index = iteration % here.count;
  const tail = here.tails[index];
  const head = here.heads[index] as string;
  const url = here.urls[index] as string;
  const body = tail === undefined ? head : head + (here.offset + iteration) + tail;
  const response = http.post(url, body, params);
  if (here.phase === 'measure') {
    if (iteration % every.lag === 0) lag.add(at - here.begun - iteration * here.interval);
    if (iteration % every.point === 0) {
      const { line, step } = here;
      const { duration } = response.timings;
      log({ assay: 'point', at, line, step, ms: duration, status: response.status });
    }
  }
  // One in `every.judge` over all virtual users, and whatever the cheap checks doubt.
  const isDue = judge !== undefined && (turn = (turn + 1) % share) === 0;
  if (isDue || !isAsExpected(here, response))
    look(here, { at, number: here.offset + iteration, url, body }, response);
};

const begin = async (): Promise<void> => {
  credential = await readCredential();
  params = { headers: credential.headers, timeout: plan.deadline };
  scenario = exec.scenario;
  send();
};

/** One price request on a prepared draft. */
export const priceRequest = (): void | Promise<void> => (credential ? send() : begin());
