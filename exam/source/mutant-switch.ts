/** What a worker for mutants is to do with a command: the first of its arguments, as JSON. */
export interface SourceOrder {
  /** The mutants that are on. */
  readonly mutants: readonly string[];
  /** Whether the reference is loaded once more for them: one is reached while the files are loaded, or once alone. */
  readonly anew?: boolean;
  /** Reached more often together, they are taken for ones that loop for ever. */
  readonly hitLimit?: number;
  /** File that is written with what the command reached; left out: none. */
  readonly reachFile?: string;
}

/** What was reached, by mutant: while the reference was loaded, and then; and the mutants that were on when reached. */
export interface ReachCounts {
  readonly loading: Readonly<Record<string, number>>;
  readonly running: Readonly<Record<string, number>>;
  readonly met: readonly string[];
}

/** What a worker's exit codes say beside those of a run: the service did not start; a mutant looped. */
export const WORKER_EXIT = { unstarted: 100, looped: 101 } as const;

/** What instrumented texts call: the instrumenter's names for it stand in `SWITCH_HEADER`. */
interface MutantSwitches {
  readonly isOn: (id: string) => boolean;
  readonly count: (...ids: readonly string[]) => void;
}

/** The first line of an instrumented text: where its switches are. */
export const SWITCH_HEADER =
  'const { isOn: stryMutAct_9fa48, count: stryCov_9fa48 } = globalThis.assayMutants;\n';

/** The switches of all instrumented texts of this process. */
export class MutantSwitchBoard implements MutantSwitches {
  #on: ReadonlySet<string> = new Set();
  #hits = 0;
  #hitLimit = Number.POSITIVE_INFINITY;
  #met = new Set<string>();
  readonly #loading: Record<string, number> = {};
  #running: Record<string, number> = {};
  #counted: Record<string, number> | undefined = this.#loading;

  /** Whether a mutant is on. Throws where those that are on were reached too often: one of them may loop for ever. */
  readonly isOn = (id: string): boolean => {
    if (!this.#on.has(id)) return false;
    this.#met.add(id);
    this.#hits += 1;
    if (this.hasLooped) throw new Error(`a mutant was reached ${this.#hits} times`);
    return true;
  };

  /** Notes that these mutants are reached, where that is asked for: it is called more often than anything else. */
  readonly count = (...ids: readonly string[]): void => {
    const counts = this.#counted;
    if (counts === undefined) return;
    for (const id of ids) counts[id] = (counts[id] ?? 0) + 1;
  };

  /** Whether the mutants that are on were reached more often than they may be. */
  get hasLooped(): boolean {
    return this.#hits > this.#hitLimit;
  }

  /** Switches mutants on, all others off, and counts anew what is reached where a file is asked for. */
  switchTo({ mutants, hitLimit = Number.POSITIVE_INFINITY, reachFile }: SourceOrder): void {
    this.#on = new Set(mutants);
    this.#hits = 0;
    this.#hitLimit = hitLimit;
    this.#met = new Set();
    this.#running = {};
    this.#counted = reachFile === undefined ? undefined : this.#running;
  }

  /** What was reached since the last switch. */
  get reached(): ReachCounts {
    return { loading: this.#loading, running: this.#running, met: [...this.#met] };
  }
}

/** Makes the switches of this process, for texts with the header. */
export const openSwitches = (): MutantSwitchBoard => {
  const board = new MutantSwitchBoard();
  (globalThis as { assayMutants?: MutantSwitches }).assayMutants = board;
  return board;
};
