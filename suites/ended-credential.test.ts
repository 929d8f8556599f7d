import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { clientOf, type Tables } from '../reference/call.ts';
import { Refusal } from '../reference/refusal.ts';
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
