import { SharedArray } from 'k6/data';
import exec from 'k6/execution';
import http from 'k6/http';
import { Gauge } from 'k6/metrics';
import type { Line } from '../../spec/line.ts';
import { type Comparison, comparisonWith, type UnloadedAnswer } from '../answer-digest.ts';
import { METRICS } from '../measures.ts';
import type { PlannedCredential, PlannedLine, PlannedScenario } from '../plan.ts';
import { type IdBuffer, isSampled } from './buffer-id.ts';
import { plan } from './read-plan.ts';

const start = new Gauge(METRICS.start, true);

const rows: Partial<Record<Line, readonly string[]>> = {};
for (const [line, { file }] of Object.entries(plan.lines))
  rows[line as Line] = new SharedArray(line, () => JSON.parse(open(file)) as string[]);

/** A URL that k6 has parsed. */
export type ParsedUrl = ReturnType<typeof http.url>;

/** State of this virtual user for one scenario, created on first use. */
export interface UserState extends PlannedScenario, IdBuffer {
  readonly name: string;
  readonly planned: PlannedLine;
  readonly urls: readonly string[];
  /** The same, parsed once: k6 would parse a text at every request. */
  readonly parsed: readonly ParsedUrl[];
  readonly heads: readonly string[];
  readonly tails: readonly (string | undefined)[];
  /** The answer of each draft before the load; undefined if it had none. */
  readonly rests: readonly (UnloadedAnswer | undefined)[];
  /** Compares an answer with its draft's before the load. */
  readonly comparisons: readonly Comparison[];
  readonly isMeasured: boolean;
  readonly status: number;
  readonly lastModified: boolean;
  /** The event of a start as JSON, up to its number. */
  readonly startEvent: string;
}

/**
 * The drafts of one virtual user. Those of a line are distributed over the instances, so that no two of them use the
 * same: virtual users are numbered round-robin over the instances, 1, 3, 5 … in the first of two.
 */
const draftsOf = (
  all: readonly string[],
  window: number,
  user: number,
): readonly { readonly row: number; readonly parts: readonly string[] }[] => {
  const { instances } = plan;
  const own = (user - 1) % instances;
  const count = Math.ceil((all.length - own) / instances);
  const first = (__VU - 1) * window;
  return Array.from({ length: window }, (_, nth) => {
    const row = ((first + nth) % count) * instances + own;
    return { row, parts: (all[row] as string).split('\n') };
  });
};

/** Creates the state for a scenario. Throws if the plan does not contain it. */
export const createUserState = (
  name: string,
  { query }: PlannedCredential,
  begun: number,
): UserState => {
  const here = plan.scenarios[name];
  const planned = here && plan.lines[here.line];
  const all = here && rows[here.line];
  if (!planned || !all) throw new Error(`the plan has no drafts for ${name}`);
  const user = exec.vu.idInTest;
  const drafts = draftsOf(all, planned.window, user);
  const texts = drafts.map(({ parts }) => parts);
  const { status, lastModified } = planned.expected;
  start.add(begun - here.start * 1000);
  const rests = texts.map(([, rest = '']) =>
    rest === '' ? undefined : (JSON.parse(rest) as UnloadedAnswer),
  );
  const urls = texts.map(([url = '']) => url + query);
  return {
    ...here,
    name,
    planned,
    urls,
    parsed: urls.map((url) => http.url`${url}`),
    // No two virtual users have the same number, so that every price request of a run has a unique key.
    heads: texts.map(([, , head = '', tail]) => (tail === undefined ? head : `${head}${user}-`)),
    tails: texts.map(([, , , tail]) => tail),
    rests,
    comparisons: rests.map((rest) =>
      rest === undefined ? () => undefined : comparisonWith(rest, isSampled),
    ),
    rowNumbers: drafts.map(({ row }) => row),
    ids: [],
    isMeasured: here.phase === 'measure',
    status,
    lastModified,
    begun,
    startEvent: `{"assay":"start","scenario":${JSON.stringify(name)},"instance":${(user - 1) % plan.instances},"iteration":`,
  };
};
