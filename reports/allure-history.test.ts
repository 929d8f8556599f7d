import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { HISTORY_LIMIT, keepHistory, lendHistory } from './allure-history.ts';

const prepare = () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-history-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [file, lent] = [join(folder, 'history.jsonl'), join(folder, 'lent.jsonl')];
  const runsIn = (path: string) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [(JSON.parse(line) as { n: string }).n]));
  /** What Allure does: reads the runs before, adds this one. */
  const build = (run: string): string[] => {
    lendHistory({ file, run }, lent);
    const before = runsIn(lent);
    appendFileSync(lent, `{"n":"${run}"}\n`);
    keepHistory({ file, run }, lent);
    return before;
  };
  return { file, build, runsIn };
};

test('a report sees the runs before it, and is kept once however often it is built', () => {
  const { file, build, runsIn } = prepare();

  expect([build('run-1'), build('run-2'), build('run-3')].at(-1)).toEqual(['run-1', 'run-2']);
  expect(build('run-2')).toEqual(['run-1']);
  expect(runsIn(file)).toEqual(['run-1', 'run-2', 'run-3']);
});

test('the history is bounded, and a line that was cut off is forgotten', () => {
  const { file, build, runsIn } = prepare();
  writeFileSync(file, '{"n":"torn');

  for (let n = 0; n < 20; n += 1) build(`run-${n + 10}`);

  expect(existsSync(file)).toBe(true);
  expect(runsIn(file)).toHaveLength(HISTORY_LIMIT + 1);
  expect(runsIn(file).at(-1)).toBe('run-29');
});
