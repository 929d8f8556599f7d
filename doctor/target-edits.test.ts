import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { edit } from '../suites/doctor/remark.ts';
import { editsAsYaml, UneditableTarget, applyEdits, lastEditPerKey } from './target-edits.ts';

test('keeps comments, blank lines, the order of keys and the style of lists', () => {
  const text = [
    '# my target',
    'paymentTerms: [YEARLY, MONTHLY]   # both are real',
    '',
    'ids:',
    '  # the service calls it reference',
    '  gap: { draft: /old }',
    'base_url: https://staging.example',
    '',
  ].join('\n');

  const changed = applyEdits(text, [
    edit('ids.gap.draft', '/data/id'),
    edit('ids.travel.car', 'location'),
    { path: ['bodies', 'travel.contract-create'], value: { userTermsToken: '{{token}}' } },
  ]);

  expect(changed).toContain(
    '# my target\npaymentTerms: [YEARLY, MONTHLY]   # both are real\n\nids:',
  );
  expect(changed).toContain('  # the service calls it reference\n  gap: { draft: /data/id }');
  expect(Object.keys(parse(changed) as object)).toEqual([
    'paymentTerms',
    'ids',
    'base_url',
    'bodies',
  ]);
  expect(parse(changed)).toMatchObject({
    ids: { gap: { draft: '/data/id' }, travel: { car: 'location' } },
    bodies: { 'travel.contract-create': { userTermsToken: '{{token}}' } },
  });
});

test('returns the same text without edits', () => {
  const text = 'base_url:   https://x.example   # here\n';

  expect(applyEdits(text, [])).toBe(text);
});

test('changes only the affected lines, whatever the indentation', () => {
  const text = [
    'ids:',
    '    jobloss:   {draft: /id}   # odd',
    '    gap:',
    '        draft:  /id',
    'decisions:',
    '    checkpoints: {schema: price,  employer: price}',
    '',
  ].join('\n');

  const changed = applyEdits(text, [edit('ids.gap.draft', '/data/id')]);

  expect(changed).toBe(text.replace('draft:  /id', 'draft: /data/id'));
});

test('changes only the chosen one of several targets', () => {
  const text = [
    'ids: { gap: { draft: /id } } # for all',
    'targets:',
    '  blue:',
    '    base_url: http://blue # ours',
    '  green:',
    '',
  ].join('\n');
  const edits = [edit('ids.gap.draft', '/data/id')];

  const blue = applyEdits(text, edits, ['targets', 'blue']);
  const green = applyEdits(text, edits, ['targets', 'green']);

  expect(blue).toContain('ids: { gap: { draft: /id } } # for all\n');
  expect(blue).toContain('    base_url: http://blue # ours\n');
  expect(parse(blue)).toMatchObject({
    targets: { blue: { ids: { gap: { draft: '/data/id' } } }, green: null },
  });
  expect(parse(green)).toMatchObject({
    targets: { blue: { base_url: 'http://blue' }, green: { ids: { gap: { draft: '/data/id' } } } },
  });
});

test.each([
  ['has a former name', 'decisions: { othersMayRead: true }\ntargets: { blue: {} }\n'],
  ['would be merged into it', 'decisions: { othersMay: { x: 1 } }\ntargets: { blue: {} }\n'],
])('refuses to change a shared key for one target if it %s', (_what, text) => {
  const value = { y: 2 };

  expect(() =>
    applyEdits(text, [{ path: ['decisions', 'othersMay'], value }], ['targets', 'blue']),
  ).toThrow(UneditableTarget);
});

test('adds the first key to an empty file', () => {
  expect(applyEdits('# empty\n', [edit('termsToken', '/token')])).toContain('termsToken: /token');
});

test('replaces the former name of a key', () => {
  const changed = applyEdits('decisions:\n  othersMayRead: true\n', [
    edit('decisions.othersMay', 'read'),
  ]);

  expect(parse(changed)).toEqual({ decisions: { othersMay: 'read' } });
});

test('refuses to change a key inside an alias, and names it', () => {
  const text = 'x: &d { downloadReady: true }\ndecisions: *d\n';

  expect(() => applyEdits(text, [edit('decisions.othersMay', 'read')])).toThrow(UneditableTarget);
});

test('keeps a comment beside a value, and an anchor that no other key uses', () => {
  const text = 'termsToken: /token # ours\nids: { gap: { draft: &r /id } } # yes\n';

  expect(applyEdits(text, [edit('termsToken', '/a'), edit('ids.gap.draft', '/b')])).toBe(
    'termsToken: /a # ours\nids: { gap: { draft: &r /b } } # yes\n',
  );
  expect(applyEdits(text, [edit('termsToken', ['/a', '/b'])])).toMatch(/# ours/);
});

test.each([
  ['a value', 'ids: { gap: { draft: &r /id }, travel: { draft: *r } }\n'],
  ['a map', 'ids:\n  gap: &g { draft: /id }\n  travel: *g\n'],
])('refuses to change %s that another key uses, too, for one target', (_what, text) => {
  expect(() => applyEdits(text, [edit('ids.gap.draft', '/b')])).toThrow(UneditableTarget);
});

test('refuses to change an anchor that has an alias', () => {
  const text = 'gapPrice: &r /id\nx: *r\n';

  expect(() => applyEdits(text, [edit('gapPrice', { amount: 1 })])).toThrow(UneditableTarget);
});

test('prints edits as separate YAML, each key once', () => {
  const edits = lastEditPerKey([edit('termsToken', '/a'), edit('termsToken', '/b')]);

  expect(editsAsYaml(edits)).toBe('termsToken: /b\n');
  expect(editsAsYaml([])).toBe('');
});

test('keeps Windows line endings, also on new lines', () => {
  const changed = applyEdits('# mine\r\nname: a\r\nids:\r\n  gap: { draft: /old }\r\n', [
    edit('ids.gap.draft', '/id'),
    edit('termsToken', '/token'),
  ]);

  expect(changed).toBe(
    '# mine\r\nname: a\r\nids:\r\n  gap: { draft: /id }\r\ntermsToken: /token\r\n',
  );
});
