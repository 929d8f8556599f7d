import { describe, expect, test } from 'vitest';
import { type FieldBody, FIELD_BODY_NAMES } from '../../spec/requirements/field-bodies.ts';
import { matchingPointers, withoutValue } from '../pointer.ts';
import { sample, subSeed } from '../sample.ts';
import { brokenRulesOf } from '../valid-body.ts';
import { bodyFaults } from './all-faults.ts';
import type { BodyFault } from './fault.ts';
import { OBSERVATIONS } from './observations.ts';
import { RICH, schemaViolations } from '../testing/test-body.ts';

const ASKED = FIELD_BODY_NAMES.filter((body) => body !== 'to-contract');
const faultyOf = (fault: BodyFault, valid: object): object | undefined => {
  try {
    return fault.faultyOf(valid, RICH);
  } catch {
    return undefined;
  }
};
const about = (body: FieldBody) => OBSERVATIONS.filter((each) => each.body === body);

describe.for(ASKED)('observations of %s', (body) => {
  const pairs = about(body).map((observation) => ({
    ...observation,
    ...sample(observation.pair(RICH), subSeed(1, observation.id)),
  }));

  test('start from a legal body', () => {
    expect(
      pairs.filter(
        ({ valid }) =>
          schemaViolations(body, valid).length > 0 || brokenRulesOf(body, valid, RICH).length > 0,
      ),
    ).toEqual([]);
  });

  test('send another text than the legal body', () => {
    expect(pairs.filter(({ valid, text }) => JSON.stringify(valid) === text)).toEqual([]);
    expect(pairs.map(({ text }) => JSON.parse(text) as unknown)).toEqual(
      pairs.map(({ odd }) => odd),
    );
  });

  test('change only their pointer', () => {
    const wrong = pairs.filter(({ odd, pointer, valid }) => {
      const [place = pointer] = [
        ...matchingPointers(valid, pointer),
        ...matchingPointers(odd, pointer),
      ];
      return (
        JSON.stringify(withoutValue(valid, place)) !== JSON.stringify(withoutValue(odd, place))
      );
    });

    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  test('are no faults', () => {
    const judged = pairs.filter(({ odd, pointer, valid }) =>
      bodyFaults(body)
        .filter((fault) => fault.pointer === pointer)
        .some((fault) => JSON.stringify(faultyOf(fault, valid)) === JSON.stringify(odd)),
    );

    expect(judged.map(({ id }) => id)).toEqual([]);
  });
});

test('writes a decimal as such', () => {
  const [observation] = OBSERVATIONS.filter(({ id }) => id === 'integer-as-decimal@jobloss-draft');

  expect(observation?.smallest(RICH).text).toBe(
    '{"terms":{"claimLimit":{"currency":"EUR","value":500000.0}}}',
  );
});

test('ids and questions match the snapshot', async () => {
  const lines = OBSERVATIONS.map(
    ({ id, pointer, question, rule }) => `${id} | ${pointer} | ${rule} | ${question}`,
  );

  expect(new Set(OBSERVATIONS.map(({ id }) => id)).size).toBe(OBSERVATIONS.length);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('observations.snapshot.txt');
});
