import { type Fault, onSuccess } from './fault.ts';
import { withBody, withHeader, type Reply } from '../reply.ts';
import type { OperationId } from '../../spec/operations.ts';

const answers = (
  id: string,
  operation: OperationId,
  what: string,
  change: (reply: Reply) => Reply,
): Fault => ({
  id,
  breaks: { requirement: 'RESOURCE-01', operation },
  what,
  sow: (tables) => {
    onSuccess(tables, operation, change);
  },
});

const listed = (reply: Reply): Reply => withBody(reply, (body) => [body]);
const emptied = ({ status, headers }: Reply): Reply => ({ status, headers });
const quoted = (reply: Reply): Reply => withBody(reply, (body) => JSON.stringify(body));
const written =
  (type: string, text: string) =>
  (reply: Reply): Reply => ({
    ...withHeader(reply, 'content-type', type),
    body: Buffer.from(text),
  });

/** 200 without the JSON object that it names. */
export const resourceFaults: readonly Fault[] = [
  answers(
    'travel-update-answers-a-list',
    'travel.draft-update',
    'Travel Draft Update answers 200 with an array around the Draft resource that it names.',
    listed,
  ),
  answers(
    'travel-create-answers-a-list',
    'travel.draft-create',
    'Travel Draft Create answers 200 with an array around the Draft resource that it names.',
    listed,
  ),
  answers(
    'jobloss-update-answers-nothing',
    'jobloss.draft-update',
    'Jobloss Draft Update answers 200 without the Draft resource that it names.',
    emptied,
  ),
  answers(
    'landlord-create-answers-quoted-json',
    'landlord.draft-create',
    'Landlord Draft Create answers 200 with the Draft resource as a JSON text.',
    quoted,
  ),
  answers(
    'car-post-answers-xml',
    'travel.car-post',
    'Post Car answers 200 with XML.',
    written('application/xml', '<car/>'),
  ),
  answers(
    'car-delete-answers-true',
    'travel.car-delete',
    'Delete Car answers 200 with true.',
    written('application/json', 'true'),
  ),
  answers(
    'metadata-delete-answers-nothing',
    'travel.metadata-delete',
    'Delete Metadata answers 200 without the Metadata resource that it names.',
    emptied,
  ),
  answers(
    'gap-price-answers-broken-json',
    'gap.price-request',
    'The motor gap price request answers 200 with JSON that breaks off.',
    written('application/json', '{"totalPrice": {"withTaxes": 123'),
  ),
];
