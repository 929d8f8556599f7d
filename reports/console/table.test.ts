import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { OPERATIONS } from '../../spec/operations.ts';
import { renderTable, STEPS } from './table.ts';

const allReached = Object.fromEntries(
  OPERATIONS.map(({ id }) => [id, { requests: 10, successes: 10, failed: 0 }]),
);

test('every step of the specification has its row, once', () => {
  expect([...STEPS].sort()).toEqual([...new Set(OPERATIONS.map(({ step }) => step))].sort());
});

test('successes and requests stand where step and line meet', () => {
  const lines = renderTable({ operations: allReached }).split('\n');

  expect(lines[0]).toBe(
    '                    Jobloss           Travel            Landlord          Motor gap',
  );
  expect(lines[1]).toBe(
    'draft-create        ✓ 10/10           ✓ 10/10           ✓ 10/10           ✓ 10/10',
  );
  expect(lines[4]).toBe(
    'car-post            ·                 ✓ 10/10           ·                 ·',
  );
});

test('the 48 operations are in the table', () => {
  expect(renderTable({ operations: allReached }).match(/✓ 10\/10/g)).toHaveLength(48);
});

test('a failed cell, a missing success and an operation not reached look different', () => {
  const table = renderTable({
    operations: {
      'jobloss.draft-get': { requests: 10, successes: 10, failed: 2 },
      'travel.draft-get': { requests: 10, successes: 9, failed: 0 },
      'landlord.draft-get': { requests: 0, successes: 0, failed: 0 },
      'gap.draft-get': { requests: 0, successes: 0, failed: 1 },
    },
  });

  expect(table.split('\n')[2]).toBe(
    'draft-get           ✗ 10/10           ? 9/10            –                 ✗ 0/0',
  );
});

test('large numbers stay within 100 columns', () => {
  const operations = Object.fromEntries(
    OPERATIONS.map(({ id }) => [id, { requests: 100_000, successes: 99_999, failed: 1 }]),
  );

  const widths = renderTable({ operations })
    .split('\n')
    .map((line) => line.length);

  expect(Math.max(...widths)).toBeLessThanOrEqual(100);
});

test('colour adds colour and nothing else', () => {
  const plain = renderTable({ operations: allReached });
  const coloured = renderTable({ operations: allReached }, { colour: true });

  expect(coloured).toContain('\u001b[32m✓ 10/10\u001b[39m');
  expect(stripVTControlCharacters(coloured)).toBe(plain);
});
