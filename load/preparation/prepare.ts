import type { Line } from '../../spec/line.ts';
import { scheduleOf } from '../measuring/schedule.ts';
import { orStopped } from '../or-stopped.ts';
import { type Profile, stepsOf } from '../profiles/profile.ts';
import { createDrafts, priceRequestRow } from './create-drafts.ts';
import type { ExpectedAnswer } from '../plan.ts';
import { rehearse } from '../measuring/rehearse.ts';
import type { RestOfDraft } from '../answer-digest.ts';
import type { Session } from '../session.ts';
import type { Sighting } from '../verdict/wrong-answers.ts';

/** A line that takes no price request. */
export interface Closed {
  readonly line: Line;
  /** Such as `no price request was accepted (status 402)`. */
  readonly why: string;
}

/** Everything that the hot path of one line needs. */
export interface PreparedLine {
  /** URL, body up to its key, and what follows the key, parted by line breaks. */
  readonly rows: readonly string[];
  readonly expected: ExpectedAnswer;
  /** What each draft was answered at rest, in the order of the rows. */
  readonly rests: readonly (RestOfDraft | undefined)[];
}

/** Everything that the hot path of some lines needs, made before the load begins. */
export interface Prepared {
  readonly lines: Readonly<Partial<Record<Line, PreparedLine>>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Seconds of the slowest rehearsed price request of each line. */
  readonly slowest: Readonly<Partial<Record<Line, number>>>;
  /** Lines on which no price request was accepted, and what came instead. */
  readonly closed: readonly Closed[];
  /** Worth a line. */
  readonly notes: readonly string[];
  /** What was seen at rest and is excluded or in doubt. */
  readonly sightings: readonly Sighting[];
}

/** What is prepared of a run that was stopped before. */
const NOTHING: Prepared = {
  lines: {},
  headers: {},
  slowest: {},
  closed: [],
  notes: [],
  sightings: [],
};

/** How many price requests a profile plans on each line; a search for the capacity, on its first plateau. */
export const plannedDrafts = (
  profile: Profile,
  lines: readonly Line[],
): ReadonlyMap<Line, number> => {
  const planned = new Map<Line, number>();
  for (const { line, count } of scheduleOf(stepsOf(profile), lines))
    planned.set(line, (planned.get(line) ?? 0) + count);
  return planned;
};

const whyClosed = (refused: readonly string[]): string =>
  refused.length === 0
    ? 'no draft could be made'
    : `no price request was accepted (${refused.join(', ')})`;

const tooFew = (drafts: number, instances: number): string =>
  `only ${drafts} drafts could be made, and each of ${instances} instances needs one of its own`;

/** Drafts that a run has at most, all lines together. */
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
  // Each draft is made, and priced at rest.
  const all = 2 * [...wanted.values()].reduce((sum, count) => sum + count, 0);
  const lines: Record<string, PreparedLine> = {};
  const notes: string[] = [];
  const sightings: Sighting[] = [];
  const slowest: Partial<Record<Line, number>> = {};
  const closed: Closed[] = [];
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
    const rehearsal = await rehearse(session, line, drafts, rows, () =>
      step(`prices at rest, ${line}`),
    );
    const { expected, slowest: seconds, refused, rests } = rehearsal;
    notes.push(...rehearsal.notes);
    sightings.push(...rehearsal.sightings);
    if (!expected) closed.push({ line, why: whyClosed(refused) });
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
 * Creates the drafts of each line, as many as price requests are planned and 5,000 in all at most, and rehearses the price
 * request of each line. No two instances of k6 use the same draft, so that there has to be one for each. Of
 * a run that is stopped meanwhile nothing is prepared.
 */
export const prepare = async (
  session: Session,
  planned: ReadonlyMap<Line, number>,
  onProgress: (done: number, total: number, what: string) => void,
  instances = 1,
): Promise<Prepared> =>
  (await orStopped(prepareAll(session, planned, onProgress, instances), session.signal)) ?? NOTHING;
