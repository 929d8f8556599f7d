import type { CellVerdict, Verdict } from '../../oracles/finding.ts';
import type { OpenPoint } from '../../oracles/open-point.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { OperationLatencies } from '../operation-latencies.ts';

/** Changes since an earlier run of the same target, as ids of cells. */
export interface RunChanges {
  /** Name of the earlier run. */
  readonly run: string;
  /** Version of Assay that made it. */
  readonly assay: string;
  /** Cells that fail now and did not fail before. */
  readonly broken: readonly string[];
  /** Cells that failed before and do not fail now. */
  readonly fixed: readonly string[];
  /** Number of cells that failed before and still do. */
  readonly stillFailing: number;
  /** Latencies of the earlier run; left out if it did not record them. */
  readonly latency?: OperationLatencies | undefined;
}

/** Maximum number of cells that are named; the others are counted. */
const MAX_NAMED = 5;

const named = (what: string, cells: readonly string[]): string => {
  const more = cells.length - MAX_NAMED;
  const list = cells.slice(0, MAX_NAMED).join(', ') + (more > 0 ? `, … ${more} more` : '');
  return `${cells.length} ${what}${cells.length === 0 ? '' : `: ${list}`}`;
};

/**
 * Lines about new fails and fixed cells since the earlier run; empty if neither run has fails. Contains only names defined by
 * Assay.
 */
export const changeLines = (since: RunChanges | undefined): readonly string[] => {
  if (since === undefined) return [];
  const { run, broken, fixed, stillFailing } = since;
  if (broken.length + fixed.length + stillFailing === 0) return [];
  return [
    named(`${broken.length === 1 ? 'new failure' : 'new failures'} since ${run}`, broken),
    ...(fixed.length === 0 ? [] : [named('fixed since then', fixed)]),
    ...(stillFailing === 0
      ? []
      : [`${stillFailing} known ${stillFailing === 1 ? 'failure' : 'failures'}, unchanged`]),
  ];
};

/** An operation that has become much slower, by median latency in milliseconds. */
export interface SlowerOperation {
  readonly operation: OperationId;
  readonly before: number;
  readonly after: number;
}

type Timed = Pick<Exchange, 'operation' | 'response' | 'timings'>;

/** Minimum number of answers to compare. */
const MIN_ANSWERS = 20;
/** Thresholds of a slowdown. A run is no load test: smaller changes are noise, including that of Assay's own machine. */
const FACTOR = 1.5;
const MILLISECONDS = 20;

const mediansOf = (exchanges: readonly Timed[]): ReadonlyMap<OperationId, number> => {
  const taken = new Map<OperationId, number[]>();
  for (const { operation, response, timings } of exchanges) {
    if (!operation || !response) continue;
    const own = taken.get(operation);
    if (own) own.push(timings.total);
    else taken.set(operation, [timings.total]);
  }
  return new Map(
    [...taken]
      .filter(([, all]) => all.length >= MIN_ANSWERS)
      .map(([on, all]) => [on, all.toSorted((a, b) => a - b)[all.length >> 1] ?? 0]),
  );
};

/** Operations whose median rose by half and by 20 ms; the slowest first. */
const slowerOperations = (
  before: readonly Timed[],
  after: readonly Timed[],
): readonly SlowerOperation[] => {
  const earlier = mediansOf(before);
  return [...mediansOf(after)]
    .flatMap(([operation, now]) => {
      const was = earlier.get(operation);
      if (was === undefined || now < was * FACTOR || now < was + MILLISECONDS) return [];
      return [{ operation, before: was, after: now }];
    })
    .toSorted((one, other) => other.after - one.after);
};

/** Parts of a run that are compared. */
export interface ComparedRun {
  readonly verdicts: readonly CellVerdict[];
  readonly points: readonly OpenPoint[];
  readonly exchanges: readonly Pick<Exchange, 'operation' | 'response' | 'timings'>[];
}

/** A cell whose verdict changed; wanted and got are from the later run. */
export interface ChangedCell extends Pick<
  CellVerdict,
  'cell' | 'requirement' | 'operation' | 'wanted' | 'got'
> {
  readonly before: Verdict;
  readonly after: Verdict;
}

