import { PROBES, LEGAL_VALUES } from '../probe-descriptions.ts';
import { implied, stated, type Requirements } from '../requirement.ts';
import { operationsWhere } from '../operations.ts';

// An intermediary may drop the body of a deletion, so it is not judged (D7); unspecified bodies may be ignored.
const withBody = operationsWhere(
  ({ request }) => request.shown && request.name !== 'none' && request.name !== 'empty-object',
);

// A 200 of motor gap Draft Update proves nothing (E5), and an array or a string has no field that a later step could check; its
// 200 is a fail only for a body that is not JSON (S4).
const withObject = withBody.filter((id) => id !== 'gap.draft-update');

// A 5xx is a fail only if a client status is listed for a malformed body (S9): not on motor gap Draft Update and
// Contract Create, which leave 500 as the only code (S4, S6), nor without a detail entry.
const withClientStatus = operationsWhere(
  (row) => withBody.includes(row.id) && row.failures?.includes(400) === true,
);

/** Bodies that are not JSON objects. `STATUS-03` says what 402 must not be used for. */
export const bodies = {
  'BODY-01': {
    ...stated('accepted-control'),
    statement: 'A body that is not JSON must be refused.',
    source: 'What the service does; Errors, 400',
    operations: withBody,
    rules: ['S2', 'S4', 'S6', 'S12'],
    sent: `${PROBES} The fault: a body with truncated JSON.`,
  },
  'BODY-02': {
    ...implied('accepted-control'),
    statement: 'A JSON array as the body must be refused if the specification describes an object.',
    source: 'Resources and their fields; Errors, 400',
    operations: withObject,
    rules: ['E3', 'E10', 'S6', 'V1'],
    sent: `${PROBES} The fault: the legal body inside an array.`,
  },
  'BODY-03': {
    ...implied('accepted-control'),
    statement:
      'A JSON string as the body must be refused if the specification describes an object.',
    source: 'Resources and their fields; Errors, 400',
    operations: withObject,
    rules: ['E3', 'E10', 'S6', 'V1'],
    sent: `${PROBES} The fault: a JSON string as the body.`,
  },
  'BODY-04': {
    ...stated('accepted-control'),
    statement: 'A body without any field must be refused if fields are required.',
    source: 'To-contract payload (motor gap); Errors, 400',
    operations: ['gap.contract-create'],
    rules: ['S6', 'D8'],
    sent: `${PROBES} The faults: an empty body, and an empty object.`,
  },
  'BODY-05': {
    ...implied('accepted-control'),
    statement:
      'A malformed or missing body, or one with two faults, must not be answered with a server error if a client status is listed for it.',
    source: 'Errors, 400 and 500',
    operations: withClientStatus,
    rules: ['S9', 'S4', 'S6'],
    sent: `${PROBES} The faults: truncated JSON, an array, a string, no body at all, and two fields of a wrong type.`,
  },
  'BODY-06': {
    ...implied('accepted-control-two-bodies'),
    statement: 'A car must be accepted as an empty object, since every field is optional.',
    source: 'Travel draft, Car',
    operations: ['travel.car-post'],
    rules: ['V17'],
    sent: LEGAL_VALUES,
  },
} as const satisfies Requirements;
