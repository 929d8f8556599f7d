import { mkdirSync } from 'node:fs';
import { dirname, isAbsolute, relative } from 'node:path';
import { type CodeQualitySource, renderCodeQuality } from '../reports/code-quality.ts';
import { writeWhole } from '../store/whole-file.ts';
import type { Outcome } from '../store/outcome.ts';

/** Where the issues of a run are shown that has no target file in the caller's folder. */
const NOWHERE = 'assay';

const shownAt = (targetFile: string | null): string => {
  const near = targetFile === null ? '..' : relative(process.cwd(), targetFile);
  return near.startsWith('..') || isAbsolute(near) ? NOWHERE : near.replaceAll('\\', '/');
};

/** Writes what did not pass for GitLab, on the first line of the target file; nothing where no path was asked for. */
export const writeCodeQuality = (
  path: string | undefined,
  { verdicts, record }: Pick<Outcome, 'verdicts' | 'record'>,
  replay: CodeQualitySource['replay'],
): void => {
  if (path === undefined) return;
  mkdirSync(dirname(path), { recursive: true });
  const { name } = record.target;
  const target = typeof name === 'string' ? name : '';
  writeWhole(
    path,
    renderCodeQuality({ verdicts, target, path: shownAt(record.targetFile), replay }),
  );
};
