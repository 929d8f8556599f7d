import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesOf } from '../cli/commands/explanation.ts';
import { PROJECT } from '../client/project.ts';
import { FAULTS } from '../reference/faults.ts';
import type { Fault } from '../reference/faults/injection/fault.ts';
import { ENTRIES, type RequirementId, requirementOf } from '../spec/catalogue.ts';
import { type Line, LINES } from '../spec/line.ts';
import { operation, type OperationId } from '../spec/operations.ts';
import { isJudged } from '../spec/requirement.ts';
import { drawn } from '../tools/testing/drawn.ts';
import { type Decision, decisionsOn, filesAtWork } from './testing/files-at-work.ts';

const SEED = 41;

const linesOf = (operations: readonly OperationId[]): readonly Line[] =>
  LINES.filter((line) => operations.some((on) => operation(on).line === line));

/** Problems with the files that decided a requirement, each once. */
const misnamedIn = (id: RequirementId, decisions: readonly Decision[]): readonly string[] => {
  const { judge, check } = filesOf(id);
  const unnamed = decisions.flatMap(({ judges, checks }) => [
    ...(judges.every((file) => judge.includes(file)) ? [] : [`${judges.join(', ')} decide it`]),
    ...(checks.some((file) => check.includes(file)) ? [] : [`${checks.join(', ')} ask for it`]),
  ]);
  const idle = [
    ...(decisions.some(({ judges }) => judges.includes(judge[0] ?? ''))
      ? []
      : [`${judge[0]} decides nothing`]),
    ...(decisions.some(({ checks }) => checks.includes(check[0] ?? ''))
      ? []
      : [`${check[0]} asks for nothing`]),
  ];
  return [...new Set([...unnamed, ...idle])];
};

/** Decisions on a service with a fault, and problems with the files that the fault runs. */
const tryFault = async (
  id: RequirementId,
  { id: fault, breaks }: Fault,
): Promise<{ readonly decisions: readonly Decision[]; readonly problems: readonly string[] }> => {
  const operations = [breaks.operation].flat();
  const order = { lines: linesOf(operations), operations, faults: [fault], seed: SEED };
  let decisions: readonly Decision[] = [];
  const files = await filesAtWork('reference/faults', async () => {
    decisions = await decisionsOn(id, order);
  });
  const named = filesOf(id).faults;
  const others = [...files].filter(
    (file) => !file.includes('/injection/') && !named.includes(file),
  );
  return {
    decisions,
    problems: [
      ...(decisions.some(({ verdict }) => verdict === 'fail') ? [] : [`${fault} fails nowhere`]),
      ...(files.size > 0 ? [] : [`${fault} runs no file`]),
      ...others.map((file) => `${fault} runs ${file}`),
    ],
  };
};

const JUDGED = ENTRIES.filter(([, entry]) => isJudged(entry)).map(([id]) => id);

// All of them take half an hour: npm run test:tables.
test.each(drawn(JUDGED, 2))('assay explain names the files that run for %s', async (id) => {
  const lines = linesOf(requirementOf(id).operations);
  const decisions = [...(await decisionsOn(id, { lines, seed: SEED }))];
  const problems: string[] = [];
  const faults = FAULTS.filter(({ breaks }) => breaks.requirement === id);
  for (const fault of drawn(faults, 1)) {
    const tried = await tryFault(id, fault);
    decisions.push(...tried.decisions);
    problems.push(...tried.problems);
  }

  expect([...misnamedIn(id, decisions), ...problems]).toEqual([]);
});

test('a hand-written entry is in the named file', () => {
  const elsewhere = ENTRIES.filter(([id]) => /-\d\d$/.test(id)).filter(([id]) => {
    const [entry = ''] = filesOf(id).entry;
    return !readFileSync(join(PROJECT, entry), 'utf8').includes(`'${id}': {`);
  });

  expect(elsewhere).toEqual([]);
});
