import { join } from 'node:path';
import { Command } from 'commander';
import { credentialCommands } from '../../client/http/credential-commands.ts';
import { createRedactor } from '../../client/secrets/redactor.ts';
import { processEnvironment, readEnvironment } from '../../client/target.ts';
import { loadTarget } from '../../client/target/load-target.ts';
import { UsageError } from '../../client/usage-error.ts';
import { EXIT } from '../../oracles/exit-code.ts';
import type { ServiceOptions } from '../../runner/run-options.ts';
import { ownTarget } from '../../runner/target-source.ts';
import type { CommandContext } from '../command-context.ts';
import { addServiceOptions } from '../options/options.ts';
import { print } from '../output/print.ts';

/** `assay token`: the commands that fill the variables of the curl lines; it requests no token and prints no secret. */
export const tokenCommand = ({ conclude }: CommandContext): Command =>
  addServiceOptions(
    new Command('token').description(
      'print the commands that fill the variables of the curl lines; prints no secret',
    ),
  ).action(async (options: ServiceOptions) => {
    const source = await ownTarget({ ...options, fault: [] });
    if (!source)
      throw new UsageError('token needs a target with credentials: name one with --target');
    const target = await loadTarget(source);
    const lines = credentialCommands(target, createRedactor(target), {
      process: processEnvironment(),
      all: readEnvironment(),
      envFile: join(process.cwd(), '.env'),
    });
    print(
      [
        lines.length === 0
          ? '# The variables of the curl lines are set already.'
          : '# Fills the variables of the curl lines: paste it into bash, or eval "$(assay token …)". Shows no secret.',
        ...lines,
      ].join('\n'),
    );
    conclude(EXIT.conformant);
  });
