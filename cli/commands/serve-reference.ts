import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { stringify } from 'yaml';
import { fileTrouble } from '../../client/output-place.ts';
import { troubleOf, UsageError } from '../../client/usage-error.ts';
import { chance, DIALECTS } from '../../reference/dialects.ts';
import { type RunningReference, startReference } from '../../reference/start.ts';
import { checkChoice } from '../../runner/embedded-choice.ts';

/** Options of `assay serve`. */
export interface ServeOptions {
  readonly port: number;
  readonly gapPort: number;
  readonly dialect?: string;
  readonly fault: readonly string[];
  /** Milliseconds by which every answer is later. */
  readonly latency: number;
  readonly listDialects?: true;
  readonly listFaults?: true;
  readonly listConditions?: true;
  readonly writeTarget?: string;
  /** Whether the target may be written over a file that is there. */
  readonly force?: true;
}

/** What a port that cannot be listened on comes to, in words. */
const portTrouble = (error: unknown, { port, gapPort }: ServeOptions): string => {
  const ports = gapPort === 0 ? `--port ${port}` : `--port ${port} --gap-port ${gapPort}`;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const what = code === 'EADDRINUSE' ? 'something listens there already' : troubleOf(error);
  return `${ports}: ${what}; leave it out for a free one`;
};

const start = async (options: ServeOptions): Promise<RunningReference> => {
  await checkChoice(options);
  try {
    return await startReference({
      port: options.port,
      gapPort: options.gapPort,
      dialect: options.dialect,
      faults: options.fault,
      latency: options.latency,
    });
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
    'Its credentials, for the terminal that calls it:',
    ...exports,
    '',
    'Ctrl-C ends it.',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
};

/** Checks, before the start, that the target can be written and overwrites no file. Throws UsageError. */
const checkWriteTarget = ({ writeTarget: path, force }: ServeOptions): void => {
  if (path === undefined) return;
  const trouble = fileTrouble(path);
  if (trouble !== undefined)
    throw new UsageError(`--write-target: ${path} cannot be written: ${trouble}`);
  if (existsSync(path) && !force)
    throw new UsageError(
      `--write-target: ${path} already exists; name another file, or add --force to overwrite it`,
    );
};

const writeTarget = (path: string, { target }: RunningReference): void => {
  const heading =
    '# What Assay has to know of this service. Its credentials come from the environment.\n';
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, heading + stringify(target));
};

const CHANCE = { name: 'chance:SEED', what: chance(0).what };
const listDialects = () =>
  [...DIALECTS, CHANCE].map(({ name, what }) => `${name}\n    ${what}\n`).join('');
const listConditions = async () => {
  const { CONDITIONS } = await import('../../reference/conditions.ts');
  return CONDITIONS.map(({ id, what }) => `${id}\n    ${what}\n`).join('');
};
const listFaults = async () => {
  const { FAULTS } = await import('../../reference/faults.ts');
  return FAULTS.map(({ id, breaks, what }) => `${id}  (${breaks.requirement})\n    ${what}\n`).join(
    '',
  );
};

/** Runs the reference service until it is stopped, or lists what it can be. Throws UsageError. */
export const serve = async (options: ServeOptions, stop: AbortSignal): Promise<void> => {
  const lists = [
    ...(options.listDialects ? [listDialects] : []),
    ...(options.listFaults ? [listFaults] : []),
    ...(options.listConditions ? [listConditions] : []),
  ];
  if (lists.length > 0) {
    for (const list of lists) process.stdout.write(await list());
    return;
  }
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
