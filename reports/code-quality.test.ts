import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { renderCodeQuality } from './code-quality.ts';
import { samplePage } from './testing/sample-page.ts';

// Subset of Code Climate's format that GitLab reads: docs.gitlab.com, "Code Quality report format".
const SCHEMA = {
  type: 'array',
  items: {
    type: 'object',
    required: ['description', 'check_name', 'fingerprint', 'severity', 'location'],
    properties: {
      description: { type: 'string', minLength: 1 },
      check_name: { type: 'string', minLength: 1 },
      fingerprint: { type: 'string', pattern: '^[0-9a-f]{64}$' },
      severity: { enum: ['info', 'minor', 'major', 'critical', 'blocker'] },
      location: {
        type: 'object',
        required: ['path', 'lines'],
        properties: {
          path: { type: 'string', pattern: '^(?!\\.?/)[^\\\\]+$' },
          lines: {
            type: 'object',
            required: ['begin'],
            properties: { begin: { type: 'integer', minimum: 1 } },
          },
        },
      },
    },
  },
};

const rendered = (hostile = '', target = 'staging') => {
  const { verdicts, replay } = samplePage(hostile);
  const text = renderCodeQuality({ verdicts, target, path: 'staging.yaml', replay });
  return JSON.parse(text) as { check_name: string; fingerprint: string; severity: string }[];
};

test('every cell that did not pass is a valid issue for GitLab', () => {
  const issues = rendered();

  const valid = new Ajv({ strict: true }).compile(SCHEMA);
  valid(issues);
  expect(valid.errors ?? []).toEqual([]);
  expect(issues.map(({ check_name: name, severity }) => `${name} ${severity}`)).toEqual([
    'GAP-CONTRACT-02 critical',
    'GAP-CONTRACT-01 minor',
    'GAP-CONTRACT-03 info',
    'VERSION-01 blocker',
  ]);
});

test('the fingerprint of an issue is the same in each run, and differs between targets', () => {
  const prints = (issues: ReturnType<typeof rendered>) => issues.map((each) => each.fingerprint);

  expect(prints(rendered('other words'))).toEqual(prints(rendered()));
  expect(new Set([...prints(rendered()), ...prints(rendered('', 'blue'))]).size).toBe(8);
});
