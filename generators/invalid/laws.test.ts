import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FIELD_BODY_NAMES, bodyRows } from '../../spec/requirements/field-bodies.ts';
import type { GeneratorContext } from '../context.ts';
import { leaves, matchingPointers, valueAt, withoutValue } from '../pointer.ts';
import { sample, subSeed } from '../sample.ts';
import { brokenRulesOf } from '../valid-body.ts';
import { ALL_FAULTS, bodyFaults } from './all-faults.ts';
import type { BodyFault, FaultPair } from './fault.ts';
import { START_DATE_BORDERS } from './rule-faults.ts';
import { LABELLED, POOR, RICH, brokenBy, schemaViolations } from '../testing/test-body.ts';
import { drawn } from '../../tools/testing/drawn.ts';

const SEED = 20_260_301;
const CONTEXTS = { rich: RICH, poor: POOR, labelled: LABELLED };

const without = (list: readonly string[], others: readonly string[]) =>
  list.filter((each) => !others.includes(each));

/** Errors in the valid body of a pair; it may lack what only a later step needs. */
const wrongInValid = ({ body }: BodyFault, { valid }: FaultPair, context: GeneratorContext) => {
  const places = schemaViolations(body, valid);
  return places.length > 0 ? places : brokenRulesOf(body, valid, context);
};

/** Errors of the faulty body that the valid one does not have: schema violations, or else rules and needs. */
const broken = ({ body }: BodyFault, { valid, faulty }: FaultPair, context: GeneratorContext) => {
  const places = schemaViolations(body, faulty);
  return places.length > 0
    ? places
    : without(brokenBy(body, faulty, context), brokenBy(body, valid, context));
};

const wanted = ({ breaks, pointer }: BodyFault) =>
  breaks === 'schema' ? [pointer] : breaks.split('+');

/** All violations by a fault's pair; empty for a correct one. */
const mistakes = (fault: BodyFault, pair: FaultPair, context: GeneratorContext): unknown[] => {
  const found = broken(fault, pair, context);
  // An emptied object lacks several fields.
  const isEmptied = fault.id.endsWith('/all-missing');
  const isAsWanted = isEmptied
    ? found.length > 1 && found.every((place) => place.startsWith(`${fault.pointer}/`))
    : JSON.stringify(found) === JSON.stringify(wanted(fault));
  const inValid = wrongInValid(fault, pair, context);
  return [
    ...(inValid.length > 0 ? [{ id: fault.id, inValid, pair }] : []),
    ...(isAsWanted ? [] : [{ id: fault.id, found, pair }]),
  ];
};

const pairOf = (fault: BodyFault, context: GeneratorContext, run: number) =>
  sample(fault.pair(context, run % 2 === 0 ? 'complete' : 'any'), subSeed(SEED, fault.id, run));

describe.for(drawn(FIELD_BODY_NAMES, 3))('faults of %s', (body) => {
  test.for(Object.entries(CONTEXTS))(
    'are the same in shared bodies and alone: %s target',
    ([, context]) => {
      const differing = bodyFaults(body).filter((fault) =>
        [1, 2, 3].some((each) => {
          const seed = subSeed(SEED, 'shared', body, each);
          const alone = sample(fault.pair(context), seed);
          return JSON.stringify(fault.drawnPair(context, seed)) !== JSON.stringify(alone);
        }),
      );

      expect(differing.map(({ id }) => id)).toEqual([]);
    },
  );

  test.for(Object.entries(CONTEXTS))('break exactly their own rule: %s target', ([, context]) => {
    const wrong = bodyFaults(body).flatMap((fault) =>
      [0, 1].flatMap((run) => mistakes(fault, pairOf(fault, context, run), context)),
    );

    expect(wrong).toEqual([]);
  });

  test('change only their pointer, and change an existing value there', () => {
    const wrong = bodyFaults(body).filter((fault) => {
      const { valid, faulty } = pairOf(fault, RICH, 0);
      const [place = fault.pointer] = matchingPointers(valid, fault.pointer);
      return (
        JSON.stringify(valueAt(valid, place)) === JSON.stringify(valueAt(faulty, place)) ||
        JSON.stringify(withoutValue(valid, place)) !== JSON.stringify(withoutValue(faulty, place))
      );
    });

    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  test('are the same for the same seed, and apply to a given body', () => {
    const faults = bodyFaults(body);
    const pairs = faults.map((fault) => pairOf(fault, RICH, 0));

    expect(faults.map((fault) => pairOf(fault, RICH, 0))).toEqual(pairs);
    expect(faults.map((fault, index) => fault.faultyOf(pairs[index]?.valid ?? {}, RICH))).toEqual(
      pairs.map(({ faulty }) => faulty),
    );
  });

  test('persist while a pair shrinks, which never grows', () => {
    for (const fault of bodyFaults(body)) {
      const shown: FaultPair[] = [];
      fc.check(
        fc.property(fault.pair(RICH), (pair) => {
          shown.push(pair);
          return false;
        }),
        { seed: subSeed(SEED, fault.id, 'shrink') },
      );
      const sizes = [shown.at(0), shown.at(-1)].map((pair) => leaves(pair?.valid).length);

      expect(shown.flatMap((pair) => mistakes(fault, pair, RICH))).toEqual([]);
      expect(sizes[1]).toBeLessThanOrEqual(sizes[0] ?? 0);
    }
  });

  test('have a smallest body without any removable field', () => {
    const optional = bodyRows(body).filter(({ presence }) => presence === 'optional');
    const spare = bodyFaults(body).flatMap((fault) => {
      const { valid } = fault.smallest(POOR);
      return optional
        .flatMap(({ pointer }) => matchingPointers(valid, pointer))
        .filter((place) => {
          const rest = withoutValue(valid, place);
          return brokenRulesOf(body, rest, POOR).length === 0 && isSuited(fault, rest);
        })
        .map((place) => `${fault.id} does not need ${place}`);
    });

    expect(spare).toEqual([]);
  });
});

const isSuited = (fault: BodyFault, body: object) => {
  try {
    fault.faultyOf(body, POOR);
    return true;
  } catch {
    return false;
  }
};

test('a smallest body contains no kind that its fault does not need', () => {
  const answered = bodyFaults('landlord-draft')
    .filter(({ pointer }) => /^\/(policyholder|terms|risk\/insuredProperty)/.test(pointer))
    .map((fault) => fault.smallest(RICH).valid)
    .filter((valid) => valueAt(valid, '/risk/alreadyOccupied') !== undefined);

  expect(answered).toEqual([]);
});

test('ids, places, kinds and checkpoints match the snapshot', async () => {
  const lines = [...ALL_FAULTS, ...START_DATE_BORDERS].map(
    ({ id, body, kind, checkpoint, what }) => `${id} | ${body} | ${kind} | ${checkpoint} | ${what}`,
  );

  expect(new Set(lines.map((line) => line.split(' | ')[0])).size).toBe(lines.length);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('faults.snapshot.txt');
});

test('a fault rejects a body that cannot have it, with a message', () => {
  const [fault] = bodyFaults('gap-draft').filter(({ id }) => id === 'GAP-VEHICLE-01/missing');

  expect(() => fault?.faultyOf({}, RICH)).toThrow(
    'GAP-VEHICLE-01/missing needs a legal gap-draft that can have it (risk.vehicle.details is missing); draw one with pair().',
  );
});
