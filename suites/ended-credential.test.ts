import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { clientOf, type Tables } from '../reference/call.ts';
import { Refusal } from '../reference/refusal.ts';
import type { Changes, Choices } from '../reference/choices.ts';
import { startOutsideService } from './testing/outside-service.ts';

/** Calls of the owner that are accepted. */
const ACCEPTED = 60;

/** A service that refuses the owner after some calls. */
const ending = ({ guards }: Tables): void => {
  let calls = 0;
  const check: Tables['guards'][number]['check'] = (call) => {
    if (clientOf(call).name === 'owner' && (calls += 1) > ACCEPTED)
      throw new Refusal('unauthenticated', 'the token has expired');
  };
  guards.splice(guards.findIndex(({ id }) => id === 'authentication') + 1, 0, { id: 'end', check });
};

test('an OAuth2 client that is removed during a gate stops it, instead of 30,000 requests without a token', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-removed-client-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const auth = {
    scheme: 'oauth2',
    tokenPath: '/oauth/token',
    clientSecretIn: 'header',
    lifetime: 1,
  };
  const removing = ({ guards, credentials }: Tables): void => {
    let calls = 0;
    const check: Tables['guards'][number]['check'] = (call) => {
      if (clientOf(call).name !== 'owner' || (calls += 1) < ACCEPTED) return;
      for (const [key, { name }] of credentials)
        if (name === 'owner') (credentials as Map<string, unknown>).delete(key);
    };
    guards.splice(guards.findIndex(({ id }) => id === 'authentication') + 1, 0, {
      id: 'end',
      check,
    });
  };
  const service = await startOutsideService(folder, removing, { auth } as Changes<Choices>);
  onTestFinished(() => service.close());

  const { code, stdout } = await service.call(['gate', '--seed', '7', '--out', 'out']);

  expect([code, stdout]).toEqual([2, expect.stringMatching(/ 0 failed, .* invalid_client, /)]);
  expect(/\n\n(.*)/.exec(stdout)?.[1]).toMatch(/^\? The credential of identities\.owner ended/);
  expect(stdout).not.toContain('stopped answering');
});

test('a token that expires during a gate stops it, is named first, and ends it with 2 and without a failure', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-ended-credential-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const service = await startOutsideService(folder, ending);
  onTestFinished(() => service.close());

  const { code, stdout } = await service.call(
    ['gate', '--line', 'gap', '--requirement', 'DRAFT-*,LEGAL-*', '--seed', '7', '--out', 'out'],
    (target) => ({ ...target, limits: { retryBudget: 30 } }),
  );

  expect([code, stdout]).toEqual([2, expect.stringMatching(/ 0 failed, .*, 401 since, /)]);
  expect(/\n\n(.*)/.exec(stdout)?.[1]).toMatch(/^\? The credential of identities\.owner ended/);
});
