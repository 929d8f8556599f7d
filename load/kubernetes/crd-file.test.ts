import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { smallCrd } from '../testing/small-crd.ts';
import { readCrdFile } from './crd-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-crd-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

const written = (text: string): string => {
  const file = join(folder, 'crd.yaml');
  writeFileSync(file, text);
  return file;
};

test('a definition is read as it stands, as YAML and as JSON', () => {
  const texts = [`---\n${stringify(smallCrd())}`, JSON.stringify(smallCrd())];

  expect(texts.map((text) => readCrdFile(written(text)))).toEqual(texts);
});

const changed = (path: readonly string[], value: unknown): string => {
  const crd = structuredClone(smallCrd()) as object;
  const [last = '', ...above] = path.toReversed();
  let at = crd;
  for (const key of above.toReversed()) at = Reflect.get(at, key) as object;
  Reflect.set(at, last, value);
  return stringify(crd);
};

const VERSIONS = ['spec', 'versions'];

test.each([
  ['an empty file', '', 'kind', 'CustomResourceDefinition', 'nothing'],
  ['a text', 'hello\n', 'kind', 'CustomResourceDefinition', 'nothing'],
  ['a list', '- kind: CustomResourceDefinition\n', 'kind', 'CustomResourceDefinition', 'nothing'],
  ['another kind', changed(['kind'], 'Pod'), 'kind', 'CustomResourceDefinition', '"Pod"'],
  [
    'a definition of before Kubernetes 1.16',
    changed(['apiVersion'], 'apiextensions.k8s.io/v1beta1'),
    'apiVersion',
    'apiextensions.k8s.io/v1',
    '"apiextensions.k8s.io/v1beta1"',
  ],
  ['one without a spec', changed(['spec'], 5), 'spec.group', 'k6.io', 'nothing'],
  ['another group', changed(['spec', 'group'], 'a.b'), 'spec.group', 'k6.io', '"a.b"'],
  [
    'another kind of the group',
    changed(['spec', 'names', 'kind'], 'PrivateLoadZone'),
    'spec.names.kind',
    'TestRun',
    '"PrivateLoadZone"',
  ],
  [
    'another version',
    changed(VERSIONS, [{ name: 'v1', served: true }]),
    'spec.versions',
    'the version "v1alpha1", which is served',
    '"v1"',
  ],
  [
    'a version that is not served',
    changed(VERSIONS, [
      { name: 'v1alpha1', served: false },
      { name: 'v1\u001b', served: true },
    ]),
    'spec.versions',
    'the version "v1alpha1", which is served',
    String.raw`"v1alpha1", which is not served; "v1\u001b"`,
  ],
  [
    'no version',
    changed(VERSIONS, []),
    'spec.versions',
    'the version "v1alpha1", which is served',
    'no version',
  ],
  [
    'versions that are none',
    changed(VERSIONS, 5),
    'spec.versions',
    'the version "v1alpha1", which is served',
    '5',
  ],
])('%s is refused, with the place and what was wanted', (_what, text, path, wanted, got) => {
  const file = written(text);
  const told = new RegExp(
    String.raw`^the file of --crd has a problem:\n  ${RegExp.escape(file)}(:\d+:\d+)?  ${RegExp.escape(path)}\n` +
      String.raw`    wanted  ${RegExp.escape(wanted)}\n    got     ${RegExp.escape(got)}\n    kubectl get crd `,
  );

  expect(() => readCrdFile(file)).toThrow(told);
});

test.each([
  ['a file that is not there', () => join(folder, 'none'), 'there is nothing of this name'],
  ['a folder', () => folder, 'a folder'],
  ['no YAML', () => written('a: [1\n'), 'none'],
  ['two documents', () => written(`${stringify(smallCrd())}---\n${stringify(smallCrd())}`), ''],
])('%s is refused', (_what, file, got) => {
  expect(() => readCrdFile(file())).toThrow(/^the file of --crd has a problem:\n/);
  expect(() => readCrdFile(file())).toThrow(`got     ${got}`);
});
