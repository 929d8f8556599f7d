import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { openAppendFile, openAppendFiles } from './append-files.ts';

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'assay-lines-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
};

const read = (path: string): string => readFileSync(path, 'utf8');

test('a line of a single file is written before append returns', () => {
  const path = join(folder(), 'a');
  writeFileSync(path, 'before\n');
  const file = openAppendFile(path);
  onTestFinished(() => file.close());

  file.append('one\n');

  expect(read(path)).toBe('before\none\n');
});

test('lines of several files are written when the turn of the event loop ends, or when they are flushed', async () => {
  const [a, b] = ['a', 'b'].map((name) => join(folder(), name)) as [string, string];
  const files = openAppendFiles({ a, b });
  onTestFinished(() => files.close());

  files.of.b.append('b1\n');
  files.of.a.append('a1\n');
  files.of.b.append('b2\n');
  expect([read(a), read(b)]).toEqual(['', '']);
  await nextTurn();
  expect([read(a), read(b)]).toEqual(['a1\n', 'b1\nb2\n']);

  files.of.a.append('a2\n');
  files.flush();
  expect(read(a)).toBe('a1\na2\n');
});

test('close writes pending lines, and later ones are still kept', async () => {
  const path = join(folder(), 'a');
  const files = openAppendFiles({ a: path });

  files.of.a.append('one\n');
  files.close();
  expect(read(path)).toBe('one\n');

  files.of.a.append('late\n');
  await nextTurn();
  expect(read(path)).toBe('one\nlate\n');
});

test.skipIf(process.platform !== 'linux')(
  'a failed write is reported at the next flush, and nothing is written after it',
  async () => {
    const path = join(folder(), 'b');
    const files = openAppendFiles({ full: '/dev/full', b: path });

    files.of.full.append('one\n');
    files.of.b.append('says something of one\n');
    await nextTurn();

    expect(() => files.flush()).toThrow('ENOSPC');
    expect(() => files.of.b.append('more\n')).toThrow('ENOSPC');
    expect(read(path)).toBe('');
    expect(() => files.close()).toThrow('ENOSPC');
  },
);

test('a thread that crashes keeps the lines of its last turn', async () => {
  const path = join(folder(), 'a');
  const program = `
    import { openAppendFiles } from ${JSON.stringify(new URL('append-files.ts', import.meta.url).href)};
    openAppendFiles({ a: ${JSON.stringify(path)} }).of.a.append('one\\n');
    throw new Error('broken');
  `;
  const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`));
  thread.on('error', () => undefined);
  await new Promise((ended) => thread.once('exit', ended));

  expect(read(path)).toBe('one\n');
});
