import type { ExitCode } from '../../../oracles/exit-code.ts';
import type { StandInName } from './stand-ins.ts';

/**
 * One way in which a command can end. Placeholders in every text: `{folder}`, the row's own empty folder and working
 * directory; `{base}`, the address of its stand-in; `{target}`, a target file for it, if it has one; `{dead}`, an
 * address without a listener.
 */
export interface Ending {
  /** The problem, as a phrase without a full stop: `a seed that is no number`. */
  readonly what: string;
  /** Commands that make a run also get `--out {folder}/out`, unless it is given. */
  readonly args: readonly string[];
  /** Files to create first, by path in the folder; none of them may be changed. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** Stand-in that answers at `{base}`. */
  readonly server?: StandInName;
  /** Prepares the folder, for instance by making something read-only. */
  readonly before?: (folder: string) => void;
  /** Set if the command must run in its own process; at most 40 rows. */
  readonly ownProcess?: true;
  readonly code: ExitCode;
  /** Expected sentence on either stream. */
  readonly prints: RegExp;
  /** Must not be printed, such as a secret. */
  readonly never?: RegExp;
  /** New files and folders that the command leaves beside `out`. */
  readonly leaves?: readonly string[];
}
