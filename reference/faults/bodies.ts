import type { KnownOperation } from '../../spec/operations.ts';
import type { Tables } from '../call.ts';
import { eur } from '../prices/money.ts';
import { eachOperation, type Kind } from './injection/each-operation.ts';
import type { Fault } from './injection/fault.ts';
import { readAs, refusingFault, UNREADABLE } from './injection/stages.ts';

const isText = (sent: unknown): boolean => typeof sent === 'string';
const isUnreadable = (sent: unknown): boolean => sent === UNREADABLE;

const reads = (ending: string, what: string, reading: (sent: unknown) => unknown): Kind => ({
  ending,
  what,
  inject: (tables, { id }) => {
    readAs(tables, id, reading);
  },
});

const empties = (ending: string, what: string, isNothing: (sent: unknown) => boolean): Kind =>
  reads(ending, `treats ${what} as an empty body`, (sent) => (isNothing(sent) ? {} : sent));

const breaks = (on: string, what: string, isFatal: (sent: unknown) => boolean): Kind =>
  reads(`breaks-on-${on}`, `answers 500 to ${what}`, (sent) => {
    if (isFatal(sent)) throw new Error('the body could not be bound');
    return sent;
  });

const breaksWithout: Kind = {
  ending: 'breaks-without-body',
  what: 'answers 500 if no body is sent',
  inject: (tables, { id }) => {
    const { readBody } = tables;
    tables.readBody = (request) => {
      if (request.operation.id === id && !request.bytes?.length)
        throw new Error('the body could not be bound');
      return readBody(request);
    };
  },
};

/** Defaults of a gap contract for a body without content: the first payment term, the last price, a new token. */
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

/** A contract is made from the defaults if the raw body has too little content. */
const proposes = (ending: string, what: string, saysNothing: (text: string) => boolean): Kind => ({
  ending,
  what: `accepts ${what}, and makes a contract from defaults`,
  inject: (tables, { id }) => {
    const { readBody } = tables;
    tables.readBody = (request) =>
      request.operation.id === id && saysNothing(request.bytes?.toString('utf8').trim() ?? '')
        ? proposal(tables, request.params['draftId'])
        : readBody(request);
  },
});

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Fields that are texts; all others of a draft's top are objects or arrays. */
const TEXTS = new Set(['language', 'whiteLabelId', 'make', 'model', 'plate']);

const hasTwoFaults = (sent: unknown): boolean => {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return false;
  const wrong = Object.entries(sent).filter(
    ([name, value]) => (typeof value === 'string') !== TEXTS.has(name),
  );
  return wrong.length > 1;
};

/** The only body with required fields, so that an empty object is no valid one. */
const isPayload = ({ id }: KnownOperation): boolean => id === 'gap.contract-create';
const hasOptions = (row: KnownOperation): boolean => !isPayload(row);

const rows: readonly Fault[] = [
  ...eachOperation(
    'BODY-01',
    [empties('without-json', 'a body that is not JSON', isUnreadable)],
    hasOptions,
  ),
  ...eachOperation(
    'BODY-01',
    [proposes('without-json', 'a body that is not JSON', (text) => text !== '' && !isJson(text))],
    isPayload,
  ),
  ...eachOperation('BODY-02', [
    reads('in-a-list', 'accepts its body inside an array', (sent) =>
      Array.isArray(sent) ? sent[0] : sent,
    ),
  ]),
  ...eachOperation('BODY-03', [empties('of-text', 'a text', isText)], hasOptions),
  ...eachOperation(
    'BODY-03',
    [proposes('of-text', 'a text', (sent) => sent.startsWith('"'))],
    isPayload,
  ),
  ...eachOperation('BODY-04', [proposes('of-no-body', 'no body at all', (text) => text === '')]),
  ...eachOperation('BODY-04', [proposes('of-an-empty-object', '{}', (text) => text === '{}')]),
  ...eachOperation('BODY-05', [
    breaks('no-json', 'a body that is not JSON', isUnreadable),
    breaksWithout,
    breaks('a-list', 'an array', Array.isArray),
    breaks('text', 'a text', isText),
  ]),
  ...eachOperation(
    'BODY-05',
    [breaks('two-faults', 'a body with two faults', hasTwoFaults)],
    // A body needs at least two fields that can be wrong.
    ({ step }) => step.startsWith('draft-'),
  ),
  refusingFault(
    'car-posted-only-with-something',
    'BODY-06',
    'travel.car-post',
    'Post Car refuses an empty object, though every field of a car is optional.',
    ({ body }) => Object.keys(body).length === 0,
  ),
];

/** True if the fault shows on bodies that are JSON objects. */
const isOfObjects = ({ id, breaks }: Fault): boolean =>
  breaks.requirement === 'BODY-06' || id.endsWith('-two-faults');

/** Faults with bodies that are no JSON objects, or have nothing in them. */
export const faults: readonly Fault[] = rows.map((fault) =>
  isOfObjects(fault) ? fault : { ...fault, withoutObject: true },
);
