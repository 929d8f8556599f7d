import { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { addRunOptions } from '../options/options.ts';
import { type RunOptions } from '../../runner/run-options.ts';
import { print } from '../output/print.ts';
import { POLICIES } from '../../store/policies.ts';

/** `assay gate`: may this build go on? The same judgement as certify on fewer drafts. */
export const gateCommand = (context: CommandContext): Command =>
  addRunOptions(
    new Command('gate').description('judge a service in seconds, for CI'),
    POLICIES.gate.runs,
  ).action(async (options: RunOptions) => {
    const { version, conclude, takeStop, isLast } = context;
    // Loaded when it is needed: help and usage errors should not wait for vitest.
    const { conduct } = await import('../../runner/conduct.ts');
    const { listenerFor } = await import('../output/listener-for.ts');
    const { thorough } = POLICIES.gate;
    const order = { ...options, command: 'gate', version, thorough, isLast };
    if (options.list) {
      const { rehearse } = await import('./rehearse.ts');
      return conclude(await rehearse(order, takeStop(), print));
    }
    conclude(
      (await conduct(order, takeStop(), listenerFor(options), context.startEmbedded)).exitCode,
    );
  });
