import type { LegalValue } from '../generators/legal-value.ts';
import { LEGAL_VALUES } from '../generators/legal-values.ts';
import type { Finding } from '../oracles/finding.ts';
import type { Line } from '../spec/line.ts';
import { operation, type OperationId } from '../spec/operations.ts';
import type { AnnouncedProbe } from './announce.ts';
import { announcedValue, legalTest } from './fields/legal-draw.ts';
import { collectLegalValue } from './fields/legal-value.ts';
import { endedBy, isReplayed } from './replayed-probe.ts';
import type { Run } from './run.ts';
import { sideBySide } from './side-by-side.ts';
import { type Suite, titleOf } from './suite.ts';
import { byUrgency } from './urgency.ts';

/** A value on an operation that has to take it. */
interface ValueProbe {
  readonly value: LegalValue;
  readonly on: OperationId;
  readonly line: Line;
}

/** Drafts that a value is tried in. */
const DRAWS = { gate: 1, certify: 2 } as const;

const drawsOf = ({ plan: { thorough } }: Run): number => DRAWS[thorough ? 'certify' : 'gate'];

/** A landlord value is also sent where only its read-back is selected. */
const readsBack = (run: Run, on: OperationId): boolean =>
  run.cells.some(
    (cell) => cell.operation === on && cell.requirement.startsWith('LANDLORD-READBACK-'),
  );

const probesOf = (run: Run): readonly ValueProbe[] =>
  LEGAL_VALUES.filter((value) => value.applies(run.generators)).flatMap((value) =>
    value.operations
      .filter(
        (on) =>
          run.judges(value.requirement, on) ||
          readsBack(run, on) ||
          isReplayed(run, legalTest(value, on)),
      )
      .map((on) => ({ value, on, line: operation(on).line })),
  );

const conductProbe = async (
  run: Run,
  { value, on }: ValueProbe,
  earlier: Promise<unknown>,
): Promise<readonly Finding[]> => {
  const found: Finding[] = [];
  for (let draw = 1; draw <= drawsOf(run); draw += 1) {
    const findings = await collectLegalValue(run, value, on, draw);
    await earlier;
    run.write(findings);
    found.push(...endedBy(run, value.requirement, legalTest(value, on), findings));
  }
  return found;
};

/** Its probes, by which each value finds the draft that shows it; none looks for one afterwards. */
function* announcedValues(run: Run, probes: readonly ValueProbe[]): Generator<AnnouncedProbe> {
  for (const { value, on } of probes)
    for (let draw = 1; draw <= drawsOf(run); draw += 1) yield announcedValue(run, value, on, draw);
  run.memory.sharedDrafts.clear();
}

/** Values that no rule forbids; one draft shows all those that it holds (V17). */
export const legalValuesSuite = (run: Run): Suite => {
  const probes = probesOf(run);
  const groups = Map.groupBy(probes, ({ value, line }) => `${value.requirement} ${line}`);
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
  return {
    probes: () => announcedValues(run, probes),
    tests: ordered.flatMap((group) => {
      const [first] = group;
      if (!first) return [];
      const { requirement } = first.value;
      return {
        title: titleOf(requirement, first.line),
        line: first.line,
        conduct: async () => ({
          findings: await sideBySide(group, (probe, earlier) => conductProbe(run, probe, earlier)),
        }),
      };
    }),
  };
};
