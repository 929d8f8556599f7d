import {
  type EvidenceRecord,
  type Finding,
  type Judgement,
  type Origin,
  withoutUndefined,
  type Recording,
  type Source,
} from '../finding.ts';
import { rejudge, isAsJudged, withoutSource } from './plain-evidence.ts';
import { nameOfJudge, judgeVerbatim } from '../judges.ts';
import { cellId } from '../ledger.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import type { OperationId } from '../../spec/operations.ts';

const cellOf = ({ requirement, operation }: Judgement): string => cellId(requirement, operation);

const originOf = ({ test, attempt, seed, path, steps }: Finding): Origin =>
  withoutUndefined({ test, attempt, seed, path, steps });

const judgementOf = (finding: Finding): Judgement => {
  const {
    test: _,
    attempt: _attempt,
    seed: _seed,
    path: _path,
    steps: _steps,
    ...judgement
  } = withoutSource(finding);
  return judgement;
};

/** A finding that was changed after its judge: its verdict is recorded instead of its input. */
const verbatimRecord = (finding: Finding): EvidenceRecord => ({
  ...originOf(finding),
  judge: nameOfJudge(judgeVerbatim),
  given: [judgementOf(finding)],
});

/** Cells whose judgements were kept; undefined if no choice of cells yields these findings. */
const selectedCells = (
  group: readonly Finding[],
  { judged }: Source,
): readonly string[] | undefined => {
  const cells = [...new Set(group.map(cellOf))];
  const chosen = judged.flatMap((each, at) => (cells.includes(cellOf(each)) ? [at] : []));
  const isExact =
    chosen.length === group.length && group.every(({ from }, at) => from?.at === chosen[at]);
  return isExact ? cells : undefined;
};

const recordsOfGroup = (group: readonly Finding[]): readonly EvidenceRecord[] => {
  const [first] = group;
  if (!first?.from || !group.every(isAsJudged)) return group.map(verbatimRecord);
  const record = { ...originOf(first), ...first.from.evidence };
  // Places increase within a group, so an equal count means that all were kept.
  if (group.length === first.from.judged.length) return [record];
  const cells = selectedCells(group, first.from);
  return cells ? [{ ...record, about: cells }] : group.map(verbatimRecord);
};

const belongTogether = (a: Finding, b: Finding): boolean =>
  a.from !== undefined &&
  a.from.evidence === b.from?.evidence &&
  a.from.at < b.from.at &&
  a.test === b.test &&
  a.attempt === b.attempt &&
  a.seed === b.seed &&
  a.path === b.path &&
  a.steps === b.steps;

/** Evidence of findings, in order, from which `findingsIn` recreates them. */
export const evidenceOf = (findings: readonly Finding[]): readonly EvidenceRecord[] => {
  const groups: Finding[][] = [];
  for (const finding of findings) {
    const last = groups.at(-1);
    const before = last?.at(-1);
    if (last && before && belongTogether(before, finding)) last.push(finding);
    else groups.push([finding]);
  }
  return groups.flatMap(recordsOfGroup);
};

const holdsVerdict = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (('judge' in value && value.judge === nameOfJudge(judgeVerbatim)) ||
    Object.values(value).some(holdsVerdict));

/** True if a line of evidence holds a verdict instead of its input, also inside the input of another judge. */
export const isVerbatim = (record: EvidenceRecord): boolean => holdsVerdict(record);

/** Recreates the findings of one line of evidence. Throws if the recording lacks an input. */
export const findingsIn = (
  { judge, given, about, ...origin }: EvidenceRecord,
  recording: Recording,
): readonly Finding[] =>
  rejudge({ judge, given }, recording)
    .filter((each) => about === undefined || about.includes(cellOf(each)))
    .map((each) => ({ ...each, ...origin }));

/** Maximum number of passes kept for a cell; every other finding is kept. */
const MAX_PASSES = 5;

/** Filter that decides, finding by finding in order, if it is kept: of passes and observations, the first few of a cell. */
export const passFilter = (): ((finding: Finding) => boolean) => {
  // Nested maps by requirement, operation, verdict and reach: a combined key would be built for each of a hundred thousand
  // findings.
  const seen = new Map<RequirementId, Map<OperationId, number[]>>();
  return ({ requirement, operation, verdict, reached, attempt }) => {
    // A repeat settles what its first attempt left open.
    if (attempt > 1) return true;
    if (verdict !== 'pass' && verdict !== 'observed') return true;
    const ofRequirement = seen.get(requirement) ?? new Map<OperationId, number[]>();
    seen.set(requirement, ofRequirement);
    const counts = ofRequirement.get(operation) ?? [0, 0, 0, 0];
    ofRequirement.set(operation, counts);
    const kind = (verdict === 'pass' ? 0 : 2) + (reached === true ? 1 : 0);
    const count = (counts[kind] ?? 0) + 1;
    counts[kind] = count;
    return count <= MAX_PASSES;
  };
};

/** A planned probe of a run, sent or not: one line of `probes.jsonl`. */
export interface ProbeRecord {
  /** Name of its exchanges in the record. */
  readonly probe: string;
  /** Hash of the data drawn for it, and of their purpose. */
  readonly data: string;
}
