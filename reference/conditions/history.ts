import { setTimeout as sleep } from 'node:timers/promises';
import type { Incoming } from '../call.ts';
import type { Draft, Store } from '../store.ts';
import type { Counts, CallContext } from './condition.ts';
import { jsonObjectIn } from '../json.ts';
import type { Step } from '../../spec/operation.ts';

/** Milliseconds within which a concurrent call arrives. */
const CONCURRENCY_WINDOW = 4;

/** Steps that change a draft or its items. */
const WRITES = /^(draft-update|(car|person|metadata)-(post|put|delete))$/;

/** Counter that a success of a step increments. */
const COUNTED: Partial<Record<Step, 'reads' | 'prices' | 'leads' | 'terms' | 'contracts'>> = {
  'draft-get': 'reads',
  'price-request': 'prices',
  'lead-create': 'leads',
  'token-terms': 'terms',
  'contract-create': 'contracts',
};

const nothing = (): { -readonly [Name in keyof Counts]: number } => ({
  calls: 0,
  writes: 0,
  refusals: 0,
  strangers: 0,
  deletions: 0,
  reads: 0,
  prices: 0,
  leads: 0,
  terms: 0,
  contracts: 0,
});

/** State of a call in flight. */
interface CallInFlight {
  readonly operation: string;
  readonly object: string;
  /** True if another call of the operation, or on the draft, was in flight at the same time. */
  readonly beside: { operation: boolean; draft: boolean };
}

const draftOf = ({ operation: { line }, params }: Incoming, store: Store): Draft | undefined => {
  const { draftId, contractId } = params;
  if (contractId === undefined) return store.draft(line, draftId ?? '');
  return store.draft(line, store.contract(line, contractId)?.draftId ?? '');
};

const WRITES_DRAFT = /^draft-(create|update)$/;

/** Counts the requests and answers of a service that conditions depend on. */
export class History {
  /** Keyed by draft, operation and line; the empty key counts all calls. */
  readonly #counts = new Map<string, ReturnType<typeof nothing>>();
  readonly #ordinals = new Map<string, number>();
  readonly #drafts = new Map<string, number>();
  readonly #connections = new Map<string, Map<object, number>>();
  readonly #overConnection = new WeakMap<object, number>();
  readonly #underWay = new Set<CallInFlight>();

  /** Records the id of a new draft, once. */
  noteDraft(line: string, id: string | number): void {
    if (this.#ordinals.has(`${line}/${id}`)) return;
    const ordinal = (this.#drafts.get(line) ?? 0) + 1;
    this.#drafts.set(line, ordinal);
    this.#ordinals.set(`${line}/${id}`, ordinal);
  }

  /** Starts a call: returns its context, and a callback for the status of its answer. */
  begin(
    request: Incoming,
    store: Store,
  ): { readonly moment: Omit<CallContext, 'shown'>; readonly end: (status: number) => void } {
    const { operation } = request;
    const { line } = operation;
    const draft = draftOf(request, store);
    const object = draft === undefined ? `${line} without a draft` : `${line}/${draft.id}`;
    const names = [object, operation.id, line, ''];
    const body = jsonObjectIn(request.bytes);
    const own = this.#join({
      operation: operation.id,
      object,
      beside: { operation: false, draft: false },
    });
    const moment = {
      request,
      draft,
      body,
      content: WRITES_DRAFT.test(operation.step) ? (body ?? draft?.body) : draft?.body,
      object: { ...this.#countsOf(object) },
      operation: { ...this.#countsOf(operation.id) },
      line: { ...this.#countsOf(line) },
      otherLines: this.#countsOf('').calls - this.#countsOf(line).calls,
      otherDrafts: (this.#drafts.get(line) ?? 0) - (draft === undefined ? 0 : 1),
      ordinal: this.#ordinals.get(object) ?? (this.#drafts.get(line) ?? 0) + 1,
      connection: this.#connectionOf(request),
      overConnection: this.#noteCallOver(request.connection),
      isBeside: async (of: 'operation' | 'draft') => {
        await sleep(CONCURRENCY_WINDOW);
        return own.beside[of];
      },
    };
    for (const name of names) {
      const counts = this.#countsOf(name);
      counts.calls += 1;
      if (WRITES.test(operation.step) || operation.step === 'draft-create') counts.writes += 1;
    }
    return {
      moment,
      end: (status) => {
        this.#underWay.delete(own);
        for (const name of names) this.#noteEnd(name, operation.step, status);
      },
    };
  }

  #noteEnd(name: string, step: Step, status: number): void {
    const counts = this.#countsOf(name);
    if (status >= 400 && status < 500) counts.refusals += 1;
    if (status === 401 || status === 403) counts.strangers += 1;
    if (status >= 400) return;
    if (step.endsWith('-delete')) counts.deletions += 1;
    const counted = COUNTED[step];
    if (counted !== undefined) counts[counted] += 1;
  }

  #countsOf(name: string): ReturnType<typeof nothing> {
    const counts = this.#counts.get(name) ?? nothing();
    this.#counts.set(name, counts);
    return counts;
  }

  #join(own: CallInFlight): CallInFlight {
    for (const other of this.#underWay) {
      const are = {
        operation: other.operation === own.operation,
        draft: other.object === own.object,
      };
      for (const { beside } of [own, other]) {
        beside.operation ||= are.operation;
        beside.draft ||= are.draft;
      }
    }
    this.#underWay.add(own);
    return own;
  }

  /** Counts a call over a connection; returns the number of earlier ones. */
  #noteCallOver(connection: object): number {
    const before = this.#overConnection.get(connection) ?? 0;
    this.#overConnection.set(connection, before + 1);
    return before;
  }

  #connectionOf({ origin, connection }: Incoming): number {
    const known = this.#connections.get(origin) ?? new Map<object, number>();
    this.#connections.set(origin, known);
    const number = known.get(connection) ?? known.size + 1;
    known.set(connection, number);
    return number;
  }
}
