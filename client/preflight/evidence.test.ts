import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type Received, startLocalServer } from '../testing/local-server.ts';
import { preflight } from './preflight.ts';
import type { Target } from '../target.ts';
import { testTarget } from '../testing/test-target.ts';

const serve = async (answer: (request: Received, response: ServerResponse) => void) => {
  const server = await startLocalServer(answer);
  onTestFinished(() => server.close());
  return server;
};

const check = async (document: Partial<Target>) => preflight(await testTarget(document));

const bearer = { owner: { auth: { scheme: 'bearer', token: 'abcdefgh' } } } as const;

const reasons = async (document: Partial<Target>): Promise<string> => {
  const result = await check(document);
  return result.ok ? 'fit for a run' : `${result.problem}\n${result.hint}`;
};

test('a page that holds the credential is quoted without it', async () => {
  const server = await serve(({ headers }, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<html>${headers.authorization}\u0007\n${'x'.repeat(200)}`),
  );
  const target = await testTarget(
    {
      base_url: server.address,
      identities: { owner: { auth: { scheme: 'bearer', token: '${MY_TOKEN}' } } },
    },
    { MY_TOKEN: 'hush-hush-hush' },
  );

  const result = await preflight(target);

  expect(result).toMatchObject({
    ok: false,
    problem: expect.stringMatching(/"<html>Bearer \$MY_TOKEN x+…"\)$/) as string,
  });
  expect(JSON.stringify(result)).not.toContain('hush');
});

test('a credential is not shown to the other protocol', async () => {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization ?? 'nobody');
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;

  expect(await reasons({ base_url: `https://127.0.0.1:${port}`, identities: bearer })).toMatch(
    /the port speaks plain HTTP\nset base_url to http:/,
  );
  expect(new Set(seen)).toEqual(new Set(['nobody']));
});
