import { hash } from 'node:crypto';
import {
  type Declared,
  type LegalCalls,
  withLegalCall,
} from '../../oracles/answers/always-broken.ts';
import { carriesLastModified, type LastModifiedSeen } from '../../oracles/answers/last-modified.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { shownInstead, type Written } from '../../oracles/state/read-back.ts';
import type { HandedOut } from '../../oracles/state/unique-ids.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Line } from '../../spec/line.ts';
import type { OperationId } from '../../spec/operations.ts';
import { isMissing, type ReadBack } from '../journey/until-there.ts';

const add = <Key, Item>(lists: Map<Key, Item[]>, key: Key, ...items: readonly Item[]): void => {
  const list = lists.get(key);
  if (list) list.push(...items);
  else lists.set(key, [...items]);
};

/** A journey as far as a run remembers it. */
interface Journey {
  readonly line: Line;
  readonly data: { readonly draft: unknown; readonly metadata: { readonly key: string } };
  readonly parameters: { readonly draftId?: string | undefined };
  readonly written?: Written;
}

/** Bodies are compared, not kept: there are thousands. */
const digest = (content: string): string => hash('sha256', content, 'base64url').slice(0, 22);

/** What tells one creation from another (D11): the body, of a metadata item its key (D5), of a contract its draft. */
const contentOf = ({ request }: Exchange, on: OperationId, { data }: Journey) => {
  if (on === 'travel.metadata-post') return data.metadata.key;
  if (on.endsWith('.contract-create')) return JSON.stringify(data.draft);
  return request.body?.text;
};

/** The ids that creations of a run handed out, whatever they were created for. */
class HandedOutIds {
  readonly #all = new Map<OperationId, HandedOut[]>();
  readonly #drafts = new Map<string, number>();

