import { writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { Command, Option } from 'commander';
import { stringify } from 'yaml';
import { DIALECTS } from '../reference/dialects.ts';
import { FAULTS } from '../reference/faults.ts';
import { type RunningReference, startReference } from '../reference/start.ts';
import { parsePath, parsePort } from './options.ts';
import { UsageError } from './usage-error.ts';

interface ServeOptions {
  readonly port: number;
  readonly gapPort: number;
  readonly dialect: string;
  readonly fault: readonly string[];
  readonly writeTarget?: string;
}

const start = async (options: ServeOptions): Promise<RunningReference> => {
  try {
    return await startReference({
      port: options.port,
      gapPort: options.gapPort,
      dialect: options.dialect,
      faults: options.fault,
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
};

const announce = (running: RunningReference, options: ServeOptions): void => {
  const exports = Object.entries(running.environment).map(
    ([name, value]) => `export ${name}='${value}'`,
  );
  const lines = [
    `base_url      ${running.base_url}`,
    `gap_base_url  ${running.gap_base_url}`,
    ...(options.writeTarget ? [`target        ${options.writeTarget}`] : []),
    '',
    'Its credentials, for the terminal that calls it:',
    ...exports,
    '',
    'Ctrl-C ends it.',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
};

const writeTarget = (path: string, running: RunningReference): void => {
  const heading =
    '# What Assay has to know of this service. Its credentials come from the environment.\n';
  try {
    writeFileSync(path, heading + stringify(running.target));
  } catch (error) {
    throw new UsageError(`cannot write the target to ${path}: ${String(error)}`, { cause: error });
  }
};

const list = (value: string, before: readonly string[]) => [...before, ...value.split(',')];

/** `assay serve`: the reference service, in a dialect of your choice, sick if you want it. */
export const serveCommand = (): Command =>
  new Command('serve')
    .description('run the embedded reference service until Ctrl-C')
    .addOption(new Option('--port <port>', '0 is any free one').argParser(parsePort).default(0))
    .addOption(
      new Option('--gap-port <port>', 'of the motor gap line, where it has an address of its own')
        .argParser(parsePort)
        .default(0),
    )
    .addOption(
      new Option(
        '--dialect <name>',
        `a correct service: ${DIALECTS.map((each) => each.name).join(', ')}`,
      ).default('plain'),
    )
    .addOption(
      new Option('--fault <id>', 'a service that is wrong in one point; see --list-faults')
        .argParser(list)
        .default([], 'none'),
    )
    .addOption(
      new Option(
        '--write-target <file>',
        'write the target file that its user would write',
      ).argParser(parsePath),
    )
    .option('--list-faults', 'print the faults and the requirement that each breaks')
    .action(async (options: ServeOptions & { readonly listFaults?: true }) => {
      if (options.listFaults) {
        for (const { id, breaks, what } of FAULTS) {
          process.stdout.write(`${id}  (${breaks.requirement})\n    ${what}\n`);
        }
        return;
      }
      const running = await start(options);
      if (options.writeTarget) writeTarget(options.writeTarget, running);
      announce(running, options);
      await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
      await running.close();
    });
