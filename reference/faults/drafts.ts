import { beforeHandler, refuse } from './stages.ts';
import { type Call, draftOf } from '../call.ts';
import type { Fault } from './fault.ts';
import type { OperationId } from '../../spec/operations.ts';
import { Refusal } from '../refusal.ts';

const unreadable = (
  id: string,
  operation: OperationId,
  what: string,
  isUnreadable: (call: Call) => boolean = () => true,
  status = 404,
): Fault => ({
  id,
  breaks: { requirement: 'DRAFT-01', operation },
  what,
  sow: (tables) => {
    beforeHandler(tables, operation, (call) => {
      if (isUnreadable(call))
        throw new Refusal('unknown', 'there is nothing with this id', { status });
    });
  },
});

const wantsFields = (id: string, operation: OperationId, name: string): Fault => ({
  id,
  breaks: { requirement: 'DRAFT-02', operation },
  what: `${name} refuses an empty object, though every field is optional.`,
  sow: (tables) => {
    beforeHandler(tables, operation, ({ body }) => {
      if (Object.keys(body).length === 0) refuse('at least one field is needed');
    });
  },
});

const MINUTE = 60_000;

/** Faults in drafts, whatever their line. */
export const draftFaults: readonly Fault[] = [
  unreadable(
    'jobloss-draft-unknown-after-creation',
    'jobloss.draft-get',
    'Jobloss Draft Get answers 404 for drafts that their creator has just made.',
  ),
  unreadable(
    'travel-draft-unknown-for-a-minute',
    'travel.draft-get',
    'Travel Draft Get answers 404 for drafts that are younger than a minute.',
    (call) => call.now.getTime() - draftOf(call).createdAt.getTime() < MINUTE,
  ),
  unreadable(
    'gap-draft-unknown-until-updated',
    'gap.draft-get',
    'Motor gap Draft Get answers 404 until the draft has been updated.',
    (call) => Object.keys(draftOf(call).body).length === 0,
  ),
  unreadable(
    'landlord-draft-forbidden-to-its-creator',
    'landlord.draft-get',
    'Landlord Draft Get answers 403 to the creator of the draft.',
    () => true,
    403,
  ),
  wantsFields('empty-jobloss-draft-refused', 'jobloss.draft-create', 'Jobloss Draft Create'),
  wantsFields('empty-travel-draft-refused', 'travel.draft-create', 'Travel Draft Create'),
  wantsFields('empty-landlord-draft-refused', 'landlord.draft-create', 'Landlord Draft Create'),
];
