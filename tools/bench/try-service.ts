import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { stringify } from 'yaml';
import { EXIT } from '../../oracles/exit-code.ts';
import { type RunningReference, startReference } from '../../reference/start.ts';
import type { Line } from '../../spec/line.ts';
import { runSchemathesisOn, type Effort } from '../witness/ask-schemathesis.ts';
import { messageOf } from '../../client/usage-error.ts';
import { judgedRun } from './measured-program.ts';
import type { Violation } from '../witness/violation.ts';

/** Masks ids and numbers, which differ between two runs with the same findings. */
const withoutNumbers = (text: string): string => text.replaceAll(/[0-9a-f-]{12,}|\d+/g, '0');

/** Masks generated values as well; a missing property's name is not generated. */
const withoutGenerated = (text: string): string =>
  withoutNumbers(
    text.includes('required property') ? text : text.replaceAll(/"[^"]*"|'[^']*'|`[^`]*`/g, '…'),
  );

/** Location in a body or schema. */
const PLACE = /^(Invalid component:|Schema at) .*$/m;

/** True if a legal value was rejected, so that only the answer has the reason. */
const isRejected = (code: string): boolean => code === 'ST202';

/** Subject of a Schemathesis report: kind, operation, place or reason, without generated values. */
export const subjectOf = ({ code, operation, message, answer }: Violation): string => {
  const [first = ''] = message.split('\n');
  const place = PLACE.exec(message)?.[0] ?? '';
  const why = isRejected(code) ? withoutNumbers(answer) : answer.slice(0, 3);
  return [code, operation, withoutGenerated(first), withoutGenerated(place), why].join(' | ');
};

/** Service and line to test. */
export interface TrialSubject {
  readonly dialect?: string;
  readonly faults?: readonly string[];
  readonly line: Line;
}

/** Result of one tool against one service. */
export interface Trial {
  /** Distinct reports. */
  readonly reports: ReadonlySet<string>;
  /** Seconds. */
  readonly wall: number;
  readonly requests: number;
  /** Error that ended it early. */
  readonly trouble?: string;
}

/** Tool that tests one line of a service. */
export type Tool = (running: RunningReference, line: Line) => Promise<Trial>;

const ENDS: readonly number[] = [EXIT.conformant, EXIT.nonConformant];

/** `assay gate`: reports only that a service does not conform. Any other exit code is an error. */
export const assayGate: Tool = async ({ target, environment }, line) => {
  // Removed with the part, as in served.ts.
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  const file = join(folder, 'target.yaml');
  writeFileSync(file, stringify(target));
  const run = await judgedRun(
    { target: file, environment },
    folder,
    ['gate', '--line', line],
    ENDS,
  );
  const reports = run.code === EXIT.conformant ? [] : ['does not conform'];
  return { reports: new Set(reports), wall: run.wall, requests: run.requests };
};

const EFFORT: Effort = {
  // As `npm run witness`. More takes longer than the gate, and reports the same about a correct service.
  examples: 10,
  phases: ['examples', 'coverage', 'fuzzing', 'stateful'],
  seconds: 120,
  // Otherwise its reports about a correct service would hide later ones.
  flags: ['--continue-on-failure'],
};

/** Schemathesis with all phases, and Assay's document of the same target. */
export const schemathesisOf =
  (program: string): Tool =>
  async (running, line) => {
    const part = { paths: `^/[^/]+/[^/]+/${line}/`, at: line === 'gap' ? 'gap' : 'base' } as const;
    const start = performance.now();
    const report = await runSchemathesisOn(program, running, { ...EFFORT, parts: [part] });
    const wall = (performance.now() - start) / 1000;
    return { reports: new Set(report.violations.map(subjectOf)), wall, requests: report.requests };
  };

/** Runs a tool against a fresh service. On timeout it reports nothing, and `trouble` has the error. */
export const tryService = async (
  tool: Tool,
  { dialect, faults = [], line }: TrialSubject,
): Promise<Trial> => {
  const running = await startReference({ faults, ...(dialect === undefined ? {} : { dialect }) });
  try {
    return await tool(running, line);
  } catch (error) {
    const trouble = messageOf(error);
    return { reports: new Set(), wall: 0, requests: 0, trouble };
  } finally {
    await running.close();
  }
};
