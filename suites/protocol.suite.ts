import { test } from 'vitest';
import { type Line, LINE_TITLES } from '../spec/line.ts';
import { CATALOGUE, type RequirementId } from '../spec/catalogue.ts';
import { operation, type OperationId } from '../spec/operations.ts';
import { announce } from './announce.ts';
import { conclude } from './conclude.ts';
import { conductTest, reportNothingSelected } from './conduct-test.ts';
import { SESSION_REQUIREMENTS } from './protocol/requirements.ts';
import { announcedSession, sessionOf } from './protocol/conduct-session.ts';
import { isReplayed } from './replayed-probe.ts';
import { run } from './run.ts';
import { byUrgency } from './urgency.ts';

/** The operations of a line on which a requirement is to be judged. */
const operationsOf = (requirement: RequirementId, line: Line) =>
  (CATALOGUE.get(requirement)?.operations ?? []).filter(
    (on) =>
      operation(on).line === line &&
      (isReplayed(`protocol/${on}`) ? run.applies(requirement, on) : run.judges(requirement, on)),
  );

interface Subject {
  readonly requirement: RequirementId;
  readonly line: Line;
  readonly operations: readonly OperationId[];
}

const subjects = run.plan.lines
  .flatMap((line) =>
    SESSION_REQUIREMENTS.map((requirement): Subject => {
      return { requirement, line, operations: operationsOf(requirement, line) };
    }),
  )
  .filter(({ operations }) => operations.length > 0);

const probed = new Set(subjects.flatMap(({ operations }) => operations));
announce([...probed].flatMap(announcedSession));

for (const { requirement, line, operations } of byUrgency(
  subjects,
  (each) => each,
  run.plan.lastFailures,
)) {
  const meta = { epic: LINE_TITLES[line], feature: 'Protocol', requirement: [requirement] };
  const statement = CATALOGUE.get(requirement)?.statement ?? '';
  test.concurrent(`${requirement} ${LINE_TITLES[line]}: ${statement}`, { meta }, async (context) =>
    conductTest(context, async () => {
      const sessions = await Promise.all(operations.map((on) => sessionOf(on)));
      conclude(
        context,
        sessions.flat().filter((each) => each.requirement === requirement),
      );
    }),
  );
}

if (subjects.length === 0) reportNothingSelected();
