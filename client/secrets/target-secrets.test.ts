import { expect, test } from 'vitest';
import { file, load, refusal } from '../testing/test-load.ts';

const SECRET = 'canary-4711-0815';

test.each(['token', 'password', 'key'])(
  'refuses a literal %s in a file, without showing it',
  async (field) => {
    const scheme = { token: 'bearer', password: 'basic', key: 'apiKey' }[field];
    const text = `base_url: http://a\nidentities: { other: { auth: { scheme: ${scheme}, username: u, name: n, ${field}: ${SECRET} } } }\n`;

    const { message } = await refusal({ file: file('t.yaml', text) });

    expect(message).toContain(`write ${field}: \${ASSAY_OTHER_TOKEN}`);
    expect(message).not.toContain(SECRET);
  },
);

test('a document of the harness may contain a literal secret, which is then known', async () => {
  const auth = { scheme: 'bearer', token: SECRET } as const;
  const target = await load({
    document: { base_url: 'http://a', identities: { other: { auth } } },
  });

  expect(target.secrets[0]).toEqual({ name: 'ASSAY_OTHER_TOKEN', value: SECRET });
});

test('refuses a secret of less than four characters, with the reason', async () => {
  const { problems } = await refusal(
    { document: { base_url: 'http://a' } },
    { ASSAY_TOKEN: 'abc' },
  );

  expect(problems).toMatchObject([
    {
      path: 'identities.owner.auth.token',
      got: 'ASSAY_TOKEN is shorter',
      hint: expect.stringContaining('cannot be redacted reliably') as string,
    },
  ]);
});

test('does not show a secret in the wrong place', async () => {
  const document = { base_url: '${MY_TOKEN}' };

  const { message } = await refusal({ document }, { MY_TOKEN: SECRET });

  expect(message).toContain('$MY_TOKEN');
  expect(message).not.toContain(SECRET);
});
