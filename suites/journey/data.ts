import type * as fc from 'fast-check';
import { car } from '../../generators/car.ts';
import { completeDraft, type DraftOf, revisedDraft } from '../../generators/draft.ts';
import { lead, gapPriceRequestBody, metadataItem } from '../../generators/one-shots.ts';
import { namedPersonBody } from '../../generators/person.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import type { Line } from '../../spec/line.ts';
import { operation } from '../../spec/operations.ts';
import type { Run } from '../run.ts';
import { lazily, type Makers } from './lazily.ts';
import type { JourneyData } from './state.ts';

const emailOf = (run: Run, draft: unknown): string => {
  const { policyholder } = draft as { policyholder?: { contact?: { email?: string } } };
  return (
    policyholder?.contact?.email ?? `${run.generators.mark ?? 'nobody'}@${run.target.mailDomain}`
  );
};

/** The first write and its change; if a creation has no body, only an update writes a draft. */
const writtenDrafts = (
  run: Run,
  line: Line,
  seed: number,
  chosen: DraftOf<Line> | undefined,
): Makers<Pick<JourneyData, 'draft' | 'revised'>> => {
  const context = run.generators;
  const drawn = lazily({
    first: () => chosen ?? sample(completeDraft(line, context), subSeed(seed, 'draft')),
    second: (): DraftOf<Line> =>
      sample(revisedDraft(line, drawn.first, context), subSeed(seed, 'revised')),
  });
  const isShown = operation(`${line}.draft-create`).request.shown;
  return chosen === undefined || isShown
    ? { draft: () => drawn.first, revised: () => drawn.second }
    : { draft: () => drawn.second, revised: () => drawn.first };
};

/** Cars, persons and keys, and what they are changed to. */
export type ItemData = Pick<
  JourneyData,
  'car' | 'changedCar' | 'person' | 'changedPerson' | 'metadata' | 'changedMetadata'
>;

const drawAt =
  (seed: number) =>
  <T>(arbitrary: fc.Arbitrary<T>, name: string): T =>
    sample(arbitrary, subSeed(seed, name));

/** How the items of one draft are drawn, from this seed alone. */
export const itemMakers = (run: Run, seed: number): Makers<ItemData> => {
  const context = run.generators;
  const draw = drawAt(seed);
  return {
    car: () => draw(car(context), 'car'),
    changedCar: () => draw(car(context), 'changed-car'),
    person: () => draw(namedPersonBody(context), 'person'),
    changedPerson: () => draw(namedPersonBody(context), 'changed-person'),
    metadata: () => draw(metadataItem(context), 'metadata'),
    changedMetadata: () => draw(metadataItem(context), 'changed-metadata'),
  };
};

/**
 * The data of one journey, each drawn from its sub-seed alone when it is asked for; order and concurrency change nothing. A
 * draft that was chosen for it is one that the service is sure to be sent.
 */
export const journeyData = (
  run: Run,
  line: Line,
  seed: number,
  chosen?: DraftOf<Line>,
): JourneyData => {
  const draw = drawAt(seed);
  const data: JourneyData = lazily({
    ...writtenDrafts(run, line, seed, chosen),
    ...itemMakers(run, seed),
    lead: () => draw(lead(line), 'lead'),
    priceRequest: () => draw(gapPriceRequestBody(run.generators), 'price-request'),
    email: () => emailOf(run, data.draft),
  });
  return data;
};
