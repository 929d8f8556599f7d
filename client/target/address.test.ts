import { expect, test } from 'vitest';
import { addressProblem, displayAddress } from './address.ts';

test.each([
  'http://localhost',
  'https://quoting.example:65535/api/',
  'http://[::1]:8080',
  'HTTP://127.0.0.1:1',
  'http://bücher.example/é%20b',
  'http://host/@me',
])('accepts %s', (address) => {
  expect(addressProblem(address)).toBeUndefined();
});

test.each([
  ['', 'http:// or https://'],
  ['staging', 'http:// or https://'],
  ['ftp://host', 'http:// or https://'],
  ['//host', 'http:// or https://'],
  // A browser would accept these two.
  ['http:/host', 'http:// or https://'],
  ['http:host', 'http:// or https://'],
  ['http://', 'an address of a host'],
  ['http://256.1.1.1', 'an address of a host'],
  ['http://host:99999', 'a port from 1 to 65535'],
  ['http://host:0/api', 'a port from 1 to 65535'],
  ['http://host:80a', 'an address of a host'],
  ['http://::1:80', 'an IPv6 address in brackets'],
  ['http://a b', 'without spaces'],
  [' http://a', 'without spaces'],
  ['http://a\n', 'without spaces'],
  [String.raw`http://a\b`, 'backslashes'],
  ['http://a?x=1', 'without a query'],
  ['http://a/#x', 'without a fragment'],
  ['http://u:p@host', 'without a credential'],
  ['http://token@host', 'without a credential'],
  ['http://u:p/w@host', 'without a credential'],
  ['u:p@host', 'without a credential'],
])('refuses %j', (address, wanted) => {
  expect(addressProblem(address)?.wanted).toContain(wanted);
});

test.each(['localhost:8080', 'staging.example/api', '127.0.0.1:80'])(
  'with %s http:// may be missing',
  (address) => {
    expect(addressProblem(address)?.hint).toBe(`did you mean http://${address}?`);
  },
);

test('the address of a token endpoint may have a query', () => {
  expect(addressProblem('https://login.example/token?p=policy', 'query')).toBeUndefined();
});

test.each([
  ['http://u:p@host/a', 'http://…@host/a'],
  ['http://u:p/w@host/a', 'http://…@host/a'],
  ['http://u:p@ss@host', 'http://…@host'],
  ['u:p@host', '…@host'],
  ['http://host/a?key=secret@x', 'http://host/a?…'],
  ['http://host/a#secret', 'http://host/a#…'],
  ['http://host/a', 'http://host/a'],
])('shows %s as %s', (address, shown) => {
  expect(displayAddress(address)).toBe(shown);
});
