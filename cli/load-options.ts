import type { Command } from 'commander';
import type { Line } from '../spec/line.ts';
import { addTargetOptions, lineOption, outOption, seedOption } from './options.ts';

/** The options of `assay load`. */
export interface LoadOptions {
  /** A name, or a file. */
  readonly profile: string;
  readonly target?: string;
  readonly baseUrl?: string;
  readonly gapBaseUrl?: string;
  readonly line: readonly Line[];
  readonly seed: number;
  /** Of the embedded service. */
  readonly dialect?: string;
  readonly fault: readonly string[];
  /** Where the run's folder is made, absolute. */
  readonly out: string;
}

/** Adds the options of `assay load`. */
export const addLoadOptions = (command: Command): Command =>
  addTargetOptions(
    command.option(
      '--profile <name>',
      'how much load: smoke, load, stress, spike, soak, capacity, or a file',
      'smoke',
    ),
  )
    .addOption(lineOption())
    .addOption(seedOption())
    .addOption(outOption());
