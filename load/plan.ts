import type { Exchange } from '../spec/exchange.ts';
import type { Line } from '../spec/line.ts';
import type { OperationId } from '../spec/operations.ts';
import type { Phase } from './measures.ts';
import type { Unanswered } from './failures.ts';

/** One plateau or ramp of one line. */
export interface PlannedScenario {
  readonly line: Line;
  readonly phase: Phase;
  /** From 1; the warm-up is 0. */
  readonly step: number;
  /** Seconds after the start of the run. */
  readonly start: number;
  /** Milliseconds between two price requests; of a ramp on average. */
  readonly interval: number;
  /** One in so many price requests is judged in full. */
  readonly judgeEvery: number;
  /** Milliseconds after its start from which a virtual user may have its last turn. */
  readonly lastTurns: number;
}

/** What the answers of a line looked like at rest; every further one is compared with them. */
export interface ExpectedAnswer {
  readonly status: number;
  /** Character code of the first character that is no white space; null for an empty body. */
  readonly first: number | null;
  readonly lastModified: boolean;
  /** Pointers of what is different in every answer. */
  readonly varying: readonly string[];
  /** Pointer of the id; undefined where ids are not compared. */
  readonly idPlace?: string | undefined;
  /** Whether the numbers of an answer follow from the draft. */
  readonly compareNumbers: boolean;
}

/** The price request of one line, ready to be sent. */
export interface PlannedLine {
  readonly operation: OperationId;
  /**
   * Absolute path of a JSON list of texts: the draft's URL, its answer at rest (RestAnswer, or nothing), its body up to its
   * key, and what follows the key, parted by line breaks. The key, one of its own for every price request, is there only where
   * bodies have one.
   */
  readonly file: string;
  /** How many of the drafts one virtual user uses. */
  readonly window: number;
  readonly expected: ExpectedAnswer;
}

/** A value that a step of a journey leaves to later steps, and where it is found in the answer. */
export interface Learned {
  readonly name: string;
  readonly places: readonly string[];
  readonly kind: 'id' | 'text' | 'amount';
}

/** One call of a journey. Texts hold `‹name›` where a value is known at run time only. */
export interface JourneyStep {
  readonly operation: OperationId;
  readonly method: string;
  readonly url: string;
  readonly body?: string;
  readonly learn: readonly Learned[];
  /** Repeated while it is not there yet. */
  readonly readsBack: boolean;
}

/** All that the k6 scripts are told; JSON, without any secret. */
export interface LoadPlan {
  readonly runId: string;
  /** How many instances of k6 share this plan, in equal parts. */
  readonly instances: number;
  /** Absolute path of k6's options, which are long, and which none of its virtual users reads. */
  readonly options: string;
  /** Absolute path at which the summary is to be written. */
  readonly summary: string;
  /** Absolute path of what `assay merge` has to know of the run, in an archive; only k6 itself reads it. */
  readonly course?: string;
  /** Names of the headers of an answer that may stand in the log, in an archive: its log is kept. Left out: all of them. */
  readonly logged?: readonly string[];
  readonly scenarios: Readonly<Record<string, PlannedScenario>>;
  readonly lines: Readonly<Partial<Record<Line, PlannedLine>>>;
  /** Headers of every request; the credential comes as a secret. */
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds until an answer is overdue. */
  readonly deadline: number;
  /** One in so many price requests is told as a point of the chart, told with the time of its start; one in so many ids is told. */
  readonly every: { readonly point: number; readonly start: number; readonly id: number };
  readonly journeys?: {
    /** Absolute path of a JSON list of journeys, each a JSON text of JourneyStep[]. */
    readonly file: string;
    /** Milliseconds for which what was written may not be readable yet. */
    readonly readBackDelay: number;
    /** Seconds between two calls of a journey; left out: none. */
    readonly thinkTime?: number;
  };
}

/** Name under which k6 keeps the credential, and what its JSON text holds. */
export const CREDENTIAL = 'credential';

/** The variable that names the folder for what the instances of an archive leave. */
export const RESULTS = 'ASSAY_RESULTS';

/** The variable by which k6 tells a script which scenario it is running. */
export const SCENARIO = 'ASSAY_SCENARIO';
export interface PlannedCredential {
  readonly headers: Readonly<Record<string, string>>;
  /** Such as `?key=…`; empty where nothing goes into the query. */
  readonly query: string;
}

/** What the scripts tell while they run, one JSON text a line of k6's log. */
export type Told =
  | {
      readonly assay: 'point';
      readonly at: number;
      readonly line: Line;
      /** Null: there was no answer. */
      readonly ms: number | null;
      readonly step: number;
      readonly status: number;
    }
  | {
      /** When a start came, among those of its scenario and instance; milliseconds since the scenario began. */
      readonly assay: 'start';
      readonly scenario: string;
      /** From 0. */
      readonly instance: number;
      /** How many starts were no dropped ones before it, over all instances; `exec.scenario.iterationInTest` of k6. */
      readonly iteration: number;
      readonly at: number;
    }
  | {
      /** A virtual user had no answer to a request, or has one again; milliseconds since the epoch. */
      readonly assay: 'silence';
      readonly at: number;
      readonly reason: Unanswered | null;
    }
  | {
      readonly assay: 'unjudged';
      readonly exchange: Exchange;
      /** 0: the warm-up, or a journey. */
      readonly step: number;
    }
  | {
      /** An answer, without an error, unlike the one of its draft at rest. */
      readonly assay: 'unlike';
      readonly exchange: Exchange;
      readonly step: number;
      /** Whether it comes as `unjudged`, too. */
      readonly isJudged: boolean;
    }
  | {
      readonly assay: 'ids';
      readonly line: Line;
      readonly step: number;
      /** The number of a draft's row, and the id that it got, in turns. */
      readonly ids: readonly (number | string)[];
    }
  | {
      readonly assay: 'stuck';
      readonly line: Line;
      readonly operation: OperationId;
      readonly missing: string;
    };

/** One price request of the chart: milliseconds since the epoch, its latency in milliseconds (null: no answer), its status. */
export type Point = Omit<Extract<Told, { assay: 'point' }>, 'assay'>;

/** When a price request was begun. */
export type Start = Omit<Extract<Told, { assay: 'start' }>, 'assay'>;
