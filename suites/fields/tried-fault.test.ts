import { expect, test } from 'vitest';
import { isByAbsence } from './tried-fault.ts';

const VALID = { language: 'nl', address: { zip: '9000', lines: [{ code: 'a' }, { code: 'b' }] } };

test.each<readonly [string, object, boolean]>([
  ['a field', { address: VALID.address }, true],
  ['a field of an object', { ...VALID, address: { lines: VALID.address.lines } }, true],
  ['an item of a list', { ...VALID, address: { zip: '9000', lines: [{ code: 'a' }] } }, true],
  ['nothing, though a text is a number', { ...VALID, language: 7 }, false],
  ['nothing, though an object is a text', { ...VALID, address: 'a text' }, false],
  ['nothing, though a list is an object', { ...VALID, address: { zip: '9000', lines: {} } }, false],
])('a body that lacks %s: only omitted fields may exist already (D1)', (_, faulty, isAbsent) => {
  expect(isByAbsence({ faulty, valid: VALID })).toBe(isAbsent);
});
