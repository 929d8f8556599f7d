import { expect, test } from 'vitest';
import { Visitor } from './testing/visitor.ts';
import { startReference } from './start.ts';

test('refuses an unknown dialect with the known names', async () => {
  await expect(startReference({ dialect: 'klingon' })).rejects.toThrow(
    'there is no dialect "klingon"; known are: plain, api-key, prefixed, late',
  );
});

test('refuses an unknown fault, and names the list of the known ones', async () => {
  await expect(startReference({ faults: ['everything'] })).rejects.toThrow(
    'there is no fault "everything"; assay serve --list-faults lists them all',
  );
});

test('uses a given secret, and random ones otherwise', async () => {
  const first = await startReference({ secrets: { ASSAY_TOKEN: 'swordfish' } });
  const second = await startReference();
  await Promise.all([first.close(), second.close()]);

  expect(first.environment['ASSAY_TOKEN']).toBe('swordfish');
  expect(second.environment['ASSAY_TOKEN']).not.toBe('swordfish');
  expect(first.environment['ASSAY_OTHER_TOKEN']).not.toBe(second.environment['ASSAY_OTHER_TOKEN']);
});

test('refuses a port that is in use, and leaves nothing listening', async () => {
  const first = await startReference();
  const gapPort = Number(new URL(first.gap_base_url).port);
  await expect(startReference({ gapPort })).rejects.toThrow('EADDRINUSE');
  await first.close();

  await expect(fetch(first.base_url)).rejects.toThrow('fetch failed');
});

test('two services share no state', async () => {
  const [first, second] = await Promise.all([startReference(), startReference()]);
  const here = new Visitor(first);
  const draftId = here.idOf('travel', 'draft', await here.call('travel.draft-create', {}, {}));
  const there = await new Visitor(second).call('travel.draft-get', { draftId });
  await Promise.all([first.close(), second.close()]);

  expect(there.status).toBe(404);
});
