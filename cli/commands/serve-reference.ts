import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { stringify } from 'yaml';
import { fileWriteError } from '../../client/check-writable.ts';
import { systemErrorText, UsageError } from '../../client/usage-error.ts';
import { chance, DIALECTS } from '../../reference/dialects.ts';
import { type RunningReference, startReference } from '../../reference/start.ts';
import { checkChoice } from '../../runner/embedded-choice.ts';

/** Options of `assay serve`. */
export interface ServeOptions {
  readonly port: number;
  readonly gapPort: number;
  readonly dialect?: string;
  readonly fault: readonly string[];
  /** Delay of every answer in milliseconds. */
  readonly latency: number;
  readonly listDialects?: true;
  readonly listFaults?: true;
  readonly listConditions?: true;
  readonly writeTarget?: string;
  /** Overwrite an existing target file. */
  readonly force?: true;
}

const portTrouble = (error: unknown, { port, gapPort }: ServeOptions): string => {
  const ports = gapPort === 0 ? `--port ${port}` : `--port ${port} --gap-port ${gapPort}`;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const what = code === 'EADDRINUSE' ? 'the port is already in use' : systemErrorText(error);
  return `${ports}: ${what}; omit it for a free one`;
};

const start = async (options: ServeOptions): Promise<RunningReference> => {
  await checkChoice(options);
  try {
    return await startReference({ ...options, faults: options.fault });
  } catch (error) {
    throw new UsageError(portTrouble(error, options), { cause: error });
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
    'Its credentials, to export in the terminal that calls it:',
    ...exports,
    '',
    'Ctrl-C ends it.',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
};

/** Checks before the start that the target can be written and overwrites no file. Throws UsageError. */
const checkWriteTarget = ({ writeTarget: path, force }: ServeOptions): void => {
  if (path === undefined) return;
  const trouble = fileWriteError(path);
  if (trouble !== undefined)
    throw new UsageError(`--write-target: ${path} is not writable: ${trouble}`);
  if (existsSync(path) && !force)
    throw new UsageError(
      `--write-target: ${path} already exists; name another file, or add --force to overwrite it`,
    );
};

const writeTarget = (path: string, { target }: RunningReference): void => {
  const heading =
    '# Target: how Assay reaches and judges this service. Its credentials come from the environment.\n';
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, heading + stringify(target));
};

const CHANCE = { name: 'chance:SEED', what: chance(0).what };

/** Requested lists of choices, one paragraph per entry; empty if no list was requested. */
const requestedLists = async (options: ServeOptions): Promise<readonly string[]> => {
  const lists: string[] = [];
  const add = (rows: readonly (readonly [title: string, what: string])[]): void =>
    void lists.push(...rows.map(([title, what]) => `${title}\n    ${what}\n`));
  if (options.listDialects) add([...DIALECTS, CHANCE].map(({ name, what }) => [name, what]));
  if (options.listFaults) {
    const { FAULTS } = await import('../../reference/faults.ts');
    add(FAULTS.map(({ id, breaks, what }) => [`${id}  (${breaks.requirement})`, what]));
  }
  if (options.listConditions) {
    const { CONDITIONS } = await import('../../reference/conditions.ts');
    add(CONDITIONS.map(({ id, what }) => [id, what]));
  }
  return lists;
};

/** Runs the reference service until it is stopped, or prints the requested lists. Throws UsageError. */
export const serveReference = async (options: ServeOptions, stop: AbortSignal): Promise<void> => {
  const lists = await requestedLists(options);
  if (lists.length > 0) return void process.stdout.write(lists.join(''));
  checkWriteTarget(options);
  const running = await start(options);
  try {
    if (options.writeTarget) writeTarget(options.writeTarget, running);
    announce(running, options);
    if (!stop.aborted) await once(stop, 'abort');
  } finally {
    await running.close();
  }
};
