import { expect, test } from 'vitest';
import { writeDraft } from './testing/journey.ts';
import { SAMPLE_DRAFTS } from './testing/sample-drafts.ts';
import { withDialect } from './testing/with-dialect.ts';

test('redirects another spelling of the country to BE, but not another country', async () => {
  const answers = await withDialect('canonical', async (visitor) => {
    const { draftId } = await writeDraft(visitor, 'travel', SAMPLE_DRAFTS.travel);
    const read = (country: string) =>
      visitor.call('travel.draft-get', { draftId }, undefined, { country });
    const all = [await read('BE'), await read('bE'), await read('FR')];
    return all.map(({ status, headers }) => [
      status,
      headers['location']?.replace(draftId, '7') ?? null,
    ]);
  });

  expect(answers).toEqual([
    [200, null],
    [308, '/BE/lifestyle/travel/drafts/7'],
    [403, null],
  ]);
});

test('redirects a download to the document', async () => {
  const statuses = await withDialect('archive', async (visitor) => {
    const { draftId } = await writeDraft(visitor, 'travel', SAMPLE_DRAFTS.travel);
    const contract = await visitor.call('travel.contract-create', { draftId }, {});
    const ids = { contractId: visitor.idOf('travel', 'contract', contract) };
    const { status, headers } = await visitor.call('travel.contract-download', ids);
    const link = `${visitor.target.base_url}${headers['location']}`;
    const served = await visitor.follow(link, '');
    return [contract.status, status, link.endsWith('/download?copy=1'), served.status];
  });

  expect(statuses).toEqual([303, 302, true, 200]);
});
