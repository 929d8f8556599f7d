import { type Verdict, type Finding, isDisturbed } from './finding.ts';

/** True if a finding is about its cell, rather than about the reason why the cell was not judged. */
const wasReached = ({ verdict, reached }: Finding): boolean =>
  verdict === 'pass' || verdict === 'fail' || reached === true;

/** True for an answer that the specification excludes, however weak its proof (rule section 0). */
export const isSighting = ({ reason }: Pick<Finding, 'reason'>): boolean =>
  reason === 'intermittent' || reason === 'unexplained';

/** Last attempt of each test, or of each test with the same data. */
export type LastAttempts = ReadonlyMap<string, number>;

const lastBy = (
  findings: readonly Finding[],
  keyOf: (finding: Finding) => string,
): LastAttempts => {
  const last = new Map<string, number>();
  for (const each of findings)
    last.set(keyOf(each), Math.max(last.get(keyOf(each)) ?? 0, each.attempt));
  return last;
};

const testOf = ({ test }: Finding): string => test;
const dataOf = ({ test, seed }: Finding): string => `${test} ${seed}`;

/** The last attempt of each test with the same data, with any finding. */
export const lastAttempts = (findings: readonly Finding[]): LastAttempts =>
  lastBy(findings, dataOf);

/**
 * Drops attempts that a repeat superseded, except their sightings (fails, and deviations seen once). If a test did not reach
 * the cell, another check counts, since the blocking step is reported in its own cell. A lost answer is superseded only by a
 * repeat with the same data (`ofAll`): otherwise a service that never answers these would not be noticed. The answer counts for
 * this cell only if the cell judges answers.
 */
export const effectiveFindings = (
  findings: readonly Finding[],
  ofAll: LastAttempts,
): readonly Finding[] => {
  const own = lastBy(findings, testOf);
  const checked = findings.some(wasReached);
  const wasRepeated = (each: Finding): boolean => {
    const isMine = each.attempt < (own.get(testOf(each)) ?? 0);
    if (!isDisturbed(each)) return isMine;
    return (isMine || checked) && each.attempt < (ofAll.get(dataOf(each)) ?? 0);
  };
  return findings.filter(
    (each) =>
      each.verdict !== 'inconclusive' ||
      isSighting(each) ||
      !(wasRepeated(each) || (checked && each.reason === 'blocked-by')),
  );
};

/** Exit code by the party that has to act; the order of precedence is 4, 2, 1, 5, 3, 0. */
export const EXIT = {
  conformant: 0,
  nonConformant: 1,
  usage: 2,
  incomplete: 3,
  harness: 4,
  waiver: 5,
} as const;

/** One of the exit codes. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Facts other than the verdicts that decide the exit code. */
export interface RunCircumstances {
  /** A waiver is stale or expired. */
  readonly staleWaiver?: boolean;
  /** The run was stopped before it had sent all planned requests. */
  readonly stopped?: boolean;
  /** A credential was refused from some moment on. */
  readonly credentialEnded?: boolean;
}

/** The exit code for the verdicts of a ledger. An empty ledger is incomplete. */
export const exitCodeOf = (
  verdicts: readonly Verdict[],
  { staleWaiver = false, stopped = false, credentialEnded = false }: RunCircumstances = {},
): ExitCode => {
  const has = (verdict: Verdict) => verdicts.includes(verdict);
  if (has('error')) return EXIT.harness;
  if (credentialEnded) return EXIT.usage;
  if (has('fail')) return EXIT.nonConformant;
  if (staleWaiver) return EXIT.waiver;
  if (has('inconclusive') || verdicts.length === 0 || stopped) return EXIT.incomplete;
  return EXIT.conformant;
};
