import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runsFolder } from '../client/project.ts';
import { UsageError } from '../client/usage-error.ts';
import { counted } from '../spec/message-text.ts';
import { EXIT, type ExitCode } from '../oracles/exit-code.ts';
import { type Baseline, readBaseline, type Regression, regressionsIn } from './baseline.ts';
import { keepBaseline } from './readme-line.ts';
import type { Candidate, PairCandidate } from './candidate.ts';
import { examDocument, killMatrix } from './exam-document.ts';
import { examFolder, moveInto } from './exam-folder.ts';
import { type ExamContext, type ExamOptions, withMutations } from './exam-options.ts';
import { examPlan, longestWaitsLast } from './exam-plan.ts';
import { type ExamResult, scoreExam, renderScore } from './score.ts';
import { mutationExam, type MutationScore } from './mutation-exam.ts';
import { isPairTrial, isRight, renderPairs } from './outcome.ts';
import { isPairExam } from './pair-plan.ts';
import { tryInRounds } from './pair-rounds.ts';
import { requiredPairs, unacceptableOf } from './pair-rates.ts';
import { renderExam, renderMutations, renderRegressions, renderRejudged } from './print-exam.ts';
import { openWorker } from './worker.ts';
import { availableParallelism } from 'node:os';
import { createProgress } from '../reports/console/progress.ts';
import type { TrialBench } from './candidate-run.ts';
import { type FaultGroup, groupFaults, bisectGroup } from './fault-group.ts';
import { type Trial, tryCandidate, tryGroup } from './trial.ts';

/** Environment for all candidates. */
export interface TrialOrder extends Omit<TrialBench, 'worker'> {
  /** Path of the workers' program. */
  readonly program: string;
  /** Ends the exam early: runs under way are killed, and count as not tried. */
  readonly stop: AbortSignal;
}

type Part = Candidate | FaultGroup;

/** Queue of the remaining candidates. Workers take from the front, one of them from the back. */
const openQueue = (candidates: readonly Candidate[]) => {
  const parts = longestWaitsLast(groupFaults(candidates));
  const groups = new Set<Promise<unknown>>();
  const tryOrHalve = async (group: FaultGroup, bench: TrialBench): Promise<readonly Trial[]> => {
    const together = await tryGroup(group, bench);
    if (!together) parts.unshift(...bisectGroup(group));
    return together ?? [];
  };
  return {
    /** Takes the next part; undefined if the queue is empty and no running group can return as halves. */
    take: async (end: 'front' | 'back'): Promise<Part | undefined> => {
      for (;;) {
        const part = end === 'front' ? parts.shift() : parts.pop();
        if (part || groups.size === 0) return part;
        await Promise.race(groups);
      }
    },
    /** Tries a part; returns no trial of a group whose faults could not be distinguished. */
    tryPart: async (part: Part, bench: TrialBench): Promise<readonly Trial[]> => {
      if (part.kind !== 'group') return [await tryCandidate(part, bench)];
      const trying = tryOrHalve(part, bench).finally(() => groups.delete(trying));
      groups.add(trying);
      return trying;
    },
  };
};

const nameOf = (part: Part): string => (part.kind === 'group' ? part.members[0] : part).id;

/** Tries the candidates on all cores, until the stop, and returns their trials in the same order. */
const tryAll = async (
  candidates: readonly Candidate[],
  { program, stop, ...how }: TrialOrder,
): Promise<readonly Trial[]> => {
  const trials: Trial[] = [];
  const progress = createProgress(process.stderr);
  const queue = openQueue(candidates);
  const work = async (end: 'front' | 'back'): Promise<void> => {
    if (stop.aborted) return;
    const worker = openWorker(how.root, program);
    const onStop = (): void => worker.close();
    stop.addEventListener('abort', onStop);
    try {
      for (let part = await queue.take(end); part && !stop.aborted; part = await queue.take(end)) {
        const tried = await queue.tryPart(part, { worker, ...how });
        if (stop.aborted) return;
        trials.push(...tried);
        progress.update(trials.length, candidates.length, nameOf(part));
      }
    } finally {
      stop.removeEventListener('abort', onStop);
      worker.close();
    }
  };
  // A worker for each core, and one more for the services that mostly wait.
  const workers = Math.min(availableParallelism(), candidates.length);
  await Promise.all([...Array.from({ length: workers }, () => work('front')), work('back')]);
  progress.stop();
  const order = new Map(candidates.map((each, at) => [each, at]));
  return trials.sort((a, b) => (order.get(a.candidate) ?? 0) - (order.get(b.candidate) ?? 0));
};

const mutate = async (root: string, program: string, seed: number): Promise<MutationScore> => {
  const worker = openWorker(root, program);
  try {
    return await mutationExam(worker, root, seed);
  } finally {
    worker.close();
  }
};

