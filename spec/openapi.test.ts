import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { CATALOGUE } from './catalogue.ts';
import { OPERATIONS } from './operations.ts';
import { isJudged } from './requirement.ts';

const TEXT = readFileSync(new URL('openapi.json', import.meta.url), 'utf8');

/** Rules of the linter that do not apply, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'info-license': 'the specification names no licence of the service',
  'security-defined': 'scheme, type and place of the credential are not shown (Authentication 2)',
};

test("Redocly's recommended rules find nothing but what the specification leaves open", async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: TEXT, absoluteRef: '/openapi.json', config });

  const found = new Set(problems.map(({ ruleId }) => ruleId));
  expect(found).toEqual(new Set(Object.keys(EXCEPTIONS)));
});

test('the document has all operations, each with a unique id', () => {
  const ids = [...TEXT.matchAll(/^ {8}"operationId": "(.+)",$/gm)].map(([, id]) => id);

  expect(ids).toHaveLength(OPERATIONS.length);
  expect(new Set(ids)).toEqual(new Set(OPERATIONS.map(({ id }) => id)));
});

test('the document names every requirement that can be judged, except legal values', () => {
  const words = TEXT.match(/[A-Z]+-[A-Z0-9][\w.[\]-]*/g) ?? [];
  const mentioned = new Set(words.map((word) => word.replace(/\.$/, '')));
  const missing = [...CATALOGUE]
    .filter(([id, each]) => isJudged(each) && !/-LEGAL-|-READBACK-/.test(id))
    .filter(([id]) => !mentioned.has(id));

  expect(
    missing.map(([id]) => id),
    'spec/openapi.json is out of date: npm run schemas',
  ).toEqual([]);
});
