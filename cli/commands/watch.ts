import { Command, Option } from 'commander';
import { awaitRestart } from '../../client/http/await-restart.ts';
import { loadTarget } from '../../client/target/load-target.ts';
import { TargetError } from '../../client/target/target-error.ts';
import { UsageError } from '../../client/usage-error.ts';
import { EXIT, type ExitCode } from '../../oracles/exit-code.ts';
import type { Verdict } from '../../oracles/finding.ts';
import type { AskedRun, LiveServer } from '../../runner/live-server.ts';
import type { RunListener } from '../../runner/run-listener.ts';
import type { RunOptions } from '../../runner/run-options.ts';
import type { RunOrder } from '../../runner/run-order.ts';
import { ownTarget } from '../../runner/target-source.ts';
import { POLICIES } from '../../store/policies.ts';
import type { CommandContext } from '../command-context.ts';
import { addLineOption, addServiceOptions, outOption, runOption } from '../options/options.ts';
import { counted } from '../../spec/message-text.ts';
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

/** The next run of a watch. */
type Next = AskedRun | { readonly run: 'restarted' };

/** Waits until the service has been restarted, Enter is pressed, or the live page asks for a run. Rejects once the command is stopped. */
const awaitNext = async (
  order: RunOrder,
  asked: ((signal: AbortSignal) => Promise<AskedRun>) | undefined,
  stop: AbortSignal,
): Promise<Next> => {
  const settled = new AbortController();
  const signal = AbortSignal.any([stop, settled.signal]);
  const restarted = async (): Promise<void> => {
    const source = await ownTarget(order);
    if (source) await awaitRestart(await loadTarget(source), signal);
  };
  const ways: readonly Promise<AskedRun | void>[] = [
    // A target file that cannot be read is reported by the next run.
    restarted().catch((error: unknown) => stuck(error, signal)),
    awaitEnter(signal),
    ...(asked ? [asked(signal)] : []),
  ];
  for (const each of ways) each.catch(() => undefined);
  try {
    return (await Promise.race(ways)) ?? { run: 'restarted' };
  } finally {
    settled.abort();
  }
};

/** Never resolves: then only Enter goes on. */
const stuck = (error: unknown, signal: AbortSignal): Promise<void> => {
  if (signal.aborted) throw error;
  return new Promise(() => undefined);
};

/** Verdicts with which a run may be conformant; somebody is responsible for a waived fail. */
const PASSED: readonly string[] = ['pass', 'observed', 'not-applicable', 'waived'];

/** Results of the runs of a watch. */
interface Results {
  /** Cells that did not pass when they were last judged, with their verdicts. */
  readonly open: Map<string, Verdict>;
  /** Code of the last run. */
  code: ExitCode;
  /** Error of usage of the last run. */
  misuse?: string | undefined;
}

/** Judges once; an error of usage is printed, since its cause may be mended meanwhile. */
const judgeOnce = async (
  order: RunOrder,
  listener: RunListener,
  results: Results,
  stop: AbortSignal,
): Promise<void> => {
  const { conduct } = await import('../../runner/conduct.ts');
  results.misuse = undefined;
  try {
    const { verdicts, exitCode } = await conduct(order, stop, listener);
    for (const { cell, verdict } of verdicts)
      if (PASSED.includes(verdict)) results.open.delete(cell);
      else results.open.set(cell, verdict);
    results.code = exitCode;
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof TargetError)) throw error;
    process.stderr.write(`assay: ${error.message}\n`);
    results.misuse = error.message;
    // The target may be another one now: the next run judges everything.
    results.open.clear();
    results.code = EXIT.usage;
  }
};

/** The exit code of a watch whose last run passed, with these verdicts of other cells before. */
const codeOf = (open: readonly Verdict[]): ExitCode => {
  if (open.length === 0) return EXIT.conformant;
  return open.includes('fail') ? EXIT.nonConformant : EXIT.incomplete;
};

const WAITING = 'waiting for a restart of the service';

/** Judges everything, and after each change what did not pass, and then everything, until the command is stopped. */
const keepJudging = async (
  order: RunOrder,
  createListener: () => RunListener,
  page: LiveServer | undefined,
  stop: AbortSignal,
): Promise<ExitCode> => {
  const results: Results = { open: new Map(), code: EXIT.harness };
  const judge = (part: Partial<RunOrder> = {}): Promise<void> => {
    const listener = createListener();
    return judgeOnce({ ...order, ...part }, page?.showing(listener) ?? listener, results, stop);
  };
  const { open } = results;
  await judge();
  while (!stop.aborted) {
    print(`\n${WAITING}, ${page ? 'Enter or the live page' : 'or Enter'}; Ctrl-C ends`);
    const left = open.size === 0 ? '' : `; ${counted(open.size, 'cell')} did not pass`;
    const text = results.misuse ?? `${WAITING}${left}`;
    const next = await awaitNext(
      order,
      page && ((signal) => page.nextRun(text, open.size, signal)),
      stop,
    ).catch(() => undefined);
    if (!next || stop.aborted) break;
    if (next.run === 'cells') {
      print(`\njudging ${counted(next.cells.length, 'cell')}`);
      await judge({ onlyFailed: true, cells: next.cells });
      continue;
    }
    if (next.run !== 'all' && open.size > 0) {
      print('\njudging what did not pass');
      await judge({ onlyFailed: true });
      // What was mended may have broken something else.
      if (results.code !== EXIT.conformant || stop.aborted) continue;
    }
    print('\njudging everything');
    await judge();
  }
  // The last run may have judged one cell alone.
  return results.code === EXIT.conformant ? codeOf([...open.values()]) : results.code;
};

interface WatchOptions extends RunOptions {
  readonly ui?: boolean;
}

const watchService = async (options: WatchOptions, context: CommandContext): Promise<void> => {
  const { ui, ...rest } = options;
  const order = { ...rest, ...EVERY_CALLER, command: 'gate', version: context.version };
  if ((await ownTarget(order)) === undefined)
    throw new UsageError(
      'watch needs a service that restarts: name one with --target or --base-url',
    );
  const { createRunListener } = await import('../output/run-listeners.ts');
  const page = ui
    ? await (await import('../../runner/live-server.ts')).startLiveServer()
    : undefined;
  if (page) print(`live page  ${page.address}`);
  try {
    const code = await keepJudging(order, () => createRunListener(rest), page, context.takeStop());
    context.conclude(code);
  } finally {
    await page?.close();
  }
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
      new Option(
        '--quiet',
        'print one line per fail and per cause of cells that were not judged, and the last line',
      ).conflicts('verbose'),
    )
    .addOption(outOption())
    .option('--ui', 'also serve a live page of the runs, on this machine only')
    .action((options: WatchOptions) => watchService(options, context));
