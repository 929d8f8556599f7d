import { expect, test } from 'vitest';
import { file, refusal } from '../testing/test-load.ts';

const SECRET = 'canary-4711-0815';

test('refuses invalid YAML with line and column', async () => {
  const path = file('t.yaml', 'base_url: http://a\nname: [1, 2\nfeatures: {}\n');

  const { problems } = await refusal({ file: path });

  expect(problems[0]?.source).toMatch(/t\.yaml:[23]:\d+$/);
});

test.each([
  ['t.json', '{"base_url": }', 'JSON'],
  ['t.ts', 'export const target = {};', 'the target as default export'],
  ['t.mjs', 'export default {', 'a module that loads by itself'],
  ['t.toml', 'a = 1', 'a file that ends in .yaml, .yml, .json, .ts, .mts, .js or .mjs'],
  ['t.yaml', '- a\n', 'an object of keys'],
])('refuses %s with %s', async (name, text, wanted) => {
  const { problems } = await refusal({ file: file(name, text) });

  expect(problems).toMatchObject([{ wanted }]);
});

test('refuses a missing target file by name', async () => {
  const { message } = await refusal({ file: '/nowhere/target.yaml' });

  expect(message).toContain('/nowhere/target.yaml');
  expect(message).toMatch(/no such file\n +assay init writes a first one/);
});

test('lists all errors at once, with path, position and suggestion', async () => {
  const path = file(
    't.yaml',
    `bas_url: http://a
base_url: ftp://a
identities:
  owner:
    auth: { scheme: berer, token: "\${ASSAY_TOKEN}" }
decisions:
  checkpoints: { schema: pirce }
  readBackDelay: soon
bodies:
  gap.draft-creat: {}
ids: { jobloss: { draft: draftId } }
`,
  );

  const { problems } = await refusal({ file: path }, { ASSAY_TOKEN: SECRET });

  expect(problems.map(({ path: at, hint }) => [at, hint])).toEqual(
    expect.arrayContaining([
      ['bas_url', 'did you mean base_url?'],
      ['base_url', undefined],
      ['identities.owner.auth.scheme', 'did you mean bearer?'],
      ['decisions.checkpoints.schema', 'did you mean price?'],
      ['decisions.readBackDelay', undefined],
      ['bodies["gap.draft-creat"]', 'did you mean gap.draft-create?'],
      ['ids.jobloss.draft', undefined],
    ]),
  );
  expect(problems).toHaveLength(7);
  expect(problems.find(({ path: at }) => at === 'decisions.readBackDelay')).toEqual({
    source: `${path}:8:18`,
    path: 'decisions.readBackDelay',
    wanted: 'a number (Time in milliseconds after which a write must be readable.)',
    got: '"soon"',
  });
});

test('an error in a flag names the flag', async () => {
  const { problems } = await refusal({ flags: { base_url: 'localhost:8080' } });

  expect(problems).toMatchObject([{ source: '--base-url', path: 'base_url' }]);
});

test('refuses a target without an address', async () => {
  const { problems } = await refusal({});

  expect(problems).toMatchObject([{ path: 'base_url', got: 'nothing' }]);
});

test('refuses an invalid address without a crash', async () => {
  const { problems } = await refusal({ document: { base_url: 'not an address' } });

  expect(problems).toMatchObject([{ path: 'base_url', got: '"not an address"' }]);
});

test('an unresolved reference names the variable, the position and a similar name', async () => {
  const document = {
    base_url: 'http://a',
    identities: { owner: { auth: { scheme: 'bearer', token: '${ASSAY_STAGNG}' } } },
  };

  const { problems } = await refusal({ document }, { ASSAY_STAGING: SECRET });

  expect(problems).toMatchObject([
    {
      path: 'identities.owner.auth.token',
      wanted: expect.stringContaining('ASSAY_STAGNG') as string,
      hint: expect.stringContaining('did you mean ASSAY_STAGING?') as string,
    },
  ]);
});

test.each(['${A-B}', '${A:-b}', '${A', '${}'])('refuses the reference %s', async (name) => {
  const { problems } = await refusal({ document: { base_url: 'http://a', name } }, { A: 'a' });

  expect(problems).toMatchObject([{ path: 'name', got: expect.stringMatching(/^\$\{/) as string }]);
});

test('refuses an unknown placeholder with its path', async () => {
  const document = {
    base_url: 'http://a',
    bodies: { 'gap.draft-create': { a: [{ b: 'at {{todai}}' }] } },
  };

  const { problems } = await refusal({ document });

  expect(problems).toMatchObject([
    {
      path: 'bodies["gap.draft-create"].a[0].b',
      got: '{{todai}}',
      hint: 'did you mean today?',
    },
  ]);
});

test('a key that every JavaScript object has is unknown, too', async () => {
  const path = file('t.yaml', '__proto__: { a: 1 }\nconstructor: x\nbase_url: http://a\n');

  const { problems } = await refusal({ file: path });

  expect(problems.map(({ source, got }) => [source, got])).toEqual([
    [`${path}:1:12`, 'the unknown key __proto__'],
    [`${path}:2:14`, 'the unknown key constructor'],
  ]);
});

test('lists the valid keys at a place once, however many are unknown there', async () => {
  const document = { base_url: 'http://a', bsae: 1, nmae: 2, limits: { x: 1 } };

  const { message } = await refusal({ document });

  expect(message.match(/gap_base_url, lines/g)).toHaveLength(1);
  expect(message).toContain('expected  a key that a target may have here (listed above)');
  expect(message).toContain('expected  a key that a target may have here: concurrency, ');
});

test('several targets are possible in a file only', async () => {
  const misspelt = await refusal({ file: file('t.yaml', 'base_url: http://a\ntargts: {}\n') });
  const given = await refusal({ document: { base_url: 'http://a', targets: {} } });

  expect(misspelt.problems).toMatchObject([{ path: 'targts', hint: 'did you mean targets?' }]);
  expect(given.problems).toMatchObject([
    { path: 'targets', hint: expect.stringContaining('a file may hold several targets') as string },
  ]);
});

test('refuses an invalid credential that equals the valid one, without showing it', async () => {
  const path = file(
    't.yaml',
    `base_url: http://a
identities:
  owner:
    auth: { scheme: bearer, token: "\${ASSAY_TOKEN}", invalid: { value: "\${ASSAY_TOKEN}" } }
`,
  );

  const { problems, message } = await refusal({ file: path }, { ASSAY_TOKEN: SECRET });

  expect(problems).toMatchObject([
    {
      path: 'identities.owner.auth.invalid.value',
      wanted: expect.stringContaining('a value that can never authenticate'),
      got: 'the valid secret itself (not shown)',
    },
  ]);
  expect(message).not.toContain(SECRET);
});
