import { CIRCUMSTANCES, DEAD_ENDS } from './testing/fault-circumstances.ts';
import { type Answer, Visitor } from './testing/visitor.ts';
import { type Journey, walk } from './testing/journey.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CATALOGUE } from '../spec/catalogue.ts';
import { FAULTS, WRITTEN_FAULTS } from './faults.ts';
import type { Fault } from './faults/fault.ts';
import { LINES, type Line } from '../spec/line.ts';
import { type OperationId, operation } from '../spec/operations.ts';
import { type RunningReference, startReference } from './start.ts';
import { SAMPLE_DRAFTS } from './testing/sample-drafts.ts';
import { shows } from './testing/shown-fault.ts';

const brokenBy = ({ breaks }: Fault): readonly OperationId[] => [breaks.operation].flat();

let plain: RunningReference;
const healthy = new Map<Line, Journey>();
beforeAll(async () => {
  plain = await startReference();
  for (const line of LINES)
    healthy.set(line, await walk(new Visitor(plain), line, SAMPLE_DRAFTS[line]));
});
afterAll(() => plain.close());

const shown = (answer: Answer | undefined): unknown => [answer?.status, typeof answer?.body];

describe.each(WRITTEN_FAULTS)('fault $id', (fault) => {
  test('does what it says, and a correct service does not', async () => {
    const sick = await startReference({ faults: [fault.id] });
    for (const on of brokenBy(fault)) {
      expect([on, await shows(fault, new Visitor(sick), on)]).toEqual([on, true]);
      expect([on, await shows(fault, new Visitor(plain), on)]).toEqual([on, false]);
    }
    await sick.close();
  });

  test('leaves the other operations alone', async (context) => {
    if (DEAD_ENDS.has(fault.id)) context.skip('after this fault no client can go on');
    const { line } = operation(brokenBy(fault)[0] ?? 'gap.draft-get');
    const sick = await startReference({ faults: [fault.id] });
    const journey = await walk(new Visitor(sick), line, SAMPLE_DRAFTS[line]);
    await sick.close();

    const broken = brokenBy(fault).map((on) => operation(on).step);
    const others = Object.entries(journey).filter(([step]) => !broken.some((one) => one === step));
    const usual = Object.entries(healthy.get(line) ?? {});
    expect(others.length).toBeGreaterThan(3);
    for (const [step, answer] of others) {
      const [, twin] = usual.find(([name]) => name === step) ?? [];
      expect([step, shown(answer)]).toEqual([step, shown(twin)]);
    }
  });
});

test('every fault breaks a requirement of the catalogue, on operations that it is about', () => {
  for (const fault of FAULTS) {
    const requirement = [...CATALOGUE].find(([id]) => id === fault.breaks.requirement)?.[1];
    expect([fault.id, requirement?.operations]).toEqual([
      fault.id,
      expect.arrayContaining([...brokenBy(fault)]),
    ]);
  }
});

test('no two faults have the same id, and none is forgotten in the circumstances', () => {
  const ids = FAULTS.map(({ id }) => id);

  expect(new Set(ids).size).toBe(ids.length);
  expect([...Object.keys(CIRCUMSTANCES), ...DEAD_ENDS].filter((id) => !ids.includes(id))).toEqual(
    [],
  );
});
