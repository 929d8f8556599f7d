import { writeFileSync } from 'node:fs';
import { loadTarget } from '../client/target/load-target.ts';
import { createRedactor, type Redactor } from '../client/secrets/redactor.ts';
import type { ResolvedTarget } from '../client/target.ts';
import { type Cell, ledger } from '../oracles/ledger.ts';
import { writeJsonLines } from '../store/json-lines.ts';
import {
  createRunFolder,
  latestName,
  removeRunFolder,
  type RunFolder,
} from '../store/run-folder.ts';
import { type RunStart, writeRunRecord } from '../store/run-record.ts';
import type { RunPlan } from '../suites/run-plan.ts';
import { lastFailures } from './last-failures.ts';
import { nothingApplies, nothingToJudge } from './nothing-to-judge.ts';
import { planOf, type RunFrame } from './run-order.ts';
import { runStartOf } from './run-start.ts';
import { identityOf, type Subject } from './target-source.ts';

/** A run that has a folder, but has sent nothing yet. */
export interface BegunRun {
  readonly frame: RunFrame;
  readonly target: ResolvedTarget;
  readonly redactor: Redactor;
  readonly folder: RunFolder;
  readonly plan: RunPlan;
  readonly start: RunStart;
  readonly cells: readonly Cell[];
  /** Takes the folder away again, of a run that came to nothing. */
  readonly undo: () => void;
}

/**
 * Makes the folder of a run, with its ledger and its record as they are known now. Throws TargetError, and UsageError where
 * nothing is to be judged.
 */
export const beginRun = async (frame: RunFrame, subject: Subject): Promise<BegunRun> => {
  const { order, scope } = frame;
  const target = await loadTarget(subject.source);
  const redactor = createRedactor(target);
  const cells = ledger(scope, target);
  if (cells.length === 0) throw nothingToJudge(scope);
  if (cells.every(({ notApplicable }) => notApplicable)) throw nothingApplies(cells);
  const waivers = frame.waivers.map((waiver) => ({
    ...waiver,
    reason: redactor.text(waiver.reason),
    owner: redactor.text(waiver.owner),
  }));
  const redacted = { ...frame, waivers };
  const failures = lastFailures(order.out, identityOf(order, subject, target));
  const before = latestName(order.out);
  const folder = createRunFolder(order.out, `${order.command}-${order.seed}`, frame.startedAt);
  const plan = planOf(redacted, subject, target, folder, failures);
  const start = runStartOf(redacted, subject, target, plan);
  // They are there also where nothing was sent or the suites do not load.
  for (const path of Object.values(plan.files)) writeFileSync(path, '');
  writeJsonLines(folder.ledger, cells);
  writeRunRecord(folder.run, start);
  const undo = (): void => removeRunFolder(order.out, folder, before);
  return { frame: redacted, target, redactor, folder, plan, start, cells, undo };
};
