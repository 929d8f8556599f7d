import { test } from 'vitest';
import { LEGAL_VALUES } from '../generators/legal-values.ts';
import { requirementOf } from '../spec/catalogue.ts';
import { LINE_TITLES } from '../spec/line.ts';
import { operation, type OperationId } from '../spec/operations.ts';
import { announce } from './announce.ts';
import { conclude } from './conclude.ts';
import { conductTest, reportNothingSelected } from './conduct-test.ts';
import { announcedValue, judgeLegalValue, legalTest } from './fields/legal-value.ts';
import { endedBy, isReplayed } from './replayed-probe.ts';
import { run } from './run.ts';
import { byUrgency } from './urgency.ts';

/** Drafts that a value is tried in by certify; a gate tries one. */
const THOROUGH_DRAWS = 2;

const draws = run.plan.thorough ? THOROUGH_DRAWS : 1;
// A landlord value is also sent where only its read-back is selected.
const readsBack = (on: OperationId) =>
  run.cells.some(
    (cell) => cell.operation === on && cell.requirement.startsWith('LANDLORD-READBACK-'),
  );
const probes = LEGAL_VALUES.filter((value) => value.applies(run.generators)).flatMap((value) =>
  value.operations
    .filter(
      (on) =>
        run.judges(value.requirement, on) || readsBack(on) || isReplayed(legalTest(value, on)),
    )
    .map((on) => ({ value, on, line: operation(on).line })),
);
const groups = Map.groupBy(probes, ({ value, line }) => `${value.requirement} ${line}`);

announce(
  probes.flatMap(({ value, on }) =>
    Array.from({ length: draws }, (_, at) => announcedValue(value, on, at + 1)),
  ),
);
const ordered = byUrgency(
  groups.values(),
  (group) =>
    group[0] && {
      requirement: group[0].value.requirement,
      line: group[0].line,
      probes: group.map(({ value, on }) => legalTest(value, on)),
    },
  run.plan.lastFailures,
);

for (const group of ordered) {
  const [first] = group;
  if (!first) continue;
  const { requirement } = first.value;
  const meta = {
    epic: LINE_TITLES[first.line],
    feature: 'Legal values',
    requirement: [requirement],
  };
  test.concurrent(
    `${requirement} ${LINE_TITLES[first.line]}: ${requirementOf(requirement).statement}`,
    { meta },
    async (context) =>
      conductTest(context, async () => {
        const own = [];
        for (const { value, on } of group) {
          for (let draw = 1; draw <= draws; draw += 1) {
            const findings = await judgeLegalValue(value, on, draw);
            run.write(findings);
            own.push(...endedBy(requirement, legalTest(value, on), findings));
          }
        }
        conclude(context, own);
      }),
  );
}

if (groups.size === 0) reportNothingSelected();
