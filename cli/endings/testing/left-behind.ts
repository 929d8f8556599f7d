import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonLines } from '../../../store/json-lines.ts';
import { readLoadRecord } from '../../../store/load/load-record.ts';
import { type RunFolder, runFolderAt } from '../../../store/run-folder.ts';

const STREAMS = ['exchanges', 'probes', 'findings', 'verdicts', 'observations'] as const;

/** What of a run's files cannot be read to its end. */
const halfWritten = (folder: RunFolder): readonly string[] => {
  const torn = STREAMS.filter((name) => {
    if (!existsSync(folder[name])) return false;
    try {
      return readJsonLines(folder[name]).torn !== undefined;
    } catch {
      return true;
    }
  });
  const junit = existsSync(folder.junit) ? readFileSync(folder.junit, 'utf8') : '';
  const isCut = existsSync(folder.junit) && !junit.trimEnd().endsWith('</testsuites>');
  return [...torn, ...(isCut ? ['junit'] : [])];
};

interface Ended {
  readonly state?: string;
  readonly exitCode?: number;
  readonly verdicts?: Readonly<Record<string, number>>;
  readonly totals?: { readonly cells: number };
}

/** A load run says the same code in both of its files, and is green only where it has a line with a latency. */
const loadProblems = ({ load, run }: RunFolder, code: number): readonly string[] => {
  const { state, exitCode } = JSON.parse(readFileSync(run, 'utf8')) as Ended;
  const record = readLoadRecord(load.record);
  const isEmpty = record.lines.length === 0 || record.lines.some(({ sketch }) => sketch === null);
  return [
    ...(state === 'finished' ? [] : [`run.json says ${state}`]),
    ...(exitCode === code && record.exitCode === code ? [] : ['its files say another exit code']),
    ...(code === 0 && isEmpty ? ['exit 0 with nothing measured'] : []),
  ];
};

const problemsOf = (folder: RunFolder, code: number): readonly string[] => {
  const torn = halfWritten(folder).map((name) => `${name} was not written to its end`);
  if (existsSync(folder.load.record)) return [...torn, ...loadProblems(folder, code)];
  if (!existsSync(folder.run)) return [...torn, 'run.json is missing'];
  const {
    state,
    exitCode,
    verdicts = {},
    totals,
  } = JSON.parse(readFileSync(folder.run, 'utf8')) as Ended;
  const open = ['inconclusive', 'fail', 'error'].filter((name) => (verdicts[name] ?? 0) > 0);
  const judged = Object.values(verdicts).reduce((sum, count) => sum + count, 0);
  return [
    ...torn,
    ...(state === 'running' ? ['run.json says that the run goes on'] : []),
    ...(exitCode === code
      ? []
      : [`run.json says exit ${exitCode}, the command ended with ${code}`]),
    ...(code === 0 && open.length > 0 ? [`exit 0 with cells that are ${open.join(', ')}`] : []),
    ...(code === 0 && (judged === 0 || judged !== totals?.cells) ? ['exit 0 with holes'] : []),
  ];
};

/** What is wrong with what a command left below its output folder, in words; nothing after exit 2, which leaves no run. */
export const problemsBelow = (out: string, code: number): readonly string[] => {
  if (!existsSync(out)) return [];
  const runs = readdirSync(out, { withFileTypes: true }).filter((each) => each.isDirectory());
  if (code === 2) return runs.map(({ name }) => `exit 2 left ${name}`);
  return runs.flatMap(({ name }) => problemsOf(runFolderAt(join(out, name)), code));
};
