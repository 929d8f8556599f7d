import * as fc from 'fast-check';
import { type Pointer, valueAt, withValue } from './pointer.ts';

/** Values that people enter twice: an address for the bills as well, and the policyholder as a driver. */
const TWICE: readonly (readonly [from: Pointer, to: Pointer])[] = [
  ['/policyholder/address', '/policyholder/billingAddress'],
  ['/policyholder/company/address', '/policyholder/company/billingAddress'],
  ['/policyholder/person', '/risk/drivers/0/person'],
];

const withEqual = <T extends object>(body: T): T =>
  TWICE.reduce((current, [from, to]) => {
    const [value, other] = [valueAt(current, from), valueAt(current, to)];
    return value === undefined || other === undefined ? current : withValue(current, to, value);
  }, body);

/** One draft in so many has equal values. */
const EQUAL_ONE_IN = 4;

/** Some of the drafts with equal values where they have both (V17). Shrinks to different ones. */
export const sometimesEqual = <T extends object>(drafts: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc
    .tuple(drafts, fc.nat(EQUAL_ONE_IN - 1))
    .map(([body, turn]) => (turn === 1 ? withEqual(body) : body));
