import type { Judge } from '../../oracles/judges.ts';
import type { Finding } from '../../oracles/finding.ts';
import { requirementOf, type RequirementId } from '../../spec/catalogue.ts';
import { type Line, LINE_TITLES } from '../../spec/line.ts';

/** Requirements, and the judges that decide them, apart from those that give the reason for not judging (`oracles/blame/`). */
export interface Decided {
  readonly requirements: readonly RequirementId[];
  readonly judges: readonly Judge[];
}

/** Probes that one file of `suites/` sends for some requirements. `assay explain` names it, and the files of its judges. */
export interface Subject extends Decided {
  /** Path from the root of the program, such as `suites/journey/walk.ts`. */
  readonly file: string;
  /** Other requirements that its answers may show, which have probes of their own. */
  readonly besides?: readonly Decided[];
}

/** A probe as known before any request. */
export interface AnnouncedProbe {
  /** The name under which its exchanges are recorded, such as `fields/gap.draft-create/GAP-FIELD-language-enum/de/1`. */
  readonly name: string;
  /** Its drawn data; of a probe that draws on its way the seed that it draws from. */
  readonly data: unknown;
}

/** Result of a test. */
export interface TestResult {
  /** Those that the test ends by; they are written already. Left out: it ends well, whatever was found. */
  readonly findings?: readonly Finding[];
  /** Reason that it was not judged. */
  readonly open?: string;
}

/** One test of a suite: a requirement on a line, a journey, or a scene. */
export interface SuiteTest {
  readonly title: string;
  /** The line that it sends to; left out: all of them. */
  readonly line?: Line | undefined;
  /** Left out: it is about several. */
  readonly requirement?: RequirementId | undefined;
  /** First part of the names of its probes, up to a slash. */
  readonly probes?: readonly string[];
  /** True if no other test of its suite may go beside it on its line; left out: any may. */
  readonly isInTurn?: true;
  /** True if it comes when all others of its suite, and of those beside it, have ended. */
  readonly isLast?: true;
  /** True if it also judges the answers so far of a service that was given up. */
  readonly judgesWhatWasSeen?: true;
  /** Sends the requests, and writes the findings. */
  readonly conduct: () => Promise<TestResult>;
}

/** Probes and tests about one subject. */
export interface Suite {
  /** The probes that it is going to send; each is drawn when it is asked for. */
  readonly probes: () => Iterable<AnnouncedProbe>;
  /** Tests that may run concurrently, unless they exclude it. */
  readonly tests: readonly SuiteTest[];
}

/** Title of a test of a requirement on a line. */
export const titleOf = (requirement: RequirementId, line: Line): string =>
  `${requirement} ${LINE_TITLES[line]}: ${requirementOf(requirement).statement}`;
