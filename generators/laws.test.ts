import addFormats from 'ajv-formats';
import * as fc from 'fast-check';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { BODIES } from '../spec/bodies.ts';
import { LINES } from '../spec/line.ts';
import { keyValue, namedPerson } from '../spec/schemas/shared.ts';
import { car } from './car.ts';
import { type DraftOf, completeDraft, draft } from './draft.ts';
import { lead, gapPriceRequestBody, toContractPayload, metadataItem } from './request-bodies.ts';
import { namedPersonBody } from './person.ts';
import { type Pointer, leaves, valueAt } from './pointer.ts';
import { brokenRules } from './rules.ts';
import { sample, subSeed } from './sample.ts';
import { RICH as context } from './testing/test-body.ts';
import type { ClassSchema } from './pairwise.ts';
import { classesOf, valueClasses } from './testing/value-classes.ts';
import { drawn } from '../tools/testing/drawn.ts';

const DRAWS = 2000;
const SEED = 20_260_301;

/** One generator: the table that every law below runs over. */
interface Case {
  readonly name: string;
  readonly make: () => fc.Arbitrary<object>;
  readonly schema: ClassSchema;
  readonly broken?: (value: object) => string[];
  /** Classes of values that the rules exclude here. */
  readonly excluded?: (valueClass: string) => boolean;
  /** Smallest value after shrinking, by pointer; absent if nothing shrinks. */
  readonly smallest?: Readonly<Record<Pointer, unknown>>;
}

const ILLEGAL = [
  '/risk/insuredJob/isAwareOfImpendingJobloss = true',
  '/risk/insuredJob/isPermanentContract = false',
  '/risk/insuredJob/willUnregisterSocialFundIfClaim = false',
  '/risk/insuredJob/workingAtLeast16Hours = false',
  '/risk/vehicle/identification/willProvideLater = false',
];
/** An empty list is only observed (V17). */
const isEmptyList = (name: string) =>
  ['/metadata empty', '/partnerReference empty', '/risk/drivers empty'].includes(name);
const ANSWERED_NO = /^\/risk\/(minimum|noIncident|tenancy|will)\w+ = false$/;

const OLD_PURCHASE = '/risk/vehicle/invoice/isPurchasedInLast6Months = false';

const EMPTY = { '': {} };
const SMALLEST_COMPLETE = {
  jobloss: { '/language': 'nl', '/risk/insuredJob/employeeStatus': 'self-employed' },
  travel: { '/language': 'nl', '/risk': { isCarsAgeElligible: false } },
  landlord: { '/policyholder/company': undefined, '/risk/alreadyOccupied': false },
  gap: { '/partnerReference': undefined, '/terms/startDate': '2026-03-03' },
};

const draftCases = LINES.flatMap((line): Case[] => {
  const schema: ClassSchema = BODIES[`${line}-draft`];
  const broken = (value: object) => brokenRules(line, value as DraftOf<typeof line>, context);
  return [
    {
      name: `draft of ${line}`,
      make: () => draft(line, context),
      schema,
      broken,
      excluded: (name) => ILLEGAL.includes(name) || isEmptyList(name),
      smallest: EMPTY,
    },
    {
      name: `complete draft of ${line}`,
      make: () => completeDraft(line, context),
      schema,
      broken,
      // Fields that a complete draft may lack have a test of their own.
      excluded: (name) =>
        !name.includes(' = ') ||
        [...ILLEGAL, OLD_PURCHASE].includes(name) ||
        ANSWERED_NO.test(name),
      smallest: SMALLEST_COMPLETE[line],
    },
  ];
});

const cases: Case[] = [
  ...draftCases,
  { name: 'car', make: () => car(context), schema: BODIES.car, smallest: {} },
  {
    name: 'person',
    make: () => namedPersonBody(context),
    schema: namedPerson,
    excluded: (name) => name.startsWith('/title') || name.endsWith('absent'),
    smallest: { '/birthdate': '1970-01-01' },
  },
  { name: 'metadata item', make: () => metadataItem(context), schema: keyValue },
  {
    name: 'lead without transport',
    make: () => lead('travel'),
    schema: BODIES.lead,
    excluded: (name) => name !== '/transport absent',
  },
  {
    name: 'motor gap lead by EMAIL',
    make: () => lead('gap', 'EMAIL'),
    schema: BODIES['gap-lead'],
    excluded: (name) => name === '/transport absent' || isEmptyList(name),
    smallest: { '': { transport: 'EMAIL' } },
  },
  {
    name: 'motor gap price request',
    make: () => gapPriceRequestBody(context),
    schema: BODIES['gap-price-request'],
    excluded: isEmptyList,
    smallest: EMPTY,
  },
  {
    name: 'to-contract payload',
    make: () => toContractPayload({ term: 'YEARLY', amount: 1325, token: 'a token' }),
    schema: BODIES['to-contract'],
  },
];

const ajv = new Ajv({ allErrors: true });
addFormats.default(ajv, ['date', 'date-time', 'email']);
ajv.addFormat('country-code', /^[a-z]{2}$/i);

/** Schema errors and broken rules of a value, as readable text. */
function faults({ broken, schema }: Case, value: object): string[] {
  const validate = ajv.compile(schema);
  if (validate(value)) return broken?.(value) ?? [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const valuesOf = ({ make, name }: Case, count: number) => {
  const arbitrary = make();
  return Array.from({ length: count }, (_, run) => sample(arbitrary, subSeed(SEED, name, run)));
};

describe.for(drawn(cases, 5))('$name', (entry) => {
  test('yields the same value for the same seed, whatever was drawn before', () => {
    const values = valuesOf(entry, 50);
    const again = Array.from({ length: 50 }, (_, run) =>
      sample(entry.make(), subSeed(SEED, entry.name, 49 - run)),
    ).toReversed();

    expect(again).toEqual(values);
  });

  test('yields only values that match their schema and keep the rules', () => {
    const wrong = valuesOf(entry, DRAWS)
      .map((value) => ({ value, faults: faults(entry, value) }))
      .filter((judged) => judged.faults.length > 0);

    expect(wrong).toEqual([]);
  });

  test('yields every class of value that the rules permit', () => {
    const seen = new Set(valuesOf(entry, DRAWS).flatMap((value) => classesOf(entry.schema, value)));
    const missing = valueClasses(entry.schema).filter(
      (name) => !seen.has(name) && !entry.excluded?.(name),
    );
    const unexpected = ILLEGAL.filter((name) => seen.has(name));

    expect({ missing, unexpected }).toEqual({ missing: [], unexpected: [] });
  });
});

test.for(
  drawn(
    cases.filter(({ smallest }) => smallest !== undefined),
    4,
  ),
)('$name shrinks through valid values to a small one', (entry) => {
  const wanted = entry.smallest ?? {};
  for (let run = 0; run < 10; run += 1) {
    const shown: object[] = [];
    fc.check(
      fc.property(entry.make(), (value) => {
        shown.push(value);
        return false;
      }),
      { seed: subSeed(SEED, entry.name, run) },
    );
    const smallest = shown.at(-1);

    expect(shown.flatMap((value) => faults(entry, value))).toEqual([]);
    expect(leaves(smallest).length).toBeLessThanOrEqual(leaves(shown[0]).length);
    expect(
      Object.fromEntries(Object.keys(wanted).map((at) => [at, valueAt(smallest, at)])),
    ).toEqual(wanted);
  }
});
