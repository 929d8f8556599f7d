import { type Fault, onSuccess } from './fault.ts';
import type { OperationId } from '../../spec/operations.ts';
import { withBody } from '../reply.ts';

const HOUR = 3_600_000;

const expires = (id: string, operation: OperationId, what: string, hours: number): Fault => ({
  id,
  breaks: { requirement: 'PRICE-01', operation },
  what,
  sow: (tables) => {
    onSuccess(tables, operation, (reply) =>
      withBody(reply, (body) => ({
        ...body,
        validUntil: new Date(tables.now().getTime() - hours * HOUR).toISOString(),
      })),
    );
  },
});

/** Price requests that have expired when they are given. */
export const priceValidityFaults: readonly Fault[] = [
  expires(
    'travel-price-expired-the-day-before-yesterday',
    'travel.price-request',
    'The validUntil of a new travel price request lies two days back.',
    48,
  ),
  expires(
    'jobloss-price-expired-since-last-week',
    'jobloss.price-request',
    'The validUntil of a new jobloss price request lies a week back.',
    168,
  ),
  expires(
    'landlord-price-expired-since-yesterday',
    'landlord.price-request',
    'The validUntil of a new landlord price request lies 25 hours back.',
    25,
  ),
];
