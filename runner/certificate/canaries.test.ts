import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { generateKeyPairSync } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import {
  CANARY_SCHEMES,
  type CanaryScheme,
  canaryEnvironment,
  canaryTarget,
} from '../../client/testing/canary-schemes.ts';
import { CANARIES } from '../../client/testing/canaries.ts';
import { echoInTurn, encodedForms } from '../../client/testing/echo-in-turn.ts';
import { formsOf, startEchoingGateway } from '../../client/testing/echoing-gateway.ts';
import { packedDataOf } from '../../reports/testing/packed-data.ts';
import { callCli } from '../../cli/testing/call-cli.ts';
import { drawnInTurn } from '../../tools/testing/drawn.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-canaries-'));
afterAll(() => rmSync(root, { recursive: true }));

/** Every file that a run may write, by its path in the folder. Add new ones here, so that they are searched, too. */
const KNOWN =
  /^(allure-report\/.*|allure-report\.config\.json|allure-results\/[\w.-]+|(exchanges|evidence|findings|ledger|observations|pairs|probes|sequences|verdicts)\.jsonl|(certificate|contexts|evidence|observations|run|test-result)\.json|(certificate|report)\.html|junit\.xml|observations\.md)$/;

const filesBelow = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => {
        const path = join(file.parentPath, file.name);
        return [path.slice(folder.length + 1), readFileSync(path, 'utf8')];
      }),
  );

const ASKED = 'gap.draft-get,gap.contract-create';

test('searches for at least forty planted secrets', () => {
  const needles = Object.values(CANARY_SCHEMES).flatMap(({ secrets }) => secrets.flatMap(formsOf));
  expect(new Set(needles).size).toBeGreaterThanOrEqual(40);
});

const SCHEMES = Object.keys(CANARY_SCHEMES) as CanaryScheme[];
const RUNS = [...SCHEMES, 'every encoding'] as const;
const drawnRuns = drawnInTurn('secrets', RUNS);

test.each(SCHEMES.filter((scheme) => drawnRuns.includes(scheme)))(
  'no file or output of a run contains a secret: %s',
  async (name) => {
    const { secrets, shown } = CANARY_SCHEMES[name];
    const { privateKey } = generateKeyPairSync('ed25519');
    const pem = String(privateKey.export({ format: 'pem', type: 'pkcs8' }));
    const folder = mkdtempSync(join(root, 'run-'));
    const gateway = await startEchoingGateway(shown(secrets), secrets);
    const target = join(folder, 'target.json');
    writeFileSync(target, canaryTarget(name, gateway.address));
    const environment = { ...canaryEnvironment(name), ASSAY_SIGNING_KEY: pem };
    const out = join(folder, 'out');
    // Sends each credential, provokes each kind of rejection, and creates a contract.
    const cells = ['--requirement', 'AUTH-0*', '--operation', ASKED];
    const options = [
      '--line',
      'gap',
      ...cells,
      '--runs',
      '1',
      '--report',
      '--verbose',
      '--junit',
      join(folder, 'junit.xml'),
    ];

    const run = await callCli(['certify', '--target', target, ...options, '--out', out], {
      environment,
    });
    await gateway.close();
    const files = filesBelow(join(out, String(readdirSync(out).find((each) => /^\d/.test(each)))));
    const page = packedDataOf(files.get(join('allure-report', 'index.html')) ?? '');
    const printed = [
      ['stdout', run.stdout],
      ['stderr', run.stderr],
    ] as const;
    const written = new Map([...files, ...page, ...printed]);
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
    // The secrets were present.
    expect(page.size).toBeGreaterThan(10);
    expect(files.get('exchanges.jsonl')).toContain('x-echo-raw');
  },
  300_000,
);

