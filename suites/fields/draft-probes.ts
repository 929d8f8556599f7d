import { FLAG_STATUS } from '../../oracles/refusals/draft-fault.ts';
import { ALL_FAULTS } from '../../generators/invalid/all-faults.ts';
import type { BodyFault } from '../../generators/invalid/fault.ts';
import { isBorderClear, START_DATE_BORDERS } from '../../generators/invalid/rule-faults.ts';
import { operation } from '../../spec/operations.ts';
import { isReplayed } from '../replayed-probe.ts';
import type { Run } from '../run.ts';
import { type DraftProbe, isFlag } from './faulty-draft.ts';

/** Operations that a draft's fault is judged on: those that write it, and the price request of what only a price needs (E5). */
const STEPS = ['draft-create', 'draft-update', 'price-request'];

const probesOf = (run: Run, fault: BodyFault): readonly DraftProbe[] =>
  fault.operations
    .filter((on) => STEPS.includes(operation(on).step))
    .filter(
      (on) =>
        run.judges(fault.requirement, on) ||
        (isFlag(fault) && run.judges(FLAG_STATUS, on)) ||
        isReplayed(run, `fields/${on}/${fault.id}`),
    )
    .map((on) => ({ fault, line: operation(on).line, on }));

/** Every fault of a draft on every operation that has to refuse it, where the ledger has the cell. */
export const draftProbes = (run: Run): readonly DraftProbe[] =>
  ALL_FAULTS.filter(({ body }) => body.endsWith('-draft')).flatMap((each) => probesOf(run, each));

/** The probes of the border between 30 and 31 days; beside the others, since a part of the day cannot judge them (W3). */
export const borderProbes = (run: Run): readonly DraftProbe[] =>
  START_DATE_BORDERS.flatMap((each) => probesOf(run, each));

/** Whether a probe of the border can be sent at this moment. */
export const isBorderOpen = (run: Run): boolean =>
  isBorderClear(new Date(Date.now() + run.plan.ahead), run.plan.today);
