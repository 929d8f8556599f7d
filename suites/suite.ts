import type { Finding } from '../oracles/finding.ts';
import { requirementOf, type RequirementId } from '../spec/catalogue.ts';
import { type Line, LINE_TITLES } from '../spec/line.ts';
import type { AnnouncedProbe } from './announce.ts';

/** What a test came to. */
export interface TestResult {
  /** Those that the test ends by; they are written already. Left out: it ends well, whatever was found. */
  readonly findings?: readonly Finding[];
  /** Why nothing could be told. */
  readonly open?: string;
}

/** One test of a suite: a requirement on a line, a journey, or a scene. */
export interface SuiteTest {
  readonly title: string;
  /** The line that it sends to; left out: all of them. */
  readonly line?: Line;
  /** Whether no other test of its suite may go beside it on its line; left out: any may. */
  readonly isInTurn?: true;
  /** Whether it also judges what was seen so far where the service was given up. */
  readonly judgesWhatWasSeen?: true;
  /** Sends what there is to send, and writes what it found. */
  readonly conduct: () => Promise<TestResult>;
}

/** What is sent about one subject. */
export interface Suite {
  /** The probes that it is going to send; each is drawn when it is asked for. */
  readonly probes: () => Iterable<AnnouncedProbe>;
  /** Tests that may run side by side, the most telling first. */
  readonly tests: readonly SuiteTest[];
  /** Tests that run one by one after the others. */
  readonly last?: readonly SuiteTest[];
}

/** What a test of a requirement on a line is called. */
export const titleOf = (requirement: RequirementId, line: Line): string =>
  `${requirement} ${LINE_TITLES[line]}: ${requirementOf(requirement).statement}`;
