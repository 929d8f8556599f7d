import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UsageError } from '../../client/usage-error.ts';
import { appendHistory, historyText, readHistory } from '../../store/nights/history-file.ts';
import { sampleJudged, sampleNight, sampleOutcome } from '../../reports/testing/sample-night.ts';
import { printComparison } from './compare-nights.ts';
import { editHistory, type HistoryOptions } from './edit-history.ts';

let folder = '';
let file = '';
let output = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-history-'));
  file = join(folder, 'nightly-history.jsonl');
  output = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    output += String(text);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const run = (
  action: Parameters<typeof editHistory>[0],
  other?: string,
  more: Partial<HistoryOptions> = {},
) => editHistory(action, other, { out: folder, ...more });

const five = [0, 1, 2, 3, 4].map((index) => sampleNight(index));
const runsIn = (path: string): readonly string[] =>
  readHistory(path).lines.map((line) => ('runId' in line ? line.runId : line.kind));

/** Expects a one-sentence refusal and an unchanged history. */
const refused = async (work: () => unknown, what: string): Promise<void> => {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  await expect(async () => work()).rejects.toThrow(UsageError);
  await expect(async () => work()).rejects.toThrow(what);
  expect(existsSync(file) ? readFileSync(file, 'utf8') : '').toBe(before);
};

test('list prints the content of every series', async () => {
  const alarmed = sampleNight(5, 24, { judged: [sampleJudged('suspicious')] });
  await appendHistory(file, [...five, alarmed, sampleOutcome(alarmed, true)]);
  expect(await run('list')).toBe(0);
  expect(output).toMatch(
    /^travel 1 load +6 nights +6 valid +5 of 14 required nights +1 alarm, open +2026-03-01 to 2026-03-06 +p95 30 ms\n/,
  );
});

test('an exported history can be imported elsewhere unchanged, and a second import adds nothing', async () => {
  await appendHistory(file, five);
  const other = join(folder, 'other.jsonl');
  await run('export', other);
  const there = join(folder, 'there', 'history.jsonl');
  await run('import', other, { history: there });
  expect(readFileSync(there, 'utf8')).toBe(readFileSync(file, 'utf8'));
  await run('import', other, { history: there });
  expect(output).toContain('0 lines added, 5 existed already');
});

test('imported older nights are sorted before newer ones', async () => {
  await appendHistory(file, five.slice(3));
  const other = join(folder, 'other.jsonl');
  await appendHistory(other, five.slice(0, 4));
  await run('import', other);
  expect(runsIn(file)).toEqual(['night-0', 'night-1', 'night-2', 'night-3', 'night-4']);
});

test('prune keeps the newest nights of each series, or those from a given day on', async () => {
  await appendHistory(file, [...five, sampleOutcome(sampleNight(0), false)]);
  await run('prune', undefined, { keep: 4 });
  expect(runsIn(file)).toEqual(['night-1', 'night-2', 'night-3', 'night-4']);
  await run('prune', undefined, { before: '2026-03-04' });
  expect(runsIn(file)).toEqual(['night-3', 'night-4']);
  await refused(() => run('prune'), 'expected --keep or --before');
  await refused(
    () => run('prune', undefined, { keep: 1, series: 'gap 1 load' }),
    'no series "gap 1 load"',
  );
});

test('accept closes an alarm with a reason, and refuses if none is open', async () => {
  await appendHistory(file, five);
  await refused(() => run('accept', undefined, { reason: 'new check' }), 'no alarm is open');
  const alarmed = sampleNight(5, 24, { judged: [sampleJudged('suspicious')] });
  await appendHistory(file, [alarmed, sampleOutcome(alarmed, true)]);
  await refused(() => run('accept'), 'expected --reason');
  await run('accept', undefined, { reason: 'new check' });
  expect(readHistory(file).lines.at(-1)).toMatchObject({ kind: 'accepted', reason: 'new check' });
  await refused(() => run('accept', undefined, { reason: 'new check' }), 'no alarm is open');
});

test('refuses histories that are missing, foreign, newer or of another target, and leaves them unchanged', async () => {
  expect.hasAssertions();
  await refused(() => run('list'), `there is no history ${file}; \`assay nightly\` begins one`);
  await appendHistory(file, five);
  const other = join(folder, 'other.jsonl');
  await refused(() => run('import', other), `${other}: no such file`);
  await refused(() => run('import'), 'expected a file after `assay history import`');
  writeFileSync(other, 'hello\n');
  await refused(() => run('import', other), 'line 1: expected a line that assay nightly wrote');
  const strange = sampleNight(9, 20, { target: { name: 'production', address: '', build: null } });
  writeFileSync(other, historyText(strange));
  await refused(
    () => run('import', other),
    'are of several targets (staging at http://127.0.0.1:1, production)',
  );
  writeFileSync(file, `${historyText(sampleNight(0))}{"schema":7}\n`);
  await refused(() => run('prune', undefined, { keep: 1 }), 'line 2: its schema is 7');
});

