import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { PROJECT } from '../client/project.ts';
import { schemaLine, withSchemaLine } from './schema-line.ts';

const SCHEMA = join(PROJECT, 'client', 'target', 'target.schema.json');

test('the schema is a path below the folder of the target, elsewhere a URL, and has no blank', () => {
  expect(schemaLine(join(PROJECT, 'target.yaml'))).toMatch(
    /=\.\/client\/target\/target\.schema\.json$/,
  );
  const [, url = ''] = /\$schema=(\S+)$/.exec(schemaLine('/elsewhere/target.yaml')) ?? [];
  expect(fileURLToPath(url)).toBe(SCHEMA);
});

test('a file of Windows keeps its byte order mark and its line ends', () => {
  const text = withSchemaLine('\ufeffname: a\r\n', 'target.yaml');

  expect(text).toMatch(/^\ufeff# yaml-language-server: [^\n]*\r\nname: a\r\n$/);
  expect(parse(text)).toEqual({ name: 'a' });
});

test.each([
  ['target.json', '{}'],
  ['target.yaml', '# yaml-language-server: $schema=own.json\nname: a\n'],
  ['target.yml', '$schema: own.json\nname: a\n'],
])('%s with %j stays as it is', (file, text) => {
  expect(withSchemaLine(text, file)).toBe(text);
});
