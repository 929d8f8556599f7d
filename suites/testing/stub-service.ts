import type { Call } from '../../client/http/build-request.ts';
import type { BodyText, HeaderMap } from '../../spec/exchange.ts';
import { operation } from '../../spec/operations.ts';

/** Answer of a stub. */
export interface StubAnswer {
  readonly status: number;
  readonly body?: unknown;
  /** The raw body, instead of JSON. */
  readonly raw?: BodyText;
  readonly headers?: Readonly<Record<string, string>>;
  /** Raw headers, replacing the others. */
  readonly rawHeaders?: HeaderMap;
}

/** A service as a function. */
export type StubService = (call: Call) => StubAnswer;

type Items = Map<string, unknown>;

interface Draft {
  readonly items: Items;
  isPriced: boolean;
  contract?: string;
}

const NOT_FOUND: StubAnswer = { status: 404 };
const ID_OF = { car: 'carId', person: 'personId', metadata: 'keyId' } as const;
const AMOUNT = 1325;

/** State of the service: its drafts and contracts, and the number of issued ids. */
interface Memory {
  readonly drafts: Map<string, Draft>;
  readonly contracts: Set<string>;
  issued: number;
}

const idIn = (memory: Memory, kind: string): string => {
  memory.issued += 1;
  return `${kind}-${memory.issued}`;
};

const createDraft = (memory: Memory): StubAnswer => {
  const id = idIn(memory, 'draft');
  memory.drafts.set(id, { items: new Map(), isPriced: false });
  return { status: 200, body: { draftId: id } };
};

const itemAnswer = (memory: Memory, { items }: Draft, call: Call): StubAnswer => {
  const [kind = '', verb] = operation(call.operation).step.split('-');
  const parameter = ID_OF[kind as keyof typeof ID_OF];
  const asked = call.params?.[parameter] ?? '';
  if (verb === 'post') {
    const id = idIn(memory, kind);
    items.set(id, call.body);
    return { status: 200, body: { [parameter]: id } };
  }
  if (!items.has(asked)) return NOT_FOUND;
  if (verb === 'delete') items.delete(asked);
  else items.set(asked, call.body);
  return { status: 200, body: verb === 'delete' ? {} : { [parameter]: asked } };
};

const contractAnswer = (memory: Memory, draft: Draft, { operation: on }: Call): StubAnswer => {
  if (!draft.isPriced || draft.contract !== undefined) return { status: 400 };
  draft.contract = idIn(memory, 'contract');
  memory.contracts.add(draft.contract);
  const { line } = operation(on);
  return line === 'gap'
    ? { status: 303, headers: { location: `/BE/motor/gap/contracts/${draft.contract}` } }
    : { status: 200, body: { contractId: draft.contract } };
};

const priceAnswer = (draft: Draft): StubAnswer => {
  draft.isPriced = true;
  return { status: 200, body: { priceRequestId: 'price-1', transactionAmount: AMOUNT } };
};

const draftAnswer = (memory: Memory, id: string, draft: Draft, call: Call): StubAnswer => {
  switch (operation(call.operation).step) {
    case 'draft-get':
    case 'draft-update':
      return { status: 200, body: { draftId: id } };
    case 'price-request':
      return priceAnswer(draft);
    case 'token-terms':
      return { status: 200, body: { token: 'abcdefgh' } };
    case 'contract-create':
      return contractAnswer(memory, draft, call);
    case 'lead-create':
    case 'price-info':
    case 'payment-status':
      return { status: 200, body: {} };
    default:
      return itemAnswer(memory, draft, call);
  }
};

/** A service that accepts every call of its owner: enough for a check to complete. */
export const stubService = (): StubService => {
  const memory: Memory = { drafts: new Map(), contracts: new Set(), issued: 0 };
  return (call) => {
    if (call.identity === 'other' || call.identity === 'withoutRights') return { status: 403 };
    if (call.credential !== undefined && call.credential !== 'valid') return { status: 401 };
    if (operation(call.operation).step === 'draft-create') return createDraft(memory);
    const { draftId, contractId } = call.params ?? {};
    if (contractId !== undefined)
      return memory.contracts.has(contractId) ? { status: 200, body: {} } : NOT_FOUND;
    const draft = memory.drafts.get(draftId ?? '');
    return draft && draftId !== undefined ? draftAnswer(memory, draftId, draft, call) : NOT_FOUND;
  };
};

/** The refusal of a faulty call: of one without a valid credential, or of any other one (S10). */
export const refusalOf = ({ credential }: Call): StubAnswer => ({
  status: credential === undefined ? 400 : 401,
});
