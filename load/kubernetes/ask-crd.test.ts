import { beforeAll, beforeEach, expect, test } from 'vitest';
import { crdProgramForTests, smallCrd, smallSchema } from '../testing/small-crd.ts';
import { askCrd, type CrdAnswer } from './ask-crd.ts';
import { testRunOf } from './manifests.ts';
import { manifestText } from './write-folder.ts';

let found: Awaited<ReturnType<typeof crdProgramForTests>>;
let program = '';
beforeAll(async () => {
  found = await crdProgramForTests();
}, 700_000);
beforeEach(({ skip }) => {
  program = typeof found === 'string' ? found : skip(found.reason);
});

const run = testRunOf({ name: 'assay-20260301-020000', instances: 12, archive: Buffer.alloc(9) });

const ask = (manifests: readonly string[], definition: object = smallCrd()): Promise<CrdAnswer> =>
  askCrd({ program, definition: JSON.stringify(definition), manifests });

const refusals = async (spec: object): Promise<readonly string[]> =>
  (await ask([manifestText({ ...run, spec: { ...run.spec, ...spec } })])).manifests;

test('both forms of the TestRun are taken, with the version of the code that was asked', async () => {
  const large = testRunOf({ name: 'a', instances: 2, archive: Buffer.alloc(2_000_000) });

  expect(await ask([manifestText(run), manifestText(large)])).toEqual({
    validator: expect.stringMatching(/^v0\.\d+\.\d+$/),
    definition: [],
    manifests: [],
  });
});

test.each([
  ['an unknown field', { scripts: 1 }, /^spec\.scripts: Unknown: .* would leave it out$/],
  [
    'an unknown field far below',
    { runner: { ...run.spec.runner, env: [{ name: 'A', valu: 'b' }] } },
    /^spec\.runner\.env\[0\]\.valu: Unknown: /,
  ],
  ['a boolean for a text', { quiet: true }, /^spec\.quiet: Invalid value: .* of type string/],
  [
    'a text for a boolean',
    { separate: 'yes' },
    /^spec\.separate: Invalid value: .* of type boolean/,
  ],
  ['a missing field', { parallelism: undefined }, /^spec\.parallelism: Required value$/],
  ['a null', { parallelism: null }, /^spec\.parallelism: /],
  [
    'a value of no enumeration',
    { mode: 'some' },
    /^spec\.mode: Unsupported value: "some": supported values: "few", "many"$/,
  ],
  [
    'an object within that has a name that is none',
    { template: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a/b' } } },
    /^spec\.template\.metadata\.name: Invalid value: "a\/b"/,
  ],
  ['a value twice in a set', { zones: ['a', 'a'] }, /^spec\.zones\[1\]: Duplicate value: "a"$/],
  [
    'a broken rule, with the default that it needs',
    { parallelism: 101 },
    /^spec: Invalid value: .*more than 100 pods take the mode many$/,
  ],
])('%s is refused with its place, and nothing else is', async (_what, spec, told) => {
  expect(await refusals(spec)).toEqual([expect.stringMatching(told)]);
});

test('a rule that holds is no reason', async () => {
  expect(await refusals({ parallelism: 101, mode: 'many' })).toEqual([]);
});

test.each([
  ['a name that is none', { ...run, metadata: { name: 'A_b' } }, /^metadata\.name: Invalid value/],
  [
    'a field of the metadata that there is not',
    { ...run, metadata: { name: 'a', labelz: {} } },
    /^metadata\.labelz: Unknown: /,
  ],
  ['another kind', { ...run, kind: 'K6' }, /^kind: wanted TestRun of k6\.io\/v1alpha1, got K6 of/],
])('%s is refused', async (_what, manifest, told) => {
  expect((await ask([manifestText(manifest)])).manifests.join('\n')).toMatch(told);
});

test('a manifest is read as kubectl reads it: a key twice, and yes', async () => {
  const text = manifestText(run);
  const twice = await ask([`${text}kind: TestRun\n`]);
  const yes = await ask([text.replace('quiet: "true"', 'quiet: yes')]);

  expect(twice.manifests.join('\n')).toContain('key "kind" already set in map');
  expect(yes.manifests.join('\n')).toContain('must be of type string: "boolean"');
});

const withSchema = (change: object): object => smallCrd({ ...smallSchema(), ...change });

test.each([
  ['a schema without a type', withSchema({ type: '' }), /properties\[spec\]\.type: Required value/],
  ['a schema that is no object', smallCrd(5 as never), /cannot unmarshal number/],
])('a definition with %s is not taken itself', async (_what, definition, told) => {
  const { definition: reasons } = await ask([manifestText(run)], definition);

  expect(reasons.join('\n')).toMatch(told);
});

test('a definition without a schema is not taken itself', async () => {
  const { spec, ...crd } = smallCrd();
  const versions = [{ name: 'v1alpha1', served: true, storage: true }];
  const said = await ask([manifestText(run)], { ...crd, spec: { ...spec, versions } });

  expect(said.definition).toEqual([
    'spec.versions: version v1alpha1 has no schema.openAPIV3Schema',
  ]);
});

test('a rule that does not compile is told', async () => {
  const rules = [{ rule: 'self.nothing == 1' }];
  const said = await ask([manifestText(run)], withSchema({ 'x-kubernetes-validations': rules }));

  expect(said.manifests.join('\n')).toMatch(/undefined field 'nothing'/);
});
