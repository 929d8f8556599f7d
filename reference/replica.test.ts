import { expect, test } from 'vitest';
import { SAMPLE_DRAFTS } from './testing/sample-drafts.ts';
import { Visitor } from './testing/visitor.ts';
import { startReference } from './start.ts';
import { withDialect } from './testing/with-dialect.ts';
import { withPointer } from './json.ts';

test('with lagging reads, a new draft is missing at first, and an update shows later', async () => {
  const running = await startReference({ dialect: 'eventual' });
  const visitor = new Visitor(running);
  const created = await visitor.call('landlord.draft-create', {}, SAMPLE_DRAFTS.landlord);
  const ids = { draftId: visitor.idOf('landlord', 'draft', created) };
  const missing = await visitor.call('landlord.draft-get', ids);
  const first = await visitor.read('landlord.draft-get', ids);
  const changed = withPointer(SAMPLE_DRAFTS.landlord, '/language', 'en-BE');
  await visitor.call('landlord.draft-update', ids, changed);
  const stale = await visitor.call('landlord.draft-get', ids);
  await new Promise((resolve) => setTimeout(resolve, 1220));
  const fresh = await visitor.call('landlord.draft-get', ids);
  await running.close();

  expect([missing.status, first.status]).toEqual([404, 200]);
  expect(stale.body).toMatchObject({ language: SAMPLE_DRAFTS.landlord['language'] });
  expect(fresh.body).toMatchObject({ language: 'en-BE' });
});

test('behind two replicas a second read may be older than the first', async () => {
  const statuses = await withDialect('two-replicas', async (visitor) => {
    const created = await visitor.call('landlord.draft-create', {}, SAMPLE_DRAFTS.landlord);
    const ids = { draftId: visitor.idOf('landlord', 'draft', created) };
    const read = async () => (await visitor.call('landlord.draft-get', ids)).status;
    const early = [await read(), await read(), await read()];
    await new Promise((resolve) => setTimeout(resolve, 820));
    return [...early, await read(), await read()];
  });

  expect(statuses).toEqual([200, 404, 200, 200, 200]);
});
