import type { OperationId } from '../../../spec/operations.ts';
import { type Fault, onResource } from '../injection/fault.ts';

const MONTH = 30 * 86_400_000;

const limitWritten = (
  id: string,
  operation: OperationId,
  what: string,
  write: (limit: Date) => string,
): Fault => ({
  id,
  breaks: { requirement: 'PRICE-ALTERNATIVE-validUntil-format', operation },
  what,
  shownBy: ({ priceShapes }) => priceShapes === 'usual',
  inject: (tables) => {
    onResource(tables, operation, (body) => ({
      ...body,
      validUntil: write(new Date(tables.now().getTime() + MONTH)),
    }));
  },
});

/** Validity limits of the alternative price shape in formats that only the first shape leaves open (V6). */
export const faults: readonly Fault[] = [
  limitWritten(
    'jobloss-price-limit-in-seconds',
    'jobloss.price-request',
    'The validUntil of a new jobloss price request is in epoch seconds, not a date-time.',
    (limit) => String(Math.floor(limit.getTime() / 1000)),
  ),
  limitWritten(
    'travel-price-limit-with-the-day-first',
    'travel.price-request',
    'The validUntil of a new travel price request has the day first, and is no date-time.',
    (limit) => limit.toISOString().slice(0, 10).split('-').toReversed().join('/'),
  ),
];
