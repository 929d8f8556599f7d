import { expect, test } from 'vitest';
import { CATALOGUE } from '../../spec/catalogue.ts';
import { OPERATIONS } from '../../spec/operations.ts';
import { isJudged } from '../../spec/requirement.ts';
import { renderExplanation } from './explanation.ts';
import { callCli } from '../testing/call-cli.ts';

test('list prints every requirement of a line, aligned, in at most 100 columns', async () => {
  const { stdout, code } = await callCli(['list', '--line', 'gap']);
  const lines = stdout.trimEnd().split('\n');
  const onGap = [...CATALOGUE].filter(([, each]) =>
    each.operations.some((on) => on.startsWith('gap.')),
  );

  expect(code).toBe(0);
  expect(lines.filter((line) => /^\S/.test(line)).map((line) => line.split(' ')[0])).toEqual(
    onGap.map(([id]) => id),
  );
  expect(lines.filter((line) => line.length > 100)).toEqual([]);
  expect(lines).toContain(
    'GAP-CONTRACT-01         stated   1 operation    At most one contract may be created for a motor gap',
  );
});

test('list --summary counts requirements and cells by level', async () => {
  const { stdout } = await callCli(['list', '--summary', '--line', 'travel']);
  const [head = '', ...rows] = stdout.trimEnd().split('\n');
  const numbers = rows.map((row) => (row.match(/\d+/g) ?? []).map(Number));

  expect(head).toMatch(/requirements +not observable +cells$/);
  expect(rows).toHaveLength(2);
  for (const [requirements = 0, , cells = 0] of numbers)
    expect(cells).toBeGreaterThan(requirements);
});

test('explain describes how a requirement is judged, what is sent, and which faults prove it', async () => {
  const { stdout, code } = await callCli(['explain', 'gap-contract-03']);

  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^GAP-CONTRACT-03 {2}The Location header .*\nlevel +stated\nsource .*judged by +K1: .*sent +Each line .*operations +gap\.contract-create +POST .*faults .*gap-contract-location-leads-nowhere .*cells +GAP-CONTRACT-03@gap\.contract-create +judged\nfiles +entry +spec\/requirements\/gap-rules\.ts\n +judge +oracles\/answers\/gap-location\.ts\n/s,
  );
});

test('explain describes an operation, with the requirements on it', async () => {
  const { stdout, code } = await callCli(['explain', 'gap.draft-update']);

  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^gap\.draft-update {2}Motor gap · Draft Update\n\ncall +PUT \/\{country\}\/motor\/gap\/drafts\/\{draftId\}\nsource +Endpoints; G1\nrequest +gap-draft\nanswer +none\nsuccess +200\nfailures +401, 403, 404, 500\nheaders +Last-Modified\n\n/,
  );
  expect(stdout).toMatch(/^AUTH-01 +\w+ +1 operation +A request without a credential/m);
  expect(stdout).not.toMatch(/^JOBLOSS-/m);
});

test('explain lists several operations in a row each', async () => {
  const { stdout } = await callCli(['explain', '*.*']);

  expect(stdout.trimEnd().split('\n')).toHaveLength(OPERATIONS.length);
  expect(stdout).toMatch(/^gap\.draft-get +GET +\/\{country\}\/motor\/gap\/drafts\/\{draftId\}$/m);
});

test.each([
  ['*.address', /^JOBLOSS-LEGAL-policyholder\.address {2}/],
  ['GAP.Draft-Get', /^gap\.draft-get {2}Motor gap/],
])('explain %s', async (pattern, expected) => {
  expect((await callCli(['explain', pattern])).stdout).toMatch(expected);
});

test('list --operation lists the requirements on these operations', async () => {
  const { stdout } = await callCli(['list', '--operation', 'gap.draft-*', '--requirement', '*-01']);

  expect(stdout).toMatch(/^AUTH-01 +\w+ +3 operations /m);
  expect(stdout).not.toMatch(/^GAP-CONTRACT-/m);
});

test.each([
  ['list', '--operation', 'gap.draf'],
  ['explain', 'gap.draf-get'],
])('%s refuses an unknown operation with a suggestion', async (...args) => {
  const { stdout, stderr, code } = await callCli(args);

  expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
  expect(stderr).toMatch(
    /there is no operation gap\.draf(-get)?; (did you mean gap\.|assay explain '\*\.\*')/,
  );
});

test('explain covers every requirement, and gives the reason if one is not judged', () => {
  for (const [id, requirement] of CATALOGUE) {
    const text = renderExplanation(id);
    const state = isJudged(requirement) ? /\ncells .* judged\nfiles /s : /not observable: /;

    expect(text).toMatch(state);
    expect(text).not.toContain('undefined');
  }
});

test('list --coverage ends with the share of generated data that is sent', async () => {
  const { stdout, code } = await callCli(['list', '--coverage', '--line', 'gap']);
  expect(stdout).toMatch(
    /^Motor gap: \d+ faults, \d+ value classes, \d+ observations, 7 calls of another identity$/m,
  );
  const [, sent, all] =
    /^coverage: (\d+) of (\d+) faults, \d+ of \d+ value classes$/m.exec(stdout) ?? [];
  expect(Number(sent)).toBeGreaterThan(500);
  expect(Number(all)).toBeGreaterThanOrEqual(Number(sent));
  expect(code).toBe(0);
});

test('a wrong id exits with 2 and a suggestion', async () => {
  const { stderr, code } = await callCli(['explain', 'GAP-CONTRCT-03']);

  expect([code, stderr]).toEqual([
    2,
    'assay: there is no requirement GAP-CONTRCT-03; did you mean GAP-CONTRACT-03?\n',
  ]);
});
