import type { Line } from '../../spec/line.ts';

/** An answer to be sent; the body is text. */
export interface ProxyAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string;
}

/** One price request that a fault strikes. */
export interface FaultyCall {
  readonly line: Line;
  /** Id of the draft, as it stands in the path. */
  readonly draft: string;
  /** Milliseconds since the first price request. */
  readonly at: number;
  /** Number of the price request, from 1; half of them come before the load. */
  readonly nth: number;
  /** Number of price requests in this second, including this one. */
  readonly inSecond: number;
}

/** The proxy's memory of right answers to price requests. */
export interface ProxyMemory {
  /** A recent right answer of another draft of the line, with a different body; undefined if there is none yet. */
  readonly another: (call: FaultyCall, answer: ProxyAnswer) => ProxyAnswer | undefined;
  /** The first answer that the draft ever got. */
  readonly first: (call: FaultyCall) => ProxyAnswer | undefined;
  /** A recent right answer of another line. */
  readonly foreign: (call: FaultyCall) => ProxyAnswer | undefined;
}

/** Faulty behaviour for some price requests: before the service is called, instead of it, or on its answer. */
export interface LoadFault {
  /** Description for people. */
  readonly description: string;
  /** Share of the price requests that it strikes by default. */
  readonly share: number;
  /** Milliseconds of delay before the call. */
  readonly delay?: (call: FaultyCall) => number;
  /** An answer without calling the service; `reset` and `silence` are no answer; undefined: the service is called. */
  readonly instead?: (call: FaultyCall) => ProxyAnswer | 'reset' | 'silence' | undefined;
  /** Rewrites a right answer; undefined: it stays. */
  readonly rewrite?: (
    answer: ProxyAnswer,
    call: FaultyCall,
    memory: ProxyMemory,
  ) => ProxyAnswer | undefined;
}
