/** W1–W3: version header, country and dates; INVISIBLE: what no test can see. */
export const requestRules = {
  W1: 'A missing or wrong Service-Api-Version may be refused with any 4xx; 2xx or 303 is a fail and 5xx is inconclusive. Only 2.0 and 0.9 are judged as wrong, while 1, 1.00, blanks and quotes are observed. The header is sent as it is printed; header names ignore case, so a call with the name in small letters or in capitals that is refused while the printed form is served is a fail.',
  W2: 'be, Be and bE must work like BE on every operation, also mixed between create and get. Other countries may be refused with any 4xx, and a redirect to the usual case is observed.',
  W3: 'The time zone of dates is unknown, so 24 hours of slack are given and a start date is judged by the safe values 15, 29 and 45 days ahead. The border of 30 and 31 days is an extra probe, sent only 2 hours or more from midnight in UTC and Brussels when both show the same date, and never leaves a hole; today and past dates are observed.',
  INVISIBLE:
    'Nothing that a client sees depends on it, or it would take figures, time or access that the interface does not give: the kind of a 400 body, VAT numbers making a company, effects of language and paper copies, the 50 % rule, who is insured, storage outside landlord, price arithmetic, states, payment, expiry, events and rate limits. It is reported as not testable, with its reason and without a cell, so that the absence of a fail is not taken for conformance.',
} as const;
