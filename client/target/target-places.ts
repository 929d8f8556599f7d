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
      `Where to find ${what}: a JSON pointer, header:NAME or location; of a list the first that is there.`,
    );
const idOf = (thing: string, ...guess: string[]) =>
  placesWithDefault(`the id of a new ${thing}`, ...guess);
const draftId = idOf('draft', '/draftId', '/id', 'location');
const contractId = idOf('contract', '/contractId', '/id', 'location');
const idsOf = <const Shape extends z.ZodRawShape>(title: string, shape: Shape) =>
  z.strictObject(shape).describe(`Where the ids of the ${title} line are found.`);
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
  .describe('Where ids are found in the answers of the creating operations.');

const pointer = z.string().regex(/^(\/.+)$/, 'a JSON pointer, such as /data');
const byKind = z.strictObject(
  Object.fromEntries(
    RESOURCE_KINDS.map((kind) => [kind, pointer.optional().describe(`Around a ${kind}.`)]),
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
    `Where the answers hold their resources: a JSON pointer such as /data; or by line, { landlord: /data }; or by line and kind, { landlord: { draft: /data } } with the kinds ${RESOURCE_KINDS.join(', ')}. Ids, prices, tokens and fields are looked for below it. Left out: answers are the resources themselves.`,
  );

/** Place of the amount in a motor gap price request, or the amount itself (P5). */
export const gapPrice = z
  .union(
    [
      place,
      z.array(place).min(1),
      z
        .strictObject({
          amount: z
            .int()
            .min(0)
            .describe('The amount that a contract is asked for, in hundredths of EUR.'),
        })
        .describe('For a service whose price requests show no amount.'),
    ],
    `${A_PLACE}, a list of these, or { amount: 1325 } where a price request shows none`,
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
    'Where to find the amount of a motor gap price request (an amount object, or an integer in hundredths of EUR): a JSON pointer, header:NAME or location; of a list the first that is there. Where a price request shows no amount: { amount: 1325 }, the hundredths of EUR that a contract is asked for; what compares amounts is then observed.',
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
    'Its amount: an amount object, or an integer in hundredths; or the amount itself. Left out: the printed price shapes, then the places of gapPrice.',
  );

const priceOf = (title: string) =>
  z
    .strictObject({
      id: placesWithDefault('the id of a price request', '/priceRequestId', '/id'),
      amount,
      currency: text
        .optional()
        .describe(
          'Its currency: a JSON pointer or header:NAME, or the currency itself. Left out: that of the amount, or EUR.',
        ),
    })
    .prefault({})
    .describe(`Where price requests of the ${title} line show their values.`);

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
    'Where price requests show what bodies name as {{price.id}}, {{price.amount}} and {{price.currency}}, by line: pointers, or the values themselves. Left out: both printed price shapes, the entry of the draft’s variant or the first, and the places of gapPrice. prices.gap.amount is gapPrice by another name, and stands in its place.',
  );

/** Source of the service's build; `assay nightly` records it in its history. */
export const build = z
  .union([
    z
      .strictObject({
        command: text.describe('A command of this machine; the first line that it prints.'),
      })
      .describe('A command tells.'),
    z
      .strictObject({
        path: text.default('').describe('Asked by GET, as a link from base_url.'),
        header: text.describe('The header of the answer that names the build.'),
      })
      .describe('A header tells.'),
    z
      .strictObject({
        path: text.describe('Asked by GET, as a link from base_url: `/version`.'),
        at: z
          .string()
          .regex(/^\//, 'a JSON pointer, such as /build/id')
          .optional()
          .describe('Where in the JSON of the answer. Left out: its first line.'),
      })
      .describe('A page tells.'),
  ])
  .describe('Which build of the service is running. Left out: nobody tells.');
