import type { OperationId } from '../../spec/operations.ts';
import type { JsonObject } from '../json.ts';
import { successOf } from '../render.ts';
import { type Reply } from '../reply.ts';
import { eachOperation, type Kind } from './injection/each-operation.ts';
import { type Fault, onResource, onSuccess } from './injection/fault.ts';

/** An answer with these additional members; if its body is no JSON object, they are the body. */
const withMembers = ({ status, headers, body }: Reply, members: JsonObject): Reply => {
  const shown = typeof body === 'object' && !Array.isArray(body) && !Buffer.isBuffer(body);
  return { status, headers, body: { ...(shown ? body : {}), ...members } };
};

const shows = (ending: string, what: string, members: JsonObject): Kind => ({
  ending,
  what,
  inject: (tables, { id }) => {
    onSuccess(tables, id, (reply) => withMembers(reply, members));
  },
  shownBy: (choices, row) => successOf(row, choices) !== 204,
});

/** Answers with an amount in another currency than EUR, in an unspecified field. */
const currencyFaults: readonly Fault[] = eachOperation('AMOUNT-02', [
  shows('shows-a-fee-in-dollars', 'shows a fee in USD', {
    fee: { currency: 'USD', value: 1325 },
  }),
  shows('shows-a-discount-in-pounds', 'shows the second of two discounts in GBP', {
    discounts: [
      { label: 'online', amount: { currency: 'EUR', value: 500 } },
      { label: 'loyalty', amount: { currency: 'GBP', value: 250 } },
    ],
  }),
  shows('shows-a-total-in-francs', 'shows the total of its summary in CHF', {
    summary: { total: { value: 0, currency: 'CHF' } },
  }),
]);

const HOUR = 3_600_000;

const expires = (id: string, operation: OperationId, what: string, hours: number): Fault => ({
  id,
  breaks: { requirement: 'PRICE-01', operation },
  what,
  inject: (tables) => {
    onResource(tables, operation, (body) => ({
      ...body,
      validUntil: new Date(tables.now().getTime() - hours * HOUR).toISOString(),
    }));
  },
});

/** Amounts in another currency than EUR, and prices that have already expired. */
export const faults: readonly Fault[] = [
  ...currencyFaults,
  // Price requests that have already expired.
  expires(
    'travel-price-expired-the-day-before-yesterday',
    'travel.price-request',
    'The validUntil of a new travel price request is two days in the past.',
    48,
  ),
  expires(
    'jobloss-price-expired-since-last-week',
    'jobloss.price-request',
    'The validUntil of a new jobloss price request is a week in the past.',
    168,
  ),
  expires(
    'landlord-price-expired-since-yesterday',
    'landlord.price-request',
    'The validUntil of a new landlord price request is 25 hours in the past.',
    25,
  ),
  {
    id: 'landlord-price-expired-in-seconds',
    breaks: { requirement: 'PRICE-01', operation: 'landlord.price-request' },
    what: 'A new landlord price request shows a validUntil in epoch seconds, two days in the past.',
    inject: (tables) => {
      onResource(tables, 'landlord.price-request', (body) => ({
        ...body,
        validUntil: String(Math.floor(tables.now().getTime() / 1000) - 48 * 3600),
      }));
    },
  },
];
