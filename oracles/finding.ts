import type { OperationId } from '../spec/operations.ts';
import type { RequirementId } from '../spec/catalogue.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { Facts } from './facts.ts';
import type { Stage } from '../spec/declared-checkpoint.ts';

/** Verdicts from harmless to serious; a roll-up only moves to the right. `waived` replaces a fail afterwards. */
export const VERDICTS = [
  'not-applicable',
  'observed',
  'pass',
  'inconclusive',
  'waived',
  'fail',
  'error',
] as const;

/** The outcome of a check, or of a cell after the roll-up. */
export type Verdict = (typeof VERDICTS)[number];

/** Reason why a check is inconclusive, observed or not applicable. */
export type ReasonCode =
  | 'blocked-by'
  | 'disturbance'
  | 'foreign-location'
  | 'hole'
  | 'intermittent'
  | 'no-check'
  | 'not-declared'
  | 'not-executed'
  | 'not-found-by-target'
  | 'other-code'
  | 'profile-dependent'
  | 'side-effects-never'
  | 'specification-silent'
  | 'twin-refused'
  | 'unexplained'
  | 'unlisted-sane-code'
  | 'unstated-rule';

/** JSON pointers of the optional fields that a refused body lacks. */
export interface Absences {
  /** Those whose absence was to be accepted, if that was the legal value: a field, or all fields of an object. */
  readonly tested?: readonly string[];
  /** All of them. */
  readonly all: readonly string[];
}

/** An oracle's judgement of one requirement on one operation. A `fail` here is a sighting; the roll-up requires two. */
export interface Judgement {
  readonly requirement: RequirementId;
  readonly operation: OperationId;
  readonly verdict: Exclude<Verdict, 'waived'>;
  readonly reason?: ReasonCode;
  /** The expectation of the specification, one line. */
  readonly wanted: string;
  /** The deviation or the answer, one line. */
  readonly got: string;
  /** Earlier calls after which the answer was met, and conditions that it needs, in words; `got` contains them. */
  readonly context?: readonly string[];
  /** JSON pointer into the body, or a header's name. */
  readonly where?: string;
  /** Numbers of the exchanges that show it, the decisive one last. */
  readonly exchanges: readonly number[];
  /** Status of the decisive answer, set by `evidence/plain-evidence.ts`; absent without an answer. */
  readonly status?: number;
  /** Hash of the refused body: two sightings must have different ones (V17). */
  readonly body?: number;
  /** Optional fields that the refused body lacks: the absence of one may be the cause (V17). */
  readonly absences?: Absences;
  /** For a faulty draft: the last step that may refuse it. */
  readonly checkpoint?: Stage;
  /**
   * The answer is a fault by itself, whatever the outcome of its control request (S9: a server error if a client status is
   * listed).
   */
  readonly ownEvidence?: true;
  /** Number of the exchange with the accepted control request, if one was sent. */
  readonly twin?: number;
  /** For an observation: it is about an answer of the operation, not about the reason why there was none. */
  readonly reached?: true;
  /** With `blocked-by`: the requirement that the failed step broke, if known. */
  readonly blockedBy?: RequirementId;
  /** Source of the judgement in its run; `evidence.jsonl` keeps it. */
  readonly from?: Source;
}

/** An object without its undefined keys. */
type Present<Parts> = {
  [Key in keyof Parts as undefined extends Parts[Key] ? never : Key]: Parts[Key];
} & {
  [Key in keyof Parts as undefined extends Parts[Key] ? Key : never]?: Exclude<
    Parts[Key],
    undefined
  >;
};

/** Removes undefined members and keeps the order: a file has no empty keys. */
export const withoutUndefined = <Parts extends object>(parts: Parts): Present<Parts> =>
  Object.fromEntries(
    Object.entries(parts).filter(([, value]) => value !== undefined),
  ) as Present<Parts>;

/** True if a judgement leaves its requirement open, so that it is repeated. */
export const isOpen = ({ verdict }: { readonly verdict: Verdict }): boolean =>
  verdict === 'fail' || verdict === 'inconclusive';

/** True if no answer came, or one from the environment: fresh data settle it (rule section 0). */
export const isDisturbed = ({ reason }: Pick<Judgement, 'reason'>): boolean =>
  reason === 'disturbance';

/** A judgement with its source: one line of `findings.jsonl`. */
export interface Finding extends Judgement {
  /** Such as `journey/gap/3`. */
  readonly test: string;
  /** From 1; 2 is the repeat on fresh data. */
  readonly attempt: number;
  /** Sub-seed of the data. */
  readonly seed: number;
  /** For a shrunk finding: end of the search, for the replay; not a file. */
  readonly path?: string;
  /** For a sequence: its commands in words. */
  readonly steps?: readonly string[];
}

/** Owner of an accepted fail, with the reason and the last day (UTC, included). */
export interface WaivedBy {
  readonly reason: string;
  readonly owner: string;
  readonly expires: string;
  /** Release that added the cells, whose fails are observed until then. Absent: a waiver of the user's file. */
  readonly release?: string | undefined;
}

/** The one verdict of a cell: one line of `verdicts.jsonl`. */
export interface CellVerdict
  extends
    Omit<Judgement, 'verdict' | 'body' | 'absences' | 'ownEvidence' | 'twin' | 'reached' | 'from'>,
    Partial<Pick<Finding, 'test' | 'seed' | 'path' | 'steps'>> {
  /** `requirement@line.operation`. */
  readonly cell: string;
  readonly line: string;
  readonly verdict: Verdict;
  /** Number of findings on this cell, and of sightings of a fail among them. */
  readonly checks: number;
  readonly sightings: number;
  /** With `waived`. */
  readonly waiver?: WaivedBy;
}

/**
 * Input of a judge as plain JSON: exchanges and operations are named, earlier judgements are given by their own evidence, and
 * the target's facts are those of the run. So a recording suffices to repeat the judgement.
 */
export interface Evidence {
  /** Name of the judge (`JUDGES`). */
  readonly judge: string;
  readonly given: readonly unknown[];
}

/** Source of a judgement. */
export interface Source {
  readonly evidence: Evidence;
  /** All judgements on that evidence, and the index of this one. */
  readonly judged: readonly Judgement[];
  readonly at: number;
}

/** The test and attempt that a finding comes from. */
export type Origin = Pick<Finding, 'test' | 'attempt' | 'seed' | 'path' | 'steps'>;

/** One line of `evidence.jsonl`. */
export interface EvidenceRecord extends Origin, Evidence {
  /** Cells whose judgements were kept; absent: all. */
  readonly about?: readonly string[];
}

/** Return type of a judge. */
export type Verdicts = Judgement | readonly Judgement[] | undefined;

/** A recording: its exchanges by number, and the facts about the target in its run. */
export interface Recording {
  /** Throws if the recording lacks it. */
  readonly exchange: (n: number) => Exchange;
  readonly facts: Facts;
}
