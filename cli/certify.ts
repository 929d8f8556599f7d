import { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import { addRunOptions, type RunOptions } from './options.ts';

const DRAFTS_PER_LINE = 25;

/** `assay certify`: does this implementation conform, and if not, where? */
export const certifyCommand = ({ version, conclude, takeStop }: CommandContext): Command =>
  addRunOptions(
    new Command('certify').description(
      'judge a service on all lines, thoroughly; drafts are chosen for pairs of values',
    ),
    DRAFTS_PER_LINE,
  ).action(async (options: RunOptions) => {
    // Loaded when it is needed: help and usage errors should not wait for vitest.
    const { conduct } = await import('./conduct.ts');
    const order = { ...options, command: 'certify', version, thorough: true };
    conclude(await conduct(order, takeStop()));
  });
