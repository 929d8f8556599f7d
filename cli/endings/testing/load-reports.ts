import type { Ending } from './ending.ts';
import { endedLoad, layRun, loadRecord, points, runningLoad, wrongAnswer } from './load-folders.ts';

const report = (
  what: string,
  files: Readonly<Record<string, string>>,
  code: Ending['code'],
  says: RegExp,
): Ending => ({
  what,
  args: ['report', '{folder}/run'],
  before: layRun(files),
  leaves: ['run'],
  code,
  says,
});

const points40 = points(40);

/** Load runs that were killed, stopped or damaged, and the report that is made of them. */
export const LOAD_REPORTS: readonly Ending[] = [
  report(
    'a report of a load run that passed',
    { 'run.json': endedLoad(), 'load.json': loadRecord() },
    0,
    /^report  .*run\/load\.html$/m,
  ),
  report(
    'a report of a load run from before run.json',
    { 'load.json': loadRecord() },
    0,
    /^report  .*load\.html$/m,
  ),
  report(
    'a load run that was killed before its first price request',
    { 'run.json': runningLoad({ pointEvery: null }), 'points.jsonl': '' },
    3,
    /^partial: killed after \d+ s, 0 price requests$/m,
  ),
  report(
    'a load run that was killed while it measured',
    { 'run.json': runningLoad(), 'points.jsonl': `${points40}{"at":17` },
    3,
    /^partial: killed after \d+ s, about 80 price requests\nload: INVALID, 1 line, 80 requests, p95 8\.0 ms/m,
  ),
  report(
    'a load run that was killed after it had seen two wrong answers',
    {
      'run.json': runningLoad(),
      'points.jsonl': points40,
      'findings.jsonl': wrongAnswer(1) + wrongAnswer(2),
    },
    1,
    /^load: FAIL, 1 line, 80 requests/m,
  ),
  report(
    'a load run that was concluded from what it left',
    {
      'run.json': endedLoad({ state: 'partial', stopped: 'killed after 9 s', exitCode: 3 }),
      'load.json': loadRecord({ stopped: 'killed after 9 s', verdict: 'INVALID', exitCode: 3 }),
    },
    3,
    /^partial: killed after 9 s\nload: INVALID/m,
  ),
  report(
    'a load run that goes on',
    {
      'run.json': runningLoad({
        process: { ...JSON.parse(runningLoad()).process, pid: process.pid },
      }),
      'points.jsonl': '',
    },
    2,
    /run is of a run that is still running \(process \d+\); wait for its end/,
  ),
  report(
    'a load run that broke down before it had a load.json',
    {
      'run.json': endedLoad({ stopped: 'Error: k6 vanished', exitCode: 4 }),
      'points.jsonl': '',
    },
    2,
    /holds no load\.json: the run ended with 4 \(Error: k6 vanished\); make the run again/,
  ),
  report(
    'a load.json that was cut off',
    { 'run.json': endedLoad(), 'load.json': loadRecord().slice(0, 900) },
    2,
    /load\.json is not whole/,
  ),
  report(
    'a load.json that is another file',
    { 'run.json': endedLoad(), 'load.json': '{"hello":1}' },
    2,
    /load\.json is not the record of a load run/,
  ),
  report(
    'a load.json of an older Assay',
    { 'load.json': loadRecord({ schema: 1 }) },
    2,
    /this Assay reads and writes schema 2/,
  ),
  report(
    'a run.json of a load run that was cut off',
    { 'run.json': runningLoad().slice(0, 90), 'points.jsonl': points40 },
    2,
    /run\.json is not whole/,
  ),
  report(
    'a run.json that is no load run’s beside a load.json',
    { 'run.json': '{"state":"finished","command":"load"}', 'load.json': loadRecord() },
    2,
    /run\.json is not the run\.json of a load run/,
  ),
  report(
    'points of a killed load run that were changed',
    { 'run.json': runningLoad(), 'points.jsonl': `hello\n${points40}` },
    2,
    /points\.jsonl, line 1: wanted one JSON value, got "hello"/,
  ),
  report(
    'points of a killed load run that are no points',
    { 'run.json': runningLoad(), 'points.jsonl': '{"hello":1}\n{"hello":2}\n' },
    2,
    /points\.jsonl, line 1 is no point of a load run/,
  ),
];
