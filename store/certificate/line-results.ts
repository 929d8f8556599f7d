import { LEGAL_CALL } from '../../spec/requirements/paths.ts';
import { type NotJudged, notJudged } from '../../oracles/not-judged.ts';
import { whyUnwaivable, type Waiver } from '../../oracles/waive.ts';
import { type Line, LINES, LINE_TITLES } from '../../spec/line.ts';
import { VERDICTS, type CellVerdict, type Verdict } from '../../oracles/finding.ts';
import type { Cell } from '../../oracles/ledger.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { factsOf } from '../recorded-exchanges.ts';
import type { RunRecord } from '../run-record.ts';

/** What of a line was not judged, though nothing failed. */
interface Unjudged {
  readonly line: Line;
  /** What the target kept from being judged, by subject. */
  readonly notJudged: readonly NotJudged[];
  /** Operations of which no legal call was seen to succeed. */
  readonly unreached: readonly OperationId[];
}

/** What else decides whether a line is granted. */
export interface GrantContext {
  readonly waivers: readonly Waiver[];
  readonly startedAt: string;
}

/** Why no certificate is granted to a line that fails nowhere, a reason each; none if nothing stands against it. */
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
    ...new Set(waivers.flatMap((waiver) => whyUnwaivable(waiver, line, day))),
  ];
};

/** What the lines of a run are judged by. */
export interface LineEvidence {
  readonly ledger: readonly Cell[];
  readonly verdicts: readonly CellVerdict[];
  readonly record: Pick<RunRecord, 'target' | 'waivers' | 'startedAt'>;
}

/** What can be said of a line of business. */
export const LINE_RESULTS = [
  'conformant',
  'not conformant',
  'not complete',
  'not wholly judged',
  'not claimed',
] as const;

/** How many cells of a line the run had to judge, and what became of them. */
export interface LineCounts {
  readonly cells: number;
  readonly verdicts: Readonly<Record<Verdict, number>>;
}

/** What is said of a line, and what it is said for. */
export interface LineResult extends LineCounts, Unjudged {
  readonly result: (typeof LINE_RESULTS)[number];
}

/** What the counts of a line amount to, with what was not judged and what was waived. */
export const resultOf = (
  counts: LineCounts & Unjudged,
  granting: GrantContext,
): LineResult['result'] => {
  const { cells, verdicts } = counts;
  if (cells === 0) return 'not claimed';
  if (verdicts.fail > 0) return 'not conformant';
  const judged = VERDICTS.reduce((sum, verdict) => sum + verdicts[verdict], 0);
  const isOpen = verdicts.inconclusive + verdicts.error > 0 || judged !== cells;
  // A line of which nothing was seen to be right is not right.
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

/** S14: what may answer "not there" without being wrong. */
const mayBeAbsent = (on: OperationId): boolean =>
  operation(on).comingSoon === true || operation(on).step === 'payment-status';

/** The operations of which no legal call was seen to succeed; what the target rules out has its reason already. */
const unreachedIn = (verdicts: readonly CellVerdict[]): readonly OperationId[] =>
  verdicts
    .filter(
      ({ requirement, verdict }) => requirement === LEGAL_CALL.accepted && verdict === 'observed',
    )
    .map(({ operation: on }) => on)
    .filter((on) => !mayBeAbsent(on));

/** What is said of every line of a run, also of those that it did not judge. */
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

/** What a reader would take for judged, and was not. */
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

/** Such as `conformant: jobloss, travel; not claimed: landlord`. */
export const lineResultsText = (lines: readonly LineResult[]): string =>
  LINE_RESULTS.flatMap((result) => {
    const own = lines.filter((each) => each.result === result);
    return own.length === 0 ? [] : [`${result}: ${own.map(titled).join(', ')}`];
  }).join('; ');
