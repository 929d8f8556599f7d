import { expect, test } from 'vitest';
import { CLIENT_PROFILES, clientProfileOf, applyClientProfile } from './client-profile.ts';
import { openClient } from '../testing/test-client.ts';

test('another client profile sends the same request in its own form, on separate connections', async () => {
  const ports: (number | undefined)[] = [];
  const { server, client, record } = await openClient((_request, response) => {
    ports.push(response.socket?.remotePort);
    response.end('{}');
  });
  const call = {
    operation: 'gap.draft-create',
    body: { a: 1 },
    test: 'one',
    intent: 'legal',
  } as const;
  const profile = clientProfileOf(0);
  const other = client.as({ test: (name) => `other/${name}`, profile });

  await client.send(call);
  await other.send(call);
  await client.send(call);
  await other.send(call);

  const [own, foreign] = server.received;
  const titled = ['Authorization', 'User-Agent', 'Accept', 'Service-Api-Version', 'Content-Type'];
  expect(foreign?.headerNames.filter((name) => titled.includes(name))).toEqual(titled);
  expect(foreign?.headers['user-agent']).toBe(profile.userAgent);
  expect(foreign?.body).toBe(own?.body);
  expect(foreign?.headers.authorization).toBe(own?.headers.authorization);
  expect(own?.headerNames).toContain('authorization');
  expect(new Set([ports[0], ports[2]]).size).toBe(1);
  expect(new Set([ports[1], ports[3]]).size).toBe(1);
  expect(ports[1]).not.toBe(ports[0]);
  expect(record.map(({ test: name }) => name)).toEqual(['one', 'other/one', 'one', 'other/one']);
});

test.each(CLIENT_PROFILES)('$userAgent sends the version header as printed (W1)', (profile) => {
  const headers = {
    accept: 'application/json',
    'service-api-version': '1.0',
    'user-agent': 'node',
  };
  const request = { method: 'GET', origin: 'http://a', path: '/', headers };

  const changed = applyClientProfile(request, profile, false);

  expect(changed.headers).toMatchObject({ ...headers, 'user-agent': profile.userAgent });
  expect(changed.headerNames).not.toHaveProperty('service-api-version');
  expect(changed.headerNames).toMatchObject({ accept: 'Accept', 'user-agent': 'User-Agent' });
});

test('the user agent of the target overrides that of a profile', () => {
  const request = {
    method: 'GET',
    origin: 'http://a',
    path: '/',
    headers: { 'user-agent': 'shop' },
  };

  const [first] = CLIENT_PROFILES;

  expect(first && applyClientProfile(request, first, true).headers['user-agent']).toBe('shop');
});

test('the seed selects the profile, and every profile is selected by some seed', () => {
  const seen = Array.from({ length: 40 }, (_, seed) => clientProfileOf(seed));

  expect(new Set(seen).size).toBe(CLIENT_PROFILES.length);
});
