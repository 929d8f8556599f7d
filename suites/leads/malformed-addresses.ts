import { type DraftOf, revisedDraft } from '../../generators/draft.ts';
import { ALL_FAULTS } from '../../generators/invalid/all-faults.ts';
import type { BodyFault } from '../../generators/invalid/fault.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import { type Line, LINES } from '../../spec/line.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import type { Try } from '../engine/checks.ts';
import { isReplayed } from '../engine/replay.ts';
import type { Run } from '../engine/run.ts';

const MALFORMED = ALL_FAULTS.filter(({ requirement }) => requirement === 'LEAD-02');

/** Number of malformed addresses of a line. */
const FORMS = MALFORMED.length / LINES.length;

/** Place of a malformed address among those of its line, which differs from run to run. */
const placeOf = ({ plan }: Run, fault: BodyFault): number =>
  (MALFORMED.indexOf(fault) + plan.seed) % FORMS;

/** True for a lead that is requested again after a price: of the malformed addresses of a line, a gate does so for one. */
export const isAskedPriced = ({ run }: Try, fault: BodyFault): boolean =>
  fault.requirement !== 'LEAD-02' ||
  run.plan.thorough ||
  isReplayed(run, `leads/${fault.id}`) ||
  placeOf(run, fault) === 0;

/**
 * True for a malformed address that replaces a legal one by an update: every second one of a line, and in the next draw the others;
 * the same in repeats.
 */
export const isWrittenByUpdate = ({ run, test }: Try, fault: BodyFault): boolean =>
  fault.requirement === 'LEAD-02' &&
  (placeOf(run, fault) + Number(test.split('/').at(-1))) % 2 === 0;

/** Content with other values in the fields of a legal draft: a service may answer an equal creation with the same draft (D11). */
export const otherContent = ({ run, seed }: Try, on: OperationId, valid: object): object => {
  const { line } = operation(on);
  const others = revisedDraft(line, valid as DraftOf<Line>, run.generators);
  return sample(others, subSeed(seed, 'earlier address'));
};
