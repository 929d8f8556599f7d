/**
 * What becomes of a run where a variable is set: `harmless` nothing; `recorded` run.json has its name; `said` the run also says it
 * first; `uncertified` certify also grants no certificate; `insecure` as --insecure; `refused` exit 2 before anything is sent.
 */
export type EnvironmentEffect =
  'harmless' | 'recorded' | 'said' | 'uncertified' | 'insecure' | 'refused';

/** A group of variables, or of flags of Node, that could change what is trusted or loaded. */
export interface EnvironmentRule {
  /** Those with dashes are flags of Node; a star stands for any end. */
  readonly names: readonly string[];
  readonly effect: EnvironmentEffect;
  /** What it does, as a clause that follows the name; the sentence of whoever is told of it. */
  readonly what: string;
  /** What its value has to match to do that. Left out: anything. */
  readonly value?: RegExp;
  /** Only where an address with https, or a proxy with it, is asked. */
  readonly tls?: true;
  /** Also read from `.env`; all others are the process's own, and left out there. */
  readonly inFile?: true;
  /** Said already, with the proxy or the authorities that it names. */
  readonly saidElsewhere?: true;
}
