import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { checkOutputPaths } from './output-paths.ts';

afterEach(() => vi.unstubAllEnvs());

const folder = mkdtempSync(join(tmpdir(), 'assay-paths-'));
const at = (name: string): string => join(folder, name);
const out = at('out');
writeFileSync(at('mine.yaml'), 'mine\n');
symlinkSync('mine.yaml', at('link.xml'));

test.each([
  ['the target', { target: at('mine.yaml'), junit: at('mine.yaml') }, /--junit: .*--target/],
  ['one target of several', { target: at('mine.yaml#blue'), junit: at('mine.yaml') }, /--target/],
  ['the waivers', { waivers: at('mine.yaml'), codeQuality: at('mine.yaml') }, /the waivers file/],
  ['the key', { key: at('mine.yaml'), junit: at('mine.yaml') }, /--key/],
  ['a link to what is read', { target: at('mine.yaml'), junit: at('link.xml') }, /--target/],
  ['another report', { junit: at('new.xml'), codeQuality: at('new.xml') }, /the file of --junit/],
  [
    'another report below a folder to come',
    { junit: at('x/new'), codeQuality: at('x/../x/new') },
    /the file of --junit/,
  ],
  ['the usual waivers', { junit: join(process.cwd(), 'assay.waivers.yaml') }, /the waivers file/],
  ['the variables', { junit: join(process.cwd(), '.env') }, /the \.env file/],
])('refuses to overwrite %s', (_, paths, says) => {
  expect(() => checkOutputPaths({ out, ...paths })).toThrow(says);
  expect(() => checkOutputPaths({ out, ...paths })).toThrow(/would overwrite it; name another/);
});

test('refuses to overwrite the key that the environment names', () => {
  vi.stubEnv('ASSAY_SIGNING_KEY', at('mine.yaml'));

  expect(() => checkOutputPaths({ out, junit: at('mine.yaml') })).toThrow(/ASSAY_SIGNING_KEY/);
});

test('accepts separate files, also those of an earlier run', () => {
  const junit = at('mine.yaml');
  expect(() => checkOutputPaths({ out, junit, codeQuality: at('other') })).not.toThrow();
});

test.skipIf(process.platform === 'win32')('accepts a file that keeps nothing twice', () => {
  const paths = { out, junit: '/dev/null', codeQuality: '/dev/null' };
  expect(() => checkOutputPaths(paths)).not.toThrow();
});
