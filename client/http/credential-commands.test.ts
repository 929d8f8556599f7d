import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createRedactor } from '../secrets/redactor.ts';
import type { Target } from '../target.ts';
import { type Received, startLocalServer } from '../testing/local-server.ts';
import { testTarget } from '../testing/test-target.ts';
import { createAccessTokens } from './access-tokens.ts';
import { credentialCommands } from './credential-commands.ts';

const ISSUED = 'an-access-token-1';
const SECRET = `s3cret "q" $x 'y' !z+&=%/é`;

/** Runs bash lines with Node on its path; standard output and error. */
const run = async (lines: readonly string[], environment: Readonly<Record<string, string>>) => {
  const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, ...environment };
  const { stdout, stderr } = await promisify(execFile)('bash', ['--norc', '-c', lines.join('\n')], {
    env,
  });
  return stdout + stderr;
};

/** Parts of a token request that authenticate the client and name the grant. */
const essence = (received: Received | undefined) => ({
  method: received?.method,
  authorization: received?.headers.authorization,
  form: [...new URLSearchParams(received?.body)].map((pair) => pair.join('=')).toSorted(),
});

test.each([
  ['in the header', { clientSecretIn: 'header' }],
  [
    'in the body',
    { clientSecretIn: 'body', scope: 'all of it', parameters: { audience: '${AUDIENCE}' } },
  ],
] as const)(
  'the commands request a token as Assay does, with the secret %s, and hold and print none',
  async (_, how) => {
    const server = await startLocalServer((_request, response) =>
      // Behind a byte order mark, over which Assay reads.
      response.end(`\ufeff${JSON.stringify({ access_token: ISSUED })}`),
    );
    onTestFinished(() => server.close());
    const variables = { CLIENT: 'me & you', SECRET, AUDIENCE: 'https://audience.example/?a=1' };
    const auth = {
      scheme: 'oauth2',
      tokenUrl: `${server.address}/token`,
      clientId: '${CLIENT}',
      clientSecret: '${SECRET}',
      ...how,
    };
    const identities = { owner: { auth } } as Target['identities'];
    const target = await testTarget({ base_url: server.address, identities }, variables);
    const origins = { process: variables, all: variables, envFile: '.env' };

    const lines = credentialCommands(target, createRedactor(target), origins);
    const printed = await run([...lines, 'printf "%s" "${#ASSAY_ACCESS_TOKEN}"'], variables);
    await createAccessTokens(target).of('owner');

    expect(printed).toBe(String(ISSUED.length));
    expect(lines.join('\n')).not.toContain('s3cret');
    expect(essence(server.received[0])).toEqual(essence(server.received[1]));
  },
);

test('variables of the env file are read from it, without running what it holds', async () => {
  const folder = mkdtempSync(join(tmpdir(), "assay's variables-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const envFile = join(folder, '.env');
  writeFileSync(envFile, 'ASSAY_TOKEN="abc $(touch here) def"\nexit 1\n');
  const token = 'abc $(touch here) def';
  const identities = { owner: { auth: { scheme: 'bearer', token: '${ASSAY_TOKEN}' } } } as const;
  const target = await testTarget({ identities }, { ASSAY_TOKEN: token });
  const origins = { process: {}, all: { ASSAY_TOKEN: token }, envFile };

  const lines = credentialCommands(target, createRedactor(target), origins);

  expect(lines.join('\n')).not.toContain('abc');
  expect(await run([...lines, 'node -p "process.env.ASSAY_TOKEN"'], {})).toBe(`${token}\n`);
});

test('what the process has, its shell has', async () => {
  const variables = { ASSAY_TOKEN: 'abcdefghijkl' };
  const identities = { owner: { auth: { scheme: 'bearer', token: '${ASSAY_TOKEN}' } } } as const;
  const target = await testTarget({ identities }, variables);
  const origins = { process: variables, all: variables, envFile: '.env' };

  expect(credentialCommands(target, createRedactor(target), origins)).toEqual([]);
});

test('an endpoint that issues no token leaves the variable unset, and shows only that', async () => {
  const server = await startLocalServer((_request, response) => response.end('{"error":"no"}'));
  onTestFinished(() => server.close());
  const auth = {
    scheme: 'oauth2',
    tokenUrl: server.address,
    clientId: 'me',
    clientSecret: '${SECRET}',
  };
  const identities = { owner: { auth } } as Target['identities'];
  const target = await testTarget({ base_url: server.address, identities }, { SECRET });
  const origins = { process: { SECRET }, all: { SECRET }, envFile: '.env' };

  const lines = credentialCommands(target, createRedactor(target), origins);
  const printed = await run([...lines, 'node -p "process.env.ASSAY_ACCESS_TOKEN"'], { SECRET });

  expect(printed).toMatch(/^undefined\n/);
  expect(printed).toContain('no access_token in the answer');
  expect(printed).not.toContain('s3cret');
});
