import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEnvelope } from '../../store/certificate/envelope.ts';
import type { Statement } from '../../store/certificate/predicate.ts';
import { clientWith } from '../../reference/guards.ts';
import { OWNER, atGuard } from '../../reference/faults/injection/stages.ts';
import { presentedCredential } from '../../reference/clients.ts';
import type { Tables } from '../../reference/call.ts';
import { OPERATIONS } from '../../spec/operations.ts';
import { callCli } from '../../cli/testing/call-cli.ts';
import { drawn, drawnInTurn } from '../../tools/testing/drawn.ts';
import {
  declared,
  type Declared,
  startOutsideService,
} from '../../suites/testing/outside-service.ts';

let root = '';
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'assay-declared-'));
  await callCli(['keygen', '--out', root]);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Accepts any bearer token of eight letters or more as the owner's. */
const takesAnyLongBearer = (tables: Tables): void => {
  for (const { id } of OPERATIONS)
    atGuard(tables, 'authentication', id, (call, check) => {
      const credential = presentedCredential(call, tables.choices.auth) ?? '';
      if (credential.length < 8 || clientWith(credential, call) !== undefined) check();
      else call.client = OWNER;
    });
};

/** Requires no authentication. */
const asksNobody = (tables: Tables): void => {
  for (const { id } of OPERATIONS)
    atGuard(tables, 'authentication', id, (call) => {
      call.client = OWNER;
    });
};

const withOwner = (auth: Declared) => (target: Declared) => {
  const identities = target['identities'] as Record<string, { auth: Declared }>;
  const owner = { auth: { ...(auth['scheme'] ? {} : identities['owner']?.auth), ...auth } };
  return declared('identities', { owner })(target);
};

const ownerAlone = (auth: Declared) => (target: Declared) => ({
  ...target,
  identities: { owner: { auth } },
});

const forEver = (requirement: string, expires = '9999-12-31') =>
  JSON.stringify([{ requirement, reason: 'r', owner: 'o', expires }]);

const inDays = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Fewer drafts and requirements than a certificate needs, which is a reason against it by itself. */
const FEW = ['--runs', '1', '--requirement', 'STATUS-01,AUTH-*,GAP-CONTRACT-*,LEAD-*'];
const LOWERED = /^the policy was lowered: /;
const CERTIFY = ['certify', '--no-allure', '--seed', '7'];

interface Attack {
  readonly line: 'jobloss' | 'travel' | 'gap' | 'landlord';
  /** Behaviour of the service. Default: correct. */
  readonly service?: Parameters<typeof startOutsideService>[1];
  readonly declare?: (target: Declared) => Declared;
  readonly waivers?: string;
}

/** Result of certifying a service with these declarations, and of verifying the certificate. */
const attacked = async (
  name: string,
  { line, service, declare, waivers }: Attack,
  more: readonly string[] = [],
) => {
  const folder = join(root, name.replaceAll(/\W+/g, '-'));
  const outside = await startOutsideService(folder, service);
  try {
    const options = ['--key', join(root, 'assay.key'), '--out', join(folder, 'out')];
    const file = join(root, 'waivers.yaml');
    writeFileSync(file, waivers ?? '[]');
    const args = [...CERTIFY, '--line', line, '--waivers', file, ...options, ...more];
    const run = await outside.call(args, declare);
    const certificate = join(folder, 'out', 'latest', 'certificate.json');
    if (!existsSync(certificate)) throw new Error(run.stdout + run.stderr);
    const envelope = openEnvelope(readFileSync(certificate, 'utf8'), 'it');
    const { predicate } = JSON.parse(envelope.payload) as Statement;
    const key = ['--key', join(root, 'assay.pub')];
    const evidence = ['--evidence', join(folder, 'out', 'latest')];
    const verified = await callCli(['verify', certificate, ...key, ...evidence]);
    return { run, predicate, verified };
  } finally {
    await outside.close();
  }
};

const NOTHING_FAILS: readonly (readonly [string, Attack, string])[] = [
  [
    'no authentication, and no side effects',
    {
      line: 'jobloss',
      service: asksNobody,
      declare: (target) =>
        ownerAlone({ scheme: 'none' })(
          declared('sideEffects', { leads: 'never', contracts: 'never' })(target),
        ),
    },
    'authentication: not judged, the target declares no authentication (identities.owner.auth)',
  ],
  [
    'no contracts',
    { line: 'gap', declare: declared('sideEffects', { contracts: 'never' }) },
    'contracts: not judged, the target allows no contracts (sideEffects.contracts: never)',
  ],
  [
    'a second identity without a decision',
    { line: 'jobloss', declare: declared('decisions', { othersMay: undefined }) },
    'ownership: not judged, the target does not say what another identity may do (decisions.othersMay)',
  ],
  [
    'a double contract that is waived for ever',
    { line: 'gap', service: 'gap-contract-made-twice', waivers: forEver('GAP-*') },
    'contracts: a certificate accepts no waiver of GAP-*',
  ],
  [
    'a double contract that is waived until next week',
    {
      line: 'gap',
      service: 'gap-contract-made-twice',
      waivers: forEver('GAP-CONTRACT-01', inDays(7)),
    },
    'contracts: a certificate accepts no waiver of GAP-CONTRACT-01',
  ],
];

describe('a green that is declared is no certificate', () => {
  test.each(drawnInTurn('declared away', NOTHING_FAILS))('%s', async (name, attack, why) => {
    const { run, predicate, verified } = await attacked(name, attack, FEW);

    expect({ code: run.code, stdout: run.stdout }).toMatchObject({ code: 0 });
    expect(predicate.kind).toBe('statement of results');
    expect(predicate.lines.map(({ result }) => result)).toContain('not wholly judged');
    expect(predicate.whyNoCertificate.filter((each) => !LOWERED.test(each))).toContain(why);
    expect(run.stdout).toContain('\nstatement of results  ');
    expect({ code: verified.code, stdout: verified.stdout }).toMatchObject({ code: 3 });
    expect(verified.stdout).toMatch(/^statement of results: /);
    expect(verified.stdout).toContain(`\nno certificate: ${why}\n`);
    expect(verified.stdout).toContain(`verdicts confirmed by version`);
  });

  test.each(drawnInTurn('full target', ['full target']))(
    'a correct service with a %s gets a certificate',
    async () => {
      const { run, predicate, verified } = await attacked('nothing', { line: 'jobloss' });

      expect({ code: run.code, stdout: run.stdout }).toMatchObject({ code: 0 });
      expect(predicate.whyNoCertificate).toEqual([]);
      expect(run.stdout).not.toContain('not covered: ');
      expect({ code: verified.code, stdout: verified.stdout }).toMatchObject({ code: 0 });
      expect(verified.stdout).toMatch(/^certificate: /);
    },
  );
});

describe('what a target declares about credentials', () => {
  const AUTHS = [
    ['the forged credentials alone', {}],
    ['an invalid credential beside them', { invalid: { value: 'zzzz' } }],
  ] as const;

  test.each(drawn(AUTHS, 1))('removes none of the probes: %s (AUTH-02)', async (_, auth) => {
    const service = await startOutsideService(root, takesAnyLongBearer);
    try {
      const { code, stdout } = await service.call(
        ['gate', '--line', 'jobloss', '--requirement', 'AUTH-02', '--no-allure', '--seed', '7'],
        withOwner(auth),
      );

      expect({ code, stdout }).toMatchObject({ code: 1 });
      expect(stdout).toContain('10 failed');
    } finally {
      await service.close();
    }
  });
});