test('compare finds nights by run, day, latest and previous, and describes the change of the distribution', async () => {
  await appendHistory(file, [
    ...five,
    sampleNight(5, 26),
    sampleNight(5, 9, { series: 'gap 1 load', line: 'gap' }),
  ]);
  expect(printComparison('2026-03-01', 'latest', { out: folder })).toBe(0);
  expect(output).toMatch(/A {2}night-0, 2026-03-01 02:00 UTC, build 1\.0\nB {2}night-5,/);
  expect(output).toContain('travel 1 load: the whole distribution is slower');
  expect(output).toMatch(/p50 +20 ms +26 ms +\+30 %/);
  expect(output).toContain('only in B: gap 1 load');
  expect(existsSync(join(folder, 'compare.html'))).toBe(true);
  const page = join(folder, 'deep', 'two.html');
  printComparison('night-1', 'previous', { out: folder, page });
  expect(output).toContain('alike, within 5 %');
  expect(existsSync(page)).toBe(true);
});

test('compare refuses a missing night, and a night with itself', async () => {
  expect.hasAssertions();
  await refused(() => printComparison('a', 'b', { out: folder }), 'there is no history');
  await appendHistory(file, five);
  await refused(
    () => printComparison('night-0', 'night-9', { out: folder }),
    'there is no night "night-9", did you mean',
  );
  await refused(
    () => printComparison('latest', 'night-4', { out: folder }),
    'expected two nights, got night-4 twice',
  );
});

test('compares two of 400 nights with 20 series', () => {
  const night = historyText(sampleNight(0))
    .replace('travel 1 load', '‹series›')
    .replace('night-0', '‹run›');
  const lines: string[] = [];
  for (let index = 0; index < 400; index += 1)
    for (let series = 1; series <= 20; series += 1)
      lines.push(
        night.replace('‹series›', `travel ${series} load`).replace('‹run›', `night-${index}`),
      );
  writeFileSync(file, lines.join(''));
  printComparison('night-17', 'latest', { out: folder });
  expect(output.match(/alike, within 5 %/g)).toHaveLength(20);
});

test('refuses options that an action would ignore, since another history may be meant', async () => {
  await appendHistory(file, five);
  await refused(() => run('prune', '/tmp/old.jsonl', { keep: 1 }), 'takes no file, got');
  await refused(() => run('list', undefined, { keep: 1 }), 'takes no --keep');
  await refused(() => run('import', file, { series: 'gap 1 load' }), 'takes no --series');
  expect(runsIn(file)).toHaveLength(five.length);
});

test('refuses to overwrite the history itself', async () => {
  await appendHistory(file, five);
  const link = join(folder, 'link.jsonl');
  symlinkSync(file, link);
  await refused(() => run('export', file), 'is the history itself');
  await refused(() => run('export', link), 'is the history itself');
  await refused(
    () => printComparison('previous', 'latest', { out: folder, page: link }),
    'is the history itself',
  );
  expect(runsIn(file)).toHaveLength(five.length);
});

test('reports invalid paths in one sentence', async () => {
  await appendHistory(file, five);
  await refused(() => run('list', undefined, { history: folder }), 'EISDIR');
  await refused(() => run('import', folder), 'EISDIR');
  await refused(() => run('export', '/dev/null/x.jsonl'), 'is not writable');
  await refused(() => printComparison('a', 'b', { out: folder, history: folder }), 'EISDIR');
  expect(runsIn(file)).toHaveLength(five.length);
});

test('reads a history with Windows line endings', async () => {
  await appendHistory(file, five);
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('\n', '\r\n'));
  expect(runsIn(file)).toHaveLength(five.length);
  expect(printComparison('previous', 'latest', { out: folder })).toBe(0);
});

test('refuses to import nights of another address', async () => {
  await appendHistory(file, five);
  const other = join(folder, 'other.jsonl');
  const moved = sampleNight(7);
  await appendHistory(other, [
    { ...moved, target: { ...moved.target, address: 'http://127.0.0.1:2' } },
  ]);
  await refused(() => run('import', other), 'are of several targets');
  expect(runsIn(file)).toHaveLength(five.length);
});
