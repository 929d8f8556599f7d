import type { Judge } from '../../oracles/judges.ts';
import type { Finding } from '../../oracles/finding.ts';
import { requirementOf, type RequirementId } from '../../spec/catalogue.ts';
import { type Line, LINE_TITLES } from '../../spec/line.ts';

/** Requirements and the judges that decide them, except judges of `oracles/blame/`, which give the reason for not judging. */
export interface RequirementJudges {
  readonly requirements: readonly RequirementId[];
  readonly judges: readonly Judge[];
}

/**
 * Probes that one file of `suites/` sends for some requirements. `assay explain` names the file and the files of its judges.
 */
export interface Subject extends RequirementJudges {
  /** Path from the root of the program, such as `suites/journey/walk.ts`. */
  readonly file: string;
  /** Requirements of other probes that its answers may show to be broken. */
  readonly besides?: readonly RequirementJudges[];
}

/** A probe as known before any request. */
export interface AnnouncedProbe {
  /** Name of its exchanges in the record, such as `fields/gap.draft-create/GAP-FIELD-language-enum/de/1`. */
  readonly name: string;
  /** Its drawn data, or the seed if the probe draws as it runs. */
  readonly data: unknown;
}

/** Result of a test. */
export interface TestResult {
  /** Findings that end the test, already written. Left out: the test ends well, whatever was found. */
  readonly findings?: readonly Finding[];
  /** Reason why it was not judged. */
  readonly open?: string;
}

/** One test of a suite: a requirement on a line, a journey, or a scenario. */
export interface SuiteTest {
  readonly title: string;
  /** The line that it sends to; left out: all of them. */
  readonly line?: Line | undefined;
  /** Left out: it covers several. */
  readonly requirement?: RequirementId | undefined;
  /** Prefix of the names of its probes, up to a slash. */
  readonly probes?: readonly string[];
  /** True if no other test of its suite may run at the same time on its line. */
  readonly isSerial?: true;
  /** True if it starts when all other tests of its suite, and of overlapping suites, have ended. */
  readonly isLast?: true;
  /** True if it also judges the answers of a run that was given up. */
  readonly judgesStoppedRun?: true;
  /** Sends the requests, and writes the findings. */
  readonly conduct: () => Promise<TestResult>;
}

/** Probes and tests of one subject. */
export interface Suite {
  /** The probes that it will send; each is drawn on demand. */
  readonly probes: () => Iterable<AnnouncedProbe>;
  /** Tests that may run concurrently unless they exclude it. */
  readonly tests: readonly SuiteTest[];
}

/** Title of a test of a requirement on a line. */
export const titleOf = (requirement: RequirementId, line: Line): string =>
  `${requirement} ${LINE_TITLES[line]}: ${requirementOf(requirement).statement}`;
