import { UsageError } from '../../client/usage-error.ts';
import { ALL_FAULTS } from '../../generators/invalid/all-faults.ts';
import { type RequirementId, showsInSequences } from '../../spec/catalogue.ts';
import { isLine, type Line } from '../../spec/line.ts';
import { OPERATIONS } from '../../spec/operations.ts';
import { runArgument } from './replay-line.ts';
import { findingsOf, type ReplayedRun } from '../../store/replay-source.ts';
import type { RunOrder } from '../run-order.ts';

/** `travel/3/0:12:4` of a sequence, `jobloss.draft-create/1/0:3:2/JOBLOSS-FIELD-language-enum/de` of a draft. */
const PATH = /^(?<where>[\w.-]+)\/\d{1,4}\/0(?::\d{1,5})*(?:\/(?<fault>.+))?$/;

/** Subject of a path: a sequence of a line, or a fault of a draft. */
interface Subject {
  readonly line: Line;
  readonly shows: (requirement: RequirementId) => boolean;
}

const subjectOf = (where: string, id: string | undefined): Subject | undefined => {
  if (id === undefined) {
    return isLine(where) ? { line: where, shows: showsInSequences } : undefined;
  }
  const row = OPERATIONS.find((each) => each.id === where);
  const [named] = id.split(' after ');
  const fault = ALL_FAULTS.find((each) => each.id === named);
  if (!row || !fault?.operations.includes(row.id)) return undefined;
  return { line: row.line, shows: (requirement) => requirement === fault.requirement };
};

/** Rejects a path that no failure of a run can have. Throws UsageError. */
export const checkReplayPath = (
  path: string,
  requirements: readonly RequirementId[],
  lines: readonly Line[],
): void => {
  const { where = '', fault } = PATH.exec(path)?.groups ?? {};
  const subject = subjectOf(where, fault);
  if (!subject) {
    throw new UsageError(
      `--path: expected a path from the replay line of a failure, such as travel/3/0:12:4, got ${path}; copy the line as it is`,
    );
  }
  const { line, shows } = subject;
  if (!requirements.some(shows)) {
    throw new UsageError(
      `--path: ${path} does not belong to ${requirements.join(', ')}; copy the replay line of the failure as it is`,
    );
  }
  if (!lines.includes(line)) {
    throw new UsageError(
      `--path: ${path} is of the line ${line}, but the run was on ${lines.join(', ')}; name its run (--run)`,
    );
  }
};

/** Part of an order that sends one shrunk case and judges only its cells. */
export type ShrunkCase = Required<
  Pick<RunOrder, 'path' | 'requirement' | 'operation' | 'probes' | 'suites'>
>;

/** Shrunk case at a path accepted by `checkReplayPath`. Throws UsageError if the run has none there. */
export const shrunkCaseOf = (
  path: string,
  requirements: readonly RequirementId[],
  { folder }: ReplayedRun,
): ShrunkCase => {
  const findings = findingsOf(folder).filter(
    (each) => each.path === path && requirements.includes(each.requirement),
  );
  if (findings.length === 0) {
    throw new UsageError(
      `--path: the run ${runArgument(folder)} has no record of ${path}; copy the replay line of the failure as it is, with its --run`,
    );
  }
  return {
    path,
    requirement: [...new Set(findings.map(({ requirement }) => requirement))],
    operation: [...new Set(findings.map(({ operation }) => operation))],
    probes: [],
    suites: [PATH.exec(path)?.groups?.['fault'] === undefined ? 'sequences' : 'fields'],
  };
};
