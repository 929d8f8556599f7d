import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testTarget } from '../../client/testing/test-target.ts';
import { UsageError } from '../../client/usage-error.ts';
import { appendHistory, readHistory } from './history-file.ts';
import type { NightLine } from './history-line.ts';
import { baselineNights, seriesNights } from './series-nights.ts';
import { sampleNight } from '../../reports/testing/sample-night.ts';
import { checkTarget } from '../../load/nights/checked-history.ts';
import { editHistory, type HistoryOptions } from '../../cli/commands/edit-history.ts';
import { nightTrends } from '../../load/nights/night-trends.ts';

let folder = '';
let file = '';
let printed = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-move-'));
  file = join(folder, 'nightly-history.jsonl');
  printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const [OLD, NEW] = ['http://127.0.0.1:1', 'http://127.0.0.1:2'];
const MOVE = { from: OLD, to: NEW, reason: 'PROJ-7' };

const at = (address: string, index: number, change: Partial<NightLine> = {}): NightLine =>
  sampleNight(index, 20, { target: { name: 'staging', address, build: null }, ...change });

const move = (more: Partial<HistoryOptions> = {}) =>
  editHistory('move', undefined, { out: folder, ...MOVE, ...more });

const tonight = async (address: string, gap: string = address, name = 'staging') => {
  const target = await testTarget({ base_url: address, gap_base_url: gap, name });
  return () => checkTarget(file, readHistory(file).lines, target, false);
};

test('a night at a new address prints the command that moves its nights', async () => {
  await appendHistory(file, [at(OLD, 0)]);
  const check = await tonight(NEW);
  expect(check).toThrow(
    `record the move: \`assay history move --history ${file} --from ${OLD} --to ${NEW} --reason PROJ-7\`, otherwise name another file with --history`,
  );
  await move();
  expect(printed).toBe(
    `moved to ${NEW}: travel 1 load; future nights are compared with those at ${OLD}\n`,
  );
  expect(check).not.toThrow();
  expect(await tonight(OLD)).toThrow(`holds nights of staging at ${NEW}`);
});

test('nights keep their measurements, and are the baseline of those at the new address', async () => {
  await appendHistory(file, [at(OLD, 0), at(OLD, 1)]);
  const before = readFileSync(file, 'utf8');
  await move();
  await appendHistory(file, [at(NEW, 2)]);
  expect(readFileSync(file, 'utf8').startsWith(before)).toBe(true);
  const { lines } = readHistory(file);
  const nights = seriesNights(lines).get('travel 1 load') ?? [];
  expect(baselineNights(nights, at(NEW, 3).basis)).toHaveLength(3);
  expect(nightTrends(lines)[0]?.nights.map(({ movedFrom }) => movedFrom)).toEqual([
    undefined,
    undefined,
    OLD,
  ]);
});

test('a service may move there and back, and motor gap to its own address', async () => {
  const gap = at(OLD, 0, { series: 'gap 1 load', line: 'gap' });
  await appendHistory(file, [at(OLD, 0), gap]);
  await move({ series: 'gap 1 load' });
  expect(await tonight(OLD, NEW)).not.toThrow();
  await move({ series: 'gap 1 load', from: NEW, to: OLD });
  expect(await tonight(OLD)).not.toThrow();
  await move();
  expect(await tonight(NEW)).not.toThrow();
});

test('list prints the current address, and every move with its reason', async () => {
  await appendHistory(file, [at(OLD, 0), at(OLD, 0, { series: 'travel 2 load', step: 2 })]);
  await move();
  await editHistory('list', undefined, { out: folder });
  expect(printed).toContain(`· nights of staging at ${NEW}\n`);
  expect(printed).toMatch(
    /· moved on \d{4}-\d\d-\d\d from http:\/\/127\.0\.0\.1:1 to http:\/\/127\.0\.0\.1:2: PROJ-7 \(travel 1 load, travel 2 load\)\n/,
  );
});

test('an older history can be imported after a declared move, and is exported with it', async () => {
  const old = join(folder, 'old.jsonl');
  await appendHistory(old, [at(OLD, 0)]);
  await appendHistory(file, [at(NEW, 1)]);
  const takeIn = () => editHistory('import', old, { out: folder });
  await expect(takeIn()).rejects.toThrow(/of several targets .* with `assay history move`$/);
  await move({ history: old });
  await takeIn();
  await takeIn();
  expect(await tonight(NEW)).not.toThrow();
  const copy = join(folder, 'copy.jsonl');
  await editHistory('export', copy, { out: folder, series: 'travel 1 load' });
  expect(readFileSync(copy, 'utf8')).toBe(readFileSync(file, 'utf8'));
  await editHistory('prune', undefined, { out: folder, keep: 1 });
  expect(readHistory(file).lines.map(({ kind }) => kind)).toEqual(['night', 'moved']);
});

test('refuses an invalid move in one sentence, and leaves the history unchanged', async () => {
  await appendHistory(file, [at(OLD, 0)]);
  const before = readFileSync(file, 'utf8');
  const refused = async (options: Partial<HistoryOptions>, what: string): Promise<void> => {
    const work = () => editHistory('move', undefined, { out: folder, ...options });
    await expect(work()).rejects.toThrow(UsageError);
    await expect(work()).rejects.toThrow(what);
  };
  await refused(
    { to: NEW, reason: 'moved' },
    'expected --from with `assay history move`: the old address',
  );
  await refused({ from: OLD, reason: 'moved' }, 'expected --to with `assay history move`');
  await refused({ ...MOVE, reason: ' ' }, 'expected --reason with `assay history move`');
  await refused({ ...MOVE, to: OLD }, `expected two addresses, got ${OLD} twice`);
  await refused({ ...MOVE, from: `${OLD}3` }, `no nights at ${OLD}3, did you mean ${OLD}?; its`);
  await refused({ ...MOVE, series: 'gap 1 load' }, 'no series "gap 1 load"');
  await refused({ ...MOVE, keep: 3 }, '`assay history move` takes no --keep');
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test('neither another name nor the embedded service counts as a move', async () => {
  await appendHistory(file, [at(OLD, 0)]);
  expect(await tonight(NEW, NEW, 'production')).toThrow(
    /at http:\/\/127\.0\.0\.1:2; if it is the same service, restore that name \(name: in the target file\), otherwise name another file/,
  );
  const embedded = join(folder, 'embedded.jsonl');
  await appendHistory(embedded, [at('', 0)]);
  await expect(move({ history: embedded })).rejects.toThrow('the embedded service has none');
});
