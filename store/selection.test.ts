import { expect, test } from 'vitest';
import { selectionOf } from './selection.ts';

test('an omitted option selects everything', () => {
  expect(selectionOf({})).toEqual({});
  expect(selectionOf({ requirement: ['AUTH-03'], operation: ['gap.contract-*'] })).toEqual({
    requirements: ['AUTH-03'],
    operations: ['gap.contract-create', 'gap.contract-get'],
  });
});
