import type * as fc from 'fast-check';
import { car } from '../../generators/car.ts';
import { completeDraft, revisedDraft } from '../../generators/draft.ts';
import { lead } from '../../generators/lead.ts';
import { metadataItem } from '../../generators/metadata.ts';
import { namedPersonBody } from '../../generators/person.ts';
import { gapPriceRequestBody } from '../../generators/price-request-body.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import type { Line } from '../../spec/line.ts';
import { run } from '../run.ts';
import type { JourneyData } from './state.ts';

const emailOf = (draft: unknown): string => {
  const { policyholder } = draft as { policyholder?: { contact?: { email?: string } } };
  return policyholder?.contact?.email ?? `nobody@${run.target.mailDomain}`;
};

/** Draws the data of one journey from its sub-seed alone; order and concurrency change nothing. */
export const journeyData = (line: Line, seed: number): JourneyData => {
  const context = run.generators;
  const draw = <T>(arbitrary: fc.Arbitrary<T>, name: string) =>
    sample(arbitrary, subSeed(seed, name));
  const draft = draw(completeDraft(line, context), 'draft');
  return {
    draft,
    revised: draw(revisedDraft(line, draft, context), 'revised'),
    car: draw(car(context), 'car'),
    changedCar: draw(car(context), 'changed-car'),
    person: draw(namedPersonBody(context), 'person'),
    changedPerson: draw(namedPersonBody(context), 'changed-person'),
    metadata: draw(metadataItem(context), 'metadata'),
    changedMetadata: draw(metadataItem(context), 'changed-metadata'),
    lead: draw(lead(line), 'lead'),
    priceRequest: draw(gapPriceRequestBody(context), 'price-request'),
    email: emailOf(draft),
  };
};
