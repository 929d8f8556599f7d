import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadTarget } from '../../client/target/load-target.ts';
import type { ResolvedTarget } from '../../client/target.ts';
import { EXIT, type ExitCode } from '../../oracles/exit-code.ts';
import { type Cell, ledger } from '../../oracles/ledger.ts';
import { type EmbeddedService, startEmbedded } from '../../runner/embedded-service.ts';
import { renderDryRun, type DryRun } from '../../reports/console/dry-run.ts';
import { conduct } from '../../runner/conduct.ts';
import { nothingAppliesError } from '../../runner/begin-run.ts';
import { limitToFailed } from '../../runner/past-runs.ts';
import { quietListener } from '../output/run-listeners.ts';
import { type RunOrder, seeded } from '../../runner/run-order.ts';
import { selectionOf } from '../../store/selection.ts';
import { ownTarget } from '../../runner/target-source.ts';

/**
 * Target of the embedded service with secrets filled in, and with the identities and side effects of the caller's own
 * target.
 */
const documentOf = (
  { target, environment }: EmbeddedService,
  own: ResolvedTarget | undefined,
): object => {
  // The secrets are generated for this process and die with it.
  const filled = JSON.stringify(target).replace(
    /\$\{(\w+)\}/g,
    (reference, name: string) => environment[name] ?? reference,
  );
  const document = JSON.parse(filled) as { readonly identities: Readonly<Record<string, unknown>> };
  if (!own) return document;
  const identities = Object.entries(document.identities).filter(
    ([name]) =>
      name === 'owner' || own.identities[name as keyof typeof own.identities] !== undefined,
  );
  return {
    ...document,
    sideEffects: own.sideEffects,
    identities: Object.fromEntries(identities),
  };
};

/** Concurrency of a dry run without a target of its own. */
const DEFAULT_CONCURRENCY = 32;

/** Options that concern the caller's own service, or have no effect if nothing is judged. */
const SERVICE_OPTIONS: readonly string[] = [
  'target',
  'document',
  'baseUrl',
  'gapBaseUrl',
  'dialect',
  'onlyFailed',
  'junit',
  'codeQuality',
  'report',
] satisfies readonly (keyof RunOrder)[];

const withoutServiceOptions = (order: RunOrder): RunOrder =>
  Object.fromEntries(
    Object.entries(order).filter(([key]) => !SERVICE_OPTIONS.includes(key)),
  ) as never;

const silent = quietListener(() => undefined, false);

const applicable = <Judged extends { readonly verdict: string }>(
  verdicts: readonly Judged[],
): readonly Judged[] => verdicts.filter(({ verdict }) => verdict !== 'not-applicable');

/** Cells that a run would judge on the caller's own target. Throws UsageError if there are none. */
const cellsOfTarget = (order: RunOrder, own: ResolvedTarget): readonly Cell[] => {
  const cells = ledger({ lines: order.line, ...selectionOf(order) }, own);
  const judged = cells.filter(({ notApplicable }) => !notApplicable);
  if (judged.length === 0 && cells.length > 0) throw nothingAppliesError(cells);
  return judged;
};

/** Conducts the order against the embedded service in a temporary folder. */
const runEmbedded = async (
  order: RunOrder,
  own: ResolvedTarget | undefined,
  stop: AbortSignal,
): Promise<DryRun> => {
  const { dialect, fault } = order;
  const reference = await startEmbedded({ dialect, faults: dialect === undefined ? [] : fault });
  const out = mkdtempSync(join(tmpdir(), 'assay-list-'));
  const waivers = join(out, 'no-waivers.yaml');
  writeFileSync(waivers, '[]\n');
  try {
    const document = documentOf(reference, own);
    // Passed as flags, they override the addresses in the environment, which belong to the service that must not be
    // called.
    const { base_url, gap_base_url } = reference.target as {
      base_url: string;
      gap_base_url: string;
    };
    const at = { baseUrl: base_url, gapBaseUrl: gap_base_url };
    const embeddedOrder = {
      ...withoutServiceOptions(order),
      ...at,
      document,
      fault: [],
      out,
      waivers,
      page: false,
    };
    const { exchanges, verdicts, record, exitCode } = await conduct(embeddedOrder, stop, silent);
    if (exitCode === EXIT.harness) throw new Error('the dry run on the embedded service failed');
    const { duration: milliseconds, stopped } = record;
    const limits = own?.limits ?? { concurrency: DEFAULT_CONCURRENCY };
    const cells = own ? cellsOfTarget(order, own) : applicable(verdicts);
    return { exchanges, cells: cells.length, milliseconds, stopped, limits };
  } finally {
    await reference.close();
    rmSync(out, { recursive: true, force: true });
  }
};

/**
 * Reports what an order would send, by sending it to the embedded service. Returns the exit code. Throws UsageError
 * and TargetError.
 */
export const dryRun = async (
  order: RunOrder,
  stop: AbortSignal,
  print: (line: string) => void,
): Promise<ExitCode> => {
  const source = await ownTarget(order);
  const own = source && (await loadTarget(source));
  const limited = order.onlyFailed ? await limitToFailed(order) : order;
  // The reference service has a name of its own, and so a seed of its own.
  const chosen = own ? seeded(limited, order.clock ?? new Date(), own) : limited;
  const result = await runEmbedded(chosen, own, stop);
  if (own) print(`${own.name} at ${own.base_url}; this run sends nothing to it\n`);
  print(renderDryRun(result, order.line));
  return result.stopped === null ? EXIT.conformant : EXIT.incomplete;
};
