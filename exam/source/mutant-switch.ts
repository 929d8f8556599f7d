/** Instructions for a mutant worker: the first argument of a command, as JSON. */
export interface SourceOrder {
  /** The active mutants. */
  readonly mutants: readonly string[];
  /** True if the reference is loaded again: one of them is reached at load time, or only once. */
  readonly anew?: boolean;
  /** Hits from which the active mutants count as an endless loop. */
  readonly hitLimit?: number;
  /** File for the reach of the command; default: none. */
  readonly reachFile?: string;
}

/** Hits by mutant, at load time and after it, and the active mutants that were hit. */
export interface ReachCounts {
  readonly loading: Readonly<Record<string, number>>;
  readonly running: Readonly<Record<string, number>>;
  readonly met: readonly string[];
}

/** Additional exit codes of a worker: the service did not start; a mutant looped. */
export const WORKER_EXIT = { unstarted: 100, looped: 101 } as const;

/** Interface that instrumented texts call; `SWITCH_HEADER` maps the instrumenter's names to it. */
interface MutantSwitches {
  readonly isOn: (id: string) => boolean;
  readonly count: (...ids: readonly string[]) => void;
}

/** First line of an instrumented text: binds its switches. */
export const SWITCH_HEADER =
  'const { isOn: stryMutAct_9fa48, count: stryCov_9fa48 } = globalThis.assayMutants;\n';

/** The mutant switches of this process. */
export class MutantSwitchBoard implements MutantSwitches {
  #on: ReadonlySet<string> = new Set();
  #hits = 0;
  #hitLimit = Number.POSITIVE_INFINITY;
  #met = new Set<string>();
  readonly #loading: Record<string, number> = {};
  #running: Record<string, number> = {};
  #counted: Record<string, number> | undefined = this.#loading;

  /** Tests if a mutant is active. Throws once the active mutants have reached the hit limit: one of them may loop for ever. */
  readonly isOn = (id: string): boolean => {
    if (!this.#on.has(id)) return false;
    this.#met.add(id);
    this.#hits += 1;
    if (this.hasLooped) throw new Error(`a mutant was reached ${this.#hits} times`);
    return true;
  };

  /** Counts hits of these mutants if requested; it is the hottest function of all. */
  readonly count = (...ids: readonly string[]): void => {
    const counts = this.#counted;
    if (counts === undefined) return;
    for (const id of ids) counts[id] = (counts[id] ?? 0) + 1;
  };

  /** True if the active mutants have exceeded the hit limit. */
  get hasLooped(): boolean {
    return this.#hits > this.#hitLimit;
  }

  /** Activates mutants, deactivates all others, and restarts counting if a file is requested. */
  switchTo({ mutants, hitLimit = Number.POSITIVE_INFINITY, reachFile }: SourceOrder): void {
    this.#on = new Set(mutants);
    this.#hits = 0;
    this.#hitLimit = hitLimit;
    this.#met = new Set();
    this.#running = {};
    this.#counted = reachFile === undefined ? undefined : this.#running;
  }

  /** Hits since the last switch. */
  get reached(): ReachCounts {
    return { loading: this.#loading, running: this.#running, met: [...this.#met] };
  }
}

/** Creates the switches of this process, for texts with the header. */
export const openSwitches = (): MutantSwitchBoard => {
  const board = new MutantSwitchBoard();
  (globalThis as { assayMutants?: MutantSwitches }).assayMutants = board;
  return board;
};
