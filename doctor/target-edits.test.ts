import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { edit } from '../suites/doctor/remark.ts';
import { editsAsYaml, UneditableTarget, applyEdits, lastEditPerKey } from './target-edits.ts';

test('comments, blank lines, the order of keys and the form of lists stay', () => {
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

test('nothing to change gives the text back', () => {
  const text = 'base_url:   https://x.example   # here\n';

  expect(applyEdits(text, [])).toBe(text);
});

test('only the lines that say something else change, however deep a file is indented', () => {
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

test('of several targets the chosen one alone is changed', () => {
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
])('what all targets share cannot be changed for one, where it %s', (_what, text) => {
  const value = { y: 2 };

  expect(() =>
    applyEdits(text, [{ path: ['decisions', 'othersMay'], value }], ['targets', 'blue']),
  ).toThrow(UneditableTarget);
});

test('a file without a key gets its first one', () => {
  expect(applyEdits('# empty\n', [edit('termsToken', '/token')])).toContain('termsToken: /token');
});

test('the former name of a key goes where the new one comes', () => {
  const changed = applyEdits('decisions:\n  othersMayRead: true\n', [
    edit('decisions.othersMay', 'read'),
  ]);

  expect(parse(changed)).toEqual({ decisions: { othersMay: 'read' } });
});

test('a key inside an alias cannot be changed, and is named', () => {
  const text = 'x: &d { downloadReady: true }\ndecisions: *d\n';

  expect(() => applyEdits(text, [edit('decisions.othersMay', 'read')])).toThrow(UneditableTarget);
});

test('a comment beside a value stays, and so does an anchor that no other key uses', () => {
  const text = 'termsToken: /token # ours\nids: { gap: { draft: &r /id } } # yes\n';

  expect(applyEdits(text, [edit('termsToken', '/a'), edit('ids.gap.draft', '/b')])).toBe(
    'termsToken: /a # ours\nids: { gap: { draft: &r /b } } # yes\n',
  );
  expect(applyEdits(text, [edit('termsToken', ['/a', '/b'])])).toMatch(/# ours/);
});

test.each([
  ['a value', 'ids: { gap: { draft: &r /id }, travel: { draft: *r } }\n'],
  ['a map', 'ids:\n  gap: &g { draft: /id }\n  travel: *g\n'],
])('%s that another key uses, too, cannot be changed for one', (_what, text) => {
  expect(() => applyEdits(text, [edit('ids.gap.draft', '/b')])).toThrow(UneditableTarget);
});

test('an anchor that would be lost to its alias cannot be changed', () => {
  const text = 'gapPrice: &r /id\nx: *r\n';

  expect(() => applyEdits(text, [edit('gapPrice', { amount: 1 })])).toThrow(UneditableTarget);
});

test('lines to add are YAML of their own, each key once', () => {
  const edits = lastEditPerKey([edit('termsToken', '/a'), edit('termsToken', '/b')]);

  expect(editsAsYaml(edits)).toBe('termsToken: /b\n');
  expect(editsAsYaml([])).toBe('');
});

test('a file with the line ends of Windows keeps them, on new lines, too', () => {
  const changed = applyEdits('# mine\r\nname: a\r\nids:\r\n  gap: { draft: /old }\r\n', [
    edit('ids.gap.draft', '/id'),
    edit('termsToken', '/token'),
  ]);

  expect(changed).toBe(
    '# mine\r\nname: a\r\nids:\r\n  gap: { draft: /id }\r\ntermsToken: /token\r\n',
  );
});
