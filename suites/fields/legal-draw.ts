import type { LegalPair, LegalValue } from '../../generators/legal-value.ts';
import { subSeed } from '../../generators/sample.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { AnnouncedProbe } from '../engine/suite.ts';
import type { Run } from '../engine/run.ts';
import { findSharedDraft, shareDraft, type ValuesRun } from './shared-draft.ts';

/** What is sent in a draw of a legal value, and the name and the seed of it. */
export interface LegalDraw {
  readonly test: string;
  readonly seed: number;
  readonly pair: LegalPair;
}

/** The name under which the exchanges of a value on an operation are recorded, up to the number of the draw. */
export const legalTest = (value: LegalValue, on: OperationId): string =>
  value.body.endsWith('-draft') ? `legal/${on}/${value.id}` : `protocol/${on}/legal/${value.id}`;

/** The same, with the number of the draw. */
export const testOf = (value: LegalValue, on: OperationId, draw: number): string =>
  `${legalTest(value, on)}/${draw}`;

/** A draw of a value on an operation, which is the same at any concurrency and in any selection. */
export const drawOf = (run: Run, value: LegalValue, on: OperationId, draw: number): LegalDraw => {
  const test = testOf(value, on, draw);
  const seed = subSeed(run.plan.seed, 'legal', on, value.id, draw);
  return { test, seed, pair: value.drawnPair(run.generators, seed) };
};

/**
 * A draw of a value as it is announced: the body that has it and its twin, or the probe of a draft that is written anyway and has it as
 * well.
 */
export const announcedValue = (
  run: ValuesRun,
  value: LegalValue,
  on: OperationId,
  draw: number,
): AnnouncedProbe => {
  const { legalDrafts } = run;
  const drawn = { value, on, draw, name: legalTest(value, on) };
  const name = testOf(value, on, draw);
  const found = findSharedDraft(run, drawn);
  if (found) {
    legalDrafts.set(name, found);
    return { name, data: found.test };
  }
  const { test, seed, pair } = drawOf(run, value, on, draw);
  if (value.body.endsWith('-draft'))
    legalDrafts.set(test, shareDraft(run, { value, on, test, seed, body: pair.valid }, drawn));
  return { name: test, data: pair };
};
