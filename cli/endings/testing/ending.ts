import type { ExitCode } from '../../../oracles/exit-code.ts';
import type { StandInName } from './stand-ins.ts';

/**
 * One way in which a command can end. In every text `{folder}` is the row's own empty folder, from which the command is
 * called, `{base}` the address of its stand-in, `{target}` a target file that describes it, where it comes with one, and
 * `{dead}` an address where nothing listens.
 */
export interface Ending {
  /** What is wrong, as a sentence without its full stop: `a seed that is no number`. */
  readonly what: string;
  /** `--out {folder}/out` is added to commands that make a run, unless it is there. */
  readonly args: readonly string[];
  /** Files that are there before, by their path in the folder; none of them may be changed. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** The service that answers at `{base}`. */
  readonly server?: StandInName;
  /** What is done in the folder before, such as making something read-only. */
  readonly before?: (folder: string) => void;
  /** Where the command has to end in a process of its own; at most 40 rows in all. */
  readonly ownProcess?: true;
  readonly code: ExitCode;
  /** The sentence that a person needs, somewhere on either stream. */
  readonly says: RegExp;
  /** What must not be printed, such as a secret. */
  readonly never?: RegExp;
  /** New files and folders that the command is to leave beside `out`. */
  readonly leaves?: readonly string[];
}
