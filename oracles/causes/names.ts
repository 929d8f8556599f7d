import { LINE_TITLES } from '../../spec/line.ts';
import { operation, type OperationId } from '../../spec/operations.ts';

/** An operation as a person calls it: `Motor gap Draft Create`. */
export const nameOf = (on: OperationId): string => {
  const { line, name } = operation(on);
  return `${LINE_TITLES[line]} ${name}`;
};

/** `1 cell`, `3,120 requests`. */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`;

/** `a, b and c`. */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
