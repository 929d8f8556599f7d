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
import { type ExamContext, type ExamOptions, seedsOf, withMutations } from './exam-options.ts';
import { paperOf } from './exam-paper.ts';
import { examDocument } from './exam-document.ts';
import { examFolder } from './exam-folder.ts';
import { gathered, type Group, halves } from './group.ts';
import { killMatrix } from './kill-matrix.ts';
import { markExam, type Marks } from './marks.ts';
import { mutationExam, type MutationMarks } from './mutation-exam.ts';
import { isRight } from './outcome.ts';
import { renderExam, renderMarks, renderMutations, renderRegressions } from './print-exam.ts';
import { countCells, readmeLine, writeReadmeLine } from './readme-line.ts';
import { mostPatientLast } from './patience.ts';
import { openRoom, type Room } from './room.ts';
import { sit, type Sitting, sitTogether } from './sitting.ts';
import { WHOLE_EXAM } from './whole-exam.ts';

/** Works through the candidates on all cores. */
const sitAll = async (
  candidates: readonly Candidate[],
  root: string,
  policy: string,
  program: string,
): Promise<readonly Sitting[]> => {
  const sittings: Sitting[] = [];
  const progress = createProgress(process.stderr);
  const queue = mostPatientLast(gathered(candidates));
  const sitGroup = async (group: Group, room: Room) => {
    const together = await sitTogether(group, room, root, policy);
    if (together) sittings.push(...together);
    else queue.unshift(...halves(group));
  };
  // Of what is under way in other rooms, groups may come back as halves.
  const groups = new Set<Promise<void>>();
  const work = async (take: () => Candidate | Group | undefined) => {
    const room = openRoom(root, program);
    try {
      for (;;) {
        const next = take();
        if (!next) {
          if (groups.size === 0) return;
          await Promise.race(groups);
          continue;
        }
        if (next.kind === 'group') {
          const sitting = sitGroup(next, room).finally(() => groups.delete(sitting));
          groups.add(sitting);
          await sitting;
        } else sittings.push(await sit(next, room, root, policy));
        const { id } = next.kind === 'group' ? next.members[0] : next;
        progress.update(sittings.length, candidates.length, id);
      }
    } finally {
      room.close();
    }
  };
  // A room for each core, and one more for the services that mostly wait, which keep no core busy.
  const rooms = Math.min(availableParallelism(), candidates.length);
  await Promise.all([
    ...Array.from({ length: rooms }, () => work(() => queue.shift())),
    work(() => queue.pop()),
  ]);
  progress.stop();
  const order = new Map(candidates.map((each, at) => [each, at]));
  return sittings.sort((a, b) => (order.get(a.candidate) ?? 0) - (order.get(b.candidate) ?? 0));
};

const mutate = async (root: string, program: string, seed: number): Promise<MutationMarks> => {
  const room = openRoom(root, program);
  try {
    return await mutationExam(room, root, seed);
  } finally {
    room.close();
  }
};

const print = (text: string): void => {
  if (text !== '') process.stdout.write(`${text}\n`);
};

/** What is kept of the correct services: nothing where some of them were not sat as often as in a whole exam. */
const servicesOf = (
  { dialects, dialectRuns, chanceRuns, falseFailures, notClean }: Marks,
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
  const candidates = paperOf(options);
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
    const sittings = await sitAll(candidates, root, policy, program);
    const marks = markExam(sittings);
    const milliseconds = performance.now() - begun;
    const circumstances = { version, startedAt, milliseconds, seed: options.seed, policy } as const;
    if (options.writeBaseline) {
      const examined = { sittings, day: startedAt.slice(0, 10), ...servicesOf(marks, options) };
      const kept = writeBaseline(examined, new Set(FAULTS.map(({ id }) => id)));
      writeReadmeLine('exam', readmeLine(kept, countCells(kept, FAULTS, judgedCells().length)));
    }
    const baseline = readBaseline();
    const regressions = regressionsIn(sittings, baseline);
    const matrix = join(root, 'kill-matrix.json');
    writeFileSync(
      matrix,
      `${JSON.stringify({ ...killMatrix(circumstances, sittings, marks), mutations }, null, 1)}\n`,
    );
    const document = examDocument(circumstances, sittings, marks, baseline, mutations);
    writeFileSync(join(root, 'exam.md'), document);
    const folder = examFolder(out, startedAt);
    renameSync(root, folder);
    print(renderExam(sittings, baseline));
    print(renderRegressions(regressions));
    if (mutations) print(renderMutations(mutations));
    print(`\nmatrix  ${join(folder, 'exam.md')}`);
    if (candidates.length > 0) print(renderMarks(marks, milliseconds));
    const troubled = sittings.some((each) => each.trouble !== undefined && !isRight(each));
    const clean =
      marks.notClean === 0 && regressions.length === 0 && !troubled && !mutations?.wrong.length;
    return clean ? EXIT.conformant : EXIT.harness;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
};
