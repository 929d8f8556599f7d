import type { ClientName } from './clients.ts';
import type { IdKind } from './choices/ids.ts';
import type { JsonObject } from './json.ts';
import type { Line } from '../spec/line.ts';
import type { OperationId } from '../spec/operations.ts';

/** An id; a number is shown as a JSON number. */
export type Id = string | number;

/** Kinds of items of a travel draft. */
export type ItemKind = Exclude<IdKind, 'draft' | 'contract'>;

/** A car, person or metadata item of a travel draft. */
export interface Item {
  readonly id: Id;
  readonly kind: ItemKind;
  body: JsonObject;
  /** True if a PUT changed it after its creation. */
  isChanged?: true;
}

/** A price request as it was answered; `amount` in hundredths of EUR. */
export interface PriceRequest {
  readonly id: string;
  readonly amount: number;
  readonly validUntil: Date;
  /** Set when a field that influences the price was changed afterwards (States and transitions, rule 2). */
  invalidated: boolean;
}

/** A draft of any line with its items, price requests, tokens and contracts. */
export interface Draft {
  readonly id: Id;
  readonly line: Line;
  readonly owner: ClientName;
  readonly createdAt: Date;
  updatedAt: Date;
  /** The operation that wrote it last. */
  writtenBy: OperationId;
  body: JsonObject;
  readonly items: Readonly<Record<ItemKind, Map<string, Item>>>;
  /** Items that were deleted, by kind and id: `car/1`. */
  readonly deleted: Map<string, Item>;
  /** Number of persons added so far, including deleted ones. */
  persons: number;
  /** Oldest first; the newest `LIMITS.priceRequests` are kept. */
  readonly priceRequests: PriceRequest[];
  /** User terms tokens that were issued for it and have not ended, oldest first. */
  readonly openTokens: string[];
  /** Counts of calls that may close it: leads, token terms, refused updates. */
  readonly history: { leads: number; terms: number; refusedUpdates?: number };
  /** Contracts made of this draft, oldest first. */
  readonly contracts: Contract[];
}

/** A contract; `body` is the draft as it stood. */
export interface Contract {
  readonly id: Id;
  readonly line: Line;
  readonly owner: ClientName;
  readonly draftId: Id;
  readonly createdAt: Date;
  readonly body: JsonObject;
  /** SHA-256 over the contract's content, hexadecimal. */
  readonly seal: string;
}

/** Capacity of one service. Beyond `items` a creation is refused; of the others the oldest are dropped. */
export const LIMITS = {
  drafts: 20_000,
  contractsPerDraft: 50,
  items: 500,
  priceRequests: 50,
} as const;

const key = (line: Line, id: Id): string => `${line}/${id}`;

/** Content of a store, by key. */
interface Kept {
  readonly drafts: Map<string, Draft>;
  readonly contracts: Map<string, Contract>;
  readonly creations: Map<string, Draft>;
}

const emptyContent = (): Kept => ({
  drafts: new Map(),
  contracts: new Map(),
  creations: new Map(),
});

/** Everything the service remembers, in memory. A dropped draft takes its contracts with it. */
export class Store {
  readonly #limit: number;
  readonly #kept: Kept;

  /** `limit`: how many drafts are kept. */
  constructor(limit: number = LIMITS.drafts, kept: Kept = emptyContent()) {
    this.#limit = limit;
    this.#kept = kept;
  }

  /** Another store over the same content; replacing a method of one does not affect the other. */
  sharing(): Store {
    return new Store(this.#limit, this.#kept);
  }

  /** Current number of drafts and contracts. */
  get size(): { readonly drafts: number; readonly contracts: number } {
    return { drafts: this.#kept.drafts.size, contracts: this.#kept.contracts.size };
  }

  /** The draft of a line with this id. */
  draft(line: Line, id: Id): Draft | undefined {
    return this.#kept.drafts.get(key(line, id));
  }

  /** All drafts of a line, oldest first. */
  drafts(line: Line): readonly Draft[] {
    return [...this.#kept.drafts.values()].filter((each) => each.line === line);
  }

  /** The contract of a line with this id. */
  contract(line: Line, id: Id): Contract | undefined {
    return this.#kept.contracts.get(key(line, id));
  }

  /** The draft with this creation key. */
  created(creation: string): Draft | undefined {
    return this.#kept.creations.get(creation);
  }

  /**
   * Stores a new draft, also under its creation key if there is one, and drops the oldest beyond
   * the limit.
   */
  addDraft(draft: Draft, creation?: string): void {
    this.#kept.drafts.set(key(draft.line, draft.id), draft);
    if (creation !== undefined) this.#kept.creations.set(creation, draft);
    for (const [oldest, dropped] of this.#kept.drafts) {
      if (this.#kept.drafts.size <= this.#limit) return;
      this.#kept.drafts.delete(oldest);
      for (const contract of dropped.contracts) this.#forget(contract);
    }
  }

  /** Keeps a new contract of a draft. */
  addContract(draft: Draft, contract: Contract): void {
    this.#kept.contracts.set(key(contract.line, contract.id), contract);
    draft.contracts.push(contract);
    if (draft.contracts.length <= LIMITS.contractsPerDraft) return;
    for (const dropped of draft.contracts.splice(0, 1)) this.#forget(dropped);
  }

  #forget(contract: Contract): void {
    this.#kept.contracts.delete(key(contract.line, contract.id));
  }
}
