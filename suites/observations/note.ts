import { appendFileSync } from 'node:fs';
import { lineWithoutSecrets } from '../../client/secrets/redactor.ts';
import type { OpenPoint } from '../../oracles/open-point.ts';
import type { Run } from '../run.ts';

/** Appends open points to `observations.jsonl` at once, without secrets, so that a killed run keeps them. */
export const note = (run: Run, points: readonly OpenPoint[]): void => {
  // They name exchanges, which are to be there before them.
  run.flush();
  const lines = points.map((point) => lineWithoutSecrets(run.redactor, point)).join('');
  appendFileSync(run.plan.files.observations, lines);
};

/** Whether this run asks at all: one that judges a selection sends nothing beside it. */
export const asks = (run: Run): boolean =>
  run.plan.requirements === undefined && run.plan.operations === undefined;
