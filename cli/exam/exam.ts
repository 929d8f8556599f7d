import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { EXIT } from '../../oracles/exit-code.ts';
import { createProgress } from '../../reports/console/progress.ts';
import { DIALECTS } from '../../reference/dialects.ts';
import type { Fault } from '../../reference/faults/fault.ts';
import { FAULTS } from '../../reference/faults.ts';
import { PROJECT } from '../project.ts';
import { matchesGlob } from '../../oracles/glob.ts';
import { UsageError } from '../usage-error.ts';
import { type Candidate, dialectCandidates, faultCandidates } from './candidate.ts';
import { markExam } from './marks.ts';
import { renderExam, renderMarks } from './print-exam.ts';
import { sit, type Sitting } from './sitting.ts';

/** Options of `assay exam`. */
export interface ExamOptions {
  readonly fault?: string;
  readonly area?: string;
  readonly dialect?: string;
  readonly seeds: number;
  readonly seed: number;
  readonly certify?: true;
  /** Faults at most, and which of the samples of this size. */
  readonly sample?: number;
  readonly rotation: number;
}

/** Every so many-th fault, so that rotations one after the other go through them all. */
const sampleOf = (
  faults: readonly Fault[],
  { sample, rotation }: ExamOptions,
): readonly Fault[] => {
  if (sample === undefined || sample >= faults.length) return faults;
  const step = Math.ceil(faults.length / sample);
  return faults.filter((_, at) => at % step === rotation % step);
};

const chosen = (options: ExamOptions): readonly Candidate[] => {
  const { fault, area, dialect, seeds, seed } = options;
  const areas = area?.split(',').map((each) => each.trim().toUpperCase());
  const faults = FAULTS.filter(
    ({ id, breaks }) =>
      matchesGlob(fault ?? '*', id) &&
      (areas?.some((each) => breaks.requirement.startsWith(each)) ?? true),
  );
  const dialects = DIALECTS.filter(({ name }) => matchesGlob(dialect ?? '*', name));
  // Who asks for faults alone does not want the dialects, and the other way round.
  const onlyFaults = (fault !== undefined || area !== undefined) && dialect === undefined;
  const onlyDialects = dialect !== undefined && fault === undefined && area === undefined;
  return [
    ...(onlyDialects ? [] : faultCandidates(sampleOf(faults, options), seed)),
    ...(onlyFaults ? [] : dialectCandidates(dialects, seeds, seed)),
  ];
};

/** Works through the candidates on all cores, in their order. */
const sitAll = async (
  candidates: readonly Candidate[],
  out: string,
  policy: string,
): Promise<readonly Sitting[]> => {
  const sittings: Sitting[] = [];
  const progress = createProgress(process.stderr);
  const waiting = [...candidates];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      sittings.push(await sit(next, out, policy));
      progress.update(sittings.length, candidates.length, next.id);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  progress.stop();
  const order = new Map(candidates.map((each, at) => [each, at]));
  return sittings.sort((a, b) => (order.get(a.candidate) ?? 0) - (order.get(b.candidate) ?? 0));
};

/** Examines the harness on faults and dialects; returns 0 where it got every one right, else 4: the harness is at fault. */
export const exam = async (options: ExamOptions): Promise<number> => {
  const candidates = chosen(options);
  if (candidates.length === 0) {
    throw new UsageError(
      'no fault and no dialect matches; assay serve --list-faults and --list-dialects name them',
    );
  }
  const start = performance.now();
  const root = join(PROJECT, 'reports', 'out');
  mkdirSync(root, { recursive: true });
  const out = mkdtempSync(join(root, 'exam-'));
  try {
    const sittings = await sitAll(candidates, out, options.certify ? 'certify' : 'gate');
    const marks = markExam(sittings);
    process.stdout.write(`${renderExam(sittings)}\n\n`);
    process.stdout.write(`${renderMarks(marks, performance.now() - start)}\n`);
    const clean = marks.notClean === 0 && marks.byName === marks.faults;
    return clean ? EXIT.conformant : EXIT.harness;
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
};
