import { spawn } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { sampleNight } from '../../reports/testing/sample-night.ts';
import { appendHistory, historyText, HistoryError, readHistory } from './history-file.ts';
import { historyJsonSchema } from './history-line.ts';
import { LockedError, withFileLock } from './file-lock.ts';

const file = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-nights-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'deep', 'history.jsonl');
};

const refused = (path: string): string => {
  const before = readFileSync(path, 'utf8');
  try {
    readHistory(path);
  } catch (error) {
    expect(error).toBeInstanceOf(HistoryError);
    expect(readFileSync(path, 'utf8')).toBe(before);
    return (error as Error).message;
  }
  throw new Error('expected the history to be refused');
};

test('nightly-history.schema.json is up to date; else: npm run schemas', () => {
  const file = new URL('../nightly-history.schema.json', import.meta.url);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(historyJsonSchema());
});

test('reads appended lines in order, each below 8 KB', async () => {
  const path = file();
  await appendHistory(path, [sampleNight(0), sampleNight(1)]);
  await appendHistory(path, [sampleNight(2)]);
  expect(readHistory(path)).toEqual({
    lines: [sampleNight(0), sampleNight(1), sampleNight(2)],
    notes: [],
  });
  expect(historyText(sampleNight(0)).length).toBeLessThan(4096);
  expect(existsSync(`${path}.lock`)).toBe(false);
  expect(readHistory(`${path}.none`)).toEqual({ lines: [], notes: [] });
});

test('a line that does not fit leaves the file unchanged', async () => {
  const path = file();
  await appendHistory(path, [sampleNight(0)]);
  const before = readFileSync(path, 'utf8');
  const wrong = { ...sampleNight(1), step: 0 };
  await expect(appendHistory(path, [sampleNight(2), wrong])).rejects.toThrow('step');
  const long = sampleNight(1, 20, { reasons: ['x'.repeat(9000)] });
  await expect(appendHistory(path, [long])).rejects.toThrow('at most 8192 are allowed');
  expect(readFileSync(path, 'utf8')).toBe(before);
});

test.each([1, 5, 12, 700])(
  'appending after a line that a kill truncated after %i characters loses nothing',
  async (kept) => {
    const path = file();
    await appendHistory(path, [sampleNight(0)]);
    const { length } = readFileSync(path);
    await appendHistory(path, [sampleNight(1)]);
    truncateSync(path, length + kept);
    const note = `${path}, line 2 is truncated by a kill and is skipped`;
    expect(readHistory(path)).toEqual({ lines: [sampleNight(0)], notes: [note] });
    await appendHistory(path, [sampleNight(2)]);
    expect(readHistory(path)).toEqual({ lines: [sampleNight(0), sampleNight(2)], notes: [note] });
  },
);

test('a night that occurs twice counts once, and a byte order mark is no part of a line', async () => {
  const path = file();
  await appendHistory(path, [sampleNight(0), sampleNight(1)]);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, `\ufeff${text}\ufeff${text.replaceAll('\n', '\r\n')}`);

  expect(readHistory(path)).toEqual({
    lines: [sampleNight(0), sampleNight(1)],
    notes: [`${path}: 2 lines of nights that it has already, skipped`],
  });
});

test('two lines of a night that differ are both kept', async () => {
  const path = file();
  const other = { ...sampleNight(0), at: sampleNight(1).at };
  await appendHistory(path, [sampleNight(0), other]);

  expect(readHistory(path)).toEqual({ lines: [sampleNight(0), other], notes: [] });
});

test('refuses foreign lines and newer versions with their line, and keeps them', async () => {
  const path = file();
  await appendHistory(path, [sampleNight(0)]);
  appendFileSync(path, 'hello\n');
  expect(refused(path)).toBe(
    `${path}, line 2: expected a line that assay nightly wrote, got "hello"; nothing was changed. Name another file with --history, or delete the line`,
  );
  writeFileSync(path, '{"schema":2,"kind":"night"}\n');
  expect(refused(path)).toContain(
    'line 1: its schema is 2, but this version supports 1; use the newer Assay that wrote it',
  );
  writeFileSync(path, '{"verdict":"PASS"}\n');
  expect(refused(path)).toContain('line 1: it is not a line of a history of nights: ');
  writeFileSync(path, historyText(sampleNight(0)).replace('"step":1', '"step":"1"'));
  expect(refused(path)).toContain('at step: expected number');
});

test('two processes append at the same time without lost or mixed lines', async () => {
  const path = file();
  await appendHistory(path, [sampleNight(0)]);
  const program = `
    const { appendHistory } = await import(${JSON.stringify(new URL('history-file.ts', import.meta.url).href)});
    const { sampleNight } = await import(${JSON.stringify(new URL('../../reports/testing/sample-night.ts', import.meta.url).href)});
    for (let n = 0; n < 15; n += 1)
      await appendHistory(${JSON.stringify(path)}, [sampleNight(n, 20, { runId: process.argv[1] + n })]);`;
  const write = (name: string): Promise<number | null> =>
    new Promise((resolve) => {
      const args = ['--input-type=module', '-e', program, name];
      spawn(process.execPath, args, { stdio: 'inherit' }).on('close', resolve);
    });
  expect(await Promise.all([write('a'), write('b')])).toEqual([0, 0]);
  const { lines, notes } = readHistory(path);
  expect(notes).toEqual([]);
  expect(lines).toHaveLength(31);
});

test('a writer that is killed repeatedly loses no complete line', async () => {
  const path = file();
  await appendHistory(path, [sampleNight(0)]);
  const program = `
    const { appendHistory } = await import(${JSON.stringify(new URL('history-file.ts', import.meta.url).href)});
    const { sampleNight } = await import(${JSON.stringify(new URL('../../reports/testing/sample-night.ts', import.meta.url).href)});
    process.send('ready');
    for (let n = 0; ; n += 1) await appendHistory(${JSON.stringify(path)}, [sampleNight(n)]);`;
  let known = 1;
  for (let kill = 0; kill < 4; kill += 1) {
    const writer = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    await new Promise((resolve) => writer.once('message', resolve));
    await sleep(20 + kill * 7);
    const gone = new Promise((resolve) => writer.once('close', resolve));
    writer.kill('SIGKILL');
    await gone;
    await appendHistory(path, [sampleNight(500 + kill)]);
    const { lines, notes } = readHistory(path);
    expect(lines.at(-1)).toEqual(sampleNight(500 + kill));
    expect(lines.length).toBeGreaterThan(known);
    expect(notes.length).toBeLessThanOrEqual(kill + 1);
    known = lines.length;
  }
});

test('takes over the lock of a dead process, and waits for one that is held', async () => {
  const path = file();
  await appendHistory(path, [sampleNight(0)]);
  const gone = spawn(process.execPath, ['-e', '']);
  await new Promise((resolve) => gone.on('close', resolve));
  const { hostname } = await import('node:os');
  writeFileSync(`${path}.lock`, `${gone.pid} ${hostname()}`);
  expect(await withFileLock(path, () => 'done', 1000)).toBe('done');
  writeFileSync(`${path}.lock`, '');
  expect(await withFileLock(path, () => 'done', 10_000)).toBe('done');
  writeFileSync(`${path}.lock`, `${process.pid} ${hostname()}`);
  await expect(withFileLock(path, () => 'done', 100)).rejects.toThrow(LockedError);
  const waiting = withFileLock(path, () => 'done', 5000);
  await sleep(100);
  rmSync(`${path}.lock`);
  expect(await waiting).toBe('done');
});
