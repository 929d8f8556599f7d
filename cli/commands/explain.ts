import { Command } from 'commander';
import { selectIds } from '../../client/did-you-mean.ts';
import { EXIT } from '../../oracles/exit-code.ts';
import { CATALOGUE } from '../../spec/catalogue.ts';
import type { CommandContext } from '../command-context.ts';
import { print } from '../output/print.ts';

/** `assay explain`: a requirement, how it is judged, and what is sent for it. */
export const explainCommand = ({ conclude }: CommandContext): Command =>
  new Command('explain')
    .description('explain a requirement: source, judgement, probes, cells')
    .argument('<id>', 'the requirement, such as GAP-CONTRACT-03; a pattern explains several')
    .action(async (pattern: string) => {
      const ids = selectIds([pattern], [...CATALOGUE.keys()], 'requirement');
      const { renderExplanation } = await import('./explanation.ts');
      print(ids.map(renderExplanation).join('\n\n\n'));
      conclude(EXIT.conformant);
    });
