import { withAddition } from './judgement-texts.ts';
import { type RequirementId, requirementOf } from '../spec/catalogue.ts';
import type { Explained } from '../spec/requirement.ts';
import { operation } from '../spec/operations.ts';
import {
  type CellVerdict,
  type Finding,
  withoutUndefined,
  type Verdict,
  VERDICTS,
} from './finding.ts';
import { type Cell, cellId } from './ledger.ts';
import { type LastAttempts, lastAttempts, effectiveFindings } from './exit-code.ts';

const gravity = (verdict: Verdict) => VERDICTS.indexOf(verdict);

/** The more serious of two verdicts; a roll-up never moves back. */
export const moreSerious = <T extends { readonly verdict: Verdict }>(a: T, b: T): T =>
  gravity(b.verdict) > gravity(a.verdict) ? b : a;

const sightingsOf = (findings: readonly Finding[]) =>
  findings.filter((finding) => finding.verdict === 'fail');

const distinct = (values: readonly string[]) => new Set(values).size;

/** Number of exchanges that show a fail. */
const timesSeen = (sightings: readonly Finding[]): number =>
  distinct(sightings.map(({ exchanges }) => String(exchanges.at(-1))));

/** Sightings are distinguished by body within a test that tried other data, and by test if bodies such as {} are equal. */
const haveTwoBodies = (sightings: readonly Finding[]): boolean =>
  distinct(sightings.map(({ test }) => test)) > 1 ||
  distinct(sightings.flatMap(({ body }) => (body === undefined ? [] : [String(body)]))) > 1;

/** True if a fail was seen again, with another body if its requirement asks for that (judgement rules, section 0, V17). */
export const areRepeated = (requirement: RequirementId, findings: readonly Finding[]): boolean => {
  const sightings = sightingsOf(findings);
  const { proof } = requirementOf(requirement);
  return (
    timesSeen(sightings) > 1 &&
    (proof !== 'accepted-control-two-bodies' || haveTwoBodies(sightings))
  );
};

/** Missing proof of a fail; undefined if the sightings suffice (judgement rules, section 0). */
const missingProof = (cell: Cell, findings: readonly Finding[]): string | undefined => {
  const sightings = sightingsOf(findings);
  const { proof } = requirementOf(cell.requirement);
  if (timesSeen(sightings) < 2) return 'intermittent';
  // The sighting itself names the control request, or another check of the same cell passed; two sightings suffice.
  const proven = sightings.filter(
    ({ twin: control, ownEvidence }) => control !== undefined || ownEvidence,
  );
  const accepted = timesSeen(proven) > 1 || findings.some(({ verdict }) => verdict === 'pass');
  if (proof !== 'two-sightings' && !accepted) return 'twin-refused';
  return areRepeated(cell.requirement, sightings) ? undefined : 'twin-refused';
};

/** The relation by which a fail implies another one on the same operation (`explains` of its requirement; S3, S16). */
const relationOf = (wider: CellVerdict, other: CellVerdict): Explained | undefined =>
  requirementOf(wider.requirement).explains?.find(
    ({ requirement, onStatus }) =>
      requirement === other.requirement &&
      (onStatus === undefined || (other.status !== undefined && onStatus.includes(other.status))),
  );

/** Optional fields that were absent from every refused body of a cell, and those whose absence it was about (V17). */
interface CommonAbsences {
  /** One entry for each value that was refused repeatedly. */
  readonly tested: readonly (readonly string[])[];
  readonly all: ReadonlySet<string>;
}

const NONE: CommonAbsences = { tested: [], all: new Set() };

const commonAbsences = (findings: readonly Finding[]): CommonAbsences => {
  const sightings = sightingsOf(findings);
  const absences = sightings.map((each) => each.absences);
  const values = Map.groupBy(sightings, (each) => JSON.stringify(each.absences?.tested));
  return {
    tested: [...values.values()].flatMap((own) => {
      const tested = own[0]?.absences?.tested ?? [];
      return tested.length > 0 && timesSeen(own) > 1 ? [tested] : [];
    }),
    all: absences
      .map((each) => new Set(each?.all))
      .reduce((common, each) => common.intersection(each), new Set(absences[0]?.all)),
  };
};

/** The common absences of the cells with refused values, by the cell's id. */
type AbsencesByCell = ReadonlyMap<string, CommonAbsences>;

/**
 * The fail that a refused value is due to if every body with it lacks one field, whose absence is refused as well. None if that
 * is mutual, or if that fail is due to a third one: then each stands for itself. Nobody waived more than the absence.
 */
const absenceCause = (
  each: CellVerdict,
  failed: readonly CellVerdict[],
  absences: AbsencesByCell,
): CellVerdict | undefined => {
  const lacks = (one: CellVerdict, other: CellVerdict): boolean => {
    const { tested } = absences.get(other.cell) ?? NONE;
    const { all } = absences.get(one.cell) ?? NONE;
    return tested.some((fields) => fields.every((field) => all.has(field)));
  };
  const isDue = (one: CellVerdict, other: CellVerdict): boolean =>
    one !== other &&
    one.operation === other.operation &&
    other.verdict === 'fail' &&
    lacks(one, other) &&
    !lacks(other, one);
  return failed.find((cause) => isDue(each, cause) && !failed.some((third) => isDue(cause, third)));
};

