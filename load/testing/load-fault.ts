import type { Line } from '../../spec/line.ts';

/** An answer as it is written; the body is text. */
export interface ProxyAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string;
}

/** One price request that a fault has been drawn for. */
export interface FaultyCall {
  readonly line: Line;
  /** Id of the draft, as it stands in the path. */
  readonly draft: string;
  /** Milliseconds since the first price request. */
  readonly at: number;
  /** How many price requests this second has seen, this one among them. */
  readonly inSecond: number;
}

/** What the proxy remembers of right answers to price requests. */
export interface ProxyMemory {
  /** A recent right answer of another draft of the line, that differs; undefined: there is none yet. */
  readonly another: (call: FaultyCall, answer: ProxyAnswer) => ProxyAnswer | undefined;
  /** The first answer that the draft ever got. */
  readonly first: (call: FaultyCall) => ProxyAnswer | undefined;
  /** A recent right answer of another line. */
  readonly foreign: (call: FaultyCall) => ProxyAnswer | undefined;
}

/** What goes wrong with some price requests: before the service is asked, instead of asking it, or with what it answered. */
export interface LoadFault {
  /** For people. */
  readonly says: string;
  /** Share of the price requests that it strikes, unless another one is asked for. */
  readonly share: number;
  /** Milliseconds to wait first. */
  readonly delay?: (call: FaultyCall) => number;
  /** What is answered without asking; `reset` and `silence` are no answer; undefined: the service is asked. */
  readonly instead?: (call: FaultyCall) => ProxyAnswer | 'reset' | 'silence' | undefined;
  /** What becomes of a right answer; undefined: it stays. */
  readonly rewrite?: (
    answer: ProxyAnswer,
    call: FaultyCall,
    memory: ProxyMemory,
  ) => ProxyAnswer | undefined;
}
