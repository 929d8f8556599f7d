import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT } from '../oracles/exit-code.ts';
import type { CellVerdict, Verdict } from '../oracles/finding.ts';
import { readJsonLines } from '../store/json-lines.ts';
import { runFolderAt } from '../store/run-folder.ts';
import { readRunRecord } from '../store/run-record.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { Candidate } from './candidate.ts';
import { keepUnclean } from './exam-folder.ts';
import type { Worker } from './worker.ts';

/** Requirements with a cell of this verdict, each once. */
export const requirementsWith = (
  verdicts: readonly CellVerdict[],
  wanted: Verdict,
): readonly string[] => [
  ...new Set(verdicts.filter(({ verdict }) => verdict === wanted).map((each) => each.requirement)),
];

/** Where and how candidates are tried. */
export interface TrialBench {
  readonly worker: Worker;
  /** A folder for what runs leave, which is cleared away. */
  readonly root: string;
  readonly policy: 'gate' | 'certify';
  /** Whether the recording of each run is judged again, without its service. */
  readonly rejudges: boolean;
}

/** What judging a recording again came to. */
export interface Rejudged {
  /** What `assay rejudge` said where the verdicts are not the same; left out where they are. */
  readonly otherwise?: string;
}

/** What one run made of all that is wrong with a service. */
export interface CandidateRun {
  /** Null where it was killed for taking too long. */
  readonly exitCode: number | null;
  /** Failed requirements, without repetition. */
  readonly failed: readonly string[];
  /** Failed cells: `requirement@line.operation`. */
  readonly failedCells: readonly string[];
  readonly inconclusive: readonly string[];
  /** Calls in which a fault under a condition showed; left out where there was none. */
  readonly shown?: number;
  readonly milliseconds: number;
  /** Where it lies below the exam's folder: that of a correct service that was not clean, or one that is judged otherwise. */
  readonly kept?: string;
  /** What the run printed, where it did not end as a run should. */
  readonly trouble?: string;
  /** What judging its recording again came to; left out where none was, or nobody asked. One for all faults of a run. */
  readonly again?: Rejudged;
  /** Milliseconds until the second sighting of a requirement; undefined where it was not caught. */
  readonly after: (requirement: string) => number | undefined;
}

/** Milliseconds for one run; a harness that hangs has failed. On a busy machine a run of all lines takes minutes. */
const LONGEST = 600_000;

const serviceOf = (candidates: readonly Candidate[]): readonly string[] =>
  candidates.flatMap((candidate) => {
    if (candidate.kind === 'dialect') return ['--dialect', candidate.id];
    const on = candidate.on === undefined ? [] : ['--dialect', candidate.on];
    return ['--fault', candidate.id, ...on];
  });

/** The folder of the one run below `out`; undefined where none was made. */
const runIn = (out: string): string | undefined => {
  const name = readdirSync(out).find((each) => each !== 'latest');
  return name === undefined ? undefined : join(out, name);
};

/** Milliseconds from the start of a run until the second sighting of each requirement that failed in it. */
const catchesOf = (run: string, verdicts: readonly CellVerdict[]): ReadonlyMap<string, number> => {
  const start = Date.parse(readRunRecord(join(run, 'run.json')).startedAt);
  // Read once for all of them: the record of a run is as large as all that it sent.
  const at = new Map(
    readJsonLines<Exchange>(join(run, 'exchanges.jsonl')).items.map((each) => [each.n, each.at]),
  );
  const failed = verdicts.filter(({ verdict }) => verdict === 'fail');
  return new Map(
    [...Map.groupBy(failed, ({ requirement }) => requirement)].map(([requirement, cells]) => [
      requirement,
      Math.min(...cells.map(({ exchanges }) => Date.parse(at.get(exchanges.at(-1) ?? 0) ?? ''))) -
        start,
    ]),
  );
};

const rejudge = async (run: string, worker: Worker): Promise<Rejudged> => {
  const { exitCode, printed } = await worker.run(['rejudge', run], LONGEST);
  if (exitCode === EXIT.conformant) return {};
  const end = exitCode === null ? `assay rejudge had no end within ${LONGEST / 1000} s\n` : '';
  return { otherwise: end + printed };
};

/**
 * Whether a run may tell more than can be had again: that of a correct service, one that was conformant though a fault showed
 * under its condition, or a recording that is judged otherwise.
 */
const isToBeKept = (
  exitCode: number,
  [candidate]: readonly Candidate[],
  again: Rejudged | undefined,
): boolean =>
  again?.otherwise !== undefined ||
  (candidate?.kind === 'dialect' && exitCode !== EXIT.conformant) ||
  (candidate?.kind === 'pair' && exitCode === EXIT.conformant);

/** Runs the harness on a service that is all of these, which share their lines and their seed, and clears away what it left. */
export const runCandidates = async (
  candidates: readonly Candidate[],
  { worker, root, policy, rejudges }: TrialBench,
): Promise<CandidateRun> => {
  const start = performance.now();
  const out = mkdtempSync(join(root, 'run-'));
  const [{ lines, seed } = { lines: [], seed: 0 }] = candidates;
  const which = ['--line', lines.join(','), '--seed', String(seed)];
  const { exitCode, printed } = await worker.run(
    [policy, ...serviceOf(candidates), ...which, '--no-allure', '--no-page', '--out', out],
    LONGEST,
  );
  const milliseconds = performance.now() - start;
  const run = runIn(out);
  try {
    if (run === undefined || exitCode === null || exitCode === EXIT.harness) {
      const nothing = { failed: [], failedCells: [], inconclusive: [], after: () => undefined };
      return { exitCode, milliseconds, ...nothing, trouble: printed };
    }
    const verdicts = readJsonLines<CellVerdict>(join(run, 'verdicts.jsonl')).items;
    const catches = exitCode === EXIT.nonConformant ? catchesOf(run, verdicts) : undefined;
    const { shown } = runFolderAt(run);
    const calls = existsSync(shown) ? readJsonLines(shown).items.length : undefined;
    const again = rejudges ? await rejudge(run, worker) : undefined;
    const kept = isToBeKept(exitCode, candidates, again)
      ? keepUnclean(run, candidates, root)
      : undefined;
    return {
      exitCode,
      milliseconds,
      ...(calls === undefined ? {} : { shown: calls }),
      ...(kept === undefined ? {} : { kept }),
      ...(again === undefined ? {} : { again }),
      failed: requirementsWith(verdicts, 'fail'),
      failedCells: verdicts.filter(({ verdict }) => verdict === 'fail').map(({ cell }) => cell),
      inconclusive: requirementsWith(verdicts, 'inconclusive'),
      after: (requirement) => catches?.get(requirement),
    };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
};
