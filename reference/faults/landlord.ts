import { type Fault, onSuccess } from './fault.ts';
import { randomInt } from 'node:crypto';
import { withBody } from '../reply.ts';
import { withPointer } from '../json.ts';

/** The amount at the end of `totalPackage.totalPrice` of every price entry, as text. */
const withTextAmounts = (prices: unknown): unknown =>
  (prices as { totalPackage: { totalPrice: { withTaxes: number } } }[]).map((entry) =>
    withPointer(
      { ...entry },
      '/totalPackage/totalPrice/withTaxes',
      String(entry.totalPackage.totalPrice.withTaxes),
    ),
  );

/** Faults of the landlord line. */
export const landlordFaults: readonly Fault[] = [
  {
    id: 'landlord-draft-id-is-a-number',
    breaks: {
      requirement: 'LANDLORD-RESOURCE-draftId-type',
      operation: ['landlord.draft-create', 'landlord.draft-get', 'landlord.draft-update'],
    },
    what: 'The landlord draft resource carries its draftId as a JSON number.',
    sow: (tables) => {
      const { newId } = tables;
      let last = randomInt(1_000_000_000, 2_000_000_000);
      tables.newId = (kind, line) =>
        kind === 'draft' && line === 'landlord' ? (last += 1) : newId(kind, line);
      tables.finish.push(({ operation }, reply) =>
        operation.line === 'landlord' && reply.status < 400
          ? withBody(reply, (body) =>
              typeof body['draftId'] === 'string'
                ? { ...body, draftId: Number(body['draftId']) }
                : body,
            )
          : reply,
      );
    },
  },
  {
    id: 'landlord-property-type-in-capitals',
    breaks: {
      requirement: 'LANDLORD-RESOURCE-risk.insuredProperty.type-enum',
      operation: 'landlord.draft-get',
    },
    what: 'Landlord Draft Get shows the property type as RESIDENTIAL, which is not the listed value.',
    sow: (tables) => {
      onSuccess(tables, 'landlord.draft-get', (reply) =>
        withBody(reply, (body) => withPointer(body, '/risk/insuredProperty/type', 'RESIDENTIAL')),
      );
    },
  },
  {
    id: 'landlord-total-price-as-text',
    breaks: {
      requirement: 'PRICE-FIELD-prices[].totalPackage.totalPrice.withTaxes-type',
      operation: 'landlord.price-request',
    },
    what: 'The landlord price request carries the total with taxes as text.',
    sow: (tables) => {
      onSuccess(tables, 'landlord.price-request', (reply) =>
        withBody(reply, (body) => ({ ...body, prices: withTextAmounts(body['prices']) })),
      );
    },
  },
];
