import { type Verdict, type Finding, isDisturbed } from './finding.ts';

/** True if a finding is about its cell, rather than about what kept it from being judged. */
const wasReached = ({ verdict, reached }: Finding): boolean =>
  verdict === 'pass' || verdict === 'fail' || reached === true;

/** True of an answer that the text excludes, however little is known of it (rule section 0). */
export const isSighting = ({ reason }: Pick<Finding, 'reason'>): boolean =>
  reason === 'intermittent' || reason === 'unexplained';

/** The last attempts of tests, or of tests with the same data. */
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

/** The last attempt of each test with the same data, whatever it found. */
export const lastAttempts = (findings: readonly Finding[]): LastAttempts =>
  lastBy(findings, dataOf);

/**
 * An attempt that was repeated gives way to its repetition, apart from the sightings it made (fails, and what was seen once);
 * and if the cell was not reached in one test it is another's check that counts, since the step that blocked it is reported by its
 * own cell. A lost answer gives way to a repetition with the same data alone (`ofAll`), or a service that never answers these
 * would not be seen; the answer counts for this cell only if it judges answers.
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

/** Exit code by who has to act; if several hold, the order is 4, 2, 1, 5, 3, 0. */
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
  /** It was stopped before it had sent all that it was to send. */
  readonly stopped?: boolean;
}

/** The exit code that the verdicts of a ledger amount to. An empty ledger is incomplete. */
export const exitCodeOf = (
  verdicts: readonly Verdict[],
  { staleWaiver = false, stopped = false }: RunCircumstances = {},
): ExitCode => {
  const has = (verdict: Verdict) => verdicts.includes(verdict);
  if (has('error')) return EXIT.harness;
  if (has('fail')) return EXIT.nonConformant;
  if (staleWaiver) return EXIT.waiver;
  if (has('inconclusive') || verdicts.length === 0 || stopped) return EXIT.incomplete;
  return EXIT.conformant;
};
