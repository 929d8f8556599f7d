import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT } from '../oracles/exit-code.ts';
import type { CellVerdict, Verdict } from '../oracles/finding.ts';
import { readJsonLines } from '../store/json-lines.ts';
import { runFolderAt } from '../store/run-folder.ts';
import { readRunRecord } from '../store/run-record.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { Candidate } from './candidate.ts';
import { unnamedIn } from './named-judges.ts';
import { keepUnclean } from './exam-folder.ts';
import type { Worker } from './worker.ts';

/** Requirements with a cell of this verdict, each once. */
export const requirementsWith = (
  verdicts: readonly CellVerdict[],
  wanted: Verdict,
): readonly string[] => [
  ...new Set(verdicts.filter(({ verdict }) => verdict === wanted).map((each) => each.requirement)),
];

/** Environment in which candidates are tried. */
export interface TrialBench {
  readonly worker: Worker;
  /** A folder for the output of runs, cleared after each. */
  readonly root: string;
  readonly policy: 'gate' | 'certify';
  /** True if the recording of each run is judged again, without its service. */
  readonly rejudges: boolean;
}

/** Result of judging a recording again. */
export interface Rejudged {
  /** Output of `assay rejudge` if its verdicts differ, or findings of judges and files that `assay explain` does not name; undefined if none. */
  readonly otherwise?: string;
}

/** Result of one run on a faulty or correct service. */
export interface CandidateRun {
  /** Null if it was killed at its time limit. */
  readonly exitCode: number | null;
  /** Failed requirements, without repetition. */
  readonly failed: readonly string[];
  /** Failed cells: `requirement@line.operation`. */
  readonly failedCells: readonly string[];
  readonly inconclusive: readonly string[];
  /** Number of calls in which a conditional fault showed; undefined if there was none. */
  readonly shown?: number;
  readonly milliseconds: number;
  /**
   * Path below the exam's folder of a run that is kept: of a correct service that was not clean, or with different
   * verdicts on rejudging.
   */
  readonly kept?: string;
  /** Output of a run that did not end properly. */
  readonly trouble?: string;
  /**
   * Result of judging the recording again; undefined if it was not requested or there was none. Shared by all faults of
   * a run.
   */
  readonly again?: Rejudged;
  /** Milliseconds until a requirement failed for the second time; undefined if it was not caught. */
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

/** The folder of the one run below `out`; undefined if none was made. */
const runIn = (out: string): string | undefined => {
  const name = readdirSync(out).find((each) => each !== 'latest');
  return name === undefined ? undefined : join(out, name);
};

/** Milliseconds from the start of a run until each failed requirement failed for the second time. */
const catchesOf = (run: string, verdicts: readonly CellVerdict[]): ReadonlyMap<string, number> => {
  const start = Date.parse(readRunRecord(join(run, 'run.json')).startedAt);
  // Read once for all, since the record of a run is as large as everything that it sent.
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
  if (exitCode === EXIT.conformant) {
    const unnamed = unnamedIn(run);
    return unnamed.length === 0
      ? {}
      : {
          otherwise: `not named by assay explain, or without the status that it names:\n${unnamed.join('\n')}\n`,
        };
  }
  const end = exitCode === null ? `assay rejudge did not end within ${LONGEST / 1000} s\n` : '';
  return { otherwise: end + printed };
};

/**
 * Tests if a run may hold evidence that cannot be reproduced: that of a correct service, one of a conditional fault that is
 * conformant or fails although the service was never wrong, or a recording with different verdicts on rejudging.
 */
const isToBeKept = (
  [candidate]: readonly Candidate[],
  { exitCode, shown, again }: Pick<CandidateRun, 'exitCode' | 'shown' | 'again'>,
): boolean => {
  if (again?.otherwise !== undefined) return true;
  if (candidate?.kind === 'dialect') return exitCode !== EXIT.conformant;
  const isFalse = exitCode === EXIT.nonConformant && shown === 0;
  return candidate?.kind === 'pair' && (exitCode === EXIT.conformant || isFalse);
};

/** Runs the harness on one service that combines these candidates, which share their lines and seed, and clears its output. */
export const runCandidates = async (
  candidates: readonly Candidate[],
  { worker, root, policy, rejudges }: TrialBench,
): Promise<CandidateRun> => {
  const start = performance.now();
  const out = mkdtempSync(join(root, 'run-'));
  const [first] = candidates;
  const { lines, seed } = first ?? { lines: [], seed: 0 };
  const command = first?.kind === 'pair' ? first.policy : policy;
  const which = ['--line', lines.join(','), '--seed', String(seed)];
  const { exitCode, printed } = await worker.run(
    [command, ...serviceOf(candidates), ...which, '--no-allure', '--no-page', '--out', out],
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
    const ended = {
      exitCode,
      ...(calls === undefined ? {} : { shown: calls }),
      ...(again === undefined ? {} : { again }),
    };
    const kept = isToBeKept(candidates, ended) ? keepUnclean(run, candidates, root) : undefined;
    return {
      ...ended,
      milliseconds,
      ...(kept === undefined ? {} : { kept }),
      failed: requirementsWith(verdicts, 'fail'),
      failedCells: verdicts.filter(({ verdict }) => verdict === 'fail').map(({ cell }) => cell),
      inconclusive: requirementsWith(verdicts, 'inconclusive'),
      after: (requirement) => catches?.get(requirement),
    };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
};
