import { expect, test } from 'vitest';
import { file, load } from '../testing/test-load.ts';

const SECRET = 'canary-4711-0815';

test('an address is enough; everything else has a default', async () => {
  const target = await load({ document: { base_url: 'https://quoting.example/api//' } });

  expect(target).toMatchObject({
    base_url: 'https://quoting.example/api',
    gap_base_url: 'https://quoting.example/api',
    identities: { owner: { auth: { scheme: 'none' } } },
    paymentTerms: ['YEARLY'],
    termsToken: ['/userTermsToken', '/token', '/termsToken'],
    limits: { concurrency: 32, retryBudget: 30_000 },
    secrets: [],
  });
});

test('a price has a place, several places, or an amount if it is not shown (P5)', async () => {
  const gapPrices = ['/price', ['/price', '/total'], { amount: 1325 }];
  const targets = await Promise.all(
    gapPrices.map((gapPrice) => load({ document: { base_url: 'http://a', gapPrice } })),
  );

  expect(targets.map(({ gapPrice }) => gapPrice)).toEqual([
    ['/price'],
    ['/price', '/total'],
    { amount: 1325 },
  ]);
  await expect(
    load({ document: { base_url: 'http://a', gapPrice: { amount: 13.25 } } }),
  ).rejects.toThrow(/gapPrice/);
  const prices = { gap: { amount: '/total' } };
  expect(await load({ document: { base_url: 'http://a', prices } })).toMatchObject({
    gapPrice: ['/total'],
  });
  await expect(
    load({ document: { base_url: 'http://a', gapPrice: '/price', prices } }),
  ).rejects.toThrow(/prices\.gap\.amount[^]*expected +gapPrice alone, or this key alone/);
});

test('redacts a secret in a name', async () => {
  const document = { base_url: 'http://a', name: 'staging of ${MY_TOKEN}' };
  const target = await load({ document }, { MY_TOKEN: SECRET });

  expect(target.name).toBe('staging of $MY_TOKEN');
});

test('flags take precedence over the environment, the environment over the file', async () => {
  const path = file('target.yaml', 'base_url: http://file\ngap_base_url: http://gap-file\n');
  const environment = { ASSAY_BASE_URL: 'http://variable', ASSAY_GAP_BASE_URL: 'http://gap-var' };

  const target = await load({ file: path, flags: { base_url: 'http://flag/' } }, environment);

  expect([target.base_url, target.gap_base_url]).toEqual(['http://flag', 'http://gap-var']);
});

test('ASSAY_TOKEN is the bearer token of an owner that the file does not declare', async () => {
  const target = await load(
    { file: file('t.yaml', 'base_url: http://a\n') },
    { ASSAY_TOKEN: SECRET },
  );

  expect(target.identities.owner.auth).toEqual({ scheme: 'bearer', token: SECRET });
  expect(target.secrets[0]).toEqual({ name: 'ASSAY_TOKEN', value: SECRET });
});

test('ASSAY_TOKEN has no effect if the file declares an owner', async () => {
  const text = 'base_url: http://a\nidentities: { owner: { auth: { scheme: none } } }\n';
  const target = await load({ file: file('t.yaml', text) }, { ASSAY_TOKEN: SECRET });

  expect(target.identities.owner.auth).toEqual({ scheme: 'none' });
});

test('resolves references in every text, and keeps their original texts', async () => {
  const text =
    'base_url: ${HOST}/api\nname: ${STAGE} of us\nidentities: { owner: { auth: { scheme: basic, username: "${WHO}", password: "${PASS}" } } }\n';
  const environment = { HOST: 'https://h.example', STAGE: 'staging', WHO: 'ann', PASS: SECRET };

  const target = await load({ file: file('t.yaml', text) }, environment);

  expect(target).toMatchObject({ base_url: 'https://h.example/api', name: 'staging of us' });
  expect(target.references).toMatchObject({ 'identities.owner.auth.username': '${WHO}' });
  // The password, two invalid ones since it is too short to be cut, and the pair that each makes with the user name.
  expect(target.secrets.map(({ name }) => name)).toEqual(Array(6).fill('PASS'));
});

test('loads a TypeScript module from anywhere, with functions as bodies', async () => {
  const path = file(
    'target.ts',
    `import type { Target } from 'assay/client/target.ts';
     export default { base_url: 'http://a', bodies: { 'gap.draft-create': (c) => ({ at: c.today }) } } satisfies Target;`,
  );

  const target = await load({ file: path });

  expect(target.bodies['gap.draft-create']).toBeTypeOf('function');
});

test('loads a JSON file', async () => {
  const target = await load({ file: file('t.json', '{"base_url":"http://a","name":"b"}') });

  expect(target.name).toBe('b');
});

test('a placeholder can continue inside the draft', async () => {
  const bodies = { 'gap.draft-create': { start: '{{draft.body.terms.startDate}}' } };

  const target = await load({ document: { base_url: 'http://a', bodies } });

  expect(target.bodies).toEqual(bodies);
});
