import type * as fc from 'fast-check';
import { car } from '../../generators/car.ts';
import { completeDraft, type DraftOf, revisedDraft } from '../../generators/draft.ts';
import { lead } from '../../generators/lead.ts';
import { metadataItem } from '../../generators/metadata.ts';
import { namedPersonBody } from '../../generators/person.ts';
import { gapPriceRequestBody } from '../../generators/price-request-body.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import type { Line } from '../../spec/line.ts';
import { operation } from '../../spec/operations.ts';
import { run } from '../run.ts';
import type { JourneyData } from './state.ts';

const emailOf = (draft: unknown): string => {
  const { policyholder } = draft as { policyholder?: { contact?: { email?: string } } };
  return policyholder?.contact?.email ?? `nobody@${run.target.mailDomain}`;
};

/** What is written first, and what it is changed to; where a creation shows nothing, only an update writes a draft. */
const writtenDrafts = (
  line: Line,
  seed: number,
  chosen: DraftOf<Line> | undefined,
): Pick<JourneyData, 'draft' | 'revised'> => {
  const context = run.generators;
  const first = chosen ?? sample(completeDraft(line, context), subSeed(seed, 'draft'));
  const second = sample(revisedDraft(line, first, context), subSeed(seed, 'revised'));
  const isShown = operation(`${line}.draft-create`).request.shown;
  return chosen === undefined || isShown
    ? { draft: first, revised: second }
    : { draft: second, revised: first };
};

/**
 * Draws the data of one journey from its sub-seed alone; order and concurrency change nothing. A draft that was chosen for
 * it is one that the service is sure to be sent.
 */
export const journeyData = (line: Line, seed: number, chosen?: DraftOf<Line>): JourneyData => {
  const context = run.generators;
  const draw = <T>(arbitrary: fc.Arbitrary<T>, name: string) =>
    sample(arbitrary, subSeed(seed, name));
  const { draft, revised } = writtenDrafts(line, seed, chosen);
  return {
    draft,
    revised,
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
