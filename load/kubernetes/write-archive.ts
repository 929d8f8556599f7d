import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SharedCourse } from '../instances/shared-course.ts';
import { K6_ENVIRONMENT } from '../k6/k6-environment.ts';
import { writePlanFiles } from '../k6/plan-files.ts';
import { type K6Order, SCRIPT } from '../k6/run-k6.ts';
import { runLimited } from '../k6/run-limited.ts';

/** What an archive is made of; the credential is no part of it. */
export interface ArchiveOrder extends Pick<K6Order, 'k6' | 'plan' | 'rows' | 'network'> {
  readonly course: SharedCourse;
  /** Where the archive is written. */
  readonly file: string;
  readonly signal?: AbortSignal | undefined;
}

/** Names of the headers of an answer that are judged: those of every operation, and those that the target names (P3, P5). */
const loggedHeaders = ({ course }: ArchiveOrder): readonly string[] => {
  const named = JSON.stringify(course.facts).matchAll(/"header:([^"]+)"/gi);
  const own = Array.from(named, ([, name = '']) => name.toLowerCase());
  return [...new Set(['content-type', 'last-modified', 'location', ...own])];
};

/** Seconds in which an archive is written. */
const LONGEST = 60;

/**
 * Writes everything that k6 has to have of a run into one archive (`k6 archive`): scripts, options, drafts, course. Throws with
 * what k6 said where it does not.
 */
export const writeArchive = async (order: ArchiveOrder): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-archive-'));
  const said: string[] = [];
  try {
    const course = join(folder, 'course.json');
    writeFileSync(course, JSON.stringify(order.course));
    const plan = join(folder, 'plan.json');
    writeFileSync(
      plan,
      JSON.stringify({ ...writePlanFiles(order, folder), course, logged: loggedHeaders(order) }),
    );
    mkdirSync(join(order.file, '..'), { recursive: true });
    const { code, overdue } = await runLimited({
      program: order.k6,
      args: [
        'archive',
        '--quiet',
        '--include-system-env-vars=false',
        '-e',
        `ASSAY_PLAN=${plan}`,
        '-O',
        order.file,
        SCRIPT,
      ],
      seconds: LONGEST,
      environment: { ...K6_ENVIRONMENT, HOME: folder },
      onError: (line) => said.push(line),
      signal: order.signal,
      scratch: folder,
    });
    if (overdue) throw new Error(`k6 archive was not done after ${LONGEST} s`);
    if (code !== 0) throw new Error(`k6 archive ended with ${code}: ${said.slice(-3).join('\n')}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
