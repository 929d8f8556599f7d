import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readEnvironment } from './target.ts';
import { targetFileJsonSchema, targetJsonSchema } from './target/target-json-schema.ts';

/** Every environment variable with a fixed name. */
const VARIABLES =
  'ASSAY_BASE_URL ASSAY_GAP_BASE_URL ASSAY_TOKEN ASSAY_OTHER_TOKEN ASSAY_NO_RIGHTS_TOKEN HTTPS_PROXY HTTP_PROXY ALL_PROXY NO_PROXY NODE_EXTRA_CA_CERTS SSL_CERT_FILE ASSAY_SIGNING_KEY ASSAY_CACHE GITHUB_STEP_SUMMARY GITHUB_ACTIONS';

test('.env.example lists every environment variable, each below a comment', () => {
  const lines = readFileSync(new URL('../.env.example', import.meta.url), 'utf8').split('\n');
  const listed = lines.flatMap((line, index) =>
    /^\w+=/.test(line) && lines[index - 1]?.startsWith('# ') ? [line.split('=')[0]] : [],
  );

  expect(listed.join(' ')).toBe(VARIABLES);
});

test('the environment of the process takes precedence over .env, and neither is changed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, '.env'), 'ASSAY_ONLY_IN_FILE=file\nPATH=file\n');

  const environment = readEnvironment(folder);

  expect(environment['ASSAY_ONLY_IN_FILE']).toBe('file');
  expect(environment['PATH']).toBe(process.env['PATH']);
  expect(process.env).not.toHaveProperty('ASSAY_ONLY_IN_FILE');
});

test('target.schema.json is up to date', () => {
  const file = new URL('target/target.schema.json', import.meta.url);
  const written: unknown = JSON.parse(readFileSync(file, 'utf8'));

  expect(written, 'run: npm run schemas').toEqual(targetFileJsonSchema());
});

interface Node {
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly Node[];
  readonly items?: Node;
  readonly additionalProperties?: Node | boolean;
}

const keysIn = (node: Node, path: string): { path: string; key: Node; required: boolean }[] => [
  ...Object.entries(node.properties ?? {}).flatMap(([name, key]) => [
    { path: `${path}.${name}`, key, required: node.required?.includes(name) ?? false },
    ...keysIn(key, `${path}.${name}`),
  ]),
  ...[node.oneOf ?? [], node.items ?? [], node.additionalProperties ?? []]
    .flat()
    .flatMap((child) => (typeof child === 'object' ? keysIn(child, path) : [])),
];

test('every key of the schema has a description', () => {
  const keys = keysIn(targetJsonSchema(), '');

  expect(keys.length).toBeGreaterThan(60);
  expect(keys.filter(({ key }) => key.description === undefined).map(({ path }) => path)).toEqual(
    [],
  );
});

test('every optional key has a default, or describes its absence', () => {
  const silent = keysIn(targetJsonSchema(), '')
    .filter(({ key, required }) => !required && key.default === undefined)
    .filter(({ key }) => !/left out|default:/i.test(key.description ?? ''))
    .map(({ path }) => path);

  expect(silent).toEqual([]);
});