  note(id: string, created: Exchange, state: Journey): void {
    const { operation: on, n } = created;
    if (on === undefined) return;
    const within = on === 'travel.metadata-post' ? state.parameters.draftId : undefined;
    const content = digest(contentOf(created, on, state) ?? '');
    add(this.#all, on, { id, exchange: n, content, ...(within === undefined ? {} : { within }) });
    const draft = `${on} ${id}`;
    if (on.endsWith('.draft-create')) this.#drafts.set(draft, (this.#drafts.get(draft) ?? 0) + 1);
  }

  /** Every id that an operation has handed out so far. */
  by(on: OperationId): readonly HandedOut[] {
    return this.#all.get(on) ?? [];
  }

  /** Whether another creation was given the same draft: whose draft it is, nobody knows then (D11). */
  isShared({ line, parameters: { draftId } }: Journey): boolean {
    return (this.#drafts.get(`${line}.draft-create ${draftId}`) ?? 0) > 1;
  }
}

/** What all answers of a run show together, whatever was asked for. */
class AnswersSeen {
  readonly #lastModified = new Map<OperationId, { present: number[]; absent: number[] }>();
  readonly #legalCalls = new Map<OperationId, LegalCalls>();

  /** Notes an answer; `declared` is what the target says of its operation. */
  note(exchange: Exchange, declared: (on: OperationId) => Declared): void {
    const { operation: on, intent, n } = exchange;
    if (on === undefined) return;
    const carries = carriesLastModified(exchange);
    if (carries !== undefined) {
      const seen = this.#lastModified.get(on) ?? { present: [], absent: [] };
      seen[carries ? 'present' : 'absent'].push(n);
      this.#lastModified.set(on, seen);
    }
    if (intent === 'legal')
      this.#legalCalls.set(on, withLegalCall(this.legalCallsOf(on), exchange, declared(on)));
  }

  /** The 200s of an operation with and without Last-Modified. */
  lastModifiedOf(on: OperationId): LastModifiedSeen {
    return this.#lastModified.get(on) ?? { present: [], absent: [] };
  }

  /** What all legal calls of an operation have come to. */
  legalCallsOf(on: OperationId): LegalCalls {
    return this.#legalCalls.get(on) ?? { broken: new Map() };
  }
}

const signatureOf = ({ requirement, operation, exchanges }: Judgement): string =>
  [requirement, operation, exchanges.at(-1)].join(' ');

/**
 * What the universal oracles failed in the answers of a test, until its check has ended, which may look at something else in
 * them: a sighting is never forgotten (rule section 0).
 */
class MetSightings {
  readonly #met = new Map<string, Judgement[]>();

  note(test: string, judged: readonly Judgement[]): void {
    const sightings = judged.filter(({ verdict }) => verdict === 'fail');
    if (sightings.length > 0) add(this.#met, test, ...sightings);
  }

  /** The sightings of a test that its check does not tell of by itself; they are told once. */
  take(test: string, told: readonly Judgement[]): readonly Judgement[] {
    const met = this.#met.get(test) ?? [];
    this.#met.delete(test);
    const known = new Set(told.map(signatureOf));
    return met.filter((each) => !known.has(signatureOf(each)));
  }
}

/** The bodies of drafts that hold nothing of what is tried on them. */
class BareDrafts {
  readonly #oneDraft = new Set<Line>();
  #told = 0;

  /** Notes that equal bodies make one draft on a line (D11): all tests that begin with a draft of nothing would share it. */
  noteOneDraft(line: Line): void {
    this.#oneDraft.add(line);
  }

  /** The lines on which equal bodies make one draft. */
  get linesOfOneDraft(): readonly Line[] {
    return [...this.#oneDraft];
  }

  /** An empty body, or, where all empty ones are one draft, one that holds a telephone number of its own. */
  bodyOn(line: Line): object {
    if (!this.#oneDraft.has(line)) return {};
    this.#told += 1;
    return { policyholder: { contact: { phone: `+32 2 ${1_000_000 + this.#told}` } } };
  }

  /** The body of motor gap's creation where it is not for the target to say; undefined otherwise. */
  gapBody(): object | undefined {
    return this.#oneDraft.has('gap') ? this.bodyOn('gap') : undefined;
  }
}

/** Older writings are no longer read by anybody. */
const KEPT = 300;

/** What a run wrote to landlord drafts of late; the owner is the identity of the journey that did. */
class LandlordWritings {
  readonly #writings: (Written & { readonly owner: object })[] = [];

  /** Notes what is about to be written: before the answer, since others may read it by then. */
  note(on: OperationId, body: unknown, { parameters: owner }: Journey): void {
    if (on !== 'landlord.draft-create' && on !== 'landlord.draft-update') return;
    // The parameters are one object for all that is done with a draft, and hold nothing large.
    this.#writings.push({ operation: on, exchange: 0, body, owner });
    if (this.#writings.length > KEPT) this.#writings.shift();
  }

  /** What another draft was written that a read shows instead of its own content. */
  shownInstead({ written, parameters }: Journey, read: Exchange): Written | undefined {
    const others = this.#writings.filter(({ owner }) => owner !== parameters);
    return written && shownInstead(written, read, others);
  }
}

/** So many reads in vain, one after the other and each to the end, prove enough: the next ones need not wait as well. */
const ENOUGH = 4;
/** Milliseconds that they wait all the same. */
const SHORT = 100;

/** How reads of what was just written fared. */
class ReadBacks {
  readonly #inVain = new Map<OperationId, number>();
  /** Whether a read showed what was written only when it was made again. */
  doLag = false;

  /** The delay for the next read by an operation, or of its link: short where nothing ever came of the last ones (D3). */
  delayOf({ target, clock }: ReadBack, on: OperationId): ReadBack {
    const { readBackDelay } = target.decisions;
    if ((this.#inVain.get(on) ?? 0) < ENOUGH) return { target, clock };
    return { target: { decisions: { readBackDelay: Math.min(SHORT, readBackDelay) } }, clock };
  }

  /** Notes what the last look of a read came to. */
  note(on: OperationId, last: Exchange): void {
    this.#inVain.set(on, isMissing(last) ? (this.#inVain.get(on) ?? 0) + 1 : 0);
  }
}

/** What the suites of one run learn for each other on the way, each part by the subject that it is about. */
export class RunMemory {
  readonly ids = new HandedOutIds();
  readonly answers = new AnswersSeen();
  readonly met = new MetSightings();
  readonly bare = new BareDrafts();
  readonly writings = new LandlordWritings();
  readonly reads = new ReadBacks();
}
