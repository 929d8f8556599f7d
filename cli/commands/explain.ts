import { Command } from 'commander';
import { selectIds } from '../../client/did-you-mean.ts';
import { EXIT } from '../../oracles/exit-code.ts';
import { CATALOGUE } from '../../spec/catalogue.ts';
import { matchesGlob } from '../../spec/glob.ts';
import { LINES } from '../../spec/line.ts';
import { ALL } from '../../spec/operations.ts';
import { LISTS_OPERATIONS } from '../../store/selection.ts';
import type { CommandContext } from '../command-context.ts';
import { print } from '../output/print.ts';

/** True for an operation, or a pattern of operations; also for an operation that does not exist on a line that does. */
const isOfOperation = (pattern: string): boolean =>
  (pattern.includes('.') && ALL.some((id) => matchesGlob(pattern, id))) ||
  LINES.some((line) => pattern.toLowerCase().startsWith(`${line}.`));

/** `assay explain`: a requirement, how it is judged, and what is sent for it; or an operation with its requirements. */
export const explainCommand = ({ conclude }: CommandContext): Command =>
  new Command('explain')
    .description('explain a requirement: source, judgement, probes, cells; or an operation')
    .argument(
      '<id>',
      'the requirement, such as GAP-CONTRACT-03, or the operation, such as gap.draft-get; a pattern explains several',
    )
    .action(async (pattern: string) => {
      const { renderExplanation, renderOperation, operationRows } =
        await import('./explanation.ts');
      // The ids of some requirements have a dot, too.
      if (isOfOperation(pattern)) {
        const operations = selectIds([pattern], ALL, 'operation', LISTS_OPERATIONS);
        const [only, ...others] = operations;
        print(only && others.length === 0 ? renderOperation(only) : operationRows(operations));
      } else {
        const ids = selectIds([pattern], [...CATALOGUE.keys()], 'requirement');
        print(ids.map((id) => renderExplanation(id)).join('\n\n\n'));
      }
      conclude(EXIT.conformant);
    });
