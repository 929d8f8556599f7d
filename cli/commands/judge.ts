import { Command } from 'commander';
import { withChallenge } from '../../runner/certificate/answered-challenge.ts';
import type { RunOptions } from '../../runner/run-options.ts';
import { POLICIES } from '../../store/policies.ts';
import type { CommandContext } from '../command-context.ts';
import {
  addRunOptions,
  HEADINGS,
  daySeedOption,
  runOption,
  seedOption,
} from '../options/options.ts';
import { print } from '../output/print.ts';
import { challengeOf, parseChallenge } from './challenge.ts';

/** Conducts a run with these options; with `--list` only prints what it would send. */
const judgeService = async (
  name: keyof typeof POLICIES,
  options: RunOptions,
  context: CommandContext,
): Promise<void> => {
  const { version, conclude, takeStop, isLast, startEmbedded } = context;
  const { thorough } = POLICIES[name];
  const order = { ...options, command: name, version, thorough, isLast };
  if (options.list) {
    const { dryRun } = await import('./dry-run.ts');
    return conclude(await dryRun(order, takeStop(), print));
  }
  // Loaded on demand: help and usage errors should not wait for it.
  const { conduct } = await import('../../runner/conduct.ts');
  const { createRunListener } = await import('../output/run-listeners.ts');
  conclude((await conduct(order, takeStop(), createRunListener(options), startEmbedded)).exitCode);
};

/** `assay gate`: the judgement of certify on fewer drafts, for CI. */
export const gateCommand = (context: CommandContext): Command =>
  addRunOptions(
    new Command('gate').description('judge a service in seconds, for CI'),
    POLICIES.gate.runs,
    daySeedOption(),
  )
    .addOption(runOption('new').choices(['fail', 'observe']).helpGroup(HEADINGS.judged))
    .action((options: RunOptions) => judgeService('gate', options, context));

/** `assay certify`: judges thoroughly whether an implementation conforms. */
export const certifyCommand = (context: CommandContext): Command =>
  addRunOptions(
    new Command('certify').description(
      'judge a service thoroughly, with drafts picked for pairwise coverage',
    ),
    POLICIES.certify.runs,
    seedOption(),
  )
    .addOption(runOption('key').helpGroup(HEADINGS.results))
    .addOption(runOption('challenge').argParser(parseChallenge).helpGroup(HEADINGS.course))
    .action((given: RunOptions, command: Command) => {
      const challenge = challengeOf(given.challenge);
      const hasSeed = command.getOptionValueSource('seed') !== 'default';
      return judgeService('certify', withChallenge({ ...given, challenge }, hasSeed), context);
    });
