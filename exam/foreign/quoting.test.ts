import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, type TestContext } from 'vitest';
import { parse } from 'yaml';
import { callCli } from '../../cli/testing/call-cli.ts';
import { processEnvironment } from '../../client/target.ts';
import { drawn, drawnInTurn } from '../../tools/testing/drawn.ts';

const TOKENS = ['owner-7f3a91', 'other-52c8e0', 'no-rights-1d64'];
const NAMES = ['ASSAY_TOKEN', 'ASSAY_OTHER_TOKEN', 'ASSAY_NO_RIGHTS_TOKEN'];

/** A service that was written from the specification alone. */
interface ForeignService {
  readonly file: string;
  /** Command that starts its program, if its language is installed: `<command> <file> <tokens>`. */
  readonly command: readonly [program: string, ...first: readonly string[]];
  /** Arguments of the program by which it shows that it is installed. */
  readonly version: string;
  /** Keys that the doctor has to find in its answers. */
  readonly found: object;
}

const SERVICES: readonly ForeignService[] = [
  {
    file: 'quoting.py',
    command: ['python3'],
    version: '--version',
    found: {
      envelope: '/result',
      gapPrice: '/offer/premium',
      prices: { jobloss: { amount: '/offer/premium' } },
      bodies: { 'travel.contract-create': { transactionAmount: { value: '{{price.amount}}' } } },
    },
  },
  {
    file: 'quoting.go',
    command: ['go', 'run'],
    version: 'version',
    found: {
      termsToken: '/acknowledgement',
      gapPrice: '/premium/gross',
      prices: { travel: { amount: '/toPay' } },
      decisions: { othersMay: 'nothing', checkpoints: { employer: 'price' } },
    },
  },
  {
    file: 'Quoting.java',
    command: ['java'],
    version: '--version',
    found: {
      gapPrice: '/calculation/gross',
      decisions: { othersMay: 'nothing', checkpoints: { personXorCompany: 'write' } },
    },
  },
];

const failed = (requirement: string): RegExp => new RegExp(`^✗ ${requirement}@`, 'm');

/** Bugs of first drafts, which each service can be started with, and the words of doctor or gate that name them. */
const BUGS: Readonly<Record<string, RegExp>> = {
  'no-version': failed('VERSION-01'),
  'any-one-version': failed('VERSION-02'),
  // A credential that may do everything is rather the wrong one.
  'no-rights': /^✗ identity withoutRights +.* was allowed everything/m,
  // A service may let others read: then its maker is asked if that is meant.
  'foreign-read': /^✗ AUTH-05@|^✓ othersMay +.*read 200, .*if it should have no rights/m,
  'any-language': failed('JOBLOSS-FIELD-language-enum'),
  'impossible-dates': failed('JOBLOSS-FIELD-policyholder.person.birthdate-format'),
  'unknown-id-500': failed('ID-01'),
  'lead-without-email': failed('LEAD-01'),
  'forged-terms': failed('GAP-TOKEN-01'),
  'lost-update': failed('LANDLORD-READBACK-language'),
  'second-gap-contract': failed('GAP-CONTRACT-01'),
  'deleted-car-stays': failed('TRAVEL-CAR-01'),
};

/** Starts a foreign service; its address. */
const startQuoting = async (
  { file, command: [program, ...first] }: ForeignService,
  ...bug: readonly string[]
): Promise<string> => {
  const path = join(import.meta.dirname, file);
  const service = spawn(program, [...first, path, ...TOKENS, ...bug], {
    env: processEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of its own: `go run` starts the service as another process.
    detached: true,
  });
  onTestFinished(() => {
    if (service.pid !== undefined && service.exitCode === null) process.kill(-service.pid);
  });
  const [line] = (await once(service.stdout, 'data')) as [Buffer];
  return line.toString().trim();
};

/** Makes a target of a foreign service as its maker does: with init, the credentials, and the doctor. */
const targetOf = async (
  service: ForeignService,
  { skip }: TestContext,
  ...bug: readonly string[]
) => {
  const { command, version } = service;
  if (spawnSync(command[0], [version], { env: processEnvironment() }).status !== 0)
    skip(`no ${command[0]} on this machine`);
  const address = await startQuoting(service, ...bug);
  const cwd = mkdtempSync(join(tmpdir(), 'assay-foreign-'));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const assay = (...args: readonly string[]) => callCli(args, { cwd });
  const begun = await assay('init', '--yes', '--base-url', address, '--identities', '3');
  writeFileSync(join(cwd, '.env'), NAMES.map((name, at) => `${name}=${TOKENS[at]}\n`).join(''));
  const visited = await assay('doctor', '--target', 'target.yaml', '--write');
  return { cwd, assay, begun, visited };
};

test.for(drawnInTurn('foreign services', SERVICES))(
  'judges a foreign service, $file, with only init and doctor, without a hand-written key',
  async (service, context) => {
    const { cwd, assay, begun, visited } = await targetOf(service, context);
    const text = readFileSync(join(cwd, 'target.yaml'), 'utf8');
    const target = parse(text) as Record<string, unknown>;
    const again = await assay('doctor', '--target', 'target.yaml', '--line', 'gap');
    const judged = await assay('gate', '--target', 'target.yaml', '--quiet');

    expect(begun.stdout).toMatch(/^This writes a target file, .*\n.*identities/);
    expect(visited).toMatchObject({ code: 0, stderr: '' });
    expect(text).toMatch(/^# yaml-language-server: \$schema=.*target\.schema\.json\n/);
    expect(target).toMatchObject(service.found);
    expect(again.stdout).toMatch(/\n\n\d+ calls, .*; next: assay gate/);
    expect(judged.stdout).toMatch(/conformant: 48 of 48 operations reached, 0 failed, seed/);
    expect(judged.code).toBe(0);
  },
);

const BUGGY = SERVICES.flatMap((service) =>
  Object.entries(BUGS).map(([bug, named]) => ({ ...service, bug, named })),
);

test.for(drawnInTurn('bugs of first drafts', drawn(BUGGY, 3)))(
  'names a bug of a first draft: $bug in $file',
  async ({ bug, named, ...service }, context) => {
    const { cwd, assay, visited } = await targetOf(service, context, bug);
    const path = join(cwd, 'target.yaml');
    // Each lost write would be waited for: the services show a write at once.
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace('decisions:\n', 'decisions:\n  readBackDelay: 0\n'),
    );
    const judged = await assay('gate', '--target', 'target.yaml', '--quiet');

    expect(`${visited.stdout}${judged.stdout}`).toMatch(named);
  },
);
