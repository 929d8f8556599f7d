import { writeFileSync } from 'node:fs';
import type { OpenPoint } from '../oracles/open-point.ts';
import { readJsonLines, writeJsonLines } from '../store/json-lines.ts';
import {
  countOpenPoints,
  type ObservedCounts,
  type ObservedRun,
  observationsDocument,
} from './observations-document.ts';
import { inOrder } from '../store/open-point-rows.ts';
import type { RunFolder } from '../store/run-folder.ts';

/** What a run observed without judging it, written down. */
export interface Observations {
  readonly points: readonly OpenPoint[];
  readonly counts: ObservedCounts;
}

/**
 * Adds to `observations.jsonl` what the answers of a run decided by the way, and writes `observations.md`,
 * `observations.json` and a result for Allure. Undefined, and nothing is written, where nothing was observed.
 */
export const concludeObservations = (
  folder: RunFolder,
  derived: readonly OpenPoint[],
  run: ObservedRun,
): Observations | undefined => {
  const { items } = readJsonLines<OpenPoint>(folder.observations);
  if (items.length === 0) return undefined;
  // Another line may have been called beside those of the run, such as for an id of its own.
  const points = inOrder([...items, ...derived].filter(({ line }) => run.lines.includes(line)));
  writeJsonLines(folder.observations, points);
  const { command, lines, seed, today } = run;
  const data = { command, lines, seed, today, points };
  const markdown = observationsDocument(points, run);
  writeFileSync(folder.openPoints.json, `${JSON.stringify(data, null, 2)}\n`);
  writeFileSync(folder.openPoints.markdown, markdown);
  return { points, counts: countOpenPoints(points) };
};
