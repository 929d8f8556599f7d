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

/** Ids of the cells that fail on conditions only. */
type Conditional = ReadonlySet<string>;

/** True if every test that saw the fail of a cell names the conditions, or the earlier calls, that it needs. */
const isConditional = (findings: readonly Finding[]): boolean =>
  [...Map.groupBy(sightingsOf(findings), ({ test }) => test).values()].every((own) =>
    own.some(({ context }) => context !== undefined),
  );

/** True if a whole, such as an object, fails on conditions only, and this part of it always does. */
const yieldsTo = (whole: CellVerdict, part: CellVerdict, conditional: Conditional): boolean =>
  relationOf(whole, part)?.isPart === true &&
  conditional.has(whole.cell) &&
  !conditional.has(part.cell);

/**
 * One refused value is one finding: that of the outermost field all of whose values are refused; if such a field fails on
 * conditions only, that of a part of it which always fails. A waived fail explains what it implies, but takes over no whole:
 * nobody waived that.
 */
const explained = (
  verdicts: readonly CellVerdict[],
  conditional: Conditional,
): readonly CellVerdict[] => {
  const failed = verdicts.filter(({ verdict }) => verdict === 'fail' || verdict === 'waived');
  const partOf = (whole: CellVerdict): CellVerdict | undefined =>
    failed.find(
      (part) =>
        part.verdict === 'fail' &&
        part.operation === whole.operation &&
        yieldsTo(whole, part, conditional),
    );
  const yielding = new Set(failed.filter((each) => each.verdict === 'fail' && partOf(each)));
  const causeOf = (each: CellVerdict): CellVerdict | undefined => {
    if (yielding.has(each)) return partOf(each);
    const causes = failed.filter(
      (other) =>
        other.operation === each.operation &&
        relationOf(other, each) !== undefined &&
        !yieldsTo(other, each, conditional) &&
        !(yielding.has(other) && relationOf(other, each)?.isPart),
    );
    return causes.find((other) => !yielding.has(other)) ?? causes[0];
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
  const failed = verdicts.filter(({ verdict }) => verdict === 'fail' || verdict === 'waived');
  const conditional = new Set(
    failed
      .map(({ cell }) => cell)
      .filter((id) => isConditional(effectiveFindings(byCell.get(id) ?? [], last))),
  );
  return explained(verdicts, conditional);
};
