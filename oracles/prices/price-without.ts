import type { Exchange } from '../../spec/exchange.ts';
import type { Judgement } from '../finding.ts';

/**
 * ERROR-01 (S9): what the price request of a draft shows that lacks one optional field. A server error is a sighting; a
 * refusal stays open, since a tariff may want the field (V17), and says nothing.
 */
export const judgePriceWithout = (
  { n, operation, response }: Exchange,
  pointer: string,
): readonly Judgement[] => {
  if (operation === undefined || response?.status !== 500) return [];
  return [
    {
      requirement: 'ERROR-01',
      operation,
      verdict: 'fail',
      wanted: `a price or a refusal for a draft without ${pointer}, which is optional`,
      got: `status ${response.status}`,
      exchanges: [n],
    },
  ];
};
