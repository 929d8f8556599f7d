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
  /** Milliseconds between two price requests; on a ramp the mean. */
  readonly interval: number;
  /** One in this many price requests is judged in full. */
  readonly judgeEvery: number;
  /** Milliseconds after its start from which a virtual user may have its last turn. */
  readonly lastTurns: number;
}

/** Expected form of a line's answers, learned before the load. */
export interface ExpectedAnswer {
  readonly status: number;
  readonly lastModified: boolean;
  /** Pointers of values that differ in every answer. */
  readonly varying: readonly string[];
  /** Pointer of the resource; undefined if the answer is the resource itself (P3). */
  readonly envelope?: string | undefined;
  /** Pointer of the id; undefined if ids are not compared. */
  readonly idPlace?: string | undefined;
  /** True if the numbers of an answer are determined by the draft. */
  readonly compareNumbers: boolean;
}

/** The price request of one line, ready to be sent. */
export interface PlannedLine {
  readonly operation: OperationId;
  /**
   * Absolute path of a JSON list of texts: the draft's URL, its answer before the load (UnloadedAnswer, or nothing), its body up to
   * the key, and the rest of the body, separated by line breaks. The key, unique for every price request, exists only
   * if bodies have one.
   */
  readonly file: string;
  /** Number of drafts that one virtual user uses. */
  readonly window: number;
  readonly expected: ExpectedAnswer;
}

/** A value that a step of a journey passes to later steps, and its places in the answer. */
export interface LearnedValue {
  readonly name: string;
  readonly places: readonly string[];
  readonly kind: 'id' | 'text' | 'amount';
}

/** One call of a journey. `‹name›` stands for a value that is known at run time only. */
export interface JourneyStep {
  readonly operation: OperationId;
  readonly method: string;
  readonly url: string;
  readonly body?: string;
  readonly learn: readonly LearnedValue[];
  /** Retried until the written data are there. */
  readonly readsBack: boolean;
}

/** Input of the k6 scripts; JSON, without secrets. */
export interface LoadPlan {
  readonly runId: string;
  /** Number of k6 instances that share this plan in equal segments. */
  readonly instances: number;
  /** Absolute path of k6's options, which are long and not read by any virtual user. */
  readonly options: string;
  /** Absolute path for the summary. */
  readonly summary: string;
  /** In an archive: absolute path of the data for `assay merge`; read by k6 itself only. */
  readonly course?: string;
  /** In an archive, whose log is kept: names of the answer headers that may be logged. Default: all. */
  readonly logged?: readonly string[];
  readonly scenarios: Readonly<Record<string, PlannedScenario>>;
  readonly lines: Readonly<Partial<Record<Line, PlannedLine>>>;
  /** Headers of every request; the credential comes as a secret. */
  readonly headers: Readonly<Record<string, string>>;
  /** Pointers to the resources in the answers of operations that wrap them (P3). */
  readonly envelopes: Readonly<Partial<Record<OperationId, string>>>;
  /** Timeout of an answer in milliseconds. */
  readonly deadline: number;
  /** Sampling intervals of price requests: for points of the chart, for start times, and for ids and headers. */
  readonly every: Readonly<Record<'point' | 'start' | 'answer', number>>;
  readonly journeys?: {
    /** Absolute path of a JSON list of journeys, each a JSON text of JourneyStep[]. */
    readonly file: string;
    /** Milliseconds for which written data may not be readable yet. */
    readonly readBackDelay: number;
    /** Seconds between two calls of a journey; default: none. */
    readonly thinkTime?: number;
  };
}

/** Name of the k6 secret with the credential, a PlannedCredential as JSON. */
export const CREDENTIAL = 'credential';

/** Environment variable with the folder for the results of an archive's instances. */
export const RESULTS = 'ASSAY_RESULTS';

/** Environment variable with the id of the run that an archive's instance belongs to; default: that of its plan. */
export const RUN = 'ASSAY_RUN';

/** Environment variable in which k6 passes the name of the running scenario. */
export const SCENARIO = 'ASSAY_SCENARIO';
/** Credential for k6, in the file that `CREDENTIAL` names. */
export interface PlannedCredential {
  readonly headers: Readonly<Record<string, string>>;
  /** Such as `?key=…`; empty if nothing goes into the query. */
  readonly query: string;
}

/** An event that the scripts emit while they run, a line of JSON in k6's log. */
export type ScriptEvent = OwnEvent & {
  /** Id of the run, in a log that is kept until a merge. */
  readonly run?: string;
};

type OwnEvent =
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
      /** Time of a start among those of its scenario and instance; milliseconds since the scenario began. */
      readonly assay: 'start';
      readonly scenario: string;
      /** From 0. */
      readonly instance: number;
      /** Number of earlier starts that were not dropped, over all instances; `exec.scenario.iterationInTest` of k6. */
      readonly iteration: number;
      readonly at: number;
    }
  | {
      /** The answers to a virtual user stopped, or resumed; milliseconds since the epoch. */
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
      /** An answer without an error that differs from its draft's before the load. */
      readonly assay: 'unlike';
      readonly exchange: Exchange;
      readonly step: number;
      /** True if it is emitted as `unjudged`, too. */
      readonly isJudged: boolean;
    }
  | {
      readonly assay: 'ids';
      readonly line: Line;
      readonly step: number;
      /** Alternating: the row number of a draft, and the id that it received. */
      readonly ids: readonly (number | string)[];
    }
  | {
      readonly assay: 'stuck';
      readonly line: Line;
      readonly operation: OperationId;
      readonly missing: string;
    };

/** One sampled price request: milliseconds since the epoch, latency in milliseconds (null: no answer), status. */
export type Point = Omit<Extract<ScriptEvent, { assay: 'point' }>, 'assay'>;

/** Start of a price request. */
export type Start = Omit<Extract<ScriptEvent, { assay: 'start' }>, 'assay'>;
