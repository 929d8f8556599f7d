import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { CellVerdict, Finding } from '../oracles/finding.ts';
import { renderJunit } from './junit.ts';
import { cellVerdict, exchange, runRecord } from './testing/sample-record.ts';

const render = (verdicts: readonly CellVerdict[], findings: readonly Finding[] = []): string =>
  renderJunit({
    record: runRecord(),
    verdicts,
    findings,
    exchanges: [exchange()],
    curl: () => 'curl -X POST http://a',
    replay: ({ requirement }) => `assay replay ${requirement} --seed 42`,
  });

/** Every character that a service can send, including those that XML forbids. */
const NASTY = Array.from({ length: 0x2ff }, (_, code) => String.fromCharCode(code)).join('');
const nasty = cellVerdict({ got: `${NASTY}\ud800\uffff]]><![CDATA[`, wanted: '<&"\'>' });

test('a fail is a failure with expected, got, place, and how to repeat it', () => {
  const xml = render([cellVerdict({ where: '/a' })]);

  expect(xml).toContain(
    '<testcase classname="gap.contract-create" name="GAP-CONTRACT-02 The 303 of a contract creation must carry a Location header." time="0.004"><failure message="expected a Location header on the 303, got 303 without Location" type="GAP-CONTRACT-02">',
  );
  for (const line of [
    'request   1. POST http://127.0.0.1:8080/gap/BE/motor/gap/drafts/6f1c2b/to-contract',
    'expected  a Location header on the 303',
    'got       303 without Location',
    'where     /a',
    'source    Detail entry G4',
    'replay    assay replay GAP-CONTRACT-02 --seed 42',
    'curl      curl -X POST http://a',
  ]) {
    expect(xml).toContain(line);
  }
});

test.each<[string, Partial<CellVerdict>, string]>([
  [
    'inconclusive',
    { verdict: 'inconclusive', reason: 'blocked-by', blockedBy: 'STATUS-01' },
    '<error message="not judged, blocked by an earlier step (see STATUS-01): expected a Location header on the 303, got 303 without Location" type="blocked-by">',
  ],
  [
    'an error',
    { verdict: 'error' },
    '<error message="harness at fault: expected a Location header',
  ],
  [
    'observed',
    { verdict: 'observed', reason: 'specification-silent' },
    '<skipped message="observed, the specification leaves it open: expected a Location header',
  ],
  [
    'not applicable',
    { verdict: 'not-applicable', reason: 'side-effects-never' },
    '<skipped message="not applicable, the target does not allow it: ',
  ],
  [
    'waived',
    { verdict: 'waived', waiver: { reason: 'PROJ-7', owner: 'me', expires: '2026-12-31' } },
    '<skipped message="waived until 2026-12-31 by me: PROJ-7 (expected a Location header',
  ],
])('a cell that is %s has its element and its reason', (_what, more, part) => {
  expect(render([cellVerdict(more)])).toContain(part);
});

test('readers that show only the text of an element show the reason of a skipped test', () => {
  const xml = render([cellVerdict({ verdict: 'observed', reason: 'specification-silent' })]);

  expect(xml).toMatch(
    /<skipped message="[^"]*">observed, the specification leaves it open: expected [^<]*<\/skipped>/,
  );
});

test('a pass has no element', () => {
  expect(render([cellVerdict({ verdict: 'pass', exchanges: [] })])).toContain(
    'must carry a Location header." time="0.000"/>',
  );
});

test('a testcase names the target file if it is in the repository', () => {
  const source = {
    record: runRecord(),
    verdicts: [cellVerdict()],
    findings: [],
    exchanges: [],
    curl: () => undefined,
    replay: () => 'assay replay',
  };

  expect(renderJunit({ ...source, file: 'ci/target.yaml' })).toContain(
    ' time="0.000" file="ci/target.yaml" line="1"><failure',
  );
  expect(renderJunit(source)).not.toContain('file=');
});

test('every line has its suite, and the counts add up', () => {
  const verdicts = (['pass', 'fail', 'inconclusive', 'waived', 'observed'] as const).map(
    (verdict) => cellVerdict({ verdict }),
  );
  const xml = render(verdicts);

  expect(xml).toContain(
    '<testsuites name="assay" tests="5" failures="1" errors="1" skipped="2" time="3.200">',
  );
  expect(xml).toContain(
    '<testsuite name="Motor gap" tests="5" failures="1" errors="1" skipped="2" time="0.020" timestamp="2026-11-21T12:00:00.000Z">',
  );
  expect(xml).toContain('<testsuite name="Jobloss" tests="0"');
});

const PARSE = `import sys, xml.dom.minidom
document = xml.dom.minidom.parseString(sys.stdin.buffer.read())
print(document.getElementsByTagName('failure')[0].getAttribute('message'))`;

test('a parser accepts whatever a service sends', ({ skip }) => {
  const result = spawnSync('python3', ['-c', PARSE], { input: render([nasty]), encoding: 'utf8' });
  if (result.error) skip('no python3 on this machine, whose XML parser is used');

  expect(result.stderr).toBe('');
  expect(result.stdout).toContain(`expected <&"'>, got ${String.raw`\u0000\u0001`}`);
});

// XML 1.0 tokens of a document without comments, CDATA and processing instructions.
const TOKEN =
  /<\/[a-z]+>|<[a-z]+(?: [a-z]+="(?:[^<&"]|&(?:amp|lt|gt|quot|apos|#\d+);)*")*\/?>|(?:[^<&\]]|\](?!\]>)|&(?:amp|lt|gt|quot|apos|#\d+);)+/gy;
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

test('the file is well formed: only XML tokens and characters, every element closed', () => {
  const xml = render([nasty, cellVerdict({ verdict: 'inconclusive' })]);
  const [, document = ''] = xml.split(/^<\?xml version="1.0" encoding="UTF-8"\?>\n/);
  const tokens = document.match(TOKEN) ?? [];
  const open: string[] = [];
  const wronglyClosed: string[] = [];
  for (const token of tokens) {
    const [, end, name] = /^<(\/?)([a-z]+)/.exec(token) ?? [];
    if (name === undefined || token.endsWith('/>')) continue;
    if (end === '') open.push(name);
    else if (open.pop() !== name) wronglyClosed.push(name);
  }

  expect(tokens.join('')).toBe(document);
  expect([...open, ...wronglyClosed]).toEqual([]);
  expect(xml).not.toMatch(FORBIDDEN);
});
