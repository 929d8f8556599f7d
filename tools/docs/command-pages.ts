import { COMPLETE } from '../../cli/commands.ts';
import { buildProgram } from '../../cli/assay.ts';
import { VERSION } from '../../store/version.ts';
import type { GeneratedPage } from './generated-page.ts';

/** All commands with the help that they print. */
export const commandPage = async (): Promise<GeneratedPage> => {
  const program = await buildProgram({
    version: VERSION,
    conclude: () => undefined,
    takeStop: () => new AbortController().signal,
    isLast: true,
  });
  const sections = program.commands
    .filter((command) => command.name() !== COMPLETE)
    .map(
      (command) =>
        `## assay ${command.name()}\n\n\`\`\`text\n${command.helpInformation().trim()}\n\`\`\``,
    );
  const about = 'What each command prints with `--help`.';
  return { path: 'reference/commands.md', text: ['# Commands', about, ...sections].join('\n\n') };
};
