import { FLAG_STATUS } from '../../oracles/refusals/draft-fault.ts';
import type { BodyFault, Checkpoint } from '../../generators/invalid/fault.ts';
import { subSeed } from '../../generators/sample.ts';
import { areaOf } from '../../spec/catalogue.ts';
import type { Line } from '../../spec/line.ts';
import { type OperationId, operation } from '../../spec/operations.ts';
import type { Run } from '../engine/run.ts';
import { isReplayed } from '../engine/replay.ts';
import { isFlag, stageOf } from './tried-fault.ts';
import { ALL_FAULTS } from '../../generators/invalid/all-faults.ts';
import { isBorderClear, START_DATE_BORDERS } from '../../generators/invalid/rule-faults.ts';

/** Steps that a draft's fault is judged on: the writes, and the price request for fields that only a price needs (E5). */
const STEPS = ['draft-create', 'draft-update', 'price-request'];

/** The operations on which a draft's fault is judged. */
export const operationsOf = ({ operations }: BodyFault): readonly OperationId[] =>
  operations.filter((on) => STEPS.includes(operation(on).step));

/** Faults of drafts that a run can send. */
export const OF_DRAFTS = ALL_FAULTS.filter(
  (fault) => fault.body.endsWith('-draft') && operationsOf(fault).length > 0,
);

/** The faults of each requirement. */
export const OF_REQUIREMENT = Map.groupBy(OF_DRAFTS, ({ requirement }) => requirement);

/** True for the only fault of a requirement that shows at the write. */
const isOnlyFault = ({ requirement, surroundings }: BodyFault): boolean =>
  OF_REQUIREMENT.get(requirement)?.length === 1 && surroundings.includes('siblings');

const probesOf = (run: Run, fault: BodyFault): readonly DraftProbe[] =>
  operationsOf(fault)
    .filter(
      (on) =>
        run.judges(fault.requirement, on) ||
        (isFlag(fault) && run.judges(FLAG_STATUS, on)) ||
        isReplayed(run, `fields/${on}/${fault.id}`),
    )
    .map((on) => ({ fault, line: operation(on).line, on }));

/** Every draft fault on every operation that has to refuse it, if the ledger has the cell. */
export const draftProbes = (run: Run): readonly DraftProbe[] =>
  OF_DRAFTS.flatMap((each) => probesOf(run, each));

/** Probes of the border between 30 and 31 days. They are separate because part of the day cannot judge them (W3). */
export const borderProbes = (run: Run): readonly DraftProbe[] =>
  START_DATE_BORDERS.flatMap((each) => probesOf(run, each));

/** Tests if a probe of the date border can be judged now. */
export const isBorderJudgeable = (run: Run): boolean =>
  isBorderClear(new Date(Date.now() + run.plan.ahead), run.plan.today);

/** A fault on one of the operations that write a draft. */
export interface DraftProbe {
  readonly fault: BodyFault;
  readonly line: Line;
  readonly on: OperationId;
}

/**
 * Number of drafts for each fault in a certify. More for the few business rules and for the only fault of a requirement, so that
 * they are tried in more contexts.
 */
const CERTIFY_DRAFTS = { field: 3, single: 4, rule: 5 } as const;

/** Business rules by absence that a gate tries with two updates each, since most of their drafts are unused. */
const TWICE_IN_GATE: readonly Checkpoint[] = ['landlordAnswers'];

const certifyDraftsOf = (fault: BodyFault): number => {
  if (areaOf(fault.requirement) === 'rules') return CERTIFY_DRAFTS.rule;
  return CERTIFY_DRAFTS[isOnlyFault(fault) ? 'single' : 'field'];
};

/** True for an update in a certify, which also sends it as the first call on a new draft. */
const isSentFirst = ({ plan }: Run, { on }: DraftProbe): boolean =>
  plan.thorough && operation(on).step === 'draft-update';

/** One gate in so many tries a further form of a fault. */
const FURTHER_ONE_IN = 8;

/** True for a further form of a fault that a gate leaves to others; `probe`: the name common to all its draws. */
export const isLeftToOthers = (run: Run, { isFurther }: BodyFault, probe: string): boolean =>
  isFurther === true &&
  !run.plan.thorough &&
  !isReplayed(run, probe) &&
  (subSeed(0, probe) + run.plan.seed) % FURTHER_ONE_IN !== 0;

/** Number of drafts for a fault. */
export const draftsOf = (run: Run, probe: DraftProbe): number => {
  const { fault, on } = probe;
  if (!run.plan.thorough) {
    if (isLeftToOthers(run, fault, `fields/${on}/${fault.id}`)) return 0;
    const isUpdate = operation(on).step === 'draft-update';
    return isUpdate && TWICE_IN_GATE.includes(fault.checkpoint) ? 2 : 1;
  }
  if (fault.isFurther) return 1;
  // A fault that a contract may reveal goes to new drafts as well, anyway.
  const isFurther = isSentFirst(run, probe) && stageOf(run, fault.checkpoint) === 'write';
  return certifyDraftsOf(fault) + (isFurther ? 1 : 0);
};

/** True for the draw of a fault that is the first call on its draft: the last one of a certify. */
export const isFirstCallDraw = (run: Run, probe: DraftProbe, draw: number): boolean =>
  isSentFirst(run, probe) && draw > 1 && draw === draftsOf(run, probe);
