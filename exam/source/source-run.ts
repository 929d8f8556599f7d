import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CellVerdict } from '../../oracles/finding.ts';
import { readJsonLines } from '../../store/json-lines.ts';
import type { Line } from '../../spec/line.ts';
import { requirementsWith } from '../candidate-run.ts';
import type { CommandEnd, Worker } from '../worker.ts';
import type { SourceOrder } from './mutant-switch.ts';
import { type OpenCause, openCause } from './mutant-outcome.ts';
import { UsageError } from '../../client/usage-error.ts';
import type { ExamOptions } from '../exam-options.ts';

/** Options for hand-written services only, as the caller types them. */
const ABOUT_SERVICES = {
  fault: '--fault',
  area: '--area',
  dialect: '--dialect',
  services: '--services',
  on: '--on',
  chance: '--chance',
  seeds: '--seeds',
  faultSeeds: '--fault-seeds',
  mutations: '--mutations',
  certify: '--certify',
  rejudge: '--rejudge',
} as const satisfies Partial<Record<keyof ExamOptions, string>>;

/** Tests if every mutant is judged. */
export const isWholeSource = ({ file, sample, quick }: ExamOptions): boolean =>
  [file, sample, quick].every((each) => each === undefined);

/** Throws UsageError for options that exclude each other; `given` tests if the caller typed an option. */
export const checkSourceOptions = (
  options: ExamOptions,
  given: (name: keyof ExamOptions) => boolean,
): void => {
  if (!options.source) {
    if (options.resume)
      throw new UsageError('--resume continues an exam of the source; add --source');
    if (options.file === undefined) return;
    throw new UsageError('--file selects changes of the source; add --source, or omit it');
  }
  if (options.resume && !isWholeSource(options))
    throw new UsageError(
      '--resume continues an exam of the whole source; omit --file, --sample and --quick',
    );
  for (const [name, flag] of Object.entries(ABOUT_SERVICES)) {
    if (given(name as keyof typeof ABOUT_SERVICES)) {
      throw new UsageError(
        `${flag} is for written faults, but --source for generated changes of the source; remove one of them`,
      );
    }
  }
  if (options.writeBaseline && !isWholeSource(options)) {
    throw new UsageError(
      '--write-baseline keeps the score of all changes of the source; omit --file, --sample and --quick',
    );
  }
};

/** A gate on the plain service with a mutant. */
export interface SourceRun extends CommandEnd {
  readonly milliseconds: number;
  /** Requirements with these verdicts, each once. */
  readonly failed: readonly string[];
  readonly inconclusive: readonly string[];
  /** Cause of inconclusive cells, if there are any. */
  readonly cause?: OpenCause;
}

/** Settings of a gate. */
export interface SourceRunOrder {
  readonly order: SourceOrder;
  readonly lines: readonly Line[];
  readonly seed: number;
  /** Time limit in milliseconds. */
  readonly limit: number;
  /** Folder of its runs: failed runs stay for a while, so that later runs check their findings first. */
  readonly out: string;
  /** True if the first proven fail ends the run. */
  readonly failFast: boolean;
}

/** Maximum number of failed runs that are kept; more would add nothing. */
const KEPT = 3;

const runsIn = (out: string): readonly string[] =>
  readdirSync(out)
    .filter((name) => /^\d/.test(name))
    .sort();

const verdictsOf = (run: string): readonly CellVerdict[] => {
  try {
    return readJsonLines<CellVerdict>(join(run, 'verdicts.jsonl')).items;
  } catch {
    // A killed run has none.
    return [];
  }
};

const discard = (out: string, runs: readonly string[]): void => {
  for (const run of runs) rmSync(join(out, run), { recursive: true, force: true });
};

/** Runs a gate in a worker, returns its results, and keeps its folder only if something failed. */
export const runSource = async (
  worker: Worker,
  { order, lines, seed, limit, out, failFast }: SourceRunOrder,
): Promise<SourceRun> => {
  mkdirSync(out, { recursive: true });
  const before = runsIn(out);
  const begun = performance.now();
  const ended = await worker.run(
    [
      JSON.stringify(order),
      'gate',
      '--dialect',
      'plain',
      '--line',
      lines.join(','),
      '--seed',
      String(seed),
      ...(failFast ? ['--fail-fast'] : []),
      '--no-allure',
      '--no-page',
      '--out',
      out,
    ],
    limit,
  );
  const milliseconds = performance.now() - begun;
  const own = runsIn(out).filter((name) => !before.includes(name));
  const verdicts = own.flatMap((name) => verdictsOf(join(out, name)));
  const failed = requirementsWith(verdicts, 'fail');
  discard(out, failed.length > 0 ? before.slice(0, -(KEPT - 1)) : own);
  const cause = openCause(verdicts);
  return {
    ...ended,
    milliseconds,
    failed,
    inconclusive: requirementsWith(verdicts, 'inconclusive'),
    ...(cause === undefined ? {} : { cause }),
  };
};
