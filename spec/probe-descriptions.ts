// Descriptions of what is sent to judge a requirement, which many entries share.

/** A journey from draft to contract, with the universal oracles on every answer. */
export const JOURNEY =
  'Each line is taken from draft to contract with valid data drawn from the seed. Every answer on the way is judged, and a journey with a suspicious answer is repeated once on a fresh draft. If its data are refused, up to three other drafts are tried.';

/** Probes with one fault each, before their control request. */
export const PROBES =
  'Each operation is made callable on fresh data. Probes with exactly one fault each are sent first, then the same call without the fault (the control request), which must be accepted. If the control request is refused, everything is sent again with other data, up to three times.';

/** Drafts with one fault each, followed to the step that has to refuse them. */
export const DRAFTS =
  'A valid draft and the same draft with exactly one fault are written, by a creation and by an update of an empty draft, and taken through price request and contract until the faulty one is refused; the valid one must be accepted up to that step. Several faults share one valid draft, which is sent once for all of them. If they are updates, it is sent after them to the same draft, which their refusals left empty.';

/** Legal values, and a control request for those that are refused. */
export const LEGAL_VALUES =
  'A valid body with the value is sent; one body can try several values. If it is refused, the same body with another legal value (the control request) must be accepted, and the value is tried again in a second, different body.';

/** Sequences of calls, which reach states that no other check reaches. */
export const SEQUENCES =
  'Several drafts at once are also taken through sequences of calls in any order and number, some of which must be refused and change nothing; a failing sequence is then shrunk to the fewest calls.';
