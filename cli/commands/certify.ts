import { Command, Option } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { challengeOf, parseChallenge } from './challenge.ts';
import { withChallenge } from '../../runner/certificate/answered-challenge.ts';
import { addRunOptions } from '../options/options.ts';
import { type RunOptions } from '../../runner/run-options.ts';
import { parsePath } from '../../runner/parse-values.ts';
import { print } from '../output/print.ts';
import { POLICIES } from '../../store/policies.ts';

/** `assay certify`: does this implementation conform, and if not, where? */
export const certifyCommand = (context: CommandContext): Command =>
  addRunOptions(
    new Command('certify').description(
      'judge a service thoroughly, with drafts picked for pairwise coverage',
    ),
    POLICIES.certify.runs,
  )
    .addOption(
      new Option(
        '--key <file>',
        'sign the certificate with this key; see assay keygen (default: ASSAY_SIGNING_KEY, if set)',
      ).argParser(parsePath),
    )
    .addOption(
      new Option(
        '--challenge <nonce>',
        'answer this challenge of the recipient, or that in a file; the seed derives from it',
      ).argParser(parseChallenge),
    )
    .action(async (given: RunOptions, command: Command) => {
      const { version, conclude, takeStop, isLast } = context;
      const options = withChallenge(
        given.challenge === undefined
          ? given
          : { ...given, challenge: challengeOf(given.challenge) },
        command.getOptionValueSource('seed') !== 'default',
      );
      // Loaded when it is needed: help and usage errors should not wait for vitest.
      const { conduct } = await import('../../runner/conduct.ts');
      const { listenerFor } = await import('../output/listener-for.ts');
      const order = {
        ...options,
        command: 'certify',
        version,
        thorough: POLICIES.certify.thorough,
        isLast,
      };
      if (options.list) {
        const { rehearse } = await import('./rehearse.ts');
        return conclude(await rehearse(order, takeStop(), print));
      }
      conclude(
        (await conduct(order, takeStop(), listenerFor(options), context.startEmbedded)).exitCode,
      );
    });