/** A question that the specification leaves open, and that the service now decides differently. */
export interface ChangedDecision extends Pick<OpenPoint, 'id' | 'question' | 'operation' | 'rule'> {
  readonly before: string;
  readonly after: string;
}

/** Differences between two runs. */
export interface RunDiff {
  /** Fails that did not fail before. */
  readonly broken: readonly ChangedCell[];
  /** Cells that failed and pass now. */
  readonly fixed: readonly ChangedCell[];
  /** Cells that are not judged any more. */
  readonly opened: readonly ChangedCell[];
  /** Cells that are judged now, and did not fail. */
  readonly settled: readonly ChangedCell[];
  /** Number of cells that failed before and still do. */
  readonly stillFailing: number;
  /** Number of cells that only one of the runs had. */
  readonly onlyBefore: number;
  readonly onlyAfter: number;
  readonly decisions: readonly ChangedDecision[];
  readonly slower: readonly SlowerOperation[];
}

/** A waived fail is still a fail of the service. */
const FAILS: readonly Verdict[] = ['fail', 'waived'];
/** Cells that the target excludes are not judged either. */
const OPEN: readonly Verdict[] = ['inconclusive', 'error', 'not-applicable'];

const changesIn = (
  before: readonly CellVerdict[],
  after: readonly CellVerdict[],
): readonly ChangedCell[] => {
  const earlier = new Map(before.map((each) => [each.cell, each.verdict]));
  return after.flatMap(({ cell, requirement, operation, wanted, got, verdict }) => {
    const was = earlier.get(cell);
    if (was === undefined) return [];
    return [{ cell, requirement, operation, wanted, got, before: was, after: verdict }];
  });
};

const outcomeOf = ({ outcome, kept }: OpenPoint): string =>
  kept === undefined ? outcome : `${outcome}, ${kept}`;

/** Key of a question: the same one is asked on several operations, and with several values. */
const placeOf = ({ id, operation, sent }: OpenPoint): string =>
  JSON.stringify([id, operation, sent]);

/** All outcomes for a key, without duplicates: random decisions are no change. */
const outcomesOf = (points: readonly OpenPoint[]): string =>
  [...new Set(points.map(outcomeOf))].toSorted().join(' or ');

const decisionsIn = (
  before: readonly OpenPoint[],
  after: readonly OpenPoint[],
): readonly ChangedDecision[] => {
  const decided = (points: readonly OpenPoint[]) =>
    Map.groupBy(
      points.filter(({ undecided }) => !undecided),
      placeOf,
    );
  const earlier = decided(before);
  return [...decided(after)].flatMap(([place, points]) => {
    const [was, is] = [outcomesOf(earlier.get(place) ?? []), outcomesOf(points)];
    const [first] = points;
    if (!first || was === '' || was === is) return [];
    const { id, question, operation, rule } = first;
    return [{ id, question, operation, rule, before: was, after: is }];
  });
};

const only = (some: readonly CellVerdict[], others: readonly CellVerdict[]): number => {
  const known = new Set(others.map(({ cell }) => cell));
  return some.filter(({ cell }) => !known.has(cell)).length;
};

/** Compares two runs of a service; only cells of both count. */
export const diffRuns = (before: ComparedRun, after: ComparedRun): RunDiff => {
  const cells = changesIn(before.verdicts, after.verdicts);
  const failed = ({ before: was }: ChangedCell): boolean => FAILS.includes(was);
  const fails = ({ after: is }: ChangedCell): boolean => FAILS.includes(is);
  const isOpen = ({ after: is }: ChangedCell): boolean => OPEN.includes(is);
  const wasOpen = ({ before: was }: ChangedCell): boolean => OPEN.includes(was);
  return {
    broken: cells.filter((each) => fails(each) && !failed(each)),
    fixed: cells.filter((each) => failed(each) && !fails(each) && !isOpen(each)),
    opened: cells.filter((each) => isOpen(each) && !wasOpen(each)),
    settled: cells.filter((each) => wasOpen(each) && !isOpen(each) && !fails(each)),
    stillFailing: cells.filter((each) => failed(each) && fails(each)).length,
    onlyBefore: only(before.verdicts, after.verdicts),
    onlyAfter: only(after.verdicts, before.verdicts),
    decisions: decisionsIn(before.points, after.points),
    slower: slowerOperations(before.exchanges, after.exchanges),
  };
};
