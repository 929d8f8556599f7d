import type { EvidenceRecord, CellVerdict, Finding } from '../oracles/finding.ts';
import type { Scope } from '../oracles/facts.ts';
import { endedCredential } from '../oracles/ended-credential.ts';
import { EXIT, type ExitCode, exitCodeOf } from '../oracles/exit-code.ts';
import { type Cell, cellId } from '../oracles/ledger.ts';
import type { PairCoverage, SequenceCoverage } from '../oracles/sequence-coverage.ts';
import type { ProbeRecord } from '../oracles/evidence/evidence-records.ts';
import { rollUp } from '../oracles/roll-up.ts';
import { unexplainedIn } from '../oracles/unexplained.ts';
import { isStale, judgeWaivers, type WaiverOutcome, waiveVerdict } from '../oracles/waive.ts';
import { type JsonLines, readJsonLines, writeJsonLines } from './json-lines.ts';
import { countOperations, reachedOperations, probeSetOf } from './operation-counts.ts';
import { latenciesOf } from './operation-latencies.ts';
import { factsOf, readExchanges } from './recorded-exchanges.ts';
import type { RunFolder } from './run-folder.ts';
import {
  countUnread,
  countVerdicts,
  type RunRecord,
  type RunStart,
  totalsOf,
  writeRunRecord,
} from './run-record.ts';
import type { Exchange } from '../spec/exchange.ts';
import { dayOf } from './clock.ts';
import { selectionOf } from './selection.ts';

/** End of a run's sending phase. */
export interface RunEnding {
  /** partial: a killed run, concluded by another process. */
  readonly state: RunRecord['state'];
  /** Reason why it was stopped early; null if it was not. */
  readonly stopped: string | null;
  /** Assay itself, or its machine, was at fault. */
  readonly isHarnessAtFault: boolean;
  /** The last line of a file may be incomplete: the run was killed, or the disk was full. */
  readonly mayBeTorn: boolean;
  /** Milliseconds since its start. Default: until its last exchange. */
  readonly duration?: number;
}

/** Everything that the reports need of a finished run. */
export interface Outcome {
  readonly record: RunRecord;
  readonly verdicts: readonly CellVerdict[];
  readonly findings: readonly Finding[];
  readonly exchanges: readonly Exchange[];
  /** Numbers of exchanges that only judges read (`readExchanges`). */
  readonly passedOver: ReadonlySet<number>;
  readonly waivers: readonly WaiverOutcome[];
  /** Of the lines whose sequences were completed. */
  readonly sequences: readonly SequenceCoverage[];
  /** Of the lines whose drafts were generated for pairs, and all sent. */
  readonly pairs: readonly PairCoverage[];
  readonly exitCode: ExitCode;
}

/** An incomplete line in a run that ended by itself is an error of Assay, and must not be ignored. */
const wholeOf = <Read extends JsonLines<unknown>>(
  path: string,
  { mayBeTorn }: RunEnding,
  read: (path: string) => Read,
): Read => {
  const lines = read(path);
  if (lines.torn && !mayBeTorn)
    throw new Error(`${path}, line ${lines.torn.line} is truncated: ${lines.torn.text}`);
  return lines;
};

const itemsOf = <Item>(path: string, ending: RunEnding): JsonLines<Item>['items'] =>
  wholeOf(path, ending, readJsonLines<Item>).items;

const durationOf = (
  { startedAt }: Pick<RunStart, 'startedAt'>,
  exchanges: readonly Exchange[],
): number => {
  const { at = startedAt, timings = { total: 0 } } = exchanges.at(-1) ?? {};
  return Math.max(0, Date.parse(at) + timings.total - Date.parse(startedAt));
};

type Judged = Pick<Outcome, 'verdicts' | 'exchanges' | 'waivers' | 'exitCode'>;

const recordOf = (
  { process: _process, ...start }: RunStart,
  ending: RunEnding,
  cells: readonly Cell[],
  probes: readonly ProbeRecord[],
  judged: Judged,
): RunRecord => {
  const { exchanges, verdicts, waivers, exitCode } = judged;
  const milliseconds = ending.duration ?? durationOf(start, exchanges);
  const operations = countOperations(exchanges, verdicts);
  const wanted = [...new Set(cells.map((cell) => cell.operation))];
  return {
    ...start,
    state: ending.state,
    endedAt: new Date(Date.parse(start.startedAt) + milliseconds).toISOString(),
    duration: Math.round(milliseconds),
    // Suites that did not load have announced none, or not all.
    probes: ending.isHarnessAtFault || ending.state === 'partial' ? null : probeSetOf(probes),
    stopped: ending.stopped,
    waivers: waivers.map(({ waiver, state }) => ({ ...waiver, state })),
    exitCode,
    verdicts: countVerdicts(verdicts),
    operations,
    latency: latenciesOf(exchanges),
    unread: countUnread(exchanges),
    totals: totalsOf(wanted, operations, reachedOperations(exchanges), cells.length),
  };
};

