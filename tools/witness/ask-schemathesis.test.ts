import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readEnvironment } from '../../client/target.ts';
import { UsageError } from '../../client/usage-error.ts';
import { runSchemathesis, findSchemathesis } from './ask-schemathesis.ts';
import { explains, readExplanations } from './violation.ts';
import { drawnInTurn } from '../testing/drawn.ts';

const EFFORT = {
  examples: 2,
  phases: ['examples', 'coverage'],
  seconds: 120,
  parts: [{ paths: '/lifestyle/jobloss/drafts$|/lifestyle/travel/drafts/[^/]+/cars', at: 'base' }],
} as const;

const found = async (): Promise<string | UsageError> =>
  findSchemathesis(readEnvironment()).catch((error: unknown) => {
    if (error instanceof UsageError) return error;
    throw error;
  });

// Longer than an installation of Schemathesis may take; without it the test is skipped.
const LONGEST = 900_000;

test.for(
  drawnInTurn('Schemathesis', [
    'every report of Schemathesis on the reference service is explained',
  ]),
)('%s', { timeout: LONGEST }, async (_title, { skip }) => {
  const program = await found();
  if (typeof program !== 'string') {
    skip(program.message);
    return;
  }
  const { violations, tried } = await runSchemathesis(program, 'plain', EFFORT);

  const explanations = readExplanations();
  expect(tried.size).toBe(4);
  expect(violations.length).toBeGreaterThan(0);
  expect(violations.filter((each) => !explanations.some((one) => explains(one, each)))).toEqual([]);
});

test('without Python the message names what is needed', async () => {
  const cache = mkdtempSync(join(tmpdir(), 'assay-cache-'));
  onTestFinished(() => rmSync(cache, { recursive: true, force: true }));
  const nowhere = { ASSAY_CACHE: cache, PATH: cache };

  await expect(findSchemathesis(nowhere)).rejects.toThrow(/needs Python 3\.10 or newer/);
});
