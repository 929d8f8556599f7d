import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { crdProgramForTests, smallCrd, smallSchema } from '../load/testing/small-crd.ts';
import { checkCrd } from './check-crd.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-check-crd-'));
afterAll(() => rmSync(folder, { recursive: true }));

let program: Awaited<ReturnType<typeof crdProgramForTests>>;
beforeAll(async () => {
  program = await crdProgramForTests();
}, 700_000);
beforeEach(({ skip }) => {
  if (typeof program !== 'string') skip(program.reason);
});

const check = async (
  definition: object,
  { instances = 2, signal = new AbortController().signal } = {},
): Promise<readonly string[]> => {
  const file = join(folder, 'crd.yaml');
  writeFileSync(file, stringify(definition));
  const printed: string[] = [];
  const print = (line: string): void => void printed.push(line);
  await checkCrd({ file, name: 'assay-20260301-020000', instances, signal, print });
  return printed;
};

test('a line says that the TestRun is valid, and by whose word', async () => {
  expect(await check(smallCrd())).toEqual([
    expect.stringMatching(
      /^crd {5}TestRun is valid for testruns\.k6\.io v1alpha1 \(validated by apiextensions-apiserver v0\.\d+\.\d+\)$/,
    ),
  ]);
});

const without = (name: string): object => {
  const { properties, ...schema } = smallSchema();
  const { [name]: left, ...others } = properties as Record<string, object>;
  expect(left).toBeDefined();
  return smallCrd({ ...schema, properties: others });
};

test('of a definition of before k6-operator 1.6 it is told what the cluster would leave out', async () => {
  await expect(check(without('args'))).rejects.toThrow(
    /^--crd: the API server would reject the TestRun, written for k6-operator 1\.6, under the definition in .*crd\.yaml:\n {2}spec\.args: Unknown: [^\n]*\ninstall k6-operator 1\.6 in the cluster, and name its definition$/,
  );
});

test('the form with the archive on the volume is looked at, too', async () => {
  const { properties, ...schema } = smallSchema();
  const script = { type: 'object', properties: { configMap: { type: 'object', properties: {} } } };
  const crd = smallCrd({ ...schema, properties: { ...(properties as object), script } });

  await expect(check(crd)).rejects.toThrow('\n  spec.script.volumeClaim: Unknown: ');
});

test('the number of pods is the one that is asked for', async () => {
  await expect(check(smallCrd(), { instances: 101 })).rejects.toThrow(/more than 100 pods/);
});

test('of many reasons twenty are told, and none of them moves a terminal', async () => {
  const rules = Array.from({ length: 25 }, (_, at) => ({
    rule: 'self.parallelism > 2',
    message: `\u001b[2J ${at} ${'long '.repeat(100)}`,
  }));
  const crd = smallCrd({ ...smallSchema(), 'x-kubernetes-validations': rules });
  const refused = await check(crd).catch((error: Error) => error.message);

  expect(String(refused)).not.toContain('\u001b');
  expect(
    String(refused)
      .split('\n')
      .filter((line) => line.startsWith('  ')),
  ).toHaveLength(21);
  expect(refused).toMatch(/\n {2}and 5 more\n/);
  expect(
    Math.max(
      ...String(refused)
        .split('\n')
        .slice(1)
        .map((line) => line.length),
    ),
  ).toBe(302);
});

test('a definition that the API server would not take itself is told as such', async () => {
  await expect(check(smallCrd({ ...smallSchema(), type: '' }))).rejects.toThrow(
    /^--crd: the API server would reject the definition in .*:\n {2}spec\.versions\[v1alpha1\]\.schema\.openAPIV3Schema\.properties\[spec\]\.type: Required value[^]*kubectl get crd testruns\.k6\.io -o yaml$/,
  );
});

test('what is stopped says nothing', async () => {
  expect(await check(without('args'), { signal: AbortSignal.abort('stopped') })).toEqual([]);
});
