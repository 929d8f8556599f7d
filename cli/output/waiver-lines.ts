import { suggestion } from '../../client/did-you-mean.ts';
import type { CellVerdict } from '../../oracles/finding.ts';
import { daysLeft, isStale, type WaiverOutcome } from '../../oracles/waive.ts';
import { MARKS, painter } from '../../reports/console/paint.ts';
import { printable } from '../../store/printable.ts';
import { CATALOGUE } from '../../spec/catalogue.ts';
import { matchesGlob } from '../../spec/glob.ts';
import type { Outcome } from '../../store/outcome.ts';

const nameOf = ({ requirement, operation }: WaiverOutcome['waiver']): string =>
  operation === '*' ? requirement : `${requirement} on ${operation}`;

const operationsOf = (requirement: string): readonly string[] => [
  ...new Set(
    [...CATALOGUE]
      .filter(([id]) => matchesGlob(requirement, id))
      .flatMap(([, { operations }]) => operations),
  ),
];

const problemOf = ({ waiver, state }: WaiverOutcome): string => {
  const { requirement, operation, expires } = waiver;
  switch (state) {
    case 'expired':
      return `expired on ${expires}: fix the service, or agree on a new date with its owner`;
    case 'unknown-requirement': {
      const guess = suggestion(requirement, [...CATALOGUE.keys()]) ?? 'assay list lists them all';
      return `names no requirement: ${guess}`;
    }
    case 'unknown-operation': {
      const known = operationsOf(requirement);
      const guess = suggestion(operation, known);
      return `names no operation of ${requirement}: ${guess ?? `it is about ${known.join(', ')}`}`;
    }
    default:
      return 'is stale, since none of its cells failed: remove it';
  }
};

/** One line per stale waiver: the problem, and the remedy. */
export const staleWaiverLines = (waivers: readonly WaiverOutcome[]): readonly string[] =>
  waivers
    .filter(({ state }) => isStale(state))
    .map(
      (each) => `the waiver of ${nameOf(each.waiver)} (${each.waiver.owner}) ${problemOf(each)}`,
    );

/** Cells of one requirement that were waived for the same reason. */
const waivedLine = (cells: readonly CellVerdict[]): string => {
  const [first] = cells;
  const { reason, owner, expires } = first?.waiver ?? { reason: '', owner: '', expires: '' };
  const what = cells.length === 1 ? first?.cell : `${first?.requirement}, ${cells.length} cells`;
  if (first?.waiver?.release !== undefined)
    return `${MARKS.waived.sign} waived, ${what}: ${reason}, fails after ${expires}`;
  return `${MARKS.waived.sign} waived, ${what}: ${reason} (${owner}, until ${expires})`;
};

const WARNING_DAYS = new Intl.PluralRules('en');

/** Warning about a waiver that is in use and about to expire. */
const expiryWarning = ({ waiver, state }: WaiverOutcome, today: string): readonly string[] => {
  const left = state === 'used' ? daysLeft(waiver, today) : undefined;
  if (left === undefined) return [];
  const when =
    left === 0 ? 'today' : `in ${left} ${WARNING_DAYS.select(left) === 'one' ? 'day' : 'days'}`;
  if (waiver.release !== undefined)
    return [
      `! the observation of ${nameOf(waiver)} (${waiver.reason}) ends ${when}, after ${waiver.expires}: fix the service by then, or waive it (assay waive)`,
    ];
  return [
    `! the waiver of ${nameOf(waiver)} (${waiver.owner}) ends ${when}, after ${waiver.expires}: fix the service by then, or agree on a new date`,
  ];
};

/** Waived cells with owner and expiry, waivers that need attention, and waivers that expire within 14 days. */
export const waiverLines = (
  { verdicts, waivers, today }: Pick<Outcome, 'verdicts' | 'waivers'> & { readonly today: string },
  colour: boolean,
): readonly string[] => {
  const paint = painter(colour);
  const groups = Map.groupBy(
    verdicts.filter(({ waiver }) => waiver !== undefined),
    ({ requirement, waiver }) => JSON.stringify([requirement, waiver]),
  );
  const waived = [...groups.values()].map(waivedLine);
  const stale = staleWaiverLines(waivers).map((line) => `! ${line}`);
  const soon = waivers.flatMap((each) => expiryWarning(each, today));
  return [...waived, ...stale, ...soon].map((line) => paint(MARKS.waived.style, printable(line)));
};
