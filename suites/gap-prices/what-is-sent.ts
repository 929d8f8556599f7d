const TWINS =
  'each priced on a fresh draft with else equal data; where the amounts differ, the first is priced once more, since equal drafts must price equally.';

/** What is sent to judge the prices of motor gap. */
export const GAP_PRICES_SENT = {
  'GAP-PRICE-01':
    'One draft is priced three times, another is priced, changed and priced again; what is refused is compared with the first price and, after the change, with a fresh draft that was written with it.',
  'GAP-PRICE-02':
    'A draft is priced, a field that feeds the price is changed, and the contract is asked for at the old amount. Where it is refused, the contract for a new price has to be made. Where it is made, fresh drafts show whether equal drafts cost the same, whether the change moves the price, and whether a contract without a price request or for another amount is refused.',
  'GAP-PRICE-03': 'A draft with claims and one without any are priced three times each.',
  'GAP-PRICE-04':
    'A draft is priced and then updated with another variant; where that is refused, a fresh draft is written with the same content.',
  'GAP-FRACTION-02': `The depreciation rates 1 and 0 with the denominator 1 and without one, ${TWINS}`,
  'GAP-INVOICE-01': `A purchase of 30 days ago, without the flag, with true and with false, ${TWINS}`,
  'GAP-INVOICE-02': `A purchase of 400 days ago, without the flag and with false, ${TWINS}`,
} as const;
