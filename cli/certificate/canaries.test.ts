import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { generateKeyPairSync } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { formsOf, type Shown, startEchoingGateway } from '../testing/echoing-gateway.ts';
import { spawnCli } from '../testing/spawn-cli.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-canaries-'));
afterAll(() => rmSync(root, { recursive: true }));

const encoded = (text: string): string => Buffer.from(text).toString('base64url');
const JWT = `${encoded('{"alg":"HS256"}')}.${encoded('{"sub":"canary-owner-4711"}')}.${encoded('s1gnature-of-the-canary-0815')}`;

/** Two targets, so that every scheme has its turn; the keys are those of the target. */
const SCHEMES = {
  'bearer with a JWT, basic, a key in a header': {
    secrets: [JWT, 'p4ss/word+kanarie 99', 'key-in-a-header-4711'],
    identities: {
      owner: { auth: { scheme: 'bearer', token: '${CANARY_0}' } },
      other: { auth: { scheme: 'basic', username: 'user', password: '${CANARY_1}' } },
      withoutRights: {
        auth: { scheme: 'apiKey', in: 'header', name: 'X-Key', key: '${CANARY_2}' },
      },
    },
    shown: (secrets: readonly string[]): Shown => ({
      owner: String(secrets[0]),
      other: Buffer.from(`user:${secrets[1]}`).toString('base64'),
      withoutRights: String(secrets[2]),
    }),
  },
  'OAuth2, a key in the query, a key in a cookie': {
    secrets: [
      'client-s3cret-canary-1',
      'access-t0ken-canary-2',
      'key-in-query-canary-3',
      'key-in-cookie-canary-4',
    ],
    identities: {
      owner: {
        auth: {
          scheme: 'oauth2',
          tokenUrl: 'ADDRESS/token',
          clientId: 'me',
          clientSecret: '${CANARY_0}',
        },
      },
      other: { auth: { scheme: 'apiKey', in: 'query', name: 'k', key: '${CANARY_2}' } },
      withoutRights: { auth: { scheme: 'apiKey', in: 'cookie', name: 'k', key: '${CANARY_3}' } },
    },
    shown: (secrets: readonly string[]): Shown => ({
      owner: String(secrets[1]),
      other: `k=${secrets[2]}`,
      withoutRights: `k=${secrets[3]}`,
    }),
  },
} as const;

/** Every file that a run may leave, by its path in the folder. A new one has to be looked through, too: name it here. */
const KNOWN =
  /^(allure-report\/.*|allure-report\.config\.json|allure-results\/[\w.-]+|(exchanges|evidence|findings|ledger|observations|pairs|probes|sequences|verdicts)\.jsonl|(certificate|evidence|observations|run|test-result)\.json|(certificate|report)\.html|junit\.xml|observations\.md)$/;

const filesBelow = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => {
        const path = join(file.parentPath, file.name);
        return [path.slice(folder.length + 1), readFileSync(path, 'utf8')];
      }),
  );

test.each(Object.keys(SCHEMES) as (keyof typeof SCHEMES)[])(
  'no secret is in anything that a run leaves or prints: %s',
  async (name) => {
    const { secrets, identities, shown } = SCHEMES[name];
    const { privateKey } = generateKeyPairSync('ed25519');
    const pem = String(privateKey.export({ format: 'pem', type: 'pkcs8' }));
    const folder = mkdtempSync(join(root, 'run-'));
    const gateway = await startEchoingGateway(shown(secrets), secrets);
    const target = join(folder, 'target.json');
    const document = { base_url: gateway.address, identities };
    writeFileSync(target, JSON.stringify(document).replaceAll('ADDRESS', gateway.address));
    const environment = {
      ...Object.fromEntries(secrets.map((secret, at) => [`CANARY_${at}`, secret])),
      ASSAY_SIGNING_KEY: pem,
    };
    const out = join(folder, 'out');
    const selection = ['--line', 'gap', '--requirement', 'GAP-CONTRACT-03,AUTH-0*', '--runs', '1'];
    const options = [...selection, '--report', '--verbose', '--junit', join(folder, 'junit.xml')];

    const run = await spawnCli(['certify', '--target', target, ...options, '--out', out], {
      environment,
    });
    await gateway.close();
    const files = filesBelow(join(out, String(readdirSync(out).find((each) => /^\d/.test(each)))));
    const written = new Map([...files, ['stdout', run.stdout], ['stderr', run.stderr]]);
    written.set('--junit', readFileSync(join(folder, 'junit.xml'), 'utf8'));

    const needles = [
      ...secrets.flatMap(formsOf),
      ...pem.split('\n').filter((line) => line.length > 20 && !line.startsWith('-')),
    ];
    const leaks = [...written].flatMap(([file, text]) =>
      needles
        .filter((needle) => text.includes(needle) || file.includes(needle))
        .map((needle) => `${file}: ${needle}`),
    );
    const wanted = [
      'certificate.json',
      'certificate.html',
      'evidence.json',
      'exchanges.jsonl',
      'test-result.json',
      'report.html',
      'junit.xml',
    ];

    expect(run.stderr).toBe('');
    expect(new Set(needles).size).toBeGreaterThan(20);
    expect(leaks).toEqual([]);
    expect(wanted.filter((file) => !files.has(file))).toEqual([]);
    expect([...files.keys()].filter((file) => !KNOWN.test(file))).toEqual([]);
    // The secrets were there to be found.
    expect(files.get('exchanges.jsonl')).toContain('x-echo-raw');
  },
  120_000,
);
