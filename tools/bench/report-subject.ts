import type { Violation } from '../witness/violation.ts';

/** Ids and numbers differ between two runs that find the same. */
const withoutNumbers = (text: string): string => text.replaceAll(/[0-9a-f-]{12,}|\d+/g, '0');

/** So do values that were drawn; a name that is missing was not drawn. */
const steady = (text: string): string =>
  withoutNumbers(
    text.includes('required property') ? text : text.replaceAll(/"[^"]*"|'[^']*'|`[^`]*`/g, '…'),
  );

/** Where in a body or schema it is. */
const PLACE = /^(Invalid component:|Schema at) .*$/m;

/** Whether a legal value was not taken, so that only the answer says why. */
const isRejected = (code: string): boolean => code === 'ST202';

/** What a report of Schemathesis is about: kind, operation, place or reason, without what was drawn. */
export const subjectOf = ({ code, operation, message, answer }: Violation): string => {
  const [first = ''] = message.split('\n');
  const place = PLACE.exec(message)?.[0] ?? '';
  const why = isRejected(code) ? withoutNumbers(answer) : answer.slice(0, 3);
  return [code, operation, steady(first), steady(place), why].join(' | ');
};
