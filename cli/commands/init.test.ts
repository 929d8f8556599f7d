import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { loadTarget } from '../../client/target/load-target.ts';
import { startReference } from '../../reference/start.ts';
import { callCli } from '../testing/call-cli.ts';
import { drawnInTurn } from '../../tools/testing/drawn.ts';

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'assay-init-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
};

const init = (
  cwd: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
) => callCli(['init', ...args], { cwd, environment });

const BASE = ['--base-url', 'https://staging.example/api'];

test('flags alone make a valid target, and a .env that only its owner can read', async () => {
  const cwd = folder();
  const { code, stdout } = await init(cwd, [...BASE, '--identities', '3', '--contracts', 'never']);

  expect(code).toBe(0);
  expect(stdout).toContain('fill in .env: ASSAY_TOKEN, ASSAY_OTHER_TOKEN, ASSAY_NO_RIGHTS_TOKEN');
  expect(stdout).toContain('assay doctor --target target.yaml --write');
  expect(statSync(join(cwd, '.env')).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(cwd, '.env'), 'utf8')).toMatch(/^ASSAY_OTHER_TOKEN=$/m);
  const document = parse(readFileSync(join(cwd, 'target.yaml'), 'utf8')) as object;
  const target = await loadTarget({
    document,
    environment: {
      ASSAY_TOKEN: 'token-1',
      ASSAY_OTHER_TOKEN: 'token-2',
      ASSAY_NO_RIGHTS_TOKEN: 'token-3',
    },
  });
  expect(target.identities.withoutRights?.auth).toEqual({ scheme: 'bearer', token: 'token-3' });
  expect(target.sideEffects).toEqual({ leads: 'allow', contracts: 'never' });
});

test.each([
  ['basic', [], { scheme: 'basic', username: '${ASSAY_USER}', password: '${ASSAY_PASSWORD}' }],
  [
    'api-key',
    ['--key-in', 'cookie', '--key-name', 'session'],
    { scheme: 'apiKey', in: 'cookie', name: 'session', key: '${ASSAY_TOKEN}' },
  ],
  [
    'api-key',
    ['--key-in', 'query', '--key-name', 'key'],
    { scheme: 'apiKey', in: 'query', name: 'key', key: '${ASSAY_TOKEN}' },
  ],
  [
    'oauth2',
    ['--token-url', 'https://login.example/token'],
    {
      scheme: 'oauth2',
      tokenUrl: 'https://login.example/token',
      clientId: '${ASSAY_CLIENT_ID}',
      clientSecret: '${ASSAY_CLIENT_SECRET}',
    },
  ],
  ['none', ['--identities', '3'], { scheme: 'none' }],
])('%s is written in the notation of the target', async (scheme, more, auth) => {
  const cwd = folder();
  await init(cwd, [...BASE, '--auth', scheme, ...more]);

  const { identities } = parse(readFileSync(join(cwd, 'target.yaml'), 'utf8')) as {
    readonly identities: Readonly<Record<string, { readonly auth: unknown }>>;
  };
  expect(identities['owner']?.auth).toEqual(auth);
  expect(Object.keys(identities)).toEqual(['owner']);
});

test('does not ask for variables that are set, and writes no secret', async () => {
  const cwd = folder();
  const { stdout } = await init(cwd, BASE, { ASSAY_TOKEN: 'set-already' });

  expect(stdout).not.toContain('fill in');
  expect(existsSync(join(cwd, '.env'))).toBe(false);
  expect(readFileSync(join(cwd, 'target.yaml'), 'utf8')).not.toContain('set-already');
});

test('adds to an existing .env and keeps its content', async () => {
  const cwd = folder();
  const file = join(cwd, '.env');
  writeFileSync(file, 'OTHER=1\nASSAY_TOKEN=filled-in');
  chmodSync(file, 0o640);
  await init(cwd, [...BASE, '--identities', '2']);

  expect(readFileSync(file, 'utf8')).toBe(
    'OTHER=1\nASSAY_TOKEN=filled-in\n# another customer\nASSAY_OTHER_TOKEN=\n',
  );
  expect(statSync(file).mode & 0o777).toBe(0o640);
});

test('overwrites an existing target only with --force', async () => {
  const cwd = folder();
  const file = join(cwd, 'target.yaml');
  writeFileSync(file, '# precious\n');
  const refused = await init(cwd, BASE);
  expect(refused.stderr).toContain('already exists');
  expect(refused.code).toBe(2);
  expect(readFileSync(file, 'utf8')).toBe('# precious\n');
  expect(existsSync(join(cwd, '.env'))).toBe(false);

  const forced = await init(cwd, [...BASE, '--force']);
  expect(forced.code).toBe(0);
  expect(readFileSync(file, 'utf8')).toContain('base_url: https://staging.example/api');
});

test.each([
  [
    'without a terminal an address has to be given',
    [],
    /Assay cannot ask for it without a terminal/,
  ],
  [
    'a credential in an address is not shown',
    ['--base-url', 'http://u:secret@x'],
    /without a credential/,
  ],
  ['an unknown flag is refused', ['--adress', 'x'], /unknown option/],
  ['an unknown scheme is refused', [...BASE, '--auth', 'digest'], /Expected one of bearer/],
  ['a file that is no YAML is refused', [...BASE, '--target', 'target.json'], /\.yaml or \.yml/],
])('%s, and nothing is written', async (_what, args, says) => {
  const cwd = folder();
  const { code, stderr } = await init(cwd, args);

  expect(stderr).toMatch(says);
  expect(stderr).not.toContain('secret@');
  expect(code).toBe(2);
  expect(existsSync(join(cwd, 'target.yaml')) || existsSync(join(cwd, '.env'))).toBe(false);
});

/** From nothing to a gate: only credentials, real values (P5) and undocumented bodies are typed by hand. */
const SCHEMES = [
  ['plain', 'bearer', {}],
  ['prefixed', 'basic', { ASSAY_USER: 'owner' }],
] as const;

test.each(drawnInTurn('first gates', SCHEMES))(
  'init, doctor and a gate of %s exit with 0',
  async (dialect, scheme, more) => {
    const running = await startReference({ dialect });
    onTestFinished(() => running.close());
    const { ASSAY_TOKEN = '' } = running.environment;
    const cwd = folder();
    const addresses = ['--base-url', running.base_url, '--gap-base-url', running.gap_base_url];
    const environment = { ...more, ASSAY_TOKEN, ASSAY_PASSWORD: ASSAY_TOKEN };
    expect((await init(cwd, [...addresses, '--auth', scheme], environment)).code).toBe(0);
    const file = join(cwd, 'target.yaml');
    const { bodies = {}, paymentTerms, vehicleCodes } = running.target;
    const typed = stringify({ paymentTerms, vehicleCodes, bodies });
    writeFileSync(file, readFileSync(file, 'utf8') + typed);

    const doctor = await callCli(['doctor', '--target', file, '--write'], { cwd, environment });
    expect(doctor.stderr).toBe('');
    expect(doctor.stdout).not.toContain('✗');
    expect(doctor.code).toBe(0);
    // Every operation of every line; each step needs information from the target.
    const selection = ['--requirement', 'STATUS-*,PATH-*,RESOURCE-*,*-CONTRACT-*', '--runs', '1'];
    const out = ['--out', join(cwd, 'runs'), '--no-allure'];
    const args = ['gate', '--target', file, ...selection, ...out];
    const gate = await callCli(args, { cwd, environment });
    expect(gate.stdout).toMatch(/^conformant[^:]*: /m);
    expect(gate.code).toBe(0);
  },
);
