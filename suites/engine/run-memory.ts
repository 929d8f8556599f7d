import { hash } from 'node:crypto';
import { leaves } from '../../generators/pointer.ts';
import { type RefusedCalls, UNLIMITED, withRefusal } from '../../oracles/answers/always-refused.ts';
import {
  type Declared,
  type LegalCalls,
  withLegalCall,
} from '../../oracles/answers/always-broken.ts';
import { jsonBody } from '../../oracles/answers/json-body.ts';
import { carriesLastModified, type LastModifiedSeen } from '../../oracles/answers/last-modified.ts';
import type { Finding } from '../../oracles/finding.ts';
import type { IssuedId } from '../../oracles/state/unique-ids.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Line } from '../../spec/line.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { ProbeContext } from '../contexts/context.ts';
import { DrawnContexts } from '../contexts/drawn-contexts.ts';
import { isMissing, type ReadBack } from '../journey/poll-read.ts';
import { CellSightings } from './cell-sightings.ts';
import { EmptyDrafts } from './empty-drafts.ts';
import { PendingSightings } from './pending-sightings.ts';
import { ContractAnswers } from './contract-answers.ts';
import { LandlordWritings } from './landlord-writings.ts';
import { PricedGapDrafts } from './priced-drafts.ts';
import { RefusedBodies } from './refused-bodies.ts';
import { RefusedPrices } from './refused-prices.ts';
import { RefusedUpdates } from './refused-updates.ts';
import { TemporaryRefusals } from './temporary-refusals.ts';

const add = <Key, Item>(lists: Map<Key, Item[]>, key: Key, ...items: readonly Item[]): void => {
  const list = lists.get(key);
  if (list) list.push(...items);
  else lists.set(key, [...items]);
};

/** The part of a journey that a run keeps. */
interface Journey {
  readonly line: Line;
  readonly data: { readonly draft: unknown; readonly metadata: { readonly key: string } };
  readonly parameters: { readonly draftId?: string | undefined };
}

/** Digests are compared instead of bodies: there are thousands. */
const digest = (content: string): string => hash('sha256', content, 'base64url').slice(0, 22);

/** Content of a request's body, the same for any order of its fields. */
export const bodyContent = ({ request }: Exchange): string => {
  const json = jsonBody(request.body);
  if (!json.ok) return request.body?.text ?? '';
  return JSON.stringify(leaves(json.value).map(String).toSorted());
};

/** Content that distinguishes two creations (D11): the body; of a metadata item its key (D5), of a contract its draft. */
const contentOf = (created: Exchange, on: OperationId, { data }: Journey): string => {
  if (on === 'travel.metadata-post') return data.metadata.key;
  if (on.endsWith('.contract-create')) return JSON.stringify(data.draft);
  return bodyContent(created);
};

/** Ids that the creations of a run issued, for any purpose. */
class IssuedIds {
  readonly #all = new Map<OperationId, IssuedId[]>();
  readonly #drafts = new Map<string, number>();
  readonly #contracts = new Set<string>();

