import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { OpenPoint } from '../oracles/open-point.ts';
import { readJsonLines } from '../store/json-lines.ts';
import {
  concludeObservations,
  countOpenPoints,
  observationsDocument,
} from './observations-document.ts';
import { type RunFolder, runFolderAt } from '../store/run-folder.ts';
import { HOSTILE } from './testing/sample-page.ts';
import { runRecord } from './testing/sample-record.ts';

const point = (more: Partial<OpenPoint> = {}): OpenPoint => ({
  id: 'empty-text@landlord-draft',
  subject: 'values',
  question: 'is an empty text accepted?',
  rule: 'V1',
  line: 'landlord',
  operation: 'landlord.draft-create',
  sent: '/policyholder/address/street ""',
  outcome: 'accepted',
  status: 200,
  exchanges: [3],
  ...more,
});
const odd = (more: Partial<OpenPoint>): OpenPoint =>
  point({ id: 'robustness/sql', subject: 'robustness', question: 'an SQL payload', ...more });
const SHOWN = { status: 500, internals: [{ kind: 'SQL', excerpt: 'SQLSTATE' }] } as const;

const folderWith = (...points: OpenPoint[]): RunFolder => {
  const path = mkdtempSync(join(tmpdir(), 'assay-observations-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  const folder = runFolderAt(path);
  writeFileSync(folder.observations, points.map((each) => `${JSON.stringify(each)}\n`).join(''));
  return folder;
};

test('observations of suites and answers make one stream, one document and one data set', () => {
  const folder = folderWith(odd({}), point());
  const derived = point({ id: 'success-status', subject: 'answers', outcome: '201' });

  const { points, counts } = concludeObservations(folder, [derived], runRecord()) ?? {};

  expect(points?.map(({ id }) => id)).toEqual([
    'success-status',
    'empty-text@landlord-draft',
    'robustness/sql',
  ]);
  expect(readJsonLines<OpenPoint>(folder.observations).items).toEqual(points);
  expect(JSON.parse(readFileSync(folder.openPoints.json, 'utf8'))).toMatchObject({ points });
  expect(readFileSync(folder.openPoints.markdown, 'utf8')).toContain(
    '| is an empty text accepted? | accepted | V1 | Landlord |',
  );
  expect(counts?.odd).toBe(1);
});

test('a run without questions leaves no document', () => {
  const folder = folderWith();

  expect(concludeObservations(folder, [point()], runRecord())).toBeUndefined();
  expect(readdirSync(folder.path)).toEqual(['observations.jsonl']);
});

test('leaves out lines that the run was not about', () => {
  const folder = folderWith(point());
  const travel = point({ line: 'travel', operation: 'travel.draft-create' });

  const observed = concludeObservations(folder, [travel], runRecord({ lines: ['landlord'] }));

  expect(observed?.points.map(({ line }) => line)).toEqual(['landlord']);
});

test('counts questions once, and only if they were decided', () => {
  const undecided = { question: 'is null taken?', undecided: true } as const;

  expect(countOpenPoints([point(), point({ line: 'travel' }), point(undecided)])).toEqual({
    decided: 1,
    odd: 0,
    unanswered: 0,
    serverErrors: 0,
    internals: 0,
  });
});

test('counts server errors and internals, but nothing of the environment', () => {
  const points = [odd(SHOWN), odd({ status: 503 }), point({ status: 500, serverError: true })];

  expect(countOpenPoints(points)).toMatchObject({
    odd: 2,
    unanswered: 1,
    serverErrors: 2,
    internals: 1,
  });
});

test('internals lead the robustness list, and a repeated error is marked and explained', () => {
  const points = [
    odd({ question: 'an HTML payload' }),
    odd(SHOWN),
    point({ outcome: 'server error 500, twice', serverError: true }),
  ];
  const text = observationsDocument(points, runRecord());

  expect(
    text.indexOf('| an SQL payload | accepted | **SQL**: SQLSTATE | Landlord |'),
  ).toBeGreaterThan(0);
  expect(text.indexOf('an SQL payload')).toBeLessThan(text.indexOf('an HTML payload'));
  expect(text).toContain('| **server error 500, twice** (!) | V1 |');
  expect(text).toContain('**(!)** marks a request');
});

test('a text of the service becomes no markup, and breaks no table', () => {
  const kept = 'kept as "<script>|`x`\n[a](b)"';
  const row = observationsDocument([point({ kept })], runRecord())
    .split('\n')
    .find((line) => line.includes('empty text'));

  expect(row).toContain(String.raw`kept as "&lt;script>\|&#96;x&#96;\\n\[a\](b)"`);
});

test('a text of the service is visible in the document, in its place only', () => {
  const lines = (kept: string): readonly string[] =>
    observationsDocument(
      [point({ kept }), odd({ internals: [{ kind: 'SQL', excerpt: kept }] })],
      runRecord(),
    ).split('\n');
  for (const text of Object.values(HOSTILE)) {
    const written = lines(`kept as ${text}`);
    expect(written).toHaveLength(lines('').length);
    const rows = written.filter((line) => line.startsWith('|'));
    expect(rows.join('').replaceAll(/`[^`]+`/g, '')).not.toMatch(
      /\p{Cc}|[\u200B-\u200F\u202A-\u202E]|\p{Cs}|<\w|:\/\//u,
    );
  }
});

test('prints every cited rule', () => {
  const text = observationsDocument([point({ rule: 'D1' }), point({ rule: 'V1' })], runRecord());

  expect(text.match(/^- \*\*\w+\*\*/gm)).toEqual(['- **V1**', '- **D1**']);
});
