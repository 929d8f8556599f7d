import { expect, test } from 'vitest';
import { loadTarget } from '../client/target/load-target.ts';
import { publicTarget } from './public-target.ts';

const SECRET = 'canary-4711-0815';

test('does not record a secret in a name or an address', async () => {
  const auth = { scheme: 'bearer', token: SECRET } as const;
  const target = await loadTarget({
    document: {
      name: `staging ${SECRET}`,
      base_url: `http://a/${SECRET}`,
      mailDomain: `${SECRET}.example`,
      identities: { other: { auth } },
    },
    inherited: {},
  });

  const recorded = publicTarget(target);

  expect(JSON.stringify(recorded)).not.toContain(SECRET);
  expect(recorded).toMatchObject({
    name: 'staging $ASSAY_OTHER_TOKEN',
    base_url: 'http://a/$ASSAY_OTHER_TOKEN',
  });
});
