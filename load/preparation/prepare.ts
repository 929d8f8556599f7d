import type { Line } from '../../spec/line.ts';
import { scheduleOf } from '../measuring/schedule.ts';
import { untilAborted } from '../until-aborted.ts';
import { type Profile, stepsOf } from '../profiles/profile.ts';
import { createDrafts, priceRequestRow } from './create-drafts.ts';
import type { ExpectedAnswer } from '../plan.ts';
import { priceUnloaded } from '../measuring/unloaded-prices.ts';
import type { UnloadedDraftAnswer } from '../answer-digest.ts';
import type { Session } from '../session.ts';
import type { Sighting } from '../verdict/wrong-answers.ts';

/** A line that accepts no price request. */
export interface ClosedLine {
  readonly line: Line;
  /** Reason such as `no price request was accepted (status 402)`. */
  readonly why: string;
}

/** Prepared data for the hot path of one line. */
export interface PreparedLine {
  /** URL, body up to the key, and the rest of the body, separated by line breaks. */
  readonly rows: readonly string[];
  readonly expected: ExpectedAnswer;
  /** Answer of each draft before the load, in the order of the rows. */
  readonly rests: readonly (UnloadedDraftAnswer | undefined)[];
}

/** Prepared data for a load on several lines. */
export interface Prepared {
  readonly lines: Readonly<Partial<Record<Line, PreparedLine>>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Seconds of the slowest price request before the load, by line. */
  readonly slowest: Readonly<Partial<Record<Line, number>>>;
  /** Lines on which no price request was accepted, with the reason. */
  readonly closed: readonly ClosedLine[];
  /** Notes for the report. */
  readonly notes: readonly string[];
  /** Excluded or doubtful observations before the load. */
  readonly sightings: readonly Sighting[];
}

/** Null object for an aborted preparation. */
const NOTHING: Prepared = {
  lines: {},
  headers: {},
  slowest: {},
  closed: [],
  notes: [],
  sightings: [],
};

/** Number of price requests that a profile plans on each line; for a capacity search, on its first plateau. */
export const plannedDrafts = (
  profile: Profile,
  lines: readonly Line[],
): ReadonlyMap<Line, number> => {
  const planned = new Map<Line, number>();
  for (const { line, count } of scheduleOf(stepsOf(profile), lines))
    planned.set(line, (planned.get(line) ?? 0) + count);
  return planned;
};

const closedReason = (refused: readonly string[]): string =>
  refused.length === 0
    ? 'no draft could be created'
    : `no price request was accepted (${refused.join(', ')})`;

const tooFew = (drafts: number, instances: number): string =>
  `only ${drafts} drafts could be created, but each of ${instances} instances needs one of its own`;

/** Maximum number of drafts of a run, all lines together. */
const MOST_DRAFTS = 5000;

const prepareAll = async (
  session: Session,
  planned: ReadonlyMap<Line, number>,
  onProgress: (done: number, total: number, what: string) => void,
  instances: number,
): Promise<Prepared> => {
  const total = [...planned.values()].reduce((sum, count) => sum + count, 0);
  const share = Math.min(1, MOST_DRAFTS / Math.max(1, total));
  const wanted = new Map(
    [...planned].map(([line, count]) => [line, Math.max(3, instances, Math.floor(count * share))]),
  );
  // Each draft is created, and priced before the load.
  const all = 2 * [...wanted.values()].reduce((sum, count) => sum + count, 0);
  const lines: Record<string, PreparedLine> = {};
  const notes: string[] = [];
  const sightings: Sighting[] = [];
  const slowest: Partial<Record<Line, number>> = {};
  const closed: ClosedLine[] = [];
  let headers: Readonly<Record<string, string>> = {};
  let done = 0;
  const step = (what: string): void => {
    done += 1;
    if (!session.signal?.aborted) onProgress(done, all, what);
  };
  for (const [line, count] of wanted) {
    if (session.signal?.aborted) break;
    const drafts = await createDrafts(session, line, count, () => step(`drafts, ${line}`));
    const rows = drafts.map((draft, index) => priceRequestRow(session, line, draft, index));
    const unloaded = await priceUnloaded(session, line, drafts, rows, () =>
      step(`prices before the load, ${line}`),
    );
    const { expected, slowest: seconds, refused, rests } = unloaded;
    notes.push(...unloaded.notes);
    sightings.push(...unloaded.sightings);
    if (!expected) closed.push({ line, why: closedReason(refused) });
    else if (rows.length < instances) closed.push({ line, why: tooFew(rows.length, instances) });
    else {
      lines[line] = { rows: rows.map(({ text }) => text), expected, rests };
      slowest[line] = seconds / 1000;
      headers = rows[0]?.headers ?? headers;
    }
  }
  return { lines, headers, slowest, closed, notes, sightings };
};

/**
 * Creates the drafts of each line, as many as price requests are planned and at most 5,000 in total, and prices each at
 * rest. No two k6 instances use the same draft, so that each needs at least one. An aborted run prepares nothing.
 */
export const prepare = async (
  session: Session,
  planned: ReadonlyMap<Line, number>,
  onProgress: (done: number, total: number, what: string) => void,
  instances = 1,
): Promise<Prepared> =>
  (await untilAborted(prepareAll(session, planned, onProgress, instances), session.signal)) ??
  NOTHING;
