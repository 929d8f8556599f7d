import { mean } from 'simple-statistics';
import { expect, test } from 'vitest';
import { valueAt } from '../../generators/pointer.ts';
import { type Line, LINES } from '../../spec/line.ts';
import { bodyRows } from '../../spec/requirements/field-bodies.ts';
import { isNewObject } from '../contexts/context.ts';
import { stubRun } from '../testing/stub-run.ts';
import { stubService } from '../testing/stub-service.ts';
import { draftProbes, type DraftProbe, draftsOf } from './draft-probes.ts';
import { drawOf } from './draw-draft.ts';

const SEEDS = [1, 2, 3, 4];

/** Mean share of the requirements with several faults on an operation whose bodies differ in this respect. */
const shareOfDifferent = async (
  line: 'gap' | 'jobloss',
  on: DraftProbe['on'],
  respect: (body: object) => unknown,
  isMeant: (pointer: string) => boolean = () => true,
) => {
  const { run } = await stubRun(stubService(), line);
  const probes = draftProbes(run).filter(
    ({ fault, on: own }) =>
      own === on && fault.breaks === 'schema' && !fault.isFurther && isMeant(fault.pointer),
  );
  const several = [...Map.groupBy(probes, ({ fault }) => fault.requirement).values()].filter(
    ({ length }) => length > 1,
  );
  expect(several.length).toBeGreaterThan(10);
  const shares = SEEDS.map((seed) => {
    const drawn = { ...run, plan: { ...run.plan, seed } };
    const isDifferent = (group: readonly DraftProbe[]): boolean =>
      new Set(group.map((each) => respect(drawOf(drawn, each, 1).pair.valid))).size > 1;
    return several.filter(isDifferent).length / several.length;
  });
  return mean(shares);
};

test.each([
  // A body that lacks an object cannot have the faults of its fields.
  ['gap', 'gap.draft-update', 0.85],
  // A body without the field, or of a person, cannot have a fault of a field of a company.
  ['jobloss', 'jobloss.draft-update', 0.9],
] as const)(
  'the faults of one requirement of %s are not all written to one draft (V17)',
  async (line, on, least) => {
    expect(await shareOfDifferent(line, on, JSON.stringify)).toBeGreaterThanOrEqual(least);
  },
);

test('one fault of a requirement is in a draft of a person, another in one of a company', async () => {
  const isCompany = (body: object): boolean => valueAt(body, '/policyholder/company') !== undefined;
  const isOfBoth = (pointer: string): boolean => !/\/(company|person)(\/|$)/.test(pointer);

  expect(await shareOfDifferent('gap', 'gap.draft-update', isCompany, isOfBoth)).toBeGreaterThan(
    0.65,
  );
});

test('the two draws of a fault have different bodies', async () => {
  const { run } = await stubRun(stubService(), 'gap');
  const probe = draftProbes(run).find(({ fault }) => fault.breaks === 'schema');
  if (!probe) throw new Error('a motor gap draft has no fault of its schema');

  const [first, second] = [1, 2].map((draw) => drawOf(run, probe, draw));

  expect(second?.pair.valid).not.toEqual(first?.pair.valid);
  expect(second?.context).not.toEqual(first?.context);
});

test('over six seeds, nearly all faults of fields go to used drafts, and to drafts of a person and of a company', async () => {
  const { run } = await stubRun(stubService(), 'gap');
  const probes = draftProbes(run).filter(
    ({ fault }) => fault.breaks === 'schema' && !/\/(company|person)(\/|$)/.test(fault.pointer),
  );
  const drawn = probes.map((probe) =>
    [1, 2, 3, 4, 5, 6].map((seed) => drawOf({ ...run, plan: { ...run.plan, seed } }, probe, 1)),
  );
  const shareOf = (isMet: (draws: readonly ReturnType<typeof drawOf>[]) => boolean): number =>
    drawn.filter(isMet).length / drawn.length;
  const isOfCompany = ({ pair }: ReturnType<typeof drawOf>): boolean =>
    valueAt(pair.valid, '/policyholder/company') !== undefined;

  expect(probes.length).toBeGreaterThan(50);
  expect(shareOf((draws) => draws.some(({ context }) => !isNewObject(context)))).toBeGreaterThan(
    0.95,
  );
  expect(shareOf((draws) => new Set(draws.map(isOfCompany)).size === 2)).toBeGreaterThan(0.8);
});

