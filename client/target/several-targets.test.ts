import { basename, join } from 'node:path';
import { drawnInTurn } from '../../tools/testing/drawn.ts';
import { expect, test, onTestFinished } from 'vitest';
import { file, load, refusal } from '../testing/test-load.ts';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { parse, stringify } from 'yaml';
import { startReference } from '../../reference/start.ts';
import { readRunRecord, writeRunRecord } from '../../store/run-record.ts';
import { lastFailures } from '../../runner/past-runs.ts';
import { callCli } from '../../cli/testing/call-cli.ts';

const YAML = [
  'base_url: http://shared',
  'headers: { X-Tenant: all, X-Team: quoting }',
  'paymentTerms: [YEARLY, MONTHLY]',
  'identities:',
  '  owner: { auth: { scheme: bearer, token: "${ASSAY_TOKEN}" } }',
  'limits: { concurrency: 4 }',
  'targets:',
  '  blue:',
  '    name: the blue one',
  '    headers: { X-Tenant: blue }',
  '    paymentTerms: [ONCE]',
  '  green:',
  '    base_url: http://green',
  '    identities: { owner: { auth: { scheme: basic, username: me, password: "${GREEN}" } } }',
  '  plain:',
  '',
].join('\n');
const ENVIRONMENT = { ASSAY_TOKEN: 'canary-blue', GREEN: 'canary-green' };

test('merges the chosen target over the shared keys: objects deeply, lists and scalars replaced', async () => {
  const path = file('staging.yaml', YAML);

  const blue = await load({ file: `${path}#blue` }, ENVIRONMENT);
  const plain = await load({ file: `${path}#plain` }, ENVIRONMENT);

  expect(blue).toMatchObject({
    name: 'the blue one',
    chosenAs: 'staging.yaml#blue',
    base_url: 'http://shared',
    headers: { 'X-Tenant': 'blue', 'X-Team': 'quoting' },
    paymentTerms: ['ONCE'],
    identities: { owner: { auth: { scheme: 'bearer', token: 'canary-blue' } } },
    limits: { concurrency: 4 },
  });
  expect(plain).toMatchObject({ headers: { 'X-Tenant': 'all' }, chosenAs: 'staging.yaml#plain' });
});

test('a credential of another scheme is not merged with the shared one', async () => {
  const green = await load({ file: `${file('staging.yaml', YAML)}#green` }, ENVIRONMENT);

  expect(green.identities.owner.auth).toEqual({
    scheme: 'basic',
    username: 'me',
    password: 'canary-green',
  });
});

test('JSON and modules can contain several targets, too', async () => {
  const text =
    '{ "limits": { "concurrency": 2 }, "targets": { "blue": { "base_url": "http://b" } } }';

  for (const path of [file('t.json', text), file('t.mjs', `export default ${text};`)]) {
    const target = await load({ file: `${path}#blue` });
    expect(target).toMatchObject({ base_url: 'http://b', limits: { concurrency: 2 } });
  }
});

test("a # may be part of an existing file's name", async () => {
  const one = file('a#b.yaml', 'base_url: http://one\n');
  const several = file('c#d.yaml', 'targets: { blue: { base_url: http://blue } }\n');

  expect(await load({ file: one })).toMatchObject({ base_url: 'http://one' });
  expect(await load({ file: `${several}#blue` })).toMatchObject({ base_url: 'http://blue' });
  expect((await refusal({ file: `${one}.x#y` })).problems[0]?.source).toContain('#y');
});

const refusedFor = async (text: string, choice: string) => {
  const { problems } = await refusal({ file: file('t.yaml', text) + choice }, ENVIRONMENT);
  return problems.map(({ source, ...problem }) => ({ ...problem, source: basename(source) }));
};

