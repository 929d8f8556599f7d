import { pathBelow } from '../client/paths.ts';
import { renderLoadJunit } from '../reports/load/load-junit.ts';
import type { LoadRecord } from '../store/load/load-record.ts';
import { type JunitSource, renderJunit } from '../reports/junit.ts';
import { type CodeQualitySource, renderCodeQuality } from '../reports/code-quality.ts';
import { writeReports, writeAtomically } from '../store/atomic-write.ts';
import type { Outcome } from '../store/outcome.ts';
import type { OpenPoint } from '../oracles/open-point.ts';
import { readJsonLines } from '../store/json-lines.ts';
import { conformancePage } from '../reports/page/conformance-page.ts';
import type { PageSource } from '../reports/page/page-head.ts';
import type { RunFolder } from '../store/run-folder.ts';
import type { RunRecord } from '../store/run-record.ts';

/** Writes the JUnit file of a load run to each of the paths. */
export const writeLoadJunit = (paths: readonly string[], record: LoadRecord): void =>
  writeReports(paths, renderLoadJunit(record));

/** Path of the target file in the repository that is the current folder; undefined if it is elsewhere. */
const pathInRepository = (targetFile: string | null): string | undefined =>
  targetFile === null ? undefined : pathBelow(process.cwd(), targetFile);

/** Writes the JUnit file of a run to each of the paths. */
export const writeJunit = (
  paths: readonly string[],
  source: Omit<JunitSource, 'file'> & { readonly record: Pick<RunRecord, 'targetFile'> },
): void =>
  writeReports(paths, renderJunit({ ...source, file: pathInRepository(source.record.targetFile) }));

/** Path of the issues of a run without a target file in the repository: the format requires one. */
const NOWHERE = 'assay';

/** Writes everything that did not pass for GitLab, on the first line of the target file; nothing without a path. */
export const writeCodeQuality = (
  path: string | undefined,
  { verdicts, record }: Pick<Outcome, 'verdicts' | 'record'>,
  replay: CodeQualitySource['replay'],
): void => {
  if (path === undefined) return;
  const { name } = record.target;
  const target = typeof name === 'string' ? name : '';
  const source = { verdicts, target, path: pathInRepository(record.targetFile) ?? NOWHERE, replay };
  writeReports([path], renderCodeQuality(source));
};

/** Parts of an outcome that the page shows. */
export type PageOutcome = Pick<Outcome, 'record' | 'verdicts' | 'findings' | 'exchanges'>;

type PageContext = Pick<
  PageSource,
  'causes' | 'curl' | 'replay' | 'script' | 'since' | 'isFirstDrawn'
>;

/** Writes the conformance page of a run into its folder; returns its path. */
export const writeConformancePage = (
  folder: RunFolder,
  { record, verdicts, findings, exchanges }: PageOutcome,
  context: PageContext,
): string => {
  const { items: points } = readJsonLines<OpenPoint>(folder.observations);
  const source = { record, verdicts, findings, exchanges, points, ...context };
  writeAtomically(folder.page, conformancePage(source));
  return folder.page;
};
