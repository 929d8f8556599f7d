import { resolve } from 'node:path';
import { Command } from 'commander';
import { EXIT } from '../../oracles/exit-code.ts';
import type { CommandContext } from '../command-context.ts';
import { dayOf } from '../../store/clock.ts';
import { print } from '../output/print.ts';

/** `assay openapi`: the service as an OpenAPI document, for other tools. */
export const openApiCommand = ({ conclude }: CommandContext): Command =>
  new Command('openapi')
    .description(
      'print the service as OpenAPI 3.1 in JSON; --target adds the details of a target file',
    )
    .option('--target <file>', 'target file, or FILE#NAME (default: none)')
    .action(async ({ target }: { target?: string }) => {
      // Loaded on demand: the generators take a moment.
      const { openApiOfSpecification, openApiOfTarget } =
        await import('../openapi/openapi-text.ts');
      const text =
        target === undefined
          ? await openApiOfSpecification()
          : await openApiOfTarget({ file: resolve(target) }, dayOf(new Date()));
      print(text.trimEnd());
      conclude(EXIT.conformant);
    });
