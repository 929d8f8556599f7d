import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientWith } from '../reference/guards/authentication.ts';
import { OWNER, atGuard } from '../reference/faults/stages.ts';
import { presented } from '../reference/clients.ts';
import type { Tables } from '../reference/tables.ts';
import { OPERATIONS } from '../spec/operations.ts';
import { type Declared, startOutsideService } from './testing/outside-service.ts';

/** Milliseconds for a test; the machine may be busy. */
const TIMEOUT = 120_000;

let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-declared-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Takes any bearer of eight letters or more for the owner. */
const takesAnyLongBearer = (tables: Tables): void => {
  for (const { id } of OPERATIONS)
    atGuard(tables, 'authentication', id, (call, check) => {
      const credential = presented(call, tables.choices.auth) ?? '';
      if (credential.length < 8 || clientWith(credential, call) !== undefined) check();
      else call.client = OWNER;
    });
};

const withAuth = (auth: Declared) => (target: Declared) => {
  const identities = target['identities'] as Record<string, { auth: Declared }>;
  return {
    ...target,
    identities: { ...identities, owner: { auth: { ...identities['owner']?.auth, ...auth } } },
  };
};

describe('what a target declares about credentials', { timeout: TIMEOUT }, () => {
  test.each([
    ['the forged credentials alone', {}],
    ['an invalid credential beside them', { invalid: { value: 'zzzz' } }],
  ])('takes none of the probes away: %s (AUTH-02)', async (_, auth) => {
    const service = await startOutsideService(root, takesAnyLongBearer);
    try {
      const { code, stdout } = await service.call(
        ['gate', '--line', 'jobloss', '--requirement', 'AUTH-02', '--no-allure', '--seed', '7'],
        withAuth(auth),
      );

      expect({ code, stdout }).toMatchObject({ code: 1 });
      expect(stdout).toContain('10 failed');
    } finally {
      await service.close();
    }
  });
});
