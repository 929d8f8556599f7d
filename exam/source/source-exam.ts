import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runsFolder } from '../../client/project.ts';
import { EXIT, type ExitCode } from '../../oracles/exit-code.ts';
import { createProgress } from '../../reports/console/progress.ts';
import { examFolder } from '../exam-folder.ts';
import {
  type ExamContext,
  type ExamOptions,
  rotationOfTree,
  rotatingSample,
} from '../exam-options.ts';
import { plainTable } from '../tables.ts';
import { writeReadmeLine } from '../readme-line.ts';
import { readSources, sourceFiles, START } from './source-files.ts';
import { instrument, type SourceMutant } from './instrument.ts';
import { openCheckpoint, NO_CHECKPOINT } from './exam-checkpoint.ts';
import { type AllJudged, judgeAll, reachOfAll } from './judge-all.ts';
import type { Judged } from './mutant-trial.ts';
import { isWholeSource } from './source-run.ts';
import {
  renderUnused,
  renderSource,
  renderTrouble,
  renderUnexplained,
  SOURCE_HEADS,
  sourceReadmeLine,
  sourceRows,
  tallyOf,
} from './print-source.ts';
import { type SourceCircumstances, sourceDocument, sourceMatrix } from './source-document.ts';
import { type Explanation, explanationOf, readSurvivors } from './survivors.ts';
import { openWorkerPool } from './worker-pool.ts';
import { selectIds } from '../../client/did-you-mean.ts';

/** Number of mutants in a quick exam. */
const QUICK_SAMPLE = 20;

/** The requested files. Throws UsageError for an unknown name. */
const chosenFiles = ({ file }: ExamOptions): readonly string[] =>
  selectIds(file ?? ['*'], sourceFiles(), 'file of the reference', 'assay exam --source');

/** The requested mutants. */
export const chosenMutants = (
  mutants: readonly SourceMutant[],
  options: ExamOptions,
): readonly SourceMutant[] => {
  const files = new Set(chosenFiles(options));
  const { quick } = options;
  const size = options.sample ?? (quick ? QUICK_SAMPLE : Number.POSITIVE_INFINITY);
  const rotation = options.rotation ?? (quick ? rotationOfTree() : 0);
  return rotatingSample(
    mutants.filter(({ file }) => files.has(file)),
    size,
    rotation,
  );
};

/** Instruments the reference into the exam's folder, and judges the requested mutants. */
const conduct = async (
  options: ExamOptions,
  root: string,
  program: string,
  explanations: readonly Explanation[],
): Promise<AllJudged> => {
  const { texts, mutants } = await instrument(readSources(sourceFiles()), readSources([START]));
  writeFileSync(join(root, 'instrumented.json'), JSON.stringify(texts));
  const soFar = isWholeSource(options)
    ? openCheckpoint(join(root, '..', 'source-judged.jsonl'), options.seed, options.resume ?? false)
    : NO_CHECKPOINT;
  const before = new Set(soFar.judged.map(({ mutant }) => mutant.id));
  const chosen = chosenMutants(mutants, options).filter(({ id }) => !before.has(id));
  const pool = openWorkerPool(root, program);
  const progress = createProgress(process.stderr);
  try {
    const all = await judgeAll(pool, chosen, await reachOfAll(pool, options.seed, chosen), {
      seed: options.seed,
      isExpected: (mutant) => explanationOf(mutant, explanations) !== undefined,
      onJudged: soFar.add,
      onProgress: (done, of, { file, line }) => progress.update(done, of, `${file}:${line}`),
    });
    soFar.end();
    return { ...all, judged: [...soFar.judged, ...all.judged] };
  } finally {
    progress.stop();
    pool.close();
  }
};

const keep = (
  folder: string,
  circumstances: SourceCircumstances,
  judged: readonly Judged[],
  explanations: readonly Explanation[],
): void => {
  const matrix = sourceMatrix(circumstances, judged, explanations);
  writeFileSync(join(folder, 'source-matrix.json'), `${JSON.stringify(matrix, null, 1)}\n`);
  writeFileSync(join(folder, 'source.md'), sourceDocument(circumstances, judged, explanations));
};

/** Errors and score as lines for the console. */
const linesOf = (
  folder: string,
  wrong: readonly string[],
  judged: readonly Judged[],
  explanations: readonly Explanation[],
  milliseconds: number,
): readonly string[] => [
  ...wrong,
  '',
  plainTable([SOURCE_HEADS, ...sourceRows(judged, explanations)]),
  '',
  `matrix  ${join(folder, 'source.md')}`,
  renderSource(judged, explanations, milliseconds),
];

/**
 * Mutation testing of the harness on the reference's source: returns 0 if every reached mutant is killed or explained,
 * otherwise 4: an error of the harness. Throws UsageError.
 */
export const sourceExam = async (
  options: ExamOptions,
  { version, program }: ExamContext,
): Promise<ExitCode> => {
  chosenFiles(options);
  const explanations = readSurvivors();
  const begun = performance.now();
  const startedAt = new Date().toISOString();
  const out = runsFolder();
  mkdirSync(out, { recursive: true });
  const root = mkdtempSync(join(out, 'exam-'));
  try {
    const { judged, doubts } = await conduct(options, root, program, explanations);
    const milliseconds = performance.now() - begun;
    const folder = examFolder(out, startedAt);
    keep(folder, { version, startedAt, milliseconds, seed: options.seed }, judged, explanations);
    const wrong = [
      ...renderTrouble(judged),
      ...doubts.map((each) => `! ${each}`),
      ...renderUnexplained(judged, explanations),
      ...(isWholeSource(options) ? renderUnused(judged, explanations) : []),
    ];
    if (options.writeBaseline) {
      const day = startedAt.slice(0, 10);
      writeReadmeLine('source', sourceReadmeLine(day, tallyOf(judged, explanations)));
    }
    const lines = linesOf(folder, wrong, judged, explanations, milliseconds);
    process.stdout.write(`${lines.join('\n')}\n`);
    return wrong.length === 0 ? EXIT.conformant : EXIT.harness;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
};
