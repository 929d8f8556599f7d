import { eachOperation, type Kind } from './each-operation.ts';
import { type Fault, onSuccess } from './fault.ts';
import type { JsonObject } from '../json.ts';
import type { Reply } from '../reply.ts';
import { successOf } from '../render.ts';

/** An answer that also has these members; one without a JSON object has nothing else. */
const withMembers = ({ status, headers, body }: Reply, members: JsonObject): Reply => {
  const shown = typeof body === 'object' && !Array.isArray(body) && !Buffer.isBuffer(body);
  return { status, headers, body: { ...(shown ? body : {}), ...members } };
};

const shows = (ending: string, what: string, members: JsonObject): Kind => ({
  ending,
  what,
  sow: (tables, { id }) => {
    onSuccess(tables, id, (reply) => withMembers(reply, members));
  },
  shownBy: (choices, row) => successOf(row, choices) !== 204,
});

/** Answers with an amount in another currency than EUR, in a field that no table shows. */
export const currencyFaults: readonly Fault[] = eachOperation('AMOUNT-02', [
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
