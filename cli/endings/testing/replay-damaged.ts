import type { Ending } from './ending.ts';
import { finding, RECORD, recordText, runFiles } from './replay-record.ts';

/** A run that was in order, and what its --run names instead. */
const damaged = (
  what: string,
  file: string,
  content: string,
  says: RegExp,
  args: readonly string[] = [],
): Ending => ({
  what: `a replay of ${what}`,
  args: ['replay', 'VERSION-01', '--run', 'run', ...args],
  files: { ...runFiles('run'), [`run/${file}`]: content },
  code: 2,
  says,
});

/** The files of the run are not what a run writes. */
export const DAMAGED: readonly Ending[] = [
  damaged(
    'a run whose record was cut off',
    'run.json',
    recordText().slice(0, 200),
    /run\.json cannot be read: it was cut off/,
  ),
  damaged(
    'a run whose record is empty',
    'run.json',
    '',
    /run\.json cannot be read: it was cut off/,
  ),
  damaged(
    'a run whose record is a list',
    'run.json',
    '[1]',
    /run\.json is not the record of a run/,
  ),
  damaged(
    'a run whose record lacks its seed',
    'run.json',
    recordText({ seed: undefined }),
    /run\.json is not the record of a run \(seed is missing\)/,
  ),
  damaged(
    'a run of a newer version',
    'run.json',
    JSON.stringify({ command: 'gate', assay: '9.0.0', plan: {} }),
    /was written by Assay 9\.0\.0, and this is \d\S+, which cannot read it/,
  ),
  {
    what: 'a replay of a run without its findings',
    args: ['replay', 'VERSION-01', '--run', 'run'],
    files: { 'run/run.json': recordText() },
    code: 2,
    says: /findings\.jsonl is missing, .*copy the whole folder/,
  },
  damaged(
    'a run with a spoilt finding',
    'findings.jsonl',
    `{"requi\n${finding({})}`,
    /findings\.jsonl cannot be read: .*line 1/,
  ),
  damaged(
    'a run with the findings of another tool',
    'findings.jsonl',
    `${finding({})}{"severity":"high"}\n`,
    /findings\.jsonl cannot be read: entry 2 is no finding of Assay/,
  ),
  damaged('a run with null for a finding', 'findings.jsonl', 'null\n', /entry 1 is no finding/),
  {
    what: 'a replay of a run that was killed, with a torn last finding',
    args: ['replay', 'VERSION-01', '--run', 'run'],
    files: {
      'run/run.json': JSON.stringify({
        state: 'running',
        process: { pid: 1, host: 'a-machine-that-is-gone' },
        command: RECORD.command,
        assay: RECORD.assay,
        node: RECORD.node,
        k6: null,
        startedAt: RECORD.startedAt,
        seed: RECORD.seed,
        today: RECORD.today,
        lines: RECORD.lines,
        selection: RECORD.selection,
        runs: RECORD.runs,
        thorough: RECORD.thorough,
        targetFile: null,
        embedded: RECORD.embedded,
        target: RECORD.target,
        waivers: [],
      }),
      'run/findings.jsonl': `${finding({})}{"requirement":"VERSION-01","oper`,
    },
    code: 0,
    says: /replays \S*\brun \(gate, not finished, data of [^]*conformant[^:]*: /,
  },
];
