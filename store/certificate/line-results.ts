import { LEGAL_CALL } from '../../spec/requirements/paths.ts';
import { type NotJudged, notJudged } from '../../oracles/not-judged.ts';
import { unwaivableReasons, type Waiver } from '../../oracles/waive.ts';
import { type Line, LINES, LINE_TITLES } from '../../spec/line.ts';
import { VERDICTS, type CellVerdict, type Verdict } from '../../oracles/finding.ts';
import type { Cell } from '../../oracles/ledger.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { factsOf } from '../recorded-exchanges.ts';
import type { RunRecord } from '../run-record.ts';

/** Parts of a line that were not judged, though nothing failed. */
interface Unjudged {
  readonly line: Line;
  /** Cells that the target excludes from judgement, by subject. */
  readonly notJudged: readonly NotJudged[];
  /** Operations without a successful legal call. */
  readonly unreached: readonly OperationId[];
}

/** Other conditions for granting a certificate to a line. */
export interface GrantContext {
  readonly waivers: readonly Waiver[];
  readonly startedAt: string;
}

/** Reasons why a line without fails is not granted a certificate; empty if there are none. */
export const withholdingReasons = (
  { line, notJudged, unreached }: Unjudged,
  { waivers, startedAt }: GrantContext,
): readonly string[] => {
  const day = startedAt.slice(0, 10);
  return [
    ...notJudged
      .filter(({ isNeeded }) => isNeeded)
      .map(({ subject, why }) => `${subject}: not judged, ${why}`),
    ...unreached.map((on) => `${operation(on).name}: not judged, no call of it succeeded`),
    ...new Set(waivers.flatMap((waiver) => unwaivableReasons(waiver, line, day))),
  ];
};

/** Input for the result of each line. */
export interface LineEvidence {
  readonly ledger: readonly Cell[];
  readonly verdicts: readonly CellVerdict[];
  readonly record: Pick<RunRecord, 'target' | 'waivers' | 'startedAt'>;
}

/** Possible results of a line of business. */
export const LINE_RESULTS = [
  'conformant',
  'not conformant',
  'not complete',
  'not wholly judged',
  'not claimed',
] as const;

/** Number of cells that the run had to judge on a line, and their verdicts. */
export interface LineCounts {
  readonly cells: number;
  readonly verdicts: Readonly<Record<Verdict, number>>;
}

/** Result of a line, with the counts it is based on. */
export interface LineResult extends LineCounts, Unjudged {
  readonly result: (typeof LINE_RESULTS)[number];
}

/** Result of a line from its counts, what was not judged, and waivers. */
export const resultOf = (
  counts: LineCounts & Unjudged,
  granting: GrantContext,
): LineResult['result'] => {
  const { cells, verdicts } = counts;
  if (cells === 0) return 'not claimed';
  if (verdicts.fail > 0) return 'not conformant';
  const judged = VERDICTS.reduce((sum, verdict) => sum + verdicts[verdict], 0);
  const isOpen = verdicts.inconclusive + verdicts.error > 0 || judged !== cells;
  // A line without a single pass is not conformant.
  if (isOpen || verdicts.pass === 0) return 'not complete';
  return withholdingReasons(counts, granting).length > 0 ? 'not wholly judged' : 'conformant';
};

const countsOf = (cells: readonly Cell[], verdicts: readonly CellVerdict[]): LineCounts => {
  const count = (verdict: Verdict) => verdicts.filter((each) => each.verdict === verdict).length;
  return {
    cells: cells.length,
    verdicts: Object.fromEntries(VERDICTS.map((each) => [each, count(each)])) as Record<
      Verdict,
      number
    >,
  };
};

/** S14: operations that may legitimately answer "not there". */
const mayBeAbsent = (on: OperationId): boolean =>
  operation(on).comingSoon === true || operation(on).step === 'payment-status';

/** Operations without a successful legal call; those that the target excludes have a reason already. */
const unreachedIn = (verdicts: readonly CellVerdict[]): readonly OperationId[] =>
  verdicts
    .filter(
      ({ requirement, verdict }) => requirement === LEGAL_CALL.accepted && verdict === 'observed',
    )
    .map(({ operation: on }) => on)
    .filter((on) => !mayBeAbsent(on));

/** Results of every line of a run, including those that it did not judge. */
export const lineResults = ({ ledger, verdicts, record }: LineEvidence): readonly LineResult[] => {
  const byLine = Map.groupBy(ledger, (cell) => operation(cell.operation).line);
  const facts = factsOf(record);
  return LINES.map((line) => {
    const cells = byLine.get(line) ?? [];
    const ids = new Set(cells.map(({ id }) => id));
    const own = verdicts.filter(({ cell }) => ids.has(cell));
    const unjudged = { line, notJudged: notJudged(own, facts), unreached: unreachedIn(own) };
    const counts = { ...unjudged, ...countsOf(cells, own) };
    return { ...counts, result: resultOf(counts, record) };
  });
};

/** Counts that a reader could take for judged. */
const UNJUDGED = [
  ['waived', 'waived'],
  ['not-applicable', 'not applicable'],
] as const;

const titled = ({ line, verdicts }: LineResult): string => {
  const unjudged = UNJUDGED.filter(([verdict]) => verdicts[verdict] > 0).map(
    ([verdict, word]) => `${verdicts[verdict]} ${word}`,
  );
  const title = LINE_TITLES[line].toLowerCase();
  return unjudged.length === 0 ? title : `${title} (${unjudged.join(', ')})`;
};

/** Summary such as `conformant: jobloss, travel; not claimed: landlord`. */
export const lineResultsText = (lines: readonly LineResult[]): string =>
  LINE_RESULTS.flatMap((result) => {
    const own = lines.filter((each) => each.result === result);
    return own.length === 0 ? [] : [`${result}: ${own.map(titled).join(', ')}`];
  }).join('; ');