test.each([
  ['no name', YAML, '', 't.yaml:8:3', /blue, green, plain/, 'the file without #NAME', /#blue$/],
  [
    'an unknown name',
    YAML,
    '#bleu',
    't.yaml:8:3',
    /blue, green, plain/,
    '#bleu',
    /did you mean blue/,
  ],
  ['an empty name', YAML, '#', 't.yaml:8:3', /blue, green, plain/, '#', /^$/],
  [
    'one target',
    'base_url: http://a\n',
    '#blue',
    't.yaml',
    /targets:/,
    /single target/,
    /remove #blue/,
  ],
  ['a list of targets', 'targets: [blue]\n', '#blue', 't.yaml:1:10', /mapping/, 'a list', /^$/],
  ['no targets', 'targets:\n', '#blue', 't.yaml:1:9', /mapping/, 'nothing', /^$/],
  ['an empty mapping', 'targets: {}\n', '#blue', 't.yaml:1:10', /mapping/, 'no name', /^$/],
  ['a text as target', 'targets: { blue: x }\n', '#blue', 't.yaml:1:18', /object/, 'a text', /^$/],
  ['an odd name', 'targets: { "a/b": {} }\n', '#blue', 't.yaml:1:19', /letters/, 'a/b', /^$/],
])('refuses %s in one sentence', async (_what, text, choice, source, wanted, got, hint) => {
  const [problem] = await refusedFor(text, choice);

  expect(problem).toMatchObject({ source });
  expect(problem?.wanted).toMatch(wanted);
  expect(problem?.got).toMatch(got);
  expect(problem?.hint ?? '').toMatch(hint);
});

test('reports each problem at its line', async () => {
  const text = [
    'limits: { concurrency: many }',
    'identities: { owner: { auth: { scheme: bearer } } }',
    'targets:',
    '  blue:',
    '    base_url: http://blue',
    '    nmae: blue',
    '    limits: { deadline: soon }',
    '  green: { base_url: 17, limits: { concurrency: 3 } }',
    '  red:',
    '    name: red',
    '',
  ].join('\n');
  const errorOf = async (choice: string) =>
    (await refusedFor(text, choice)).map(({ source, path }) => `${source} ${path}`);

  expect(await errorOf('#blue')).toEqual(
    expect.arrayContaining([
      't.yaml:1:24 limits.concurrency',
      't.yaml:6:11 nmae',
      't.yaml:7:25 limits.deadline',
    ]),
  );
  expect(await errorOf('#green')).toContain('t.yaml:8:22 base_url');
  expect(await errorOf('#green')).not.toContain('t.yaml:1:24 limits.concurrency');
  expect(await errorOf('#red')).toContain('t.yaml:10:5 base_url');
});

/** A file of two targets, of which one has an address, and a folder for runs. */
const prepare = async () => {
  const running = await startReference({ dialect: 'ornate' });
  const cwd = mkdtempSync(join(tmpdir(), 'assay-several-'));
  onTestFinished(async () => {
    await running.close();
    rmSync(cwd, { recursive: true });
  });
  const { identities } = running.target;
  const { base_url, gap_base_url, environment } = running;
  const blue = { name: 'the blue one', base_url, gap_base_url };
  const green = { base_url: 'http://127.0.0.1:9' };
  const file = join(cwd, 'staging.yaml');
  writeFileSync(file, `# mine\n${stringify({ identities, targets: { blue, green } })}`);
  const assay = (args: readonly string[]) => callCli(args, { environment, cwd });
  return { cwd, file, assay };
};

test.each(
  drawnInTurn('chosen targets', [
    'a run of one of several targets records which one, and can be replayed',
  ]),
)('%s', async () => {
  const { cwd, file, assay } = await prepare();
  const out = join(cwd, 'runs');

  const options = ['--line', 'gap', '--requirement', 'PATH-01', '--out', out, '--no-allure'];

  const chosen = ['--target', `${file}#blue`];
  const gate = await assay(['gate', ...chosen, ...options]);

  expect(gate.stdout).toContain('the blue one at http://127.0.0.1:');
  const [name = ''] = readdirSync(out).filter((each) => each.includes('-gate-'));
  const record = readRunRecord(join(out, name, 'run.json'));
  expect(record.targetFile).toBe(`${file}#blue`);
  expect(record.target).toMatchObject({ name: 'the blue one', chosenAs: 'staging.yaml#blue' });

  const replay = await assay([
    'replay',
    'PATH-01',
    '--run',
    join(out, name),
    '--out',
    out,
    ...chosen,
  ]);
  expect(replay.stdout).toContain('the blue one at http://127.0.0.1:');
  // The place of the amount in a price is not declared, so one operation is not reached.
  expect([gate.code, replay.code]).toEqual([3, 3]);
});

test('a missing or unknown target name exits with 2 before anything is sent', async () => {
  const { file, assay } = await prepare();

  for (const command of ['gate', 'certify', 'load', 'doctor']) {
    const { code, stderr } = await assay([command, '--target', file]);
    expect(stderr).toContain('expected  one of the targets of this file: blue, green');
    expect(code).toBe(2);
  }
  const { code, stderr } = await assay(['gate', '--target', `${file}#bleu`]);
  expect(stderr).toContain('did you mean blue?');
  expect(code).toBe(2);
});

test('doctor writes into the chosen target', async () => {
  const { file, assay } = await prepare();

  const report = await assay(['doctor', '--target', `${file}#blue`, '--line', 'gap']);
  expect(report.stdout).toContain('To add to targets.blue of the target file:\n');
  const written = await assay(['doctor', '--target', `${file}#blue`, '--line', 'gap', '--write']);

  expect(written.code).toBe(0);
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(/^# yaml-language-server: .*\n# mine\n/);
  expect(parse(text)).toMatchObject({ targets: { blue: { gapPrice: '/quote/premium' } } });
  expect(parse(text)).not.toHaveProperty('gapPrice');
});

test.each(
  drawnInTurn('failures of targets', [
    'failures of one target say nothing about another one at the same address',
  ]),
)('%s', async () => {
  const { cwd, file, assay } = await prepare();
  const out = join(cwd, 'runs');
  const options = ['--line', 'gap', '--requirement', 'GAP-PRICE-*', '--out', out, '--no-allure'];
  await assay(['gate', '--target', `${file}#blue`, ...options]);
  const [name = ''] = readdirSync(out).filter((each) => each.includes('-gate-'));
  const record = readRunRecord(join(out, name, 'run.json'));
  const verdicts = join(out, name, 'verdicts.jsonl');
  writeFileSync(
    verdicts,
    readFileSync(verdicts, 'utf8').replaceAll(/"verdict":"\w[\w-]*"/g, '"verdict":"fail"'),
  );
  writeRunRecord(join(out, name, 'run.json'), {
    ...record,
    verdicts: { ...record.verdicts, fail: record.totals.cells },
  });

  const green = { ...record, target: { ...record.target, chosenAs: 'staging.yaml#green' } };

  expect(lastFailures(out, record).length).toBeGreaterThan(0);
  expect(lastFailures(out, green)).toEqual([]);
});