/**
 * One deviation is one finding. A refused value is that of the outermost field all of whose values are refused, or of the absent
 * field that is the cause. A waived fail explains what it implies.
 */
const explained = (
  verdicts: readonly CellVerdict[],
  absences: AbsencesByCell,
): readonly CellVerdict[] => {
  const failed = verdicts.filter(({ verdict }) => verdict === 'fail' || verdict === 'waived');
  const byAbsence = new Map(
    failed
      .filter(({ verdict }) => verdict === 'fail')
      .map((each) => [each, absenceCause(each, failed, absences)]),
  );
  const widerThan = (each: CellVerdict): CellVerdict | undefined =>
    failed.find(
      (other) =>
        other.operation === each.operation &&
        relationOf(other, each) !== undefined &&
        byAbsence.get(other) === undefined,
    );
  const causeOf = (each: CellVerdict): CellVerdict | undefined => {
    const absence = byAbsence.get(each);
    const wider = widerThan(each);
    if (wider || !absence) return wider;
    // The absence itself may be part of a wider fail; a waiver of that is none of this one.
    const root = widerThan(absence) ?? absence;
    return root.verdict === 'waived' ? undefined : root;
  };
  return verdicts.map((each) => {
    const cause = each.verdict === 'fail' ? causeOf(each) : undefined;
    if (!cause) return each;
    const blockedBy = cause.requirement;
    return { ...each, verdict: 'inconclusive', reason: 'blocked-by', blockedBy };
  });
};

const unproven = (finding: Finding, reason: string, seen: number, of: number): Finding => ({
  ...withAddition(finding, ` (seen ${seen} of ${of} times)`),
  verdict: 'inconclusive',
  reason: reason === 'intermittent' ? 'intermittent' : 'twin-refused',
});

const toVerdict = (cell: Cell, worst: Finding, findings: readonly Finding[]): CellVerdict => {
  const { requirement, verdict, reason, wanted, got, context, where, exchanges } = worst;
  const { status, checkpoint, blockedBy, test, seed, path, steps } = worst;
  return withoutUndefined({
    cell: cell.id,
    requirement,
    line: operation(cell.operation).line,
    operation: cell.operation,
    verdict,
    reason,
    wanted,
    got,
    context,
    where,
    exchanges,
    status,
    checkpoint,
    blockedBy,
    test,
    seed,
    path,
    steps,
    checks: findings.length,
    sightings: sightingsOf(findings).length,
  });
};

const unjudged = (cell: Cell): CellVerdict => ({
  cell: cell.id,
  requirement: cell.requirement,
  line: operation(cell.operation).line,
  operation: cell.operation,
  verdict: cell.notApplicable ? 'not-applicable' : 'inconclusive',
  reason: cell.notApplicable?.reason ?? 'hole',
  wanted: 'a verdict',
  got: cell.notApplicable?.text ?? 'no check was executed',
  exchanges: [],
  checks: 0,
  sightings: 0,
});

/**
 * The one verdict of a cell from all its findings. Without any finding it is inconclusive, never a pass. `last`: the last
 * attempts of the run's tests.
 */
export const rollUpCell = (
  cell: Cell,
  all: readonly Finding[],
  last: LastAttempts = lastAttempts(all),
): CellVerdict => {
  if (cell.notApplicable || all.length === 0) return unjudged(cell);
  const findings = effectiveFindings(all, last);
  const missing = missingProof(cell, findings);
  const seen = sightingsOf(findings).length;
  const weighed = findings.map((finding) =>
    finding.verdict === 'fail' && missing
      ? unproven(finding, missing, seen, findings.length)
      : finding,
  );
  const [first, ...rest] = weighed;
  if (!first) return unjudged(cell);
  const worst = rest.reduce(moreSerious, first);
  // A repeat is sent with minimal data, which is the most readable.
  const shown = weighed.findLast(
    ({ verdict, test }) => verdict === worst.verdict && test === worst.test,
  );
  return toVerdict(cell, shown ?? worst, findings);
};

/**
 * Exactly one verdict for every cell of the ledger, in order. Findings outside the ledger are an error of ours. A waived cell
 * remains waived even if another fail would explain it: somebody is responsible for either.
 */
export const rollUp = (
  cells: readonly Cell[],
  findings: readonly Finding[],
  waive: (verdict: CellVerdict) => CellVerdict = (verdict) => verdict,
): readonly CellVerdict[] => {
  const byCell = new Map<string, Finding[]>(cells.map((cell) => [cell.id, []]));
  for (const finding of findings) {
    const id = cellId(finding.requirement, finding.operation);
    const list = byCell.get(id);
    if (!list) throw new Error(`a finding names ${id}, which the ledger does not have`);
    list.push(finding);
  }
  const last = lastAttempts(findings);
  const verdicts = cells.map((cell) => waive(rollUpCell(cell, byCell.get(cell.id) ?? [], last)));
  const absences = verdicts
    .filter(({ verdict }) => verdict === 'fail')
    .map(
      ({ cell }) =>
        [cell, commonAbsences(effectiveFindings(byCell.get(cell) ?? [], last))] as const,
    );
  return explained(verdicts, new Map(absences));
};
