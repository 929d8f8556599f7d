import { LINES } from '../../../spec/line.ts';
import type { OperationId } from '../../../spec/operations.ts';
import type { Call, Tables } from '../../call.ts';
import { Refusal } from '../../refusal.ts';
import type { Draft } from '../../store.ts';
import { eachOperation, type Kind } from '../injection/each-operation.ts';
import type { Fault } from '../injection/fault.ts';
import { substituteMissing, NEEDS_CONTENT, onMissing } from './unknown-ids.ts';

/** True if the id that a path names was issued by another line. */
const isOfAnotherLine = ({ operation: { line }, params, tables: { store } }: Call): boolean =>
  LINES.some(
    (other) =>
      other !== line &&
      (params['contractId'] === undefined
        ? store.draft(other, params['draftId'] ?? '')
        : store.contract(other, params['contractId'])) !== undefined,
  );

/** Runs the change on calls whose path has an id of another line. */
const onIdOfAnotherLine = (
  tables: Tables,
  operation: OperationId,
  instead: (call: Call) => void,
): void => {
  onMissing(tables, 'ID-01', operation, (call) => {
    if (!isOfAnotherLine(call)) throw new Refusal('unknown', 'there is nothing with this id');
    instead(call);
  });
};

const ofAnotherLine = (thing: 'draft' | 'contract'): Kind => ({
  ending: `of-a-${thing}-of-another-line`,
  what: `serves a ${thing} of another line`,
  inject: (tables, { id }) => {
    onIdOfAnotherLine(tables, id, substituteMissing);
  },
});

const BREAKS_ON_OTHER_LINES: Kind = {
  ending: 'breaks-on-a-draft-of-another-line',
  what: 'answers 500 instead of the listed 404 to the id of a draft of another line',
  inject: (tables, { id }) => {
    onIdOfAnotherLine(tables, id, () => {
      throw new Error('null');
    });
  },
};

/** Uses the draft of the previous request instead of one of another line. */
const PREVIOUS_DRAFT: Kind = {
  ending: 'of-a-draft-of-another-line',
  what: 'serves the previous draft if the id belongs to another line',
  inject: (tables, { id, line }) => {
    let last: Draft | undefined;
    const { lookUp } = tables;
    tables.lookUp = (call) => {
      lookUp(call);
      if (call.operation.line === line) last = call.draft ?? last;
    };
    onIdOfAnotherLine(tables, id, (call) => {
      if (last) call.draft = last;
    });
  },
};

const rows: readonly Fault[] = [
  ...eachOperation(
    'ID-06',
    [ofAnotherLine('draft')],
    ({ id, step }) => step !== 'draft-get' && !NEEDS_CONTENT.has(id),
  ),
  ...eachOperation('ID-06', [PREVIOUS_DRAFT], ({ id }) => id === 'gap.price-request'),
  ...eachOperation('ID-06', [BREAKS_ON_OTHER_LINES], ({ id }) => id === 'gap.contract-create'),
  ...eachOperation(
    'ID-07',
    [ofAnotherLine('contract')],
    ({ step }) => step === 'contract-download',
  ),
];

/** Operations that accept ids of another line; for reads of drafts and contracts see unknown-ids.ts. */
export const faults: readonly Fault[] = rows.map((fault) => ({
  ...fault,
  withoutDraft: true,
}));
