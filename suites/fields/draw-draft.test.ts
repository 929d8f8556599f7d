import { expect, test } from 'vitest';
import { stubRun } from '../testing/stub-run.ts';
import { stubService } from '../testing/stub-service.ts';
import { draftProbes, type DraftProbe } from './draft-probes.ts';
import { drawOf } from './draw-draft.ts';

/** Share of the requirements with several faults on an operation whose faults have several bodies. */
const shareInSeveralBodies = async (line: 'gap' | 'jobloss', on: DraftProbe['on']) => {
  const { run } = await stubRun(stubService(), line);
  const probes = draftProbes(run).filter(
    (each) => each.on === on && each.fault.breaks === 'schema',
  );
  const several = [...Map.groupBy(probes, ({ fault }) => fault.requirement).values()].filter(
    ({ length }) => length > 1,
  );
  const isInSeveral = (group: readonly DraftProbe[]): boolean =>
    new Set(group.map((each) => JSON.stringify(drawOf(run, each, 1).pair.valid))).size > 1;
  expect(several.length).toBeGreaterThan(10);
  return several.filter(isInSeveral).length / several.length;
};

test.each([
  // All bodies of the line are complete.
  ['gap', 'gap.draft-update', 0.9],
  // A body without the field, or of a person, cannot have a fault of a field of a company.
  ['jobloss', 'jobloss.draft-update', 0.9],
] as const)(
  'the faults of one requirement of %s are not all written to one draft (V17)',
  async (line, on, least) => {
    expect(await shareInSeveralBodies(line, on)).toBeGreaterThanOrEqual(least);
  },
);

test('the two draws of a fault have different bodies', async () => {
  const { run } = await stubRun(stubService(), 'gap');
  const probe = draftProbes(run).find(({ fault }) => fault.breaks === 'schema');
  if (!probe) throw new Error('a motor gap draft has no fault of its schema');

  const [first, second] = [1, 2].map((draw) => drawOf(run, probe, draw));

  expect(second?.pair.valid).not.toEqual(first?.pair.valid);
  expect(second?.context).not.toEqual(first?.context);
});
