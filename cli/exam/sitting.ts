import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT } from '../../oracles/exit-code.ts';
import type { CellVerdict } from '../../oracles/finding.ts';
import { readJsonLines } from '../../reports/json-lines.ts';
import { readRunRecord } from '../../reports/run-record.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Candidate } from './candidate.ts';
import type { Room } from './room.ts';

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

const argumentsOf = (candidate: Candidate, policy: string, out: string): readonly string[] => {
  const { kind, id, lines, seed } = candidate;
  const service =
    kind === 'dialect'
      ? ['--dialect', id]
      : ['--fault', id, ...(candidate.on === undefined ? [] : ['--dialect', candidate.on])];
  return [policy, ...service, '--line', lines.join(','), '--seed', String(seed), '--out', out];
};

/** The folder of the one run below `out`; undefined where none was made. */
const runIn = (out: string): string | undefined => {
  const name = readdirSync(out).find((each) => each !== 'latest');
  return name === undefined ? undefined : join(out, name);
};

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

/** Examines the harness on one candidate and clears away what the run left. `root` is a folder for it. */
export const sit = async (
  candidate: Candidate,
  room: Room,
  root: string,
  policy: string,
): Promise<Sitting> => {
  const start = performance.now();
  const out = mkdtempSync(join(root, 'run-'));
  const { exitCode, printed } = await room.run(argumentsOf(candidate, policy, out), LONGEST);
  const milliseconds = performance.now() - start;
  const run = runIn(out);
  const base = { candidate, exitCode, milliseconds };
  try {
    if (run === undefined || exitCode === null || exitCode === EXIT.harness) {
      return { ...base, failed: [], inconclusive: [], trouble: printed };
    }
    const verdicts = readJsonLines<CellVerdict>(join(run, 'verdicts.jsonl')).items;
    const caught =
      candidate.kind === 'fault' ? caughtAfter(run, verdicts, candidate.requirement) : undefined;
    return {
      ...base,
      failed: requirementsWith(verdicts, 'fail'),
      inconclusive: requirementsWith(verdicts, 'inconclusive'),
      ...(caught === undefined ? {} : { caughtAfter: caught }),
    };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
};
