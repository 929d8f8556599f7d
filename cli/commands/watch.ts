import { Command, Option } from 'commander';
import { awaitRestart } from '../../client/http/await-restart.ts';
import { loadTarget } from '../../client/target/load-target.ts';
import { TargetError } from '../../client/target/target-error.ts';
import { UsageError } from '../../client/usage-error.ts';
import { EXIT, type ExitCode } from '../../oracles/exit-code.ts';
import type { RunOptions } from '../../runner/run-options.ts';
import type { RunOrder } from '../../runner/run-order.ts';
import { ownTarget } from '../../runner/target-source.ts';
import { POLICIES } from '../../store/policies.ts';
import type { CommandContext } from '../command-context.ts';
import { addLineOption, addServiceOptions, outOption, runOption } from '../options/options.ts';
import { print } from '../output/print.ts';

const EVERY_CALLER: Pick<RunOrder, 'fault' | 'thorough'> = { fault: [], thorough: false };

/** Waits for Enter; `signal` ends the waiting. A standard input that has ended never delivers it. */
const awaitEnter = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const { stdin } = process;
    const end = (settle: () => void) => (): void => {
      stdin.off('data', entered).pause();
      signal.removeEventListener('abort', aborted);
      settle();
    };
    const entered = end(resolve);
    const aborted = end(() => reject(signal.reason as Error));
    signal.addEventListener('abort', aborted);
    stdin.on('data', entered).resume();
  });

/** Waits until the service has been restarted, or Enter is pressed. Rejects once the command is stopped. */
const awaitChange = async (order: RunOrder, stop: AbortSignal): Promise<void> => {
  const settled = new AbortController();
  const signal = AbortSignal.any([stop, settled.signal]);
  const restarted = async (): Promise<void> => {
    const source = await ownTarget(order);
    if (source) await awaitRestart(await loadTarget(source), signal);
  };
  // A target file that cannot be read is reported by the next run.
  const ways = [restarted().catch((error: unknown) => stuck(error, signal)), awaitEnter(signal)];
  for (const each of ways) each.catch(() => undefined);
  try {
    await Promise.race(ways);
  } finally {
    settled.abort();
  }
};

/** Never resolves: then only Enter goes on. */
const stuck = (error: unknown, signal: AbortSignal): Promise<void> => {
  if (signal.aborted) throw error;
  return new Promise(() => undefined);
};

/** Judges once; an error of usage is printed, since its cause may be mended meanwhile. */
const judgeOnce = async (
  order: RunOrder,
  options: RunOptions,
  { takeStop }: Pick<CommandContext, 'takeStop'>,
): Promise<ExitCode> => {
  const { conduct } = await import('../../runner/conduct.ts');
  const { createRunListener } = await import('../output/run-listeners.ts');
  try {
    return (await conduct(order, takeStop(), createRunListener(options))).exitCode;
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof TargetError)) throw error;
    process.stderr.write(`assay: ${error.message}\n`);
    return EXIT.usage;
  }
};

/** Codes after which cells are left that did not pass. */
const LEFT_OPEN: readonly ExitCode[] = [EXIT.nonConformant, EXIT.incomplete];

const watchService = async (options: RunOptions, context: CommandContext): Promise<void> => {
  const order = { ...options, ...EVERY_CALLER, command: 'gate', version: context.version };
  if ((await ownTarget(order)) === undefined)
    throw new UsageError(
      'watch needs a service that restarts: name one with --target or --base-url',
    );
  const stop = context.takeStop();
  let code = await judgeOnce(order, options, context);
  while (!stop.aborted) {
    print('\nwaiting for a restart of the service, or Enter; Ctrl-C ends');
    await awaitChange(order, stop).catch(() => undefined);
    if (stop.aborted) break;
    if (LEFT_OPEN.includes(code)) {
      print('\njudging what did not pass');
      code = await judgeOnce({ ...order, onlyFailed: true }, options, context);
      // What was mended may have broken something else.
      if (code !== EXIT.conformant || stop.aborted) continue;
    }
    print('\njudging everything');
    code = await judgeOnce(order, options, context);
  }
  context.conclude(code);
};

/** `assay watch`: a gate, and after each restart of the service another, of what did not pass first. */
export const watchCommand = (context: CommandContext): Command =>
  addLineOption(
    addServiceOptions(
      new Command('watch').description(
        'gate a service after each of its restarts, first what did not pass',
      ),
    ),
  )
    .addOption(runOption('requirement'))
    .addOption(runOption('operation'))
    .addOption(
      runOption('seed', 'seed of the random data (default: that of the UTC day and the target)'),
    )
    .addOption(runOption('runs').default(POLICIES.gate.runs))
    .addOption(runOption('waivers'))
    .option('--verbose', 'print every test as it ends and every failed cell in full')
    .addOption(
      new Option('--quiet', 'print one line per fail, and the last line').conflicts('verbose'),
    )
    .addOption(outOption())
    .action((options: RunOptions) => watchService(options, context));
