import { type Line, LINE_TITLES, LINES } from '../../../spec/line.ts';
import type { OperationId } from '../../../spec/operations.ts';
import type { Fault } from '../fault.ts';
import { deny, denyAfter, remember } from '../histories.ts';

const gone = (id: string, operation: OperationId, what: string, sow: Fault['sow']): Fault => ({
  id,
  breaks: { requirement: 'DRAFT-03', operation },
  what,
  sow,
});

const readTwice = (line: Line): Fault =>
  gone(
    `${line}-draft-can-be-read-twice`,
    `${line}.draft-get`,
    `${LINE_TITLES[line]} Draft Get serves a draft twice in a row and answers 404 until it is updated.`,
    (tables) => {
      denyAfter(tables, `${line}.draft-get`, /draft-get draft-get $/, 404);
    },
  );

const notReadAfterUpdate = (line: 'jobloss' | 'landlord'): Fault =>
  gone(
    `${line}-draft-not-read-after-update`,
    `${line}.draft-update`,
    `${LINE_TITLES[line]} Draft Get answers 404 for a draft that was updated.`,
    (tables) => {
      denyAfter(tables, `${line}.draft-get`, /draft-update /, 404);
    },
  );

/** Drafts that are lost when they are read or updated. */
export const lostDraftFaults: readonly Fault[] = [
  ...LINES.map(readTwice),
  notReadAfterUpdate('jobloss'),
  notReadAfterUpdate('landlord'),
  gone(
    'travel-draft-gone-after-update',
    'travel.draft-update',
    'A travel draft disappears if it is read and then updated.',
    (tables) => {
      const history = remember(tables);
      const { lookUp } = tables;
      tables.lookUp = (call) => {
        lookUp(call);
        const { draft, operation } = call;
        if (!draft || operation.line !== 'travel') return;
        if (/draft-get .*draft-update /.test(history(draft))) deny(404);
      };
    },
  ),
  gone(
    'gap-draft-lost-at-its-second-update',
    'gap.draft-update',
    'Motor gap Draft Get answers 404 for a draft that was read, updated, read and updated again.',
    (tables) => {
      denyAfter(
        tables,
        'gap.draft-get',
        /draft-get .*draft-update .*draft-get .*draft-update /,
        404,
      );
    },
  ),
];
