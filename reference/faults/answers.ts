import { type KnownOperation, operation, type OperationId } from '../../spec/operations.ts';
import type { Cause } from '../refusal.ts';
import { type Reply, withBody, withHeader, withoutHeader } from '../reply.ts';
import { eachOperation, type Kind } from './injection/each-operation.ts';
import { type Fault, onSuccess } from './injection/fault.ts';
import { answerWith } from './injection/stages.ts';

const succeeds = (id: string, operation: OperationId, status: number, name: string): Fault => ({
  id,
  breaks: { requirement: 'STATUS-01', operation },
  confinedTo: operation,
  what: `${name} answers ${status}; its detail entry states another success.`,
  inject: (tables) => {
    onSuccess(tables, operation, ({ headers, body }) =>
      status === 204 ? { status, headers } : { status, headers, body },
    );
  },
});

const unlisted = (
  id: string,
  operation: OperationId,
  causes: readonly Cause[],
  status: number,
  what: string,
  shows: Pick<Fault, 'withoutObject'> = {},
): Fault => ({
  ...shows,
  id,
  breaks: { requirement: 'STATUS-02', operation },
  confinedTo: operation,
  what,
  inject: (tables) => {
    answerWith(tables, operation, causes, status);
  },
});

const answers = (ending: string, status: number, causes: readonly Cause[], to: string): Kind => ({
  ending,
  what: `answers ${status} to ${to}`,
  inject: (tables, { id }) => {
    answerWith(tables, id, causes, status);
  },
});

const lists404 = ({ failures }: KnownOperation): boolean => failures?.includes(404) === true;

const written = (ending: string, how: string, format: (instant: Date) => string): Kind => ({
  ending: `modified-${ending}`,
  what: `writes Last-Modified ${how}`,
  inject: (tables, { id }) => {
    onSuccess(tables, id, (reply) => withHeader(reply, 'last-modified', format(tables.now())));
  },
});

const day = (instant: Date): string => instant.toISOString().slice(0, 10);

const changes = (
  id: string,
  operation: OperationId,
  what: string,
  change: (reply: Reply) => Reply,
): Fault => ({
  id,
  breaks: { requirement: 'RESOURCE-01', operation },
  what,
  inject: (tables) => {
    onSuccess(tables, operation, change);
  },
});

const listed = (reply: Reply): Reply => withBody(reply, (body) => [body]);
const emptied = ({ status, headers }: Reply): Reply => ({ status, headers });
const quoted = (reply: Reply): Reply => withBody(reply, (body) => JSON.stringify(body));

const typed =
  (type: string, text: string) =>
  (reply: Reply): Reply => ({
    ...withHeader(reply, 'content-type', type),
    body: Buffer.from(text),
  });

/** True if the id that is unknown may be that of an item of an existing draft. */
const namesItem = ({ breaks: { operation: on } }: Fault): boolean =>
  [on].flat().some((id) => /\{(carId|personId|keyId)\}/.test(operation(id).path));

