import { expect, test } from 'vitest';
import { isInNoProxy, isLoopback } from './proxies.ts';

test.each([
  ['*', 'https://quoting.example.com'],
  ['quoting.example.com', 'https://quoting.example.com'],
  ['example.com', 'https://quoting.example.com'],
  ['.example.com', 'https://quoting.example.com'],
  ['.example.com', 'https://example.com'],
  ['*.example.com', 'https://quoting.example.com'],
  ['EXAMPLE.com.', 'https://Quoting.Example.com.'],
  ['example.com:443', 'https://example.com'],
  ['example.com:8443', 'https://example.com:8443'],
  ['10.0.0.0/8', 'http://10.1.2.3:8080'],
  ['10.1.2.3', 'http://10.1.2.3:8080'],
  ['10.1.2.3:8080', 'http://10.1.2.3:8080'],
  ['fd00::/8', 'http://[fd12::1]'],
  ['[fd12::1]:80', 'http://[fd12::1]'],
  ['fd12::1', 'http://[fd12::1]'],
])('NO_PROXY=%s excludes %s', (entry, address) => {
  expect(isInNoProxy(new URL(address), ['other.test', entry])).toBe(true);
});

test.each([
  ['example.com', 'https://quoting-example.com'],
  ['example.com', 'https://example.com.test'],
  ['*.example.com', 'https://example.com'],
  ['example.com:8443', 'https://example.com'],
  ['10.0.0.0/8', 'http://11.1.2.3'],
  ['10.0.0.0/99', 'http://10.1.2.3'],
  ['10.0.0.0/8', 'http://ten.example.com'],
  ['2.3', 'http://10.1.2.3'],
  ['', 'http://10.1.2.3'],
])('NO_PROXY=%s does not exclude %s', (entry, address) => {
  expect(isInNoProxy(new URL(address), [entry])).toBe(false);
});

test('recognises this machine by its names and addresses', () => {
  const local = ['http://localhost', 'http://127.0.0.1:1', 'http://[::1]:1', 'http://a.localhost'];

  expect(local.filter((address) => !isLoopback(new URL(address)))).toEqual([]);
  expect(isLoopback(new URL('http://localhost.example.com'))).toBe(false);
});
