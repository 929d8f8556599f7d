import { expect, test } from 'vitest';
import { operation, type OperationId } from '../../spec/operations.ts';
import { stubRun } from '../testing/stub-run.ts';
import { stubService } from '../testing/stub-service.ts';
import { probesOf } from './probes.ts';

const REFERENCES = [
  { key: 'agent', value: 'a' },
  { key: 'source', value: 'b' },
];

/** Bodies of the probes of an operation whose name begins so, made of a legal call with this body. */
const bodiesOf = async (
  on: OperationId,
  name: string,
  body: object,
  { thorough, seed }: { readonly thorough: boolean; readonly seed: number },
): Promise<readonly unknown[]> => {
  const row = operation(on);
  const { run } = await stubRun(stubService(), row.line);
  const probes = probesOf({ ...run, plan: { ...run.plan, thorough, seed } }, row);
  const legal = { operation: on, test: 'protocol/a', intent: 'legal', body } as const;
  return probes
    .filter((probe) => probe.name.startsWith(name))
    .map((probe) => {
      const { body: sent, rawBody } = probe.change(legal, 1);
      return rawBody ?? sent;
    });
};

const KEY = 'GAP-LEAD-FIELD-partnerReference[].key-type';

/** Items of a lead's list in which a fault changes the key. */
const placesIn = (bodies: readonly unknown[]): readonly number[] =>
  bodies.map((body) =>
    (body as { partnerReference: readonly { key: unknown }[] }).partnerReference.findIndex(
      ({ key }) => typeof key !== 'string',
    ),
  );

test.each([REFERENCES, REFERENCES.slice(0, 1)])(
  'a certify tries a fault of a lead’s list in both items, a gate in one of them',
  async (...references) => {
    const lead = { transport: 'EMAIL', partnerReference: references };
    const inRun = async (thorough: boolean, seed: number) =>
      placesIn(await bodiesOf('gap.lead-create', KEY, lead, { thorough, seed }));

    expect(new Set(await inRun(true, 1))).toEqual(new Set([0, 1]));
    const drawn = await Promise.all([1, 2, 3, 4, 5, 6].map((seed) => inRun(false, seed)));
    expect(new Set(drawn.flat())).toEqual(new Set([0, 1]));
  },
);

test.each([{}, { language: 'nl' }, [{ key: 'a' }], { a: 'x'.repeat(500) }])(
  'a body that is not JSON is a legal one, cut off: %o',
  async (legal) => {
    const [raw = ''] = await bodiesOf('travel.draft-create', 'unparseable-body', legal, {
      thorough: false,
      seed: 1,
    });
    expect(() => JSON.parse(String(raw)) as unknown).toThrow(SyntaxError);
    expect(String(raw).length).toBeGreaterThanOrEqual(JSON.stringify(legal).length);
  },
);

test.each<[OperationId, number]>([
  ['travel.draft-create', 1],
  ['gap.draft-create', 0],
  ['travel.draft-update', 0],
])('a caller without rights sends {} to %s: %i', async (on, count) => {
  const sent = await bodiesOf(
    on,
    'without-rights-empty',
    { language: 'nl' },
    { thorough: false, seed: 1 },
  );
  expect(sent).toEqual(Array.from({ length: count }, () => ({})));
});