/** The requested candidates. Throws UsageError if there are none, or the result could not be kept. */
const plannedBy = (options: ExamOptions): readonly Candidate[] => {
  const candidates = examPlan(options);
  if (candidates.length === 0 && !withMutations(options)) {
    if (options.conditions !== undefined)
      throw new UsageError(
        'no client can observe such a fault under such a condition, or a correct service may behave like this at times (C2); name others with --fault or --condition',
      );
    if (options.histories)
      throw new UsageError(
        'no row of the table has such a fault and such a condition; omit --fault or --condition',
      );
    throw new UsageError(
      'no fault and no dialect matches; assay serve --list-faults and --list-dialects name them',
    );
  }
  if (options.writeBaseline && options.certify) {
    throw new UsageError('the baseline contains only gates; omit --certify or --write-baseline');
  }
  return candidates;
};

const isPair = (candidate: Candidate): candidate is PairCandidate => candidate.kind === 'pair';

/** Tries the candidates; `root` is a scratch folder. */
const conduct = async (
  candidates: readonly Candidate[],
  options: ExamOptions,
  { version, program, takeStop }: ExamContext,
  root: string,
): Promise<ExamResult> => {
  const begun = performance.now();
  const startedAt = new Date().toISOString();
  const { seed } = options;
  const policy = options.certify ? 'certify' : 'gate';
  const mutations = withMutations(options) ? await mutate(root, program, seed) : undefined;
  // From here on: a stop of the mutations, which have no result before their end, ends the process.
  const stop = takeStop();
  const order = { root, policy, program, stop, rejudges: options.rejudge ?? false } as const;
  const trials = isPairExam(options)
    ? await tryInRounds(candidates.filter(isPair), options, (round) => tryAll(round, order))
    : await tryAll(candidates, order);
  const milliseconds = performance.now() - begun;
  const policies = isPairExam(options) && options.certify ? 'gate and certify' : policy;
  const circumstances = {
    version,
    startedAt,
    milliseconds,
    seed,
    policy: policies,
    ...(stop.aborted ? { stopped: String(stop.reason) } : {}),
  } as const;
  return { circumstances, trials, score: scoreExam(trials), mutations };
};

const writeResult = (folder: string, result: ExamResult, baseline: Baseline): void => {
  const matrix = `${JSON.stringify(killMatrix(result), null, 1)}\n`;
  writeFileSync(join(folder, 'kill-matrix.json'), matrix);
  writeFileSync(join(folder, 'exam.md'), examDocument(result, baseline));
};

const print = (text: string): void => {
  if (text !== '') process.stdout.write(`${text}\n`);
};

const printResult = (
  folder: string,
  { circumstances, trials, score, mutations }: ExamResult,
  baseline: Baseline,
  regressions: readonly Regression[],
): void => {
  print(renderExam(trials, baseline));
  print(renderPairs(requiredPairs(trials.filter(isPairTrial))));
  print(renderRegressions(regressions));
  if (mutations) print(renderMutations(mutations));
  print(`\nmatrix  ${join(folder, 'exam.md')}`);
  if (score.rejudged > 0) print(renderRejudged(score));
  if (trials.length > 0) print(renderScore(score, circumstances.milliseconds));
  if (circumstances.stopped !== undefined)
    print(`${circumstances.stopped}: this is the result of ${counted(trials.length, 'run')} alone`);
};

const isClean = ({ trials, score, mutations }: ExamResult): boolean => {
  const troubled = trials.some(
    (each) => each.trouble !== undefined && !isPairTrial(each) && !isRight(each),
  );
  const wrong = unacceptableOf(trials.filter(isPairTrial)).length + (mutations?.wrong.length ?? 0);
  return score.notClean + score.judgedOtherwise + wrong === 0 && !troubled;
};

/**
 * Examines the harness on faulty and correct services, writes the kill matrix, and returns 0 if no fault has a worse
 * outcome than in the baseline and every correct service is clean, otherwise 4: an error of the harness. If it was stopped
 * without one, returns 3, and the baseline stays as it was. Throws UsageError.
 */
export const exam = async (options: ExamOptions, context: ExamContext): Promise<ExitCode> => {
  const candidates = plannedBy(options);
  const out = runsFolder();
  mkdirSync(out, { recursive: true });
  const root = mkdtempSync(join(out, 'exam-'));
  try {
    const result = await conduct(candidates, options, context, root);
    // Regressions are printed even if they become the new baseline.
    const regressions = regressionsIn(result.trials, readBaseline());
    const isStopped = result.circumstances.stopped !== undefined;
    if (options.writeBaseline && !isStopped) keepBaseline(result, options);
    const baseline = readBaseline();
    writeResult(root, result, baseline);
    const folder = examFolder(out, result.circumstances.startedAt);
    moveInto(folder, root);
    printResult(folder, result, baseline, regressions);
    if (!isClean(result) || regressions.length > 0) return EXIT.harness;
    return isStopped ? EXIT.incomplete : EXIT.conformant;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
};
