import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../http/client.ts';
import { type Credential } from './credential.ts';
import { alteredSecret } from './invalid-credentials.ts';
import { curlOf } from '../http/curl.ts';
import { type Received, startLocalServer } from '../testing/local-server.ts';
import { openRecord } from '../http/record.ts';
import { openAppendFile } from '../../store/append-files.ts';
import { createRedactor } from './redactor.ts';
import type { Auth } from '../target/target-auth.ts';
import { testTarget } from '../testing/test-target.ts';

const SECRET = 'c4nary+Sécret/of"us 4711';
const TERMS = 'terms-canary-0815+x';

const formsOf = (value: string): string[] => [
  value,
  JSON.stringify(value).slice(1, -1),
  encodeURIComponent(value),
  Buffer.from(value).toString('base64'),
  Buffer.from(value).toString('base64url'),
  Buffer.from(`ann:${value}`).toString('base64'),
];

/** Most of a secret is a secret too. */
const coresOf = (value: string): string[] =>
  formsOf(value).flatMap((form) => [form, form.slice(4, -4)]);

const echo = (request: Received, response: ServerResponse) => {
  const credential =
    request.headers.authorization ??
    request.headers.cookie?.replace('k=', '') ??
    String(request.headers['x-key']);
  const plain = credential.replace(/^\w+ /, '');
  const bytes = Buffer.from(plain, 'latin1');
  const text = bytes.toString('utf8');
  const forms = formsOf(text);
  response.writeHead(200, {
    'x-echo': forms.map((form) => Buffer.from(form).toString('latin1')),
    location: `/terms?userTermsToken=${encodeURIComponent(TERMS)}&k=${encodeURIComponent(text)}`,
    'set-cookie': `session=${Buffer.from(text).toString('base64url')}; Path=/`,
  });
  response.end(
    JSON.stringify({
      before: `about ${TERMS}`,
      userTermsToken: TERMS,
      credential: [text],
      forms,
      nested: Buffer.from(JSON.stringify({ sub: text })).toString('base64'),
      url: request.url,
    }),
  );
};

test.each<readonly [string, Auth, Credential]>([
  ['bearer', { scheme: 'bearer', token: 'bearer.T0ken-canary' }, 'valid'],
  ['an altered bearer token', { scheme: 'bearer', token: 'bearer.T0ken-canary' }, 'invalid'],
  ['a cut bearer token', { scheme: 'bearer', token: 'bearer.T0ken-canary' }, 'shortened'],
  ['a prolonged password', { scheme: 'basic', username: 'ann', password: SECRET }, 'lengthened'],
  ['basic', { scheme: 'basic', username: 'ann', password: SECRET }, 'valid'],
  ['an altered password', { scheme: 'basic', username: 'ann', password: SECRET }, 'invalid'],
  ['a key', { scheme: 'apiKey', in: 'header', name: 'X-Key', key: 'key-kanarie-4711' }, 'valid'],
  [
    'a key in a cookie',
    { scheme: 'apiKey', in: 'cookie', name: 'k', key: 'key-kanarie-4711' },
    'valid',
  ],
  ['a key in the query', { scheme: 'apiKey', in: 'query', name: 'k', key: SECRET }, 'valid'],
])(
  'a service that echoes %s leaks it neither into the record nor into the curl line',
  async (_name, auth, credential) => {
    const server = await startLocalServer(echo);
    onTestFinished(() => server.close());
    const folder = mkdtempSync(join(tmpdir(), 'assay-canary-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const target = await testTarget({ base_url: server.address, identities: { owner: { auth } } });
    const redactor = createRedactor(target);
    const record = openRecord(redactor, openAppendFile(join(folder, 'exchanges.jsonl')));
    onTestFinished(() => record.close());
    const client = createClient({ target, record });
    onTestFinished(() => client.close());

    const labels = { test: 'echo', intent: 'open', credential } as const;
    const first = await client.send({ operation: 'travel.draft-create', body: {}, ...labels });
    const second = await client.send({
      operation: 'gap.contract-create',
      params: { draftId: TERMS },
      body: { userTermsToken: TERMS, again: `${TERMS}!` },
      ...labels,
    });

    const shown = [
      readFileSync(join(folder, 'exchanges.jsonl'), 'utf8'),
      curlOf(first, target, redactor),
      curlOf(second, target, redactor),
    ].join('\n');
    const secret = 'token' in auth ? auth.token : 'key' in auth ? auth.key : SECRET;
    expect(first.response?.body.text).toContain(TERMS);
    for (const form of [...coresOf(secret), ...coresOf(alteredSecret(secret)), ...coresOf(TERMS)])
      expect(shown).not.toContain(form);
    expect(shown).toContain('ASSAY_TOKEN');
    expect(new Set(shown.match(/about ‹redacted \w+›/g)).size).toBe(1);
  },
);
