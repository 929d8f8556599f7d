import type { Exchange } from '../../spec/exchange.ts';
import { isNotServed } from '../../spec/transport-statuses.ts';
import type { Visit } from '../journey/route.ts';
import { isServed, type Sightings, statusOf } from './examination.ts';

/** Whether something is there; undefined where the answer is a failure, which tells nothing of it. */
const isThere = (exchange: Exchange, isAbsent: boolean): boolean | undefined =>
  isServed(exchange) ? true : isAbsent ? false : undefined;

/** The decisions that an answer shows; nothing where it is a failure, which says nothing of them. */
export const sightingsIn = ({ step }: Visit, exchange: Exchange): Sightings => {
  const status = statusOf(exchange);
  const isLead = step === 'lead-create';
  const seen = isThere(exchange, isLead ? isNotServed(status) : status === 404);
  if (seen === undefined) return {};
  if (step === 'payment-status') return { paymentStatus: seen };
  if (step === 'contract-download') return { downloadReady: seen };
  return isLead ? { leadsLive: seen } : {};
};