type Draft = ReturnType<typeof drawOf>;

/** Drafts of every fault of a line in a certify, draw by draw. */
const draftsInCertify = async (
  line: Line,
  order: (draws: readonly number[]) => readonly number[] = (draws) => draws,
): Promise<ReadonlyMap<string, readonly Draft[]>> => {
  const { run: plain } = await stubRun(stubService(), line);
  const run = { ...plain, plan: { ...plain.plan, thorough: true } };
  return new Map(
    // A further form of a fault has one draft.
    draftProbes(run)
      .filter(({ fault }) => !fault.isFurther)
      .map((probe) => {
        const draws = Array.from({ length: draftsOf(run, probe) }, (_, at) => at + 1);
        const drawn = new Map(order(draws).map((draw) => [draw, drawOf(run, probe, draw)]));
        return [`${probe.fault.id} ${probe.on}`, draws.flatMap((draw) => drawn.get(draw) ?? [])];
      }),
  );
};

/** Mean share of these values that the drafts of a fault have. */
const shareOf = (
  drafts: Iterable<readonly Draft[]>,
  valueOf: (draft: Draft) => unknown,
  values: readonly unknown[],
): number =>
  mean(
    [...drafts].map((each) => {
      const met = new Set(each.map(valueOf));
      return values.filter((value) => met.has(value)).length / values.length;
    }),
  );

test.each(LINES)(
  'in a certify, no fault of a %s draft goes into the same draft twice, and nearly each goes over both kinds of connections',
  async (line) => {
    const drafts = await draftsInCertify(line);

    const repeated = [...drafts].filter(
      ([, each]) =>
        new Set(each.map(({ pair, context }) => JSON.stringify([pair, context]))).size <
        each.length,
    );
    expect(repeated.map(([name]) => name)).toEqual([]);
    expect(
      shareOf(drafts.values(), ({ context }) => context.connection, ['fresh', 'reused']),
    ).toBeGreaterThan(0.95);
  },
);

test('in a certify, nearly each rule of a jobloss draft is broken in each language', async () => {
  const drafts = await draftsInCertify('jobloss');
  const ofRules = [...drafts].filter(([name]) => !name.startsWith('JOBLOSS-FIELD'));

  expect(
    shareOf(
      ofRules.map(([, each]) => each),
      ({ pair }) => valueAt(pair.valid, '/language'),
      ['nl', 'fr', 'en'],
    ),
    // Some bodies of a flag have no language.
  ).toBeGreaterThan(0.85);
});

/** Values that fields with few of them have in a body. */
const listedIn = (valid: object): readonly string[] =>
  bodyRows('travel-draft').flatMap(({ pointer, schema }) => {
    const value = valueAt(valid, pointer);
    const isListed = schema.type === 'boolean' || schema.enum !== undefined;
    return isListed && value !== undefined ? `${pointer} ${JSON.stringify(value)}` : [];
  });

test('in a certify, nearly each requirement on a travel draft is broken beside every listed value of the other fields', async () => {
  const drafts = [...(await draftsInCertify('travel'))];
  const requirementOf = ([name]: (typeof drafts)[number]): string => name.split('/')[0] ?? '';
  const met = [...Map.groupBy(drafts, requirementOf).values()].map(
    (own) => new Set(own.flatMap(([, each]) => each.flatMap(({ pair }) => listedIn(pair.valid)))),
  );
  const values = new Set(met.flatMap((each) => [...each]));

  expect(mean(met.map(({ size }) => size / values.size))).toBeGreaterThan(0.95);
});

test('a draw is the same in whatever order draws are asked for, as in a replay', async () => {
  const inOrder = await draftsInCertify('travel');
  const backwards = await draftsInCertify('travel', (draws) => draws.toReversed());

  expect(backwards).toEqual(inOrder);
});