const TOKEN_NAMES = CANARIES.map((_, at) => `CANARY_TOKEN_${at}`);
const [owner, other, withoutRights] = [
  'owner-t0ken-4711',
  'other-t0ken-4711',
  'norights-t0ken-4711',
];
const SECRETS = [...CANARIES, owner, other, withoutRights];

const ENVIRONMENT: Readonly<Record<string, string>> = {
  ...Object.fromEntries(TOKEN_NAMES.map((name, at) => [name, CANARIES[at] ?? ''])),
  OWNER_TOKEN: owner,
  OTHER_TOKEN: other,
  NORIGHTS_TOKEN: withoutRights,
};

const targetAt = (address: string): string => {
  const bearer = (name: string) => ({ auth: { scheme: 'bearer', token: `\${${name}}` } });
  return JSON.stringify({
    name: `a service that knows ${TOKEN_NAMES.map((name) => `\${${name}}`).join(' ')}`,
    base_url: address,
    identities: {
      owner: bearer('OWNER_TOKEN'),
      other: bearer('OTHER_TOKEN'),
      withoutRights: bearer('NORIGHTS_TOKEN'),
    },
  });
};

/** Every file below a folder, decompressed if necessary. */
const textsBelow = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .flatMap((file): (readonly [string, string])[] => {
        const path = join(file.parentPath, file.name);
        const name = path.slice(folder.length + 1);
        const bytes = readFileSync(path);
        if (name.endsWith('.gz')) return [[name, gunzipSync(bytes).toString()]];
        const packed = [...packedDataOf(bytes.toString())];
        return [
          [name, bytes.toString()],
          ...packed.map(([inner, text]): [string, string] => [`${name}/${inner}`, text]),
        ];
      }),
  );

test.each(drawnRuns.filter((name) => name === 'every encoding'))(
  'no file or output of a gate contains any of forty secrets in %s',
  async () => {
    const folder = mkdtempSync(join(root, 'encoded-'));
    const shown = { owner, other, withoutRights };
    const gateway = await startEchoingGateway(shown, SECRETS, ['gap-priced-with-201'], echoInTurn);
    const target = join(folder, 'target.json');
    writeFileSync(target, targetAt(gateway.address));
    const out = join(folder, 'out');
    const line = ['--line', 'gap', '--runs', '1', '--seed', '7'];
    const reports = [
      '--gzip',
      '--report',
      '--verbose',
      '--junit',
      join(out, 'j.xml'),
      '--out',
      out,
    ];
    const some = ['--requirement', 'AUTH-0*,STATUS-01,DRAFT-0*,GAP-CONTRACT-0*'];

    const run = await callCli(['gate', '--target', target, ...line, ...some, ...reports], {
      environment: ENVIRONMENT,
    });
    await gateway.close();
    const files = textsBelow(out);
    const texts = new Map([...files, ['stdout', run.stdout], ['stderr', run.stderr]]);
    const needles = [...new Set(SECRETS.flatMap(encodedForms))];
    const leaks = [...texts].flatMap(([file, text]) =>
      needles.filter((needle) => text.includes(needle)).map((needle) => `${file}: ${needle}`),
    );

    expect([run.code, run.stderr]).toEqual([1, '']);
    expect(needles.length).toBeGreaterThan(40 * 12);
    expect(leaks.slice(0, 5)).toEqual([]);
    // No compressed bytes are left.
    const exchanges = [...files].find(([file]) => file.endsWith('/exchanges.jsonl'))?.[1] ?? '';
    expect(exchanges).toContain('bytes that hold a secret');
    expect(exchanges).not.toContain('"encoding":"base64"');
    // The secrets were present, and the search covers all files.
    const names = [...files.keys()].join('\n');
    for (const name of ['exchanges.jsonl', 'evidence.jsonl', 'report.html', 'junit.xml'])
      expect(names).toContain(`/${name}`);
    expect(names).toMatch(/\.run\.tar\.gz$/m);
    expect(names).toMatch(/^.*allure-report\/index\.html\/.+/m);
  },
);
