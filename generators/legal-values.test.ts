import { describe, expect, test } from 'vitest';
import { type FieldBody, FIELD_BODY_NAMES, bodyRows } from '../spec/requirements/field-bodies.ts';
import { LABELLED, POOR, RICH, schemaViolations } from './testing/test-body.ts';
import { LEGAL_VALUES } from './legal-values.ts';
import { sample, subSeed } from './sample.ts';
import { NEVER_LEGAL, TIED_CLASSES } from './field-classes.ts';
import { drawn } from '../tools/testing/drawn.ts';
import { brokenRulesOf } from './valid-body.ts';

const TESTED = FIELD_BODY_NAMES.filter((body) => body !== 'to-contract');
const CONTEXTS = { rich: RICH, poor: POOR, labelled: LABELLED };
const valuesOf = (body: FieldBody) => LEGAL_VALUES.filter((each) => each.body === body);

describe.for(drawn(TESTED, 4))('legal values of %s', (body) => {
  test.for(Object.entries(CONTEXTS))(
    'have their class and are legal otherwise: %s target',
    ([, context]) => {
      const isLegal = (value: object) =>
        schemaViolations(body, value).length === 0 &&
        brokenRulesOf(body, value, context).length === 0;
      const wrong = valuesOf(body)
        .filter((each) => each.applies(context))
        .flatMap((each) =>
          [0, 1, 2].map((run) => ({
            each,
            ...sample(each.pair(context), subSeed(3, each.id, run)),
          })),
        )
        .filter(
          ({ each, control, valid }) =>
            !isLegal(valid) || !isLegal(control) || !each.holds(valid, context),
        );

      expect(wrong).toEqual([]);
    },
  );

  test.for(Object.entries(CONTEXTS))('are the same if drawn lazily: %s target', ([, context]) => {
    const differing = valuesOf(body)
      .filter((each) => each.applies(context))
      .filter((each) =>
        [0, 1, 2].some((run) => {
          const seed = subSeed(7, each.id, run);
          const alone = sample(each.pair(context), seed);
          return JSON.stringify(each.drawnPair(context, seed)) !== JSON.stringify(alone);
        }),
      );

    expect(differing.map(({ id }) => id)).toEqual([]);
  });

  test('are the same for the same seed', () => {
    const draw = () => valuesOf(body).map((each) => sample(each.pair(RICH), 5));

    expect(draw()).toEqual(draw());
  });
});

test('every listed value has a class', () => {
  const missing = TESTED.flatMap((body) =>
    bodyRows(body).flatMap(({ name, schema }) =>
      (schema.enum ?? [])
        .filter(
          (value) => !valuesOf(body).some(({ id }) => id.endsWith(`-${name}/${String(value)}`)),
        )
        .map((value) => `${body} ${name} ${value}`),
    ),
  );

  expect(missing).toEqual([]);
});

test('every exception names an existing field and class', () => {
  const known = new Set(
    TESTED.flatMap((body) =>
      bodyRows(body).flatMap(({ name }) =>
        ['absent', 'present', 'true', 'false', '10', '20'].map((each) => `${name}/${each}`),
      ),
    ),
  );

  expect([...NEVER_LEGAL, ...Object.keys(TIED_CLASSES)].filter((each) => !known.has(each))).toEqual(
    [],
  );
});

test('are not sent if the target does not declare them', () => {
  const inapplicable = (context: typeof RICH) =>
    LEGAL_VALUES.filter((each) => !each.applies(context)).map(({ id }) => id);

  expect([inapplicable(RICH), inapplicable(POOR), inapplicable(LABELLED)]).toEqual([
    [],
    [
      'GAP-LEGAL-risk.vehicle.details.vehicleType/20',
      'GAP-LEGAL-whiteLabelId/present',
      'GAP-LEGAL-whiteLabelId/absent',
      'GAP-WHITELABEL-01/absent',
    ],
    ['GAP-LEGAL-whiteLabelId/absent', 'GAP-WHITELABEL-01/absent'],
  ]);
});

test('ids match the snapshot', async () => {
  const ids = LEGAL_VALUES.map(({ id, body }) => `${id} | ${body}`);

  expect(new Set(LEGAL_VALUES.map(({ id }) => id)).size).toBe(LEGAL_VALUES.length);
  await expect(`${ids.join('\n')}\n`).toMatchFileSnapshot('legal-values.snapshot.txt');
});
