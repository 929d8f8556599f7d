import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CellVerdict } from '../../oracles/finding.ts';
import { readJsonLines } from '../../reports/json-lines.ts';
import { readRunRecord } from '../../reports/run-record.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { PROJECT } from '../project.ts';
import type { Candidate } from './candidate.ts';

/** What the harness made of one candidate. */
export interface Sitting {
  readonly candidate: Candidate;
  /** Exit code of the run; null where it was killed for taking too long. */
  readonly exitCode: number | null;
  /** Failed requirements, without repetition. */
  readonly failed: readonly string[];
  readonly inconclusive: readonly string[];
  /** Milliseconds until the second sighting of the named requirement; undefined where it was not caught. */
  readonly caughtAfter?: number;
  readonly milliseconds: number;
  /** What the run printed, where it did not end as a run should. */
  readonly trouble?: string;
}

/** Milliseconds for one run; a harness that hangs has failed. */
const LONGEST = 120_000;

interface Ended {
  readonly exitCode: number | null;
  readonly printed: string;
}

const runGate = (candidate: Candidate, out: string, policy: string): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const flag = candidate.kind === 'fault' ? '--fault' : '--dialect';
    const child = spawn(
      process.execPath,
      [
        join(PROJECT, 'cli', 'main.ts'),
        policy,
        flag,
        candidate.id,
        '--line',
        candidate.lines.join(','),
        '--seed',
        String(candidate.seed),
        '--out',
        out,
      ],
      // Nothing of the caller's configuration may turn the run to another target.
      { cwd: out, env: { PATH: process.execPath }, timeout: LONGEST, killSignal: 'SIGKILL' },
    );
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, printed }));
  });

const requirementsWith = (verdicts: readonly CellVerdict[], wanted: string): readonly string[] => [
  ...new Set(verdicts.filter(({ verdict }) => verdict === wanted).map((each) => each.requirement)),
];

const caughtAfter = (run: string, verdicts: readonly CellVerdict[], requirement: string) => {
  const named = verdicts.filter(
    (each) => each.requirement === requirement && each.verdict === 'fail',
  );
  if (named.length === 0) return undefined;
  const start = Date.parse(readRunRecord(join(run, 'run.json')).startedAt);
  const at = new Map(
    readJsonLines<Exchange>(join(run, 'exchanges.jsonl')).items.map((each) => [each.n, each.at]),
  );
  const moments = named.flatMap(({ exchanges }) => Date.parse(at.get(exchanges.at(-1) ?? 0) ?? ''));
  return Math.min(...moments) - start;
};

/** Examines the harness on one candidate, in a process of its own, and clears away what the run left. */
export const sit = async (candidate: Candidate, out: string, policy: string): Promise<Sitting> => {
  const start = performance.now();
  const { exitCode, printed } = await runGate(candidate, out, policy);
  const milliseconds = performance.now() - start;
  const run = /^run +(\S+)$/m.exec(printed)?.[1];
  const base = { candidate, exitCode, milliseconds };
  if (run === undefined || exitCode === null || exitCode === 4) {
    return { ...base, failed: [], inconclusive: [], trouble: printed };
  }
  const verdicts = readJsonLines<CellVerdict>(join(run, 'verdicts.jsonl')).items;
  const caught =
    candidate.kind === 'fault' ? caughtAfter(run, verdicts, candidate.requirement) : undefined;
  rmSync(run, { recursive: true });
  return {
    ...base,
    failed: requirementsWith(verdicts, 'fail'),
    inconclusive: requirementsWith(verdicts, 'inconclusive'),
    ...(caught === undefined ? {} : { caughtAfter: caught }),
  };
};
