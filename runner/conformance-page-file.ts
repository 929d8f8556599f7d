import type { FirstCause } from '../oracles/causes/first-cause.ts';
import type { OpenPoint } from '../oracles/open-point.ts';
import { readJsonLines } from '../store/json-lines.ts';
import { conformancePage } from '../reports/page/conformance-page.ts';
import type { PageSource } from '../reports/page/page-source.ts';
import type { RunFolder } from '../store/run-folder.ts';
import { writeWhole } from '../store/whole-file.ts';
import type { Outcome } from '../store/outcome.ts';

/** What of an outcome the page shows. */
export type PageOutcome = Pick<Outcome, 'record' | 'verdicts' | 'findings' | 'exchanges'>;

/** What the page says beside the outcome. */
interface PageContext extends Pick<PageSource, 'curl' | 'replay' | 'since'> {
  readonly causes: readonly Pick<FirstCause, 'sentence'>[];
}

/** Writes the conformance page of a run into its folder; returns its path. */
export const writeConformancePage = (
  folder: RunFolder,
  { record, verdicts, findings, exchanges }: PageOutcome,
  { causes, ...context }: PageContext,
): string => {
  const { items: points } = readJsonLines<OpenPoint>(folder.observations);
  const sentences = causes.map(({ sentence }) => sentence);
  const source = { record, verdicts, findings, exchanges, points, causes: sentences, ...context };
  writeWhole(folder.page, conformancePage(source));
  return folder.page;
};
