import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { targetFileJsonSchema } from './target-json-schema.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const validate = ajv.compile(targetFileJsonSchema());

const owner = (auth: object) => ({ identities: { owner: { auth } } });

test.each([
  ['one target', { base_url: 'http://a', ...owner({ scheme: 'bearer', token: 'x' }) }],
  ['several that share nothing', { targets: { blue: { base_url: 'http://a' } } }],
  ['a duration', { base_url: 'http://a', load: { credentialSeconds: '1h30m' } }],
  [
    'a part of a credential here and a part there',
    { ...owner({ scheme: 'bearer' }), targets: { blue: owner({ token: 'x' }), green: null } },
  ],
])('the editor schema accepts %s', (_what, document) => {
  validate(document);

  expect(validate.errors).toBeNull();
});

test.each([
  ['one target without an address', {}],
  ['an unknown key of one', { base_url: 'http://a', nmae: 'x' }],
  ['an unknown key that all share', { nmae: 'x', targets: { blue: {} } }],
  ['an unknown key of one of several', { targets: { blue: { nmae: 'x' } } }],
  ['a duration of another form', { base_url: 'http://a', load: { credentialSeconds: '30 min' } }],
  ['targets in targets', { targets: { blue: { targets: {} } } }],
  ['no target', { targets: {} }],
])('the editor schema rejects %s', (_what, document) => {
  expect(validate(document)).toBe(false);
});
