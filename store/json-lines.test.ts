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

test('what is written is read back, line breaks and foreign letters included', () => {
  const path = temporaryFile();
  const items = [{ text: 'a\nb\u2028c' }, { text: 'Zoë 𝄞' }, { list: [1, null] }];

  writeJsonLines(path, items);

  expect(readJsonLines(path)).toEqual({ items });
});

test('lines that are appended stand behind those that were there', () => {
  const path = temporaryFile();
  writeJsonLines(path, [{ n: 1 }]);

  appendLines(path, '{"n":2}\n');

  expect(readJsonLines(path)).toEqual({ items: [{ n: 1 }, { n: 2 }] });
});

test('a new file replaces an old one', () => {
  const path = temporaryFile();
  writeFileSync(path, '{"old":true}\n{"old":true}\n');

  writeJsonLines(path, [{ n: 1 }]);

  expect(readJsonLines(path).items).toEqual([{ n: 1 }]);
});

test('a torn last line is reported beside the lines before it', () => {
  const path = temporaryFile();
  writeJsonLines(path, [{ n: 1 }, { n: 2 }]);
  appendFileSync(path, '{"n":3,"te');

  expect(readJsonLines(path)).toEqual({
    items: [{ n: 1 }, { n: 2 }],
    torn: { line: 3, text: '{"n":3,"te' },
  });
});

test('a last line that only lacks its line break counts', () => {
  const path = temporaryFile();
  writeFileSync(path, '{"n":1}\n{"n":2}');

  expect(readJsonLines(path)).toEqual({ items: [{ n: 1 }, { n: 2 }] });
});

test('a broken line that is not the last one is an error with its number', () => {
  const path = temporaryFile();
  writeFileSync(path, '{"n":1}\n{"n":\n{"n":3}\n');

  expect(() => readJsonLines(path)).toThrow(
    `${path}, line 2: expected one JSON value, got "{\\"n\\":"`,
  );
});

test('an empty file holds nothing', () => {
  const path = temporaryFile();
  writeFileSync(path, '');

  expect(readJsonLines(path)).toEqual({ items: [] });
});

test('lines are read whole wherever a piece of the file ends, letters of several bytes included', () => {
  const path = temporaryFile();
  const items = Array.from({ length: 40 }, (_, n) => ({ n, text: 'é𝄞x'.repeat(n * 3001) }));

  writeJsonLines(path, items);
  expect(readJsonLines(path)).toEqual({ items });

  const torn = `{"text":"${'é'.repeat(700_000)}`;
  appendFileSync(path, torn);
  expect(readJsonLines(path)).toEqual({ items, torn: { line: 41, text: torn } });
});
