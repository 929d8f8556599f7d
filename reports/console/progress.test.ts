import { expect, test } from 'vitest';
import { createProgress, renderProgress, createRunProgress } from './progress.ts';

/** A recording stream and a manual clock. */
const watched = (isTTY: boolean) => {
  const written: string[] = [];
  const clock = { at: 0 };
  const stream = { isTTY, columns: 40, write: (text: string) => written.push(text) };
  return { written, clock, progress: createProgress(stream, () => clock.at) };
};

test('progress is a count and a label, within the width of the terminal', () => {
  expect(renderProgress(7, 96, ['gap.draft-create'], 80)).toBe(' 7 of 96, gap.draft-create');
  expect(renderProgress(7, 96, ['a very long label, and more'], 20)).toBe(' 7 of 96, a ver…more');
  expect(renderProgress(7, 96, ['2 failed', 'a very long label', '9 s'], 24)).toBe(
    ' 7 of 96, 2 failed, 9 s',
  );
});

test('a terminal shows one line that is overwritten', () => {
  const { written, clock, progress } = watched(true);

  progress.update(1, 9, 'one');
  clock.at = 60;
  progress.update(2, 9, 'two');
  progress.stop();

  expect(written).toEqual(['\r\u001b[2K1 of 9, one', '\r\u001b[2K2 of 9, two', '\r\u001b[2K']);
});

test('a terminal is not flooded', () => {
  const { written, clock, progress } = watched(true);

  for (let n = 0; n < 1000; n += 1) {
    clock.at = n / 10;
    progress.update(n, 1000, 'step');
  }

  expect(written).toHaveLength(2);
});

test('a log gets at most a line every two seconds, and none for a short run', () => {
  const { written, clock, progress } = watched(false);

  for (let n = 0; n <= 50; n += 1) {
    clock.at = n * 100;
    progress.update(n, 50, 'step');
  }
  progress.stop();

  expect(written).toEqual(['20 of 50, step\n', '40 of 50, step\n']);
});

test('a log has no width: its lines are complete', () => {
  const { written, clock, progress } = watched(false);
  const label = 'landlord-draft-update-refuses-a-legal-value-of-the-insured-property';

  clock.at = 2000;
  progress.update(1, 9, label);

  expect(written).toEqual([`1 of 9, ${label}\n`]);
});

test('clears nothing before it has drawn a line', () => {
  const { written, progress } = watched(true);

  progress.stop();

  expect(written).toEqual([]);
});

test('a note is permanent, on its own line', () => {
  const { written, progress } = watched(true);

  progress.update(1, 9, 'one');
  progress.note('waiting');
  progress.stop();

  expect(written).toEqual(['\r\u001b[2K1 of 9, one', '\r\u001b[2K', 'waiting\n']);
});

test('a log gets a note immediately', () => {
  const { written, progress } = watched(false);

  progress.note('waiting');

  expect(written).toEqual(['waiting\n']);
});

/** A recording terminal and a manual clock. */
const watchedRun = () => {
  const shown: string[] = [];
  const clock = { at: 0 };
  const stream = {
    isTTY: true,
    columns: 120,
    write: (text: string) => shown.push(text.replace('\r\u001b[2K', '')),
  };
  return { shown, clock, line: createRunProgress(stream, () => clock.at) };
};

test('the line has progress, failures, remaining time, requests, the test and the slowest operation', () => {
  const { shown, clock, line } = watchedRun();

  line.pulse({ sent: 1, expected: 20 });
  line.update(1, 100, 'ID-01 Travel');
  clock.at = 5000;
  const slow = { operation: 'gap.contract-create', milliseconds: 84.6 };
  line.pulse({ sent: 3204, expected: 16_020, slowest: slow });
  line.update(20, 100, 'ID-02 Travel');
  clock.at = 300_000;
  line.update(30, 100, 'ID-03 Travel', 3);
  clock.at = 600_000;
  line.pulse({ sent: 16_100, expected: 16_020 });
  line.update(99, 100, 'ID-04 Travel', 3);

  const slowest = 'slowest gap.contract-create 85 ms';
  expect(shown).toEqual([
    '░░░░░░░░░░   1 of 100, 1 request, ID-01 Travel',
    `██░░░░░░░░  20 of 100, about 20 s left, 3,204 requests, ID-02 Travel, ${slowest}`,
    `███░░░░░░░  30 of 100, 3 failed, about 20 min left, 3,204 requests, ID-03 Travel, ${slowest}`,
    '█████████░  99 of 100, 3 failed, 16,100 requests, ID-04 Travel',
  ]);
});

test('a run that waits for long names no remaining time', () => {
  const { shown, clock, line } = watchedRun();

  for (let second = 0; second <= 60; second += 1) {
    clock.at = second * 1000;
    line.pulse({ sent: second < 20 ? second * 100 : 2000 + second, expected: 4000 });
    line.update(second + 1, 100, 'ID-01 Travel');
  }

  expect(shown[19]).toContain('about 21 s left');
  expect(shown.slice(26).join('\n')).not.toContain('left');
});

test('before the first request the line is a count and a label', () => {
  const { shown, line } = watchedRun();

  line.update(1, 100, 'ID-01 Travel');

  expect(shown).toEqual(['░░░░░░░░░░   1 of 100, ID-01 Travel']);
});