const scopeOf = ({ lines, selection: { requirements, operations, cells } }: RunStart): Scope => ({
  lines,
  ...(cells && { cells }),
  ...selectionOf({ requirement: requirements ?? undefined, operation: operations ?? undefined }),
});

/**
 * Findings of illegal answers that no judgement covers, in cells of the ledger. Empty for a stopped run: its aborted tests had
 * not yet judged their requests.
 */
export const unexplainedOf = (
  start: Pick<RunStart, 'target'>,
  { state, stopped }: Pick<RunEnding, 'state' | 'stopped'>,
  cells: readonly Cell[],
  exchanges: readonly Exchange[],
  evidence: readonly EvidenceRecord[],
  findings: readonly Finding[],
): readonly Finding[] => {
  if (state !== 'finished' || stopped !== null) return [];
  const isCell = new Set(cells.map(({ id }) => id));
  return unexplainedIn(exchanges, evidence, findings, factsOf(start)).filter((each) =>
    isCell.has(cellId(each.requirement, each.operation)),
  );
};

/** Verdicts of a run's ledger from all findings, with its waivers. */
export const verdictsOf = (
  { startedAt, waivers }: Pick<RunStart, 'startedAt' | 'waivers'>,
  cells: readonly Cell[],
  findings: readonly Finding[],
): readonly CellVerdict[] => {
  const day = dayOf(new Date(startedAt));
  return rollUp(cells, findings, (verdict) => waiveVerdict(verdict, waivers, day));
};

/** Aggregates the findings of a run into the verdicts of its ledger, and applies waivers. Needs only the run's folder. */
const judgeRun = (folder: RunFolder, start: RunStart, ending: RunEnding): Outcome => {
  const cells = itemsOf<Cell>(folder.ledger, ending);
  const { items: exchanges, passedOver } = wholeOf(folder.exchanges, ending, readExchanges);
  const evidence = itemsOf<EvidenceRecord>(folder.evidence, ending);
  const found = itemsOf<Finding>(folder.findings, ending);
  const unexplained = unexplainedOf(start, ending, cells, exchanges, evidence, found);
  const findings = [...found, ...unexplained];
  const day = dayOf(new Date(start.startedAt));
  const verdicts = verdictsOf(start, cells, findings);
  const waivers = judgeWaivers(start.waivers, verdicts, scopeOf(start), day);
  const exitCode = ending.isHarnessAtFault
    ? EXIT.harness
    : exitCodeOf(
        verdicts.map((each) => each.verdict),
        {
          staleWaiver: waivers.some(({ state }) => isStale(state)),
          stopped: ending.stopped !== null,
          credentialEnded: endedCredential(exchanges) !== undefined,
        },
      );
  const probes = itemsOf<ProbeRecord>(folder.probes, ending);
  const record = recordOf(start, ending, cells, probes, { verdicts, exchanges, waivers, exitCode });
  const sequences = itemsOf<SequenceCoverage>(folder.sequences, ending);
  const pairs = itemsOf<PairCoverage>(folder.pairs, ending);
  const rest = { waivers, sequences, pairs, exitCode };
  return { record, verdicts, findings, exchanges, passedOver, ...rest };
};

/** The outcome of a run that is still sending, from what its folder has so far; writes nothing. */
export const outcomeSoFar = (folder: RunFolder, start: RunStart): Outcome =>
  judgeRun(folder, start, {
    state: 'partial',
    stopped: 'it is still running',
    isHarnessAtFault: false,
    mayBeTorn: true,
  });

/** Concludes a run, which may have been killed, and writes `verdicts.jsonl`. `sealRun` follows. */
export const concludeRun = (folder: RunFolder, start: RunStart, ending: RunEnding): Outcome => {
  const outcome = judgeRun(folder, start, ending);
  writeJsonLines(folder.verdicts, outcome.verdicts);
  return outcome;
};

/**
 * Writes `run.json`, last of all: a run is finished once its reports exist. One that was stopped in the meantime is not
 * conformant.
 */
export const sealRun = (folder: RunFolder, outcome: Outcome, stop?: AbortSignal): Outcome => {
  const isLate = stop?.aborted === true && outcome.record.stopped === null;
  const exitCode =
    isLate && outcome.exitCode === EXIT.conformant ? EXIT.incomplete : outcome.exitCode;
  const stopped = isLate ? String(stop.reason) : outcome.record.stopped;
  const record = { ...outcome.record, stopped, exitCode };
  writeRunRecord(folder.run, record);
  return { ...outcome, record, exitCode };
};
