import { outputTrouble } from './output-trouble.ts';

/** An error as it comes from the thread of the suites. */
export interface ThreadError {
  readonly name?: string | undefined;
  readonly message: string;
  readonly stack?: string | undefined;
}

/** What went wrong in the suites without being the service's fault. */
export interface SuiteFaults {
  /** Errors of Assay itself, each with the place where it came up. */
  readonly harness: readonly string[];
  /** What the machine is at fault for, such as a full disk; one sentence each. */
  readonly machine: readonly string[];
}

/** Collects the errors of the suites' tests, less what they are made to throw. */
export class FaultCollector implements SuiteFaults {
  readonly harness: string[] = [];
  readonly machine: string[] = [];
  readonly #folder: string;
  readonly #onMachine: () => void;

  /** `folder` is the run's; `onMachine` is called once if the run has to stop. */
  constructor(folder: string, onMachine: () => void) {
    this.#folder = folder;
    this.#onMachine = onMachine;
  }

  add(where: string, error: ThreadError): void {
    const trouble = outputTrouble(error, this.#folder);
    if (trouble === undefined) {
      this.harness.push(`${where}: ${error.stack ?? error.message}`);
      return;
    }
    if (this.machine.includes(trouble)) return;
    this.machine.push(trouble);
    if (this.machine.length === 1) this.#onMachine();
  }
}
