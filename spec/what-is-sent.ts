// Descriptions of what is sent to judge a requirement, which many entries share.

/** A walk from draft to contract, on which the universal oracles look at every answer. */
export const JOURNEY =
  'Each line is walked from draft to contract with valid data drawn from the seed; every answer on the way is looked at, and a suspicious walk is repeated once on a fresh draft. Where its data are refused, up to three other drafts are walked.';

/** Probes with one fault each, before their control request. */
export const PROBES =
  'Each operation is made callable on fresh data; probes with exactly one fault each go first, then the same call without it (the control request), which has to be accepted. Where the data of the legal call are refused, all is sent with other data, up to three times.';

/** Drafts with one fault each, followed to the step that has to refuse them. */
export const DRAFTS =
  'A valid draft and the same one with exactly one fault are written, by the creation and by an update of an empty draft, and followed through price request and contract until the faulty one is refused; the valid one has to be accepted up to there. Several faults are put into the same valid draft, which is sent once for all of them; of an update after them, to the same draft, which their refusals left empty.';

/** Legal values, and a control request for those that are refused. */
export const LEGAL_VALUES =
  'A valid body that has the value is sent, or a draft that is sent for another value and has this one as well; where it is refused, the same body with another legal value (the control request) has to be accepted, and the value is tried in a second, different body.';

/** Sequences of calls, for what can be broken in a state that only they reach. */
export const SEQUENCES =
  'Drafts, several at once, are also led through sequences of calls in any order and number; what fails there is made small.';
