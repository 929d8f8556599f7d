import { type Fault, onSuccess } from './fault.ts';
import { type Reply, withBody } from '../reply.ts';

const answers = (
  id: string,
  operation: 'landlord.draft-get' | 'landlord.draft-update',
  what: string,
  change: (reply: Reply) => Reply,
): Fault => ({
  id,
  breaks: { requirement: 'LANDLORD-DRAFT-01', operation },
  what,
  sow: (tables) => {
    onSuccess(tables, operation, change);
  },
});

/** Answers about a landlord draft that are not its resource. */
export const landlordDraftFaults: readonly Fault[] = [
  answers(
    'landlord-draft-get-answers-a-list',
    'landlord.draft-get',
    'Landlord Draft Get answers the draft as the only item of a list.',
    (reply) => withBody(reply, (body) => [body]),
  ),
  answers(
    'landlord-update-answers-text',
    'landlord.draft-update',
    'Landlord Draft Update answers 200 with a word instead of the draft.',
    ({ status, headers }) => ({
      status,
      headers: { ...headers, 'content-type': 'text/plain' },
      body: Buffer.from('saved'),
    }),
  ),
  answers(
    'landlord-update-answers-nothing',
    'landlord.draft-update',
    'Landlord Draft Update answers 200 without a body.',
    ({ status, headers }) => ({ status, headers }),
  ),
];
