import type { LoadRecord } from '../../store/load/load-record.ts';
import { appendHistory } from '../../store/nights/history-file.ts';
import { LockedError } from '../../store/nights/file-lock.ts';
import type { HistoryLine, NightLine, OutcomeLine } from '../../store/nights/history-line.ts';
import type { NightResult, NightVerdict, SeriesResult } from '../../store/nights/night-result.ts';
import { seriesNights, type SeriesNight, basisChanges } from '../../store/nights/series-nights.ts';
import { type Confirmation, confirmNight } from './confirm-night.ts';
import {
  judgeLine,
  isComparable,
  overheadIn,
  reasonsIn,
  type Measurement,
  partsOf,
  unjudgedLine,
  nightsKnown,
} from './night-lines.ts';
import { EXIT, type ExitCode } from '../../oracles/exit-code.ts';
import { NIGHTS_REQUIRED } from '../regression/judge-night.ts';

/** Exit codes by verdict, the gravest first. */
export const NIGHT_EXITS = {
  ERROR: EXIT.harness,
  FAIL: EXIT.nonConformant,
  REGRESSION: EXIT.nonConformant,
  INVALID: EXIT.incomplete,
  LEARNING: EXIT.conformant,
  PASS: EXIT.conformant,
} as const satisfies Record<NightVerdict, ExitCode>;

/** The gravest verdict; INVALID without any, since nothing was measured. */
const worstVerdict = (verdicts: readonly NightVerdict[]): NightVerdict =>
  (Object.keys(NIGHT_EXITS) as NightVerdict[]).find((each) => verdicts.includes(each)) ?? 'INVALID';

const verdictOf = (line: NightLine, outcome: OutcomeLine | undefined): SeriesResult['verdict'] => {
  if (line.verdict !== 'PASS') return line.verdict;
  const states = line.judged.map(({ state }) => state);
  const isWorse = outcome?.measures.some(({ confirmed }) => confirmed) ?? false;
  if (isWorse || states.includes('ongoing')) return 'REGRESSION';
  if (states.includes('suspicious') && outcome === undefined) return 'INVALID';
  // A measure without any judgement is not OK.
  if (states.length === 0) return 'INVALID';
  return states.includes('learning') ? 'LEARNING' : 'PASS';
};

/** Result of a series tonight, compared with the nights before. */
const seriesResult = (
  line: NightLine,
  outcome: OutcomeLine | undefined,
  before: readonly SeriesNight[],
): SeriesResult => ({
  series: line.series,
  line: line.line,
  step: line.step,
  verdict: verdictOf(line, outcome),
  nights: nightsKnown(line, before),
  wanted: NIGHTS_REQUIRED,
  judged: line.judged,
  outcome,
  changed: basisChanges(before, line.basis),
});

/** Context of a night: everything but its measurements. */
export interface NightContext extends Omit<Measurement, 'record' | 'at'> {
  /** Absolute path of the history, and its content. */
  readonly file: string;
  readonly history: readonly HistoryLine[];
  readonly confirmation: Confirmation;
  /** Milliseconds to wait while another process holds the history; default: that of the lock. */
  readonly timeout?: number;
}

/** Result of a night's measurements. */
export type MeasuredNight = Pick<NightResult, 'runId' | 'verdict' | 'reasons' | 'notes' | 'series'>;

const nothing = (verdict: NightVerdict, reasons: readonly string[]): MeasuredNight => ({
  runId: null,
  verdict,
  reasons,
  notes: [],
  series: [],
});

const newSeries = (results: readonly SeriesResult[]): readonly string[] =>
  results.flatMap(({ series, changed }) =>
    changed.length === 0
      ? []
      : [`${series}: a new series begins, since ${changed.join(', ')} changed`],
  );

/** Appends lines to the history; returns the reason if another process holds the lock, which does not affect the verdict. */
const keep = async (
  { file, timeout }: NightContext,
  lines: readonly HistoryLine[],
): Promise<readonly string[]> => {
  try {
    await appendHistory(file, lines, timeout);
    return [];
  } catch (error) {
    if (error instanceof LockedError) return [`the night was not recorded: ${error.message}`];
    throw error;
  }
};

/** Judges a measured night, confirms its suspicions, and writes both to the history. */
const judge = async (night: NightContext, record: LoadRecord): Promise<MeasuredNight> => {
  const { confirmation, history } = night;
  const before = seriesNights(history);
  const at = confirmation.now();
  const lines = partsOf(record).map((part): NightLine => {
    const line = unjudgedLine({ ...night, record, at }, part);
    return isComparable(record)
      ? judgeLine(line, before.get(line.series) ?? [], confirmation.runs)
      : line;
  });
  if (lines.length === 0) return nothing('INVALID', ['no series was measured']);
  // Before the wait, so that a kill in that hour does not lose the night.
  const lost = await keep(night, lines);
  const { outcomes, unsettled, wrong } = await confirmNight(lines, confirmation);
  // Without the night itself, its outcomes are not kept either.
  const unkept = lost.length > 0 ? lost : await keep(night, outcomes);
  const series = lines.map((line) =>
    seriesResult(
      line,
      outcomes.find((each) => each.series === line.series),
      before.get(line.series) ?? [],
    ),
  );
  const overhead = overheadIn(record);
  const { verdict: ofLoad } = record;
  const isVoid = ofLoad === 'INCONCLUSIVE' || (ofLoad === 'PASS' && overhead.length > 0);
  const own: NightVerdict = isVoid ? 'INVALID' : ofLoad;
  return {
    runId: record.runId,
    verdict: worstVerdict([
      own,
      ...(wrong.length > 0 ? ['FAIL' as const] : []),
      ...(unkept.length > 0 ? ['INVALID' as const] : []),
      ...series.map(({ verdict }) => verdict),
    ]),
    reasons: [...reasonsIn(record), ...(unsettled ? [unsettled] : []), ...wrong, ...unkept],
    notes: [...record.notes, ...newSeries(series)],
    series,
  };
};

/**
 * Measures a night once, judges it by the history, and appends it at once; the confirmation of its suspicions follows
 * later. A night without any measurement, or with an error of the harness, leaves the history unchanged.
 */
export const conductNight = async (night: NightContext): Promise<MeasuredNight> => {
  const record = await night.confirmation.measure();
  if (record === undefined)
    return nothing('INVALID', ['the night was stopped before anything was sent']);
  if (record.verdict === 'ERROR') return nothing('ERROR', record.reasons);
  return judge(night, record);
};
