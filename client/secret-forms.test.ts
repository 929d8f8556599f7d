import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodedForms } from './secret-forms.ts';

const plain = fc.stringMatching(/^[\w.-]{4,60}$/);

test('a plain value is written in JSON and in a URL as it is, so that only base64 and its parts are other forms', () => {
  fc.assert(
    fc.property(plain, (value) => {
      const written = [
        JSON.stringify(value).slice(1, -1),
        encodeURI(value),
        encodeURIComponent(value),
        new URLSearchParams([['', value]]).toString().slice(1),
      ];
      expect(new Set(written)).toEqual(new Set([value]));
      expect(encodedForms(value)).toContain(Buffer.from(value).toString('base64'));
    }),
  );
});

test('any other value also has the forms of JSON and of a URL', () => {
  expect(encodedForms('a"b c/é')).toEqual(
    expect.arrayContaining([
      String.raw`a\"b c/é`,
      'a%22b%20c%2F%C3%A9',
      'a%22b%20c%2f%c3%a9',
      'a%22b+c%2F%C3%A9',
      String.raw`a\"b c\/é`,
      String.raw`a\"b c/\u00e9`,
    ]),
  );
});

test('of a JWT the payload and the signature are secret, too', () => {
  expect(encodedForms('eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl')).toEqual(
    expect.arrayContaining(['eyJzdWIiOiIx', 'c2lnbmF0dXJl']),
  );
});

test.for([
  [String.raw`p\u002Bq\u003Cr\u0026s\u0027\u0022t/\u00E9`, '.NET'],
  [String.raw`p+q\u003cr\u0026s'\"t/é`, 'Go'],
  [String.raw`p+q<r&s'\"t\/\u00E9`, 'upper-case digits'],
])('%s, as %s writes it in JSON, is known for the value, also quoted in JSON', ([written = '']) => {
  const value = `p+q<r&s'"t/é`;

  expect(JSON.parse(`"${written}"`)).toBe(value);
  expect(encodedForms(value)).toContain(written);
  expect(encodedForms(value)).toContain(JSON.stringify(written).slice(1, -1));
});
