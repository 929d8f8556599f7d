import type { Step } from '../../spec/operation.ts';
import type { KnownOperation } from '../../spec/operations.ts';
import { eachOperation } from './each-operation.ts';
import type { Fault } from './fault.ts';
import { denyAfter } from './histories.ts';

/** A step that usually comes some time before another one, without being needed for it. */
export const USUAL_BEFORE: Readonly<Partial<Record<Step, Step>>> = {
  'draft-update': 'draft-get',
  'car-delete': 'draft-update',
  'metadata-delete': 'draft-update',
  'lead-create': 'token-terms',
  'price-request': 'draft-get',
};

/** A price is refused by a tariff rule that nobody states, except that of motor gap (V17). */
const isFree = ({ step, line }: KnownOperation): boolean =>
  step === 'price-request' && line !== 'gap';

/** Steps that are refused on drafts with a history, and taken on others, whatever is sent (V17). */
export const refusedStepFaults: readonly Fault[] = eachOperation(
  'LEGAL-01',
  [
    {
      ending: 'refused-after-a-usual-step',
      what: 'answers 400 if the client has taken the step that usually comes before it',
      isCostlyOn: () => true,
      sow: (tables, { id, step }) => {
        denyAfter(tables, id, new RegExp(`${USUAL_BEFORE[step]} `), 400);
      },
    },
  ],
  (row) => row.step in USUAL_BEFORE && !isFree(row),
);
