import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { PROJECT } from '../client/project.ts';
import { UsageError } from '../client/usage-error.ts';
import { EXIT, type ExitCode } from '../oracles/exit-code.ts';
import { createProgress } from '../reports/console/progress.ts';
import { DIALECTS } from '../reference/dialects.ts';
import { judgedCells } from '../reference/faults/cells.ts';
import { FAULTS } from '../reference/faults.ts';
import { type Examined, readBaseline, regressionsIn, writeBaseline } from './baseline.ts';
import type { Candidate } from './candidate.ts';
import type { ExamContext, ExamOptions } from './exam-options.ts';
import { examDocument } from './exam-document.ts';
import { examFolder } from './exam-folder.ts';
import { examPlan } from './exam-plan.ts';
import { seedsOf, WHOLE_EXAM, withMutations } from './exam-size.ts';
import { gathered, type FaultGroup, halves } from './fault-group.ts';
import { killMatrix } from './kill-matrix.ts';
import { mostPatientLast } from './most-patient-last.ts';
import { mutationExam, type MutationScore } from './mutation-exam.ts';
import { isRight } from './outcome.ts';
import { renderExam, renderScore, renderMutations, renderRegressions } from './print-exam.ts';
import { countCells, readmeLine, writeReadmeLine } from './readme-line.ts';
import { scoreExam, type Score } from './score.ts';
import { tryCandidate, type Trial, tryGroup } from './trial.ts';
import { openWorker, type Worker } from './worker.ts';

/** Works through the candidates on all cores. */
const tryAll = async (
  candidates: readonly Candidate[],
  root: string,
  policy: string,
  program: string,
): Promise<readonly Trial[]> => {
  const trials: Trial[] = [];
  const progress = createProgress(process.stderr);
  const queue = mostPatientLast(gathered(candidates));
  const tryOrHalve = async (group: FaultGroup, worker: Worker) => {
    const together = await tryGroup(group, worker, root, policy);
    if (together) trials.push(...together);
    else queue.unshift(...halves(group));
  };
  // Of what is under way with other workers, groups may come back as halves.
  const groups = new Set<Promise<void>>();
  const work = async (take: () => Candidate | FaultGroup | undefined) => {
    const worker = openWorker(root, program);
    try {
      for (;;) {
        const next = take();
        if (!next) {
          if (groups.size === 0) return;
          await Promise.race(groups);
          continue;
        }
        if (next.kind === 'group') {
          const trial = tryOrHalve(next, worker).finally(() => groups.delete(trial));
          groups.add(trial);
          await trial;
        } else trials.push(await tryCandidate(next, worker, root, policy));
        const { id } = next.kind === 'group' ? next.members[0] : next;
        progress.update(trials.length, candidates.length, id);
      }
    } finally {
      worker.close();
    }
  };
  // A worker for each core, and one more for the services that mostly wait, which keep no core busy.
  const workers = Math.min(availableParallelism(), candidates.length);
  await Promise.all([
    ...Array.from({ length: workers }, () => work(() => queue.shift())),
    work(() => queue.pop()),
  ]);
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

const print = (text: string): void => {
  if (text !== '') process.stdout.write(`${text}\n`);
};

/** What is kept of the correct services: nothing where some of them were not tried as often as in a whole exam. */
const servicesOf = (
  { dialects, dialectRuns, chanceRuns, falseFailures, notClean }: Score,
  options: ExamOptions,
): Pick<Examined, 'services'> =>
  seedsOf(options) < WHOLE_EXAM.seeds ||
  dialects < DIALECTS.length ||
  chanceRuns < WHOLE_EXAM.chance
    ? {}
    : { services: { dialects, dialectRuns, chanceRuns, falseFailures, notClean } };

/**
 * Examines the harness on faults and correct services, writes the kill matrix, and returns 0 where no fault fares worse
 * than in the baseline and every correct service is clean, else 4: the harness is at fault. Throws UsageError.
 */
export const exam = async (
  options: ExamOptions,
  { version, program }: ExamContext,
): Promise<ExitCode> => {
  const candidates = examPlan(options);
  if (candidates.length === 0 && !withMutations(options)) {
    throw new UsageError(
      'no fault and no dialect matches; assay serve --list-faults and --list-dialects name them',
    );
  }
  if (options.writeBaseline && options.certify) {
    throw new UsageError('the baseline is about gates; leave --certify or --write-baseline out');
  }
  const begun = performance.now();
  const startedAt = new Date().toISOString();
  const policy = options.certify ? 'certify' : 'gate';
  const out = join(PROJECT, 'reports', 'out');
  mkdirSync(out, { recursive: true });
  const root = mkdtempSync(join(out, 'exam-'));
  try {
    const mutations = withMutations(options)
      ? await mutate(root, program, options.seed)
      : undefined;
    const trials = await tryAll(candidates, root, policy, program);
    const score = scoreExam(trials);
    const milliseconds = performance.now() - begun;
    const circumstances = { version, startedAt, milliseconds, seed: options.seed, policy } as const;
    if (options.writeBaseline) {
      const examined = { trials, day: startedAt.slice(0, 10), ...servicesOf(score, options) };
      const kept = writeBaseline(examined, new Set(FAULTS.map(({ id }) => id)));
      writeReadmeLine('exam', readmeLine(kept, countCells(kept, FAULTS, judgedCells().length)));
    }
    const baseline = readBaseline();
    const regressions = regressionsIn(trials, baseline);
    const matrix = join(root, 'kill-matrix.json');
    writeFileSync(
      matrix,
      `${JSON.stringify({ ...killMatrix(circumstances, trials, score), mutations }, null, 1)}\n`,
    );
    const document = examDocument(circumstances, trials, score, baseline, mutations);
    writeFileSync(join(root, 'exam.md'), document);
    const folder = examFolder(out, startedAt);
    renameSync(root, folder);
    print(renderExam(trials, baseline));
    print(renderRegressions(regressions));
    if (mutations) print(renderMutations(mutations));
    print(`\nmatrix  ${join(folder, 'exam.md')}`);
    if (candidates.length > 0) print(renderScore(score, milliseconds));
    const troubled = trials.some((each) => each.trouble !== undefined && !isRight(each));
    const clean =
      score.notClean === 0 && regressions.length === 0 && !troubled && !mutations?.wrong.length;
    return clean ? EXIT.conformant : EXIT.harness;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
};
