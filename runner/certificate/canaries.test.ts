import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { generateKeyPairSync } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  CANARY_SCHEMES,
  type CanaryScheme,
  canaryEnvironment,
  canaryTarget,
} from '../../client/testing/canary-schemes.ts';
import { formsOf, startEchoingGateway } from '../../client/testing/echoing-gateway.ts';
import { packedDataOf } from '../../reports/testing/packed-data.ts';
import { callCli } from '../../cli/testing/call-cli.ts';
import { drawn } from '../../tools/testing/drawn.ts';

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

test('forty planted secrets at least are searched for', () => {
  const needles = Object.values(CANARY_SCHEMES).flatMap(({ secrets }) => secrets.flatMap(formsOf));
  expect(new Set(needles).size).toBeGreaterThanOrEqual(40);
});

test.each(drawn(Object.keys(CANARY_SCHEMES) as CanaryScheme[], 1))(
  'no secret is in anything that a run leaves or prints: %s',
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
    const cells = ['--requirement', 'GAP-CONTRACT-03,AUTH-0*', '--operation', ASKED];
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
