import { writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { stringify } from 'yaml';
import { chance } from '../reference/dialects/chance.ts';
import { DIALECTS } from '../reference/dialects.ts';
import { FAULTS } from '../reference/faults.ts';
import { type RunningReference, startReference } from '../reference/start.ts';
import { UsageError } from './usage-error.ts';

/** Options of `assay serve`. */
export interface ServeOptions {
  readonly port: number;
  readonly gapPort: number;
  readonly dialect: string;
  readonly fault: readonly string[];
  readonly listDialects?: true;
  readonly listFaults?: true;
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

const CHANCE = { name: 'chance:SEED', what: chance(0).what };
const listDialects = () =>
  [...DIALECTS, CHANCE].map(({ name, what }) => `${name}\n    ${what}\n`).join('');
const listFaults = () =>
  FAULTS.map(({ id, breaks, what }) => `${id}  (${breaks.requirement})\n    ${what}\n`).join('');

/** Runs the reference service until SIGINT or SIGTERM, or lists what it can be. Throws UsageError. */
export const serve = async (options: ServeOptions): Promise<void> => {
  if (options.listDialects || options.listFaults) {
    process.stdout.write(options.listDialects ? listDialects() : listFaults());
    return;
  }
  const running = await start(options);
  if (options.writeTarget) writeTarget(options.writeTarget, running);
  announce(running, options);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await running.close();
};
