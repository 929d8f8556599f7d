import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBuild } from './find-build.ts';
import type { Target } from '../target.ts';
import { testTarget } from '../testing/test-target.ts';
import { UsageError } from '../usage-error.ts';

const server = createServer((request, response) => {
  const known = request.url === '/version';
  response.writeHead(known ? 200 : 404, { 'x-build': '1.2.3', 'content-type': 'application/json' });
  response.end(known ? '{"build":{"id":42}}' : 'nothing here');
});
let base_url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const buildOf = async (build: Target['build']): Promise<string | null> =>
  findBuild(await testTarget({ base_url, ...(build === undefined ? {} : { build }) }));

test.each([
  ['nobody', undefined, null],
  ['a header of any answer', { header: 'X-Build' }, '1.2.3'],
  ['a header of a page', { path: '/version', header: 'x-build' }, '1.2.3'],
  ['a place in the JSON of a page', { path: '/version', at: '/build/id' }, '42'],
  ['the first line of a page', { path: '/version' }, '{"build":{"id":42}}'],
  ['the first line of a command', { command: 'echo 1.7; echo more' }, '1.7'],
] as const)('%s yields the build', async (_who, build, shown) => {
  expect(await buildOf(build)).toBe(shown);
});

test.each([
  [
    'a command that fails',
    { command: 'echo no repository >&2; exit 3' },
    'the command "echo no repository >&2; exit 3" ended with 3 (no repository)',
  ],
  ['a command that says nothing', { command: 'true' }, 'the command "true" printed nothing'],
  [
    'a header that is not there',
    { header: 'x-other' },
    'expected the header x-other in the answer to GET /, which has none (404)',
  ],
  ['a page that is not there', { path: '/nope' }, 'expected an answer to GET /nope, got 404'],
  [
    'a place that is not there',
    { path: '/version', at: '/id' },
    'expected /id in the JSON of GET /version, found nothing there',
  ],
  [
    'another host',
    { path: 'http://127.0.0.2/x' },
    "http://127.0.0.2/x leads outside the target's addresses",
  ],
] as const)('refuses %s in one sentence', async (_what, build, reason) => {
  const refusal = buildOf(build);
  await expect(refusal).rejects.toThrow(UsageError);
  await expect(refusal).rejects.toThrow(
    `build of the target: ${reason}; correct it, or remove build`,
  );
});

test.each(['echo build-$SECRET', 'echo oops $SECRET >&2; exit 3'])(
  'a command that prints a secret yields none: %s',
  async (printing) => {
    const token = 'a-secret-of-some-length';
    const command = printing.replace('$SECRET', token);
    const identities = { owner: { auth: { scheme: 'bearer', token: '${ASSAY_TOKEN}' } } } as const;
    const target = await testTarget(
      { base_url, identities, build: { command } },
      { ASSAY_TOKEN: token },
    );
    const shown = await findBuild(target).catch((error: unknown) => String(error));

    expect(shown).toContain('$ASSAY_TOKEN');
    expect(shown).not.toContain(token);
  },
);
