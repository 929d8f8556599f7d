import { type Answer, Visitor, at } from './testing/visitor.ts';
import { type Journey, walk } from './testing/journey.ts';
import { describe, expect, test } from 'vitest';
import { FAULTS } from './faults.ts';
import type { Line } from '../spec/line.ts';
import { SAMPLE_DRAFTS } from './testing/sample-drafts.ts';
import { operation } from '../spec/operations.ts';
import { startReference } from './start.ts';

/** What is seen of each fault in the answer of the operation that it breaks; of a correct service: false. */
const SIGNS: Readonly<Record<string, (answer: Answer) => boolean>> = {
  'car-created-with-201': ({ status }) => status === 201,
  'gap-contract-created-with-200': ({ status }) => status === 200,
  'price-info-breaks-down': ({ status }) => status === 500,
  'jobloss-update-without-last-modified': ({ headers }) => !('last-modified' in headers),
  'car-deleted-without-last-modified': ({ headers }) => !('last-modified' in headers),
  'gap-price-modified-at-epoch-seconds': ({ headers }) =>
    /^\d{10}$/.test(headers['last-modified'] ?? ''),
  'travel-update-answers-a-list': ({ body }) => Array.isArray(body),
  'jobloss-draft-unknown-after-creation': ({ status }) => status === 404,
  'landlord-contract-only-under-contracts': ({ status }) => status === 404,
  'landlord-draft-id-is-a-number': ({ body }) => typeof at(body, '/draftId') === 'number',
  'landlord-property-type-in-capitals': ({ body }) =>
    at(body, '/risk/insuredProperty/type') === 'RESIDENTIAL',
  'landlord-total-price-as-text': ({ body }) =>
    typeof at(body, '/prices/0/totalPackage/totalPrice/withTaxes') === 'string',
  'gap-contract-without-location': ({ status, headers }) =>
    status === 303 && !('location' in headers),
};

const journeyOf = async (line: Line, faults: readonly string[]): Promise<Journey> => {
  const running = await startReference({ faults });
  try {
    return await walk(new Visitor(running), line, SAMPLE_DRAFTS[line]);
  } finally {
    await running.close();
  }
};

const shown = (answer: Answer | undefined): unknown => [answer?.status, typeof answer?.body];

const signed = FAULTS.filter(({ id }) => id in SIGNS);

describe.each(signed)('fault $id', ({ id, breaks }) => {
  const broken = [breaks.operation].flat().map(operation);
  const line = broken[0]?.line ?? 'gap';

  test('does what its sentence says, and a correct service does not', async () => {
    const [sick, healthy] = await Promise.all([journeyOf(line, [id]), journeyOf(line, [])]);

    for (const { step } of broken) {
      const [bad, good] = [sick[step], healthy[step]];
      expect(bad && SIGNS[id]?.(bad)).toBe(true);
      expect(good && SIGNS[id]?.(good)).toBe(false);
    }
  });

  test('leaves the other operations of its line alone', async () => {
    const [sick, healthy] = await Promise.all([journeyOf(line, [id]), journeyOf(line, [])]);

    const steps = broken.map(({ step }) => step);
    const others = Object.entries(sick).filter(([step]) => !steps.some((each) => each === step));
    expect(others.length).toBeGreaterThan(3);
    for (const [step, answer] of others)
      expect([step, shown(answer)]).toEqual([
        step,
        shown(Object.entries(healthy).find(([name]) => name === step)?.[1]),
      ]);
  });
});

test('fault gap-contract-location-leads-nowhere: the contract is not where Location says', async () => {
  const journey = await journeyOf('gap', ['gap-contract-location-leads-nowhere']);

  expect(journey['contract-create']?.status).toBe(303);
  expect(journey['contract-get']?.status).toBe(404);
});

test('every fault is proven by a test here', () => {
  const proven = [...Object.keys(SIGNS), 'gap-contract-location-leads-nowhere'];

  expect(FAULTS.map(({ id }) => id).sort()).toEqual(proven.sort());
});