/** Answers with a wrong status, a wrong Last-Modified, or another body than the specified one. */
export const faults: readonly Fault[] = [
  // Successes with another status than the stated one.
  succeeds('car-created-with-201', 'travel.car-post', 201, 'Post Car'),
  succeeds(
    'gap-contract-created-with-200',
    'gap.contract-create',
    200,
    'The motor gap contract creation',
  ),
  succeeds('jobloss-updated-with-204', 'jobloss.draft-update', 204, 'Jobloss Draft Update'),
  succeeds('travel-created-with-201', 'travel.draft-create', 201, 'Travel Draft Create'),
  succeeds('travel-updated-with-202', 'travel.draft-update', 202, 'Travel Draft Update'),
  succeeds('car-deleted-with-204', 'travel.car-delete', 204, 'Delete Car'),
  succeeds('metadata-deleted-with-204', 'travel.metadata-delete', 204, 'Delete Metadata'),
  succeeds('travel-lead-taken-with-202', 'travel.lead-create', 202, 'Travel Lead Create'),
  succeeds('landlord-created-with-201', 'landlord.draft-create', 201, 'Landlord Draft Create'),
  succeeds('gap-updated-with-204', 'gap.draft-update', 204, 'Motor gap Draft Update'),
  succeeds('gap-lead-taken-with-201', 'gap.lead-create', 201, 'Motor gap Lead Create'),
  succeeds('gap-priced-with-201', 'gap.price-request', 201, 'The motor gap price request'),
  // Refusals with an unlisted status: of unknown ids if 404 is listed, else of bodies, for which 400 is
  // listed (S3).
  ...eachOperation('STATUS-02', [answers('gone', 410, ['unknown'], 'an unknown id')], lists404).map(
    (fault) => (namesItem(fault) ? fault : { ...fault, withoutDraft: true as const }),
  ),
  ...eachOperation(
    'STATUS-02',
    [answers('unprocessable', 422, ['malformed', 'schema'], 'a malformed body')],
    (row) => !lists404(row),
  ),
  // Correct refusals with a status that the detail entry does not list.
  unlisted(
    'landlord-create-conflict',
    'landlord.draft-create',
    ['malformed', 'schema'],
    409,
    'Landlord Draft Create answers 409 to a malformed draft.',
  ),
  unlisted(
    'landlord-create-not-found-for-a-list',
    'landlord.draft-create',
    ['schema'],
    404,
    'Landlord Draft Create answers 404, which it does not list, to a draft with a wrong type.',
  ),
  unlisted(
    'metadata-delete-conflict',
    'travel.metadata-delete',
    ['unknown'],
    409,
    'Delete Metadata answers 409 for a draft or a key that is not known.',
  ),
  unlisted(
    'jobloss-update-payment-required',
    'jobloss.draft-update',
    ['malformed'],
    402,
    'Jobloss Draft Update answers 402, which it does not list, to a body that is not JSON.',
    { withoutObject: true },
  ),
  // A success status for an invalid request.
  ...eachOperation('STATUS-03', [
    {
      ending: 'valid-without-json',
      what: 'answers 402, which calls the request valid, to a body that is not JSON',
      inject: (tables, { id }) => {
        answerWith(tables, id, ['malformed'], 402);
      },
    },
  ]).map((fault) => ({ ...fault, withoutObject: true as const })),
  // Faults in the Last-Modified header.
  ...eachOperation('LASTMOD-01', [
    {
      ending: 'without-last-modified',
      what: 'answers 200 without the Last-Modified header that its detail entry lists',
      inject: (tables, { id }) => {
        onSuccess(tables, id, (reply) => withoutHeader(reply, 'last-modified'));
      },
    },
  ]),
  ...eachOperation('LASTMOD-02', [
    written('at-epoch-seconds', 'as seconds since 1970', (at) =>
      String(Math.floor(at.getTime() / 1000)),
    ),
    written('at-epoch-milliseconds', 'as milliseconds since 1970', (at) => String(at.getTime())),
    written('on-a-day', 'as a date without a time', day),
    written(
      'in-belgian',
      'as 31/12/2026 10:15',
      (at) => `${day(at).split('-').toReversed().join('/')} ${at.toISOString().slice(11, 16)}`,
    ),
    written('just-now', 'in words', () => 'just now'),
    written('at-a-javascript-date', 'as JavaScript shows a date', String),
    written('at-a-fraction', 'as seconds since 1970, with a fraction', (at) =>
      (at.getTime() / 1000).toFixed(3),
    ),
  ]),
  // 200 without the specified JSON object.
  changes(
    'travel-update-answers-a-list',
    'travel.draft-update',
    'Travel Draft Update answers 200 with the Draft resource inside an array.',
    listed,
  ),
  changes(
    'travel-create-answers-a-list',
    'travel.draft-create',
    'Travel Draft Create answers 200 with the Draft resource inside an array.',
    listed,
  ),
  changes(
    'jobloss-update-answers-nothing',
    'jobloss.draft-update',
    'Jobloss Draft Update answers 200 without the Draft resource that its detail entry names.',
    emptied,
  ),
  changes(
    'landlord-create-answers-quoted-json',
    'landlord.draft-create',
    'Landlord Draft Create answers 200 with the Draft resource as a JSON string.',
    quoted,
  ),
  changes(
    'car-post-answers-xml',
    'travel.car-post',
    'Post Car answers 200 with XML.',
    typed('application/xml', '<car/>'),
  ),
  changes(
    'car-delete-answers-true',
    'travel.car-delete',
    'Delete Car answers 200 with true.',
    typed('application/json', 'true'),
  ),
  changes(
    'metadata-delete-answers-nothing',
    'travel.metadata-delete',
    'Delete Metadata answers 200 without the Metadata resource that its detail entry names.',
    emptied,
  ),
  changes(
    'gap-price-answers-broken-json',
    'gap.price-request',
    'The motor gap price request answers 200 with truncated JSON.',
    typed('application/json', '{"totalPrice": {"withTaxes": 123'),
  ),
];