  note(id: string, created: Exchange, state: Journey): void {
    const { operation: on, n } = created;
    if (on === undefined) return;
    if (on.endsWith('.contract-create')) {
      // A draft may be answered with its contract again, also after a change (K2): that is no other creation.
      const contract = JSON.stringify([on, state.parameters.draftId, id]);
      if (this.#contracts.has(contract)) return;
      this.#contracts.add(contract);
    }
    const within = on === 'travel.metadata-post' ? state.parameters.draftId : undefined;
    const content = digest(contentOf(created, on, state));
    add(this.#all, on, { id, exchange: n, content, ...(within === undefined ? {} : { within }) });
    const draft = `${on} ${id}`;
    if (on.endsWith('.draft-create')) this.#drafts.set(draft, (this.#drafts.get(draft) ?? 0) + 1);
  }

  /** Ids that an operation has issued so far. */
  by(on: OperationId): readonly IssuedId[] {
    return this.#all.get(on) ?? [];
  }

  /** True if another creation was given the same draft: its owner is then unknown (D11). */
  isShared({ line, parameters: { draftId } }: Journey): boolean {
    return (this.#drafts.get(`${line}.draft-create ${draftId}`) ?? 0) > 1;
  }
}

/** Aggregated evidence from all answers of a run, for any purpose. */
class AnswerStatistics {
  readonly #lastModified = new Map<OperationId, { present: number[]; absent: number[] }>();
  readonly #legalCalls = new Map<OperationId, LegalCalls>();
  readonly #refusedCalls = new Map<OperationId, RefusedCalls>();

  /** Records an answer; `declared` is the target's statement about its operation. */
  note(exchange: Exchange, declared: (on: OperationId) => Declared): void {
    const { operation: on, intent, n } = exchange;
    if (on === undefined) return;
    const carries = carriesLastModified(exchange);
    if (carries !== undefined) {
      const seen = this.#lastModified.get(on) ?? { present: [], absent: [] };
      seen[carries ? 'present' : 'absent'].push(n);
      this.#lastModified.set(on, seen);
    }
    if (intent === 'legal' && UNLIMITED.includes(on))
      this.#refusedCalls.set(on, withRefusal(this.refusedCallsOf(on), exchange));
    if (intent === 'legal')
      this.#legalCalls.set(on, withLegalCall(this.legalCallsOf(on), exchange, declared(on)));
  }

  /** 200s of an operation with and without Last-Modified. */
  lastModifiedOf(on: OperationId): LastModifiedSeen {
    return this.#lastModified.get(on) ?? { present: [], absent: [] };
  }

  /** Refused legal calls of an operation whose body no rule limits. */
  refusedCallsOf(on: OperationId): RefusedCalls {
    return this.#refusedCalls.get(on) ?? { refused: new Map() };
  }

  /** Outcomes of all legal calls of an operation. */
  legalCallsOf(on: OperationId): LegalCalls {
    return this.#legalCalls.get(on) ?? { broken: new Map() };
  }
}

/** Number of consecutive failed reads, each with the full delay, after which the next ones wait less. */
const MAX_FAILED_READS = 4;
/** Milliseconds of the shortened delay. */
const SHORT_DELAY = 100;

/** Outcomes of reads after writes. */
class ReadBacks {
  readonly #inVain = new Map<OperationId, number>();
  /** True if a read showed the written content only on a retry. */
  isLagging = false;

  /** Delay for the next read by an operation, or of its link: short if all of the latest reads failed (D3). */
  delayOf({ target, clock }: ReadBack, on: OperationId): ReadBack {
    const { readBackDelay } = target.decisions;
    if ((this.#inVain.get(on) ?? 0) < MAX_FAILED_READS) return { target, clock };
    return {
      target: { decisions: { readBackDelay: Math.min(SHORT_DELAY, readBackDelay) } },
      clock,
    };
  }

  /** Records the outcome of the last read. */
  note(on: OperationId, last: Exchange): void {
    this.#inVain.set(on, isMissing(last) ? (this.#inVain.get(on) ?? 0) + 1 : 0);
  }
}

/** Number of refused calls after which a spelling is not used any more; the first ones can still be repeated in it. */
const REFUSALS = 4;

/** Spellings of the country that a line refused although it accepts the canonical one (W2). */
class RefusedSpellings {
  readonly #refusals = new Map<string, number>();

  /** Records a refused call; for an empty creation, a line that does not know the spelling at all. */
  noteRefused(line: Line, spelling: string, of: 'call' | 'line'): void {
    const name = `${line} ${spelling}`;
    this.#refusals.set(name, (this.#refusals.get(name) ?? 0) + (of === 'line' ? REFUSALS : 1));
  }

  isRefused(line: Line, spelling: string): boolean {
    return (this.#refusals.get(`${line} ${spelling}`) ?? 0) >= REFUSALS;
  }
}

/** Lines whose drafts refuse calls once they have a contract, which is the service's right (S18). */
class ClosedDrafts {
  readonly #lines = new Set<Line>();

  /** Records the refusal of a call that is legal on a new draft. */
  noteRefusal({ line, context }: { readonly line: Line; readonly context: ProbeContext }): void {
    if (context.contract === 'made') this.#lines.add(line);
  }

  isClosing(line: Line): boolean {
    return this.#lines.has(line);
  }
}

/** Lines that refused the lead of a draft without a price, which is their right (L2). */
class UnpricedLeads {
  readonly #lines = new Set<Line>();

  noteUnpriced(line: Line): void {
    this.#lines.add(line);
  }

  /** True if drafts should be priced before their leads. */
  needPrice(line: Line): boolean {
    return this.#lines.has(line);
  }
}

/** Connections that the races of a run have opened; they stay open between races. */
class OpenedConnections {
  readonly #byLine = new Map<Line, number>();

  /** Records that a race of a line needs a number of connections; true if its earlier races opened fewer. */
  areMissing(line: Line, wanted: number): boolean {
    if ((this.#byLine.get(line) ?? 0) >= wanted) return false;
    this.#byLine.set(line, wanted);
    return true;
  }
}

/** Knowledge shared by the suites of one run, by subject. */
export class RunMemory {
  readonly ids: IssuedIds;
  readonly answers = new AnswerStatistics();
  readonly spellings: RefusedSpellings;
  readonly closedDrafts = new ClosedDrafts();
  readonly leads: UnpricedLeads;
  readonly refusedUpdates = new RefusedUpdates();
  readonly refusedBodies = new RefusedBodies();
  readonly refusedPrices = new RefusedPrices();
  readonly pricedGapDrafts = new PricedGapDrafts();
  readonly contractAnswers = new ContractAnswers();
  readonly temporaryRefusals = new TemporaryRefusals();
  readonly contexts = new DrawnContexts();
  readonly met = new PendingSightings();
  readonly sightings = new CellSightings();
  readonly emptyDrafts: EmptyDrafts;
  readonly writings: LandlordWritings;
  readonly reads: ReadBacks;
  readonly connections = new OpenedConnections();

  /**
   * `other`: a run that sends to the same service, whose drafts an equal creation may be answered with (D11), and which refuses
   * the same calls.
   */
  constructor(
    other?: Pick<RunMemory, 'ids' | 'emptyDrafts' | 'writings' | 'spellings' | 'leads' | 'reads'>,
  ) {
    this.spellings = other?.spellings ?? new RefusedSpellings();
    this.leads = other?.leads ?? new UnpricedLeads();
    this.ids = other?.ids ?? new IssuedIds();
    this.emptyDrafts = other?.emptyDrafts ?? new EmptyDrafts();
    this.writings = other?.writings ?? new LandlordWritings();
    this.reads = other?.reads ?? new ReadBacks();
  }

  /** Records findings that are written. */
  noteWritten(findings: readonly Finding[]): void {
    this.met.noteReported(findings);
    this.sightings.note(findings);
  }
}
