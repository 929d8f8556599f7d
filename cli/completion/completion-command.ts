import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { UsageError } from '../../client/usage-error.ts';
import { EXIT } from '../../oracles/exit-code.ts';
import { type CommandContext, COMPLETE } from '../command-context.ts';
import { print } from '../output/print.ts';
import { joinBashWords, completeWord } from './candidates.ts';

const SHELLS = ['bash', 'zsh', 'fish'];

/** `assay completion`: the completion script of a shell. */
export const completionCommand = ({ conclude }: CommandContext): Command =>
  new Command('completion')
    .description('print the completion script of a shell')
    .argument('<shell>', `the shell: ${SHELLS.join(', ')}`)
    .action((shell: string) => {
      if (!SHELLS.includes(shell))
        throw new UsageError(
          `there is no completion for "${shell}"; shells are ${SHELLS.join(', ')}`,
        );
      process.stdout.write(readFileSync(new URL(`assay.${shell}`, import.meta.url), 'utf8'));
      conclude(EXIT.conformant);
    });

/** Collapses a text to one line of a terminal. */
const oneLine = (what: string): string => {
  const line = what.replaceAll(/\s+/g, ' ').trim();
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
};

/**
 * `assay complete SHELL -- WORDS`: candidates for the last word. Prints `:files`, `:folders` or `:words`, then one
 * line per word, with a description after a tab.
 */
export const completeCommand = ({ conclude }: CommandContext): Command =>
  new Command(COMPLETE)
    .argument('<shell>')
    .argument('[words...]')
    .action(async (shell: string, given: readonly string[], _: unknown, command: Command) => {
      const { words, left } = shell === 'bash' ? joinBashWords(given) : { words: given, left: '' };
      const found = command.parent ? await completeWord(command.parent, words) : [];
      if (typeof found === 'string') print(`:${found}`);
      else {
        const lines = found.map(({ value, what = '' }) => {
          const shown = value.startsWith(left) ? value.slice(left.length) : value;
          return what === '' ? shown : `${shown}\t${oneLine(what)}`;
        });
        print([':words', ...lines].join('\n'));
      }
      conclude(EXIT.conformant);
    });
