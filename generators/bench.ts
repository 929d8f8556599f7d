import { fakerNL_BE as faker } from '@faker-js/faker';
import type * as fc from 'fast-check';
import { LINES, type Line } from '../spec/line.ts';
import type { GeneratorContext } from './context.ts';
import { completeDraft, draft } from './draft.ts';
import { sample, samples } from './sample.ts';
import { schemaDrafts } from './schema-drafts.ts';

const BATCH = 500;
/** Batch size for slow generators. */
const SMALL_BATCH = 20;
const WARM_UP_MILLISECONDS = 300;
const MEASURED_MILLISECONDS = 1000;
/** Valid drafts per second that every line must reach on one core. */
const REQUIRED_RATE = 10_000;

const context: GeneratorContext = {
  today: '2026-03-01',
  mailDomain: 'mail.example.com',
  vehicleCodes: [{ code: '10000', vehicleType: '10', country: 'BE' }],
  insurers: [],
  whiteLabels: [],
};

/** CPU milliseconds of this process, so that other processes on the machine do not count. */
const coreTime = (): number => {
  const { system, user } = process.cpuUsage();
  return (system + user) / 1000;
};

/** Values a second of one core, made in batches. */
const rate = (makeBatch: (seed: number) => void, batch = BATCH): number => {
  const during = (milliseconds: number) => {
    const start = coreTime();
    let batches = 0;
    do {
      makeBatch(batches);
      batches += 1;
    } while (coreTime() - start < milliseconds);
    return (batches * batch * 1000) / (coreTime() - start);
  };
  during(WARM_UP_MILLISECONDS);
  return Math.round(during(MEASURED_MILLISECONDS));
};

/** Baseline: an object of the same shape filled by Faker alone, without rules, own seed or shrinking. */
const bareLike = (shape: unknown): unknown => {
  if (Array.isArray(shape)) return shape.map(bareLike);
  if (typeof shape === 'number') return faker.number.int({ max: 1_000_000 });
  if (typeof shape === 'boolean') return faker.datatype.boolean();
  if (typeof shape === 'string') return faker.person.lastName();
  return Object.fromEntries(
    Object.entries(shape as object).map(([key, value]) => [key, bareLike(value)]),
  );
};

const drafts = (arbitrary: fc.Arbitrary<unknown>) =>
  rate((seed) => void samples(arbitrary, seed, BATCH));

const measure = (line: Line) => {
  const shape = sample(completeDraft(line, context), 1);
  const bare = rate(() => void Array.from({ length: BATCH }, () => bareLike(shape)));
  const complete = drafts(completeDraft(line, context));
  const any = drafts(draft(line, context));
  const bySchema = schemaDrafts(line, true, 1);
  const schema = rate(() => void Array.from({ length: SMALL_BATCH }, bySchema), SMALL_BATCH);
  return {
    'drafts/s': any,
    'complete drafts/s': complete,
    'bare Faker objects/s': bare,
    'complete : bare': Number((complete / bare).toFixed(2)),
    'complete json-schema-faker drafts/s': schema,
    enough: Math.min(any, complete) >= REQUIRED_RATE,
  };
};

/** Measures the drafts per second of each line against the required rate. */
export const generatorRates = () => LINES.map((line) => ({ line, ...measure(line) }));

/** Prints the rates; true if all lines reach the required rate. */
const benchGenerators = (): boolean => {
  const rates = generatorRates();
  console.table(rates);
  return rates.every((row) => row.enough);
};

if (import.meta.main) process.exitCode = benchGenerators() ? 0 : 1;
