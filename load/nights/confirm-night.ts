import { UnansweredError } from '../../client/usage-error.ts';
import { isConfirmed, isSlowOverall } from '../regression/judge-night.ts';
import type { LoadRecord } from '../../store/load/load-record.ts';
import {
  HISTORY_SCHEMA,
  type NightLine,
  type OutcomeLine,
  type Measure,
  measureOf,
} from '../../store/nights/history-line.ts';
import { isComparable, partsOf } from './night-lines.ts';

/** Settings for confirming suspicions. */
export interface Confirmation {
  /** Number of runs in a block. */
  readonly runs: number;
  /** Waits until the next block; false if the night was aborted meanwhile. */
  readonly wait: () => Promise<boolean>;
  /** Makes one more run of the same load; undefined if the night was aborted. */
  readonly measure: () => Promise<LoadRecord | undefined>;
  readonly now: () => Date;
  readonly print: (text: string) => void;
}

/** Result of confirming a night's suspicions. */
export interface Confirmed {
  readonly outcomes: readonly OutcomeLine[];
  /** Reason why they could not be settled; undefined if they were. */
  readonly unsettled: string | undefined;
  /** Wrong answers in the confirming runs, as text. */
  readonly wrong: readonly string[];
}

interface Suspicion {
  readonly line: NightLine;
  readonly measure: Measure;
  readonly limit: number;
  readonly values: number[];
  isAlive: boolean;
}

/** Extra runs that a block may use in place of invalid ones. */
const SPARE = 2;

const suspicionsIn = (lines: readonly NightLine[]): readonly Suspicion[] =>
  lines.flatMap((line) =>
    line.judged.flatMap(({ measure, state, limit }) =>
      state === 'suspicious' && limit !== null
        ? [{ line, measure, limit, values: [], isAlive: true }]
        : [],
    ),
  );

const valueIn = (record: LoadRecord, { line, measure }: Suspicion): number | undefined => {
  const part = partsOf(record).find((each) => each.line === line.line && each.step === line.step);
  return part && measureOf({ counts: part, sketch: part.sketch }, measure);
};

type Block = { readonly records: readonly LoadRecord[] } | { readonly problem: string };

const stopped: Block = { problem: 'the night was stopped before further runs could confirm it' };

const orProblem = async (work: () => Promise<Block>): Promise<Block> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnansweredError) return { problem: error.message };
    throw error;
  }
};

/** The valid runs of one block, or the reason why there are too few. */
const block = async ({ runs, wait, measure }: Confirmation): Promise<Block> => {
  if (!(await wait())) return stopped;
  const records: LoadRecord[] = [];
  for (let n = 0; n < runs + SPARE && records.length < runs; n += 1) {
    const record = await measure();
    if (record === undefined || record.stopped !== null) return stopped;
    if (record.wrong.some(({ count }) => count > 1)) return { records: [record] };
    if (isComparable(record)) records.push(record);
  }
  return records.length === runs
    ? { records }
    : {
        problem: `${runs} valid runs were required to confirm it, but there were only ${records.length}`,
      };
};

const outcomesOf = (suspicions: readonly Suspicion[], at: Date): readonly OutcomeLine[] =>
  [...Map.groupBy(suspicions, ({ line }) => line)].map(([line, own]) => ({
    schema: HISTORY_SCHEMA,
    at: at.toISOString(),
    kind: 'outcome',
    runId: line.runId,
    series: line.series,
    measures: own.map(({ measure, values, isAlive }) => ({
      measure,
      values: values.map((value) => Number(value.toPrecision(4))),
      confirmed: isAlive,
    })),
  }));

/**
 * Confirms the suspicions of a night by a block of runs some time later, and by one more if most series are suspicious
 * at once. A suspicion is confirmed if every run of every block is above its limit.
 */
export const confirmNight = async (
  lines: readonly NightLine[],
  confirmation: Confirmation,
): Promise<Confirmed> => {
  const suspicions = suspicionsIn(lines);
  const series = new Set(suspicions.map(({ line }) => line)).size;
  if (series === 0) return { outcomes: [], unsettled: undefined, wrong: [] };
  const blocks = isSlowOverall(series, lines.length) ? 2 : 1;
  for (let n = 0; n < blocks && suspicions.some(({ isAlive }) => isAlive); n += 1) {
    confirmation.print(
      `${series} of ${lines.length} series suspicious: ${confirmation.runs} further runs have to confirm it`,
    );
    const result = await orProblem(() => block(confirmation));
    if ('problem' in result) return { outcomes: [], unsettled: result.problem, wrong: [] };
    const wrong = result.records.flatMap((record) => (isComparable(record) ? [] : record.reasons));
    if (wrong.length > 0)
      return { outcomes: [], unsettled: 'a further run had wrong answers', wrong };
    for (const suspicion of suspicions) {
      const values = result.records.flatMap((record) => valueIn(record, suspicion) ?? []);
      suspicion.values.push(...values);
      // A run with too few requests for the measure confirms nothing.
      suspicion.isAlive &&=
        values.length === result.records.length && isConfirmed(values, suspicion.limit);
    }
  }
  return { outcomes: outcomesOf(suspicions, confirmation.now()), unsettled: undefined, wrong: [] };
};
