import { test } from 'vitest';
import { LINE_TITLES } from '../spec/line.ts';
import { CATALOGUE, type RequirementId } from '../spec/catalogue.ts';
import { operation } from '../spec/operations.ts';
import { conclude } from './conclude.ts';
import { conductTest, reportNothingSelected } from './conduct-test.ts';
import { SESSION_REQUIREMENTS } from './protocol/requirements.ts';
import { sessionOf } from './protocol/session.ts';
import { run } from './run.ts';

/** The operations of a line on which a requirement is to be judged. */
const operationsOf = (requirement: RequirementId, line: string) =>
  (CATALOGUE.get(requirement)?.operations ?? []).filter(
    (on) => operation(on).line === line && run.judges(requirement, on),
  );

let selected = 0;
for (const line of run.plan.lines) {
  for (const requirement of SESSION_REQUIREMENTS) {
    const operations = operationsOf(requirement, line);
    if (operations.length === 0) continue;
    selected += 1;
    const meta = { epic: LINE_TITLES[line], feature: 'Protocol', requirement: [requirement] };
    const statement = CATALOGUE.get(requirement)?.statement ?? '';
    test.concurrent(
      `${requirement} ${LINE_TITLES[line]}: ${statement}`,
      { meta },
      async (context) =>
        conductTest(context, async () => {
          const sessions = await Promise.all(operations.map((on) => sessionOf(on)));
          conclude(
            context,
            sessions.flat().filter((each) => each.requirement === requirement),
          );
        }),
    );
  }
}

if (selected === 0) reportNothingSelected();
