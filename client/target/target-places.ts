import { z } from 'zod';
import { type AnswerKind, RESOURCE_KINDS } from '../../spec/envelope.ts';
import { perLine, text } from './target-values.ts';

const A_PLACE =
  'a JSON pointer (/data/id), header:NAME, or location (the last segment of the Location header)';
const place = z.string().regex(/^(\/.*|header:[\w-]+|location)$/, A_PLACE);
const places = z
  .union([place, z.array(place).min(1)], `${A_PLACE}, or a list of these`)
  .transform((value) => (Array.isArray(value) ? value : [value]));

/** Schema of a place in an answer, with defaults that are tried if the target names none. */
export const placesWithDefault = (what: string, ...guess: string[]) =>
  places
    .prefault(guess)
    .describe(
      `Where to find ${what}: a JSON pointer, header:NAME or location; in a list, the first one that exists counts.`,
    );
const idOf = (thing: string, ...guess: string[]) =>
  placesWithDefault(`the id of a new ${thing}`, ...guess);
const draftId = idOf('draft', '/draftId', '/id', 'location');
const contractId = idOf('contract', '/contractId', '/id', 'location');
const idsOf = <const Shape extends z.ZodRawShape>(title: string, shape: Shape) =>
  z.strictObject(shape).describe(`Places of the ids of the ${title} line.`);
/** Places of the ids in answers of the creating operations, by line. */
export const ids = z
  .strictObject({
    jobloss: idsOf('jobloss', { draft: draftId, contract: contractId }).prefault({}),
    travel: idsOf('travel', {
      draft: draftId,
      car: idOf('car', '/carId', '/id', 'location'),
      person: idOf('person', '/personId', '/id', 'location'),
      metadata: idOf('metadata item', '/keyId', '/id', 'location', '/key'),
      contract: contractId,
    }).prefault({}),
    landlord: idsOf('landlord', { draft: draftId, contract: contractId }).prefault({}),
    gap: idsOf('motor gap', {
      draft: draftId,
      contract: idOf('contract', 'location', '/contractId', '/id'),
    }).prefault({}),
  })
  .prefault({})
  .describe('Places of the ids in the answers of creations.');

const pointer = z.string().regex(/^(\/.+)$/, 'a JSON pointer, such as /data');
const byKind = z.strictObject(
  Object.fromEntries(
    RESOURCE_KINDS.map((kind) => [kind, pointer.optional().describe(`Pointer to a ${kind}.`)]),
  ) as Record<AnswerKind, z.ZodOptional<z.ZodString>>,
);

/** Pointers to the resources inside the answers of the service (P3). */
export const envelope = z
  .union(
    [pointer, perLine(z.union([pointer, byKind]))],
    'a JSON pointer (/data), or pointers by line, or by line and kind',
  )
  .optional()
  .describe(
    `Place of the resources in the answers: a JSON pointer such as /data; or by line, { landlord: /data }; or by line and kind, { landlord: { draft: /data } }, with the kinds ${RESOURCE_KINDS.join(', ')}. Ids, prices, tokens and fields are searched below it. Default: the answer is the resource itself.`,
  );

/** Place of the amount in a motor gap price request, or the amount itself (P5). */
export const gapPrice = z
  .union(
    [
      place,
      z.array(place).min(1),
      z
        .strictObject({
          amount: z.int().min(0).describe('The amount for contracts, in hundredths of EUR.'),
        })
        .describe('For a service whose price requests do not show an amount.'),
    ],
    `${A_PLACE}, a list of these, or { amount: 1325 } if price requests show none`,
  )
  .transform((value) => (typeof value === 'string' ? [value] : value))
  .prefault([
    '/transactionAmount',
    '/amount',
    '/price',
    '/totalPrice',
    '/totalPrice/withTaxes',
    '/prices/0/totalPrice/withTaxes',
  ])
  .describe(
    'Where to find the amount of a motor gap price request (an amount object, or an integer in hundredths of EUR): a JSON pointer, header:NAME or location; in a list, the first one that exists counts. If price requests show no amount: { amount: 1325 }, the amount for contracts in hundredths of EUR; requirements that compare amounts are then only observed.',
  );

const amount = z
  .union(
    [z.int().min(0), place, z.array(place).min(1)],
    `${A_PLACE}, a list of these, or the amount itself, in hundredths of EUR`,
  )
  .transform((value) =>
    typeof value === 'number' ? { amount: value } : typeof value === 'string' ? [value] : value,
  )
  .optional()
  .describe(
    'Place of the amount (an amount object, or an integer in hundredths), or the amount itself. Default: the price shapes of the specification, then the places of gapPrice.',
  );

const priceOf = (title: string) =>
  z
    .strictObject({
      id: placesWithDefault('the id of a price request', '/priceRequestId', '/id'),
      amount,
      currency: text
        .optional()
        .describe(
          'Place of the currency (a JSON pointer or header:NAME), or the currency itself. Default: the one of the amount, or EUR.',
        ),
    })
    .prefault({})
    .describe(`Places of the values in price requests of the ${title} line.`);

/** Places of the price requests by line, for the bodies of later steps (P5). */
export const prices = z
  .strictObject({
    jobloss: priceOf('jobloss'),
    travel: priceOf('travel'),
    landlord: priceOf('landlord'),
    gap: priceOf('motor gap'),
  })
  .prefault({})
  .describe(
    'Places of the values for {{price.id}}, {{price.amount}} and {{price.currency}} in price requests, by line: pointers, or the values themselves. Default: both price shapes of the specification (the entry of the draft’s variant, or the first), then the places of gapPrice. prices.gap.amount is another name for gapPrice; a target has only one of them.',
  );

/** Source of the service's build; `assay nightly` records it in its history. */
export const build = z
  .union([
    z
      .strictObject({
        command: text.describe('A command on this machine; its first line of output is the build.'),
      })
      .describe('The build is the output of a command.'),
    z
      .strictObject({
        path: text.default('').describe('Requested with GET, relative to base_url.'),
        header: text.describe('Name of the header that contains the build.'),
      })
      .describe('The build is in a header of an answer.'),
    z
      .strictObject({
        path: text.describe('Requested with GET, relative to base_url, such as `/version`.'),
        at: z
          .string()
          .regex(/^\//, 'a JSON pointer, such as /build/id')
          .optional()
          .describe('Place in the JSON of the answer. Default: the first line of its text.'),
      })
      .describe('The build is in the body of an answer.'),
  ])
  .describe('Source of the build of the running service. Default: unknown.');
