import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { appendLines, readJsonLines, writeJsonLines } from './json-lines.ts';

const temporaryFile = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-lines-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'items.jsonl');
};

test('reads back what it wrote, including line breaks and non-ASCII letters', () => {
  const path = temporaryFile();
  const items = [{ text: 'a\nb\u2028c' }, { text: 'Zoë 𝄞' }, { list: [1, null] }];

  writeJsonLines(path, items);

  expect(readJsonLines(path)).toEqual({ items });
});

test('appends lines after existing ones', () => {
  const path = temporaryFile();
  writeJsonLines(path, [{ n: 1 }]);

  appendLines(path, '{"n":2}\n');

  expect(readJsonLines(path)).toEqual({ items: [{ n: 1 }, { n: 2 }] });
});

test('replaces an old file', () => {
  const path = temporaryFile();
  writeFileSync(path, '{"old":true}\n{"old":true}\n');

  writeJsonLines(path, [{ n: 1 }]);

  expect(readJsonLines(path).items).toEqual([{ n: 1 }]);
});

test('reports a torn last line beside the lines before it', () => {
  const path = temporaryFile();
  writeJsonLines(path, [{ n: 1 }, { n: 2 }]);
  appendFileSync(path, '{"n":3,"te');

  expect(readJsonLines(path)).toEqual({
    items: [{ n: 1 }, { n: 2 }],
    torn: { line: 3, text: '{"n":3,"te' },
  });
});

test('accepts a last line without a line break', () => {
  const path = temporaryFile();
  writeFileSync(path, '{"n":1}\n{"n":2}');

  expect(readJsonLines(path)).toEqual({ items: [{ n: 1 }, { n: 2 }] });
});

test('an invalid line other than the last is an error with its number', () => {
  const path = temporaryFile();
  writeFileSync(path, '{"n":1}\n{"n":\n{"n":3}\n');

  expect(() => readJsonLines(path)).toThrow(
    `${path}, line 2: expected one JSON value, got "{\\"n\\":"`,
  );
});

test('an empty file has no lines', () => {
  const path = temporaryFile();
  writeFileSync(path, '');

  expect(readJsonLines(path)).toEqual({ items: [] });
});

test('reads complete lines across chunks of the file, also multi-byte letters', () => {
  const path = temporaryFile();
  const items = Array.from({ length: 40 }, (_, n) => ({ n, text: 'é𝄞x'.repeat(n * 3001) }));

  writeJsonLines(path, items);
  expect(readJsonLines(path)).toEqual({ items });

  const torn = `{"text":"${'é'.repeat(700_000)}`;
  appendFileSync(path, torn);
  expect(readJsonLines(path)).toEqual({ items, torn: { line: 41, text: torn } });
});
