import { type Fault, onSuccess } from './fault.ts';
import { withBody } from '../reply.ts';
import { Refusal } from '../refusal.ts';

/** Faults in drafts of jobloss and travel. */
export const draftFaults: readonly Fault[] = [
  {
    id: 'travel-update-answers-a-list',
    breaks: { requirement: 'RESOURCE-01', operation: 'travel.draft-update' },
    what: 'Travel Draft Update answers 200 with an array around the Draft resource that it names.',
    sow: (tables) => {
      onSuccess(tables, 'travel.draft-update', (reply) => withBody(reply, (body) => [body]));
    },
  },
  {
    id: 'jobloss-draft-unknown-after-creation',
    breaks: { requirement: 'DRAFT-01', operation: 'jobloss.draft-get' },
    what: 'Jobloss Draft Get answers 404 for drafts that their creator has just made.',
    sow: (tables) => {
      tables.handlers['jobloss.draft-get'] = () => {
        throw new Refusal('unknown', 'there is nothing with this id');
      };
    },
  },
];
