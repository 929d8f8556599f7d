import type { FaultPair } from '../generators/invalid/fault.ts';
import type { ObservationPair } from '../generators/invalid/observation.ts';
import type { LegalPair } from '../generators/legal-value.ts';
import type { LegalCalls } from '../oracles/answers/always-broken.ts';
import type { Finding, Judgement } from '../oracles/finding.ts';
import type { Written } from '../oracles/state/read-back.ts';
import type { HandedOut } from '../oracles/state/unique-ids.ts';
import type { Line } from '../spec/line.ts';
import type { OperationId } from '../spec/operations.ts';
import type { SharedDraft } from './fields/shared-draft.ts';
import type { FaultyDraft, Together } from './fields/faults-together.ts';
import type { JourneyState } from './journey/state.ts';
import type { SequenceCommand } from './sequences/command.ts';
import type { DraftData } from './sequences/data.ts';

/** A landlord draft as a run wrote it; the owner is the identity of the journey that did. */
export interface Writing extends Written {
  readonly owner: object;
}

/** What the suites of one run remember for each other; each part is read and written by the module that is named beside it. */
export interface RunMemory {
  /** Ids that were handed out, by operation, and how often each was (handed-out.ts). */
  readonly handedOut: Map<OperationId, HandedOut[]>;
  readonly timesHandedOut: Map<string, number>;
  /** The newest writings to landlord drafts (written-drafts.ts). */
  readonly writings: Writing[];
  /** Numbers of the exchanges with and without Last-Modified (last-modified-seen.ts). */
  readonly lastModified: Map<OperationId, { present: number[]; absent: number[] }>;
  /** Sightings of the universal oracles by test, until its check has ended (met-sightings.ts). */
  readonly met: Map<string, readonly Judgement[]>;
  /** What the legal calls of an operation came to (legal-calls-seen.ts). */
  readonly legalCalls: Map<OperationId, LegalCalls>;
  /** Lines on which equal bodies make one draft, and how many drafts were told apart so far (bare-drafts.ts). */
  readonly oneDraft: Set<Line>;
  toldApart: number;
  /** Whether a read showed what was written only when it was made again (journey/visit.ts, observations/kept.ts). */
  readsLag: boolean;
  /** How often what an operation reads was not there to the end, since it was served last (journey/read-back-of.ts). */
  readonly readInVain: Map<OperationId, number>;
  /** The work that each line's drafts are waiting for (state/in-turn.ts). */
  readonly turns: Map<Line, Promise<void>>;
  /** Drafts and contracts that were made one after the other (state/created.ts). */
  readonly created: Map<string, Promise<readonly JourneyState[]>>;
  /** Findings of the operations' sessions (protocol/conduct-session.ts). */
  readonly sessions: Map<OperationId, Promise<readonly Finding[]>>;
  /** Pairs that were announced and not sent yet, by test (fields/faulty-draft.ts, fields/legal-draw.ts, observations/questions.ts). */
  readonly faultPairs: Map<string, FaultPair>;
  readonly legalPairs: Map<string, LegalPair>;
  readonly questionPairs: Map<string, ObservationPair>;
  /** Faulty drafts that were announced, by body, and what became of them (fields/faults-together.ts). */
  readonly faultyDrafts: Map<string, readonly FaultyDraft[]>;
  readonly sentTogether: Map<string, Promise<ReadonlyMap<string, Together>>>;
  /** The drafts that legal values are written in, by operation and draw, and by the test of each value (fields/shared-draft.ts). */
  readonly sharedDrafts: Map<string, readonly SharedDraft[]>;
  readonly legalDrafts: Map<string, SharedDraft>;
  /** The sequences of a line, each drawn when it is first asked for by its number (sequences/explore.ts). */
  readonly sequences: Map<Line, (index: number) => readonly SequenceCommand[]>;
  /** The data of sequences, by line and seed (sequences/data.ts). */
  readonly sequenceData: Map<string, readonly DraftData[]>;
}

/** The memory of a run that has sent nothing yet. */
export const emptyMemory = (): RunMemory => ({
  handedOut: new Map(),
  timesHandedOut: new Map(),
  writings: [],
  lastModified: new Map(),
  met: new Map(),
  legalCalls: new Map(),
  oneDraft: new Set(),
  toldApart: 0,
  readsLag: false,
  readInVain: new Map(),
  turns: new Map(),
  created: new Map(),
  sessions: new Map(),
  faultPairs: new Map(),
  legalPairs: new Map(),
  questionPairs: new Map(),
  faultyDrafts: new Map(),
  sentTogether: new Map(),
  sharedDrafts: new Map(),
  legalDrafts: new Map(),
  sequences: new Map(),
  sequenceData: new Map(),
});
