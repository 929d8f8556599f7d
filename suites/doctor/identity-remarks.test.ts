import { expect, test } from 'vitest';
import { testExchange } from '../../client/testing/test-exchange.ts';
import { testTarget } from '../../client/testing/test-target.ts';
import type { HeaderMap } from '../../spec/exchange.ts';
import { identityRemarks, schemeHint } from './identity-remarks.ts';

const answer = (status: number, headers: HeaderMap = {}) => {
  const exchange = testExchange({ headers });
  return {
    ...exchange,
    response: { status, headers, body: { encoding: 'utf8', text: '' } as const },
  };
};
const target = () =>
  testTarget(
    { identities: { other: { auth: { scheme: 'bearer', token: '${ASSAY_OTHER_TOKEN}' } } } },
    { ASSAY_OTHER_TOKEN: 'not-to-be-seen' },
  );
const marksOf = async (answers: Parameters<typeof identityRemarks>[1]) =>
  identityRemarks(await target(), answers).map(({ about, mark }) => [about, mark]);

test.each([
  [403, undefined, 'nothing'],
  [200, 404, 'read'],
  [200, 204, 'everything'],
])('read %s and changed %s is %s', async (read, updated, othersMay) => {
  const own = { created: answer(201), read: answer(read) };
  const all = updated === undefined ? own : { ...own, updated: answer(updated) };
  const remarks = identityRemarks(await target(), { other: [all, all] });

  expect(remarks).toContainEqual(
    expect.objectContaining({ edits: [{ path: ['decisions', 'othersMay'], value: othersMay }] }),
  );
});

test('reports lines that differ in othersMay, and writes nothing', async () => {
  const open = { created: answer(200), read: answer(200), updated: answer(200) };
  const closed = { created: answer(200), read: answer(403) };

  expect(await marksOf({ other: [open, closed] })).toContainEqual(['othersMay', 'unclear']);
});

test('names a rejected credential by its variable', async () => {
  const remarks = identityRemarks(await target(), { other: [{ created: answer(401) }] });

  expect(remarks[0]).toMatchObject({ about: 'identity other', mark: 'wrong' });
  expect(remarks[0]?.change).toContain('${ASSAY_OTHER_TOKEN}');
  expect(JSON.stringify(remarks)).not.toContain('not-to-be-seen');
});

test('doubts a caller without rights who can create a draft', async () => {
  expect(await marksOf({ withoutRights: [{ created: answer(201) }] })).toContainEqual([
    'identity withoutRights',
    'wrong',
  ]);
  expect(await marksOf({ withoutRights: [{ created: answer(404) }] })).toContainEqual([
    'identity withoutRights',
    'fine',
  ]);
});

test('WWW-Authenticate names the required scheme', async () => {
  const hint = async (header: string) =>
    schemeHint(answer(401, { 'www-authenticate': header }), await target(), 'other');

  expect(await hint('Basic realm="x"')).toContain('names basic');
  expect(await hint('Basic realm="x"')).toContain('change the scheme');
  expect(await hint('Bearer')).toContain('is the scheme of the target');
});
