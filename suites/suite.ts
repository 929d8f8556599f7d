import type { TaskMeta, TestContext } from 'vitest';
import { requirementOf, type RequirementId } from '../spec/catalogue.ts';
import { type Line, LINE_TITLES } from '../spec/line.ts';
import type { AnnouncedProbe } from './announce.ts';

/** One test of a suite: a requirement on a line, a journey, or a scene. */
export interface SuiteTest {
  readonly title: string;
  readonly meta: TaskMeta;
  /** Sends what there is to send, writes what it found, and ends by it. */
  readonly conduct: (context: TestContext) => Promise<void>;
}

/** What is sent about one subject. */
export interface Suite {
  /** The probes that it is going to send; drawn when they are asked for. */
  readonly probes: () => readonly AnnouncedProbe[];
  /** Tests that may run side by side, the most telling first. */
  readonly tests: readonly SuiteTest[];
  /** Tests that run one by one after the others. */
  readonly last?: readonly SuiteTest[];
}

/** What a test of a requirement on a line is called. */
export const titleOf = (requirement: RequirementId, line: Line): string =>
  `${requirement} ${LINE_TITLES[line]}: ${requirementOf(requirement).statement}`;
