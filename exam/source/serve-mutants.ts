import { readFileSync, writeFileSync } from 'node:fs';
import type { startReference } from '../../reference/start.ts';
import { serveCommands } from '../worker.ts';
import type { StartEmbedded } from '../../runner/embedded-service.ts';
import { clockFrom } from '../../store/clock.ts';
import { installLoaderHooks, startOf } from './loader-hooks.ts';
import { openSwitches, WORKER_EXIT, type SourceOrder } from './mutant-switch.ts';

interface Start {
  readonly startReference: typeof startReference;
}

/** Runs a command against an embedded service started this way; returns its exit code. */
type Assay = (
  args: readonly string[],
  caller: { readonly startEmbedded: StartEmbedded },
) => Promise<number>;

/** Starts the embedded service on this thread, where the mutants are switched, from the load of this name. */
const startFrom =
  (load: string): StartEmbedded =>
  async ({ dialect, faults, clock }) => {
    const { startReference: start } = (await import(startOf(load))) as Start;
    const now = clockFrom(clock?.start, clock?.begun);
    const running = await start({ dialect, faults, now });
    return {
      target: running.target,
      environment: running.environment,
      close: async () => {
        await running.close();
        return running.shown;
      },
    };
  };

/** Tests if a service starts and stops at all: if it does not, there is nothing to judge. */
const startsAtAll = async (load: string): Promise<boolean> => {
  try {
    const { startReference: start } = (await import(startOf(load))) as Start;
    const service = await start({ dialect: 'plain' });
    await service.close();
    return true;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? '') : String(error)}\n`);
    return false;
  }
};

/**
 * Runs the commands of a worker's process, with mutants in their embedded service. It must be the first call of the
 * process, in the folder of the instrumented texts: modules that import the reference earlier have no mutants, so
 * `loadAssay` comes last.
 */
export const serveMutants = async (loadAssay: () => Promise<Assay>): Promise<void> => {
  installLoaderHooks(
    JSON.parse(readFileSync('instrumented.json', 'utf8')) as Record<string, string>,
  );
  const switches = openSwitches();
  // Loaded before any mutant is active, so that shared state is not affected by one.
  await import(startOf(''));
  const assay = await loadAssay();
  const conduct = async (order: SourceOrder, command: readonly string[]): Promise<number> => {
    const load = order.anew === true ? order.mutants.join('.') : '';
    switches.switchTo(order);
    try {
      if (!(await startsAtAll(load))) return WORKER_EXIT.unstarted;
      const code = await assay(command, { startEmbedded: startFrom(load) });
      if (order.reachFile !== undefined)
        writeFileSync(order.reachFile, JSON.stringify(switches.reached));
      return switches.hasLooped ? WORKER_EXIT.looped : code;
    } finally {
      switches.switchTo({ mutants: [] });
    }
  };
  serveCommands(({ args: [order = '', ...command] }) =>
    conduct(JSON.parse(order) as SourceOrder, command),
  );
};
