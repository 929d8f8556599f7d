import { expect, test } from 'vitest';
import { selectIds } from './select-ids.ts';
import { UsageError } from '../usage-error.ts';

const IDS = ['PATH-01', 'GAP-CONTRACT-01', 'GAP-CONTRACT-02', 'PRICE-FIELD-prices[].x-type'];
const select = (...patterns: readonly string[]) => selectIds(patterns, IDS, 'requirement');

test('patterns add up, in the order of the ids, each once', () => {
  expect(select('price-field-prices[].*', 'GAP-*', 'gap-contract-0?')).toEqual(IDS.slice(1));
});

test.each([
  ['GAP-CONTRAKT-01', 'there is no requirement GAP-CONTRAKT-01; did you mean GAP-CONTRACT-01?'],
  ['GAP-CONTRAKT-*', 'there is no requirement GAP-CONTRAKT-*; did you mean GAP-CONTRACT*?'],
  ['GPA*', 'there is no requirement GPA*; did you mean GAP*?'],
  ['zzzzzzzz', 'there is no requirement zzzzzzzz; assay list names them all'],
  ['', 'there is no requirement without a name; assay list names them all'],
  // Brackets are no class.
  ['[PG]*', 'there is no requirement [PG]*; assay list names them all'],
])('%s alone is refused, with what may have been meant', (pattern, message) => {
  expect(() => select('PATH-01', pattern)).toThrow(new UsageError(message));
});
