import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { PROJECT } from '../client/project.ts';
import { schemaLine, withSchemaLine } from './schema-line.ts';

const SCHEMA = join(PROJECT, 'client', 'target', 'target.schema.json');

test("the schema is a path if it is below the target's folder, else a URL, without blanks", () => {
  expect(schemaLine(join(PROJECT, 'target.yaml'))).toMatch(
    /=\.\/client\/target\/target\.schema\.json$/,
  );
  const [, url = ''] = /\$schema=(\S+)$/.exec(schemaLine('/elsewhere/target.yaml')) ?? [];
  expect(fileURLToPath(url)).toBe(SCHEMA);
});

test('keeps the byte order mark and line endings of a Windows file', () => {
  const text = withSchemaLine('\ufeffname: a\r\n', 'target.yaml');

  expect(text).toMatch(/^\ufeff# yaml-language-server: [^\n]*\r\nname: a\r\n$/);
  expect(parse(text)).toEqual({ name: 'a' });
});

test.each([
  ['target.json', '{}'],
  ['target.yaml', '# yaml-language-server: $schema=own.json\nname: a\n'],
  ['target.yml', '$schema: own.json\nname: a\n'],
])('leaves %s with %j unchanged', (file, text) => {
  expect(withSchemaLine(text, file)).toBe(text);
});
