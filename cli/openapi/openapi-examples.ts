import type * as fc from 'fast-check';
import { car } from '../../generators/car.ts';
import type { GeneratorContext } from '../../generators/context.ts';
import { completeDraft } from '../../generators/draft.ts';
import { lead, gapPriceRequestBody, toContractPayload } from '../../generators/one-shots.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import { type KnownOperation, OPERATIONS, type OperationId } from '../../spec/operations.ts';

/** One seed for all documents, so that a document changes only where the service or the generators do. */
const SEED = 1;
const AMOUNT = 1325;

const bodyOf = (
  { request, line }: KnownOperation,
  context: GeneratorContext,
  paymentTerm: string,
): fc.Arbitrary<unknown> | undefined => {
  if (!request.shown || request.name === 'none') return undefined;
  switch (request.name) {
    case 'car':
      return car(context);
    case 'lead':
    case 'gap-lead':
      return lead(line, 'EMAIL');
    case 'gap-price-request':
      return gapPriceRequestBody(context);
    case 'to-contract':
      return toContractPayload({ term: paymentTerm, amount: AMOUNT, token: 'as handed out' });
    case 'empty-object':
      return undefined;
    default:
      return completeDraft(line, context);
  }
};

/** A legal body for each operation whose body is shown, drawn as a run would draw it. */
export const exampleBodies = (
  context: GeneratorContext,
  paymentTerm: string,
): Readonly<Partial<Record<OperationId, unknown>>> =>
  Object.fromEntries(
    OPERATIONS.flatMap((row) => {
      const body = bodyOf(row, context, paymentTerm);
      return body ? [[row.id, sample(body, subSeed(SEED, 'openapi', row.id))]] : [];
    }),
  );
