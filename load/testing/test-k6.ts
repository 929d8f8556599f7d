import { dirname } from 'node:path';
import { beforeAll, type TestContext } from 'vitest';
import { readEnvironment } from '../../client/target.ts';
import { findK6, type K6, K6Missing } from '../k6/k6.ts';

/** The k6 for tests, or the reason why there is none. In CI a missing k6 is built, and the test fails if that does. */
export const k6ForTests = async (): Promise<K6 | { readonly reason: string }> => {
  const isCi = Boolean(readEnvironment()['CI']);
  try {
    return await findK6(isCi ? {} : { makeNone: true });
  } catch (error) {
    if (isCi || !(error instanceof K6Missing)) throw error;
    return { reason: error.message };
  }
};

/** Finds k6 once before the tests of a file, since a build takes long; gives a test its path, or skips it. */
export const pathOfK6 = (): ((context: Pick<TestContext, 'skip'>) => string) => {
  let found: K6 | { readonly reason: string } = { reason: 'not looked for yet' };
  beforeAll(async () => {
    found = await k6ForTests();
  }, 700_000);
  return ({ skip }) => ('reason' in found ? skip(found.reason) : found.path);
};

/** The environment in which a command finds the k6 for tests; skips the test if there is none. */
export const withK6 = (
  { skip }: Pick<TestContext, 'skip'>,
  found: Awaited<ReturnType<typeof k6ForTests>>,
): Record<string, string> => {
  if ('reason' in found) return skip(found.reason);
  const cache = dirname(found.path);
  return { PATH: `${cache}:/usr/bin:/bin`, ASSAY_CACHE: cache };
};
