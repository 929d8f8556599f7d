import { expect, test } from 'vitest';
import { edit, withEdits, withoutDeclaredEdits } from './remark.ts';

const remark = (path: string, value: unknown) => withEdits('it', 'is seen', edit(path, value));

test('writes what the target lacks', () => {
  const found = remark('decisions.othersMay', 'read');

  expect(withoutDeclaredEdits(found, { decisions: {} })).toBe(found);
  expect(withoutDeclaredEdits(found, undefined)).toBe(found);
});

test('reports a decision in the file, but never overwrites it', () => {
  const compared = withoutDeclaredEdits(remark('decisions.othersMay', 'everything'), {
    decisions: { othersMay: 'nothing' },
  });

  expect(compared).toMatchObject({ mark: 'wrong' });
  expect(compared.found).toContain('the target says decisions.othersMay: nothing');
  expect(compared.edits).toBeUndefined();
});

test('reports a decision under its former name if the service contradicts it', () => {
  const document = { decisions: { othersMayRead: true } };
  const compared = withoutDeclaredEdits(remark('decisions.othersMay', 'nothing'), document);
  const finer = remark('decisions.othersMay', 'read');

  expect(withoutDeclaredEdits(finer, document)).toBe(finer);
  expect(compared).toMatchObject({ mark: 'wrong' });
  expect(compared.found).toContain('the target says decisions.othersMayRead: true');
});

test('makes a hand-written checkpoint neither stricter nor laxer', () => {
  const document = { decisions: { checkpoints: { employer: 'price' } } };
  const key = 'decisions.checkpoints.employer';

  expect(withoutDeclaredEdits(remark(key, 'write'), document).mark).toBe('wrong');
  expect(withoutDeclaredEdits(remark(key, 'contract'), document).mark).toBe('wrong');
});

test('a proven place replaces an unproven one', () => {
  const found = remark('termsToken', '/token');

  expect(withoutDeclaredEdits(found, { termsToken: '/nowhere' })).toBe(found);
});
