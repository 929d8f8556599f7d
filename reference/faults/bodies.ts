import { UNREADABLE, answerWith, readAs } from './stages.ts';
import type { Fault } from './fault.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { Tables } from '../tables.ts';
import { eur } from '../prices/money.ts';

type BodyRequirement = 'BODY-01' | 'BODY-02' | 'BODY-03' | 'BODY-05';

const reads = (
  id: string,
  requirement: BodyRequirement,
  operation: OperationId,
  what: string,
  reading: (sent: unknown) => unknown,
): Fault => ({
  id,
  breaks: { requirement, operation },
  confinedTo: operation,
  what,
  sow: (tables) => {
    readAs(tables, operation, reading);
  },
});

const nothingFor =
  (isNothing: (sent: unknown) => boolean) =>
  (sent: unknown): unknown =>
    isNothing(sent) ? {} : sent;

const breakFor =
  (isFatal: (sent: unknown) => boolean) =>
  (sent: unknown): unknown => {
    if (isFatal(sent)) throw new Error('the body could not be bound');
    return sent;
  };

const isText = (sent: unknown): boolean => typeof sent === 'string';
const isUnreadable = (sent: unknown): boolean => sent === UNREADABLE;
const firstOf = (sent: unknown): unknown => (Array.isArray(sent) ? sent[0] : sent);

/** What a gap contract is made of where the caller says nothing: the first payment term, the last price, a new token. */
const proposal = (tables: Tables, draftId = ''): unknown => {
  const draft = tables.store.draft('gap', draftId);
  return draft
    ? {
        paymentTerm: tables.choices.paymentTerms[0],
        transactionAmount: eur(draft.priceRequests.at(-1)?.amount ?? 0),
        userTermsToken: tables.tokens.issue(draft),
      }
    : {};
};

const emptyContract = (id: string, what: string, isEmpty: (text: string) => boolean): Fault => ({
  id,
  breaks: { requirement: 'BODY-04', operation: 'gap.contract-create' },
  confinedTo: 'gap.contract-create',
  what,
  sow: (tables) => {
    const { readBody } = tables;
    tables.readBody = (request) =>
      request.operation.id === 'gap.contract-create' &&
      isEmpty(request.bytes?.toString('utf8').trim() ?? '')
        ? proposal(tables, request.params['draftId'])
        : readBody(request);
  },
});

const breaksWithout = (id: string, operation: OperationId, name: string): Fault => ({
  id,
  breaks: { requirement: 'BODY-05', operation },
  confinedTo: operation,
  what: `${name} answers 500 where no body is sent.`,
  sow: (tables) => {
    const { readBody } = tables;
    tables.readBody = (request) => {
      if (request.operation.id === operation && !request.bytes?.length)
        throw new Error('the body could not be bound');
      return readBody(request);
    };
  },
});

/** Fields that are texts; all others of a draft's top are objects or arrays. */
const TEXTS = new Set(['language', 'whiteLabelId', 'make', 'model', 'plate']);

const hasTwoFaults = (sent: unknown): boolean => {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return false;
  const wrong = Object.entries(sent).filter(
    ([name, value]) => (typeof value === 'string') !== TEXTS.has(name),
  );
  return wrong.length > 1;
};

/** Faults with bodies that are no JSON objects, or have nothing in them. */
export const bodyFaults: readonly Fault[] = [
  reads(
    'car-posted-without-json',
    'BODY-01',
    'travel.car-post',
    'Post Car takes a body that is not JSON for an empty one.',
    nothingFor(isUnreadable),
  ),
  reads(
    'gap-update-without-json',
    'BODY-01',
    'gap.draft-update',
    'Motor gap Draft Update takes a body that is not JSON for an empty one.',
    nothingFor(isUnreadable),
  ),
  reads(
    'jobloss-lead-without-json',
    'BODY-01',
    'jobloss.lead-create',
    'Jobloss Lead Create never looks at a body that is not JSON.',
    nothingFor(isUnreadable),
  ),
  reads(
    'jobloss-draft-in-a-list',
    'BODY-02',
    'jobloss.draft-create',
    'Jobloss Draft Create takes a draft inside of an array.',
    firstOf,
  ),
  reads(
    'landlord-draft-emptied-by-a-list',
    'BODY-02',
    'landlord.draft-update',
    'Landlord Draft Update takes an array for an empty draft.',
    nothingFor(Array.isArray),
  ),
  reads(
    'landlord-lead-of-text',
    'BODY-03',
    'landlord.lead-create',
    'Landlord Lead Create takes a text for an empty lead.',
    nothingFor(isText),
  ),
  reads(
    'gap-price-of-text',
    'BODY-03',
    'gap.price-request',
    'The motor gap price request takes a text for an empty body.',
    nothingFor(isText),
  ),
  emptyContract(
    'gap-contract-of-no-body',
    'The motor gap contract creation takes no body at all, and makes the contract as proposed.',
    (text) => text === '',
  ),
  emptyContract(
    'gap-contract-of-an-empty-object',
    'The motor gap contract creation takes {}, and makes the contract as proposed.',
    (text) => text === '{}',
  ),
  reads(
    'jobloss-update-breaks-on-no-json',
    'BODY-05',
    'jobloss.draft-update',
    'Jobloss Draft Update answers 500 to a body that is not JSON.',
    breakFor(isUnreadable),
  ),
  breaksWithout('travel-create-breaks-without-body', 'travel.draft-create', 'Travel Draft Create'),
  breaksWithout('car-post-breaks-without-body', 'travel.car-post', 'Post Car'),
  reads(
    'travel-update-breaks-on-two-faults',
    'BODY-05',
    'travel.draft-update',
    'Travel Draft Update answers 500 to a body with two faults.',
    breakFor(hasTwoFaults),
  ),
  reads(
    'travel-lead-breaks-on-a-list',
    'BODY-05',
    'travel.lead-create',
    'Travel Lead Create answers 500 to an array.',
    breakFor(Array.isArray),
  ),
  reads(
    'gap-lead-breaks-on-text',
    'BODY-05',
    'gap.lead-create',
    'Motor gap Lead Create answers 500 to a text.',
    breakFor(isText),
  ),
];

const paymentRequired = (id: string, operation: OperationId, name: string): Fault => ({
  id,
  breaks: { requirement: 'STATUS-03', operation },
  confinedTo: operation,
  what: `${name} answers 402, which calls the request valid, to a body that is not JSON.`,
  sow: (tables) => {
    answerWith(tables, operation, ['malformed'], 402);
  },
});

/** 402 for bodies that are not JSON. */
export const paymentRequiredFaults: readonly Fault[] = [
  paymentRequired('travel-lead-valid-without-json', 'travel.lead-create', 'Travel Lead Create'),
  paymentRequired('gap-lead-valid-without-json', 'gap.lead-create', 'Motor gap Lead Create'),
  paymentRequired(
    'gap-price-valid-without-json',
    'gap.price-request',
    'The motor gap price request',
  ),
];
