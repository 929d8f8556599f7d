import { type Client, createClient } from '../../client/http/client.ts';
import { type Clock, MACHINE_CLOCK } from '../../client/http/request-pace.ts';
import { type AppendFile, openRecord, type RunRecord } from '../../client/http/record.ts';
import { createRedactor, type Redactor, redactedJsonLine } from '../../client/secrets/redactor.ts';
import type { ResolvedTarget } from '../../client/target.ts';
import { userAgentOf } from '../../client/http/build-request.ts';
import { contextOf, type GeneratorContext } from '../../generators/context.ts';
import type { Scope } from '../../oracles/facts.ts';
import type { Finding, Verdicts } from '../../oracles/finding.ts';
import { evidenceOf, passFilter } from '../../oracles/evidence/evidence-records.ts';
import { callJudge, withoutSource } from '../../oracles/evidence/plain-evidence.ts';
import { type Cell, ledger } from '../../oracles/ledger.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Line } from '../../spec/line.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { watchCredentials } from './credential-watch.ts';
import {
  countPlan,
  createPulse,
  paceEvent,
  waitEvent,
  type ProgressEvent,
} from './progress-events.ts';
import { RunMemory } from './run-memory.ts';
import type { RunPlan } from './run-plan.ts';
import { createStopSignal, type StopSignal } from './stop.ts';
import { isDeepStrictEqual } from 'node:util';
import {
  DEFAULT_PAYMENT_TERMS,
  DEFAULT_VEHICLE_CODES,
} from '../../client/target/body-templates.ts';
import type { Declared } from '../../oracles/answers/always-broken.ts';

/** The files of a run's folder that its suites append to. */
export type Stream =
  | 'probes'
  | 'exchanges'
  | 'evidence'
  | 'findings'
  | 'observations'
  | 'sequences'
  | 'pairs'
  | 'contexts';

/** The open streams of a run. Each throws the error of an earlier write to any of them. */
export interface Streams {
  readonly of: Readonly<Record<Stream, AppendFile>>;
  readonly flush: () => void;
  readonly close: () => void;
}

/** A run: its target, client, writers, and the memory of its suites. It is passed on, never imported. */
export interface Run {
  readonly plan: RunPlan;
  readonly target: ResolvedTarget;
  readonly client: Client;
  readonly redactor: Redactor;
  readonly generators: GeneratorContext;
  readonly stop: StopSignal;
  /** Clock of the pauses between reads after a write (journey/poll-read.ts). */
  readonly clock: Clock;
  readonly memory: RunMemory;
  /** Cells to judge: selected, applicable, and judged by the suites. */
  readonly cells: readonly Cell[];
  /** Requirements to judge on an operation. */
  requirementsOn(on: OperationId): readonly RequirementId[];
  /** True if the ledger has this cell: it is selected, applicable and judged by the suites. */
  judges(requirement: RequirementId, on: OperationId): boolean;
  /** True if a run with the same lines and no other selection would have this cell. */
  applies(requirement: RequirementId, on: OperationId): boolean;
  /** Calls a judge and returns its verdicts; those passed to `write` can be reproduced. */
  judge<Given extends readonly unknown[], Outcome extends Verdicts>(
    judge: (...given: Given) => Outcome,
    ...given: Given
  ): Outcome;
  /**
   * Appends findings to `findings.jsonl` and their evidence to `evidence.jsonl`; of passes, only the first few of a cell. They
   * are written at the end of each turn of the event loop, so that a killed run keeps them.
   */
  write(findings: readonly Finding[]): void;
  /** Appends complete lines to a stream, at the end of the turn of the event loop. */
  append(stream: Stream, lines: string): void;
  /** Called once all probes but the last few are appended: from then on the length of the run can be estimated. */
  planned(): void;
  /** Writes the exchanges and findings so far. Throws the error of any failed write, current or earlier. */
  readonly flush: () => void;
  /** Closes the connections and the record once all requests are sent. */
  close(): Promise<void>;
}

const applicableCells = (scope: Scope, target: ResolvedTarget): readonly Cell[] =>
  ledger(scope, target).filter((cell) => !cell.notApplicable);

/** Requirements of cells by operation, and a membership test. */
export const cellsOf = (
  cells: readonly Cell[],
): Pick<Run, 'cells' | 'requirementsOn' | 'judges'> => {
  const byOperation = new Map(
    [...Map.groupBy(cells, ({ operation }) => operation)].map(([on, own]) => {
      const requirements = own.map(({ requirement }) => requirement);
      // Texts: the compiler takes a minute to compare sets of requirements.
      return [on, { requirements, ids: new Set<string>(requirements) }];
    }),
  );
  return {
    cells,
    requirementsOn: (on) => byOperation.get(on)?.requirements ?? [],
    judges: (requirement, on) => byOperation.get(on)?.ids.has(requirement) ?? false,
  };
};

const appendLines = (redactor: Redactor, file: AppendFile, items: readonly unknown[]): void => {
  // Usually no evidence of passes is kept.
  if (items.length === 0) return;
  file.append(items.map((each) => redactedJsonLine(redactor, each)).join(''));
};

const stopSignalOf = ({ maxTime }: RunPlan): StopSignal =>
  createStopSignal({
    limit: maxTime && {
      // A monotonic clock, the same in every thread.
      after: maxTime.until - (performance.timeOrigin + performance.now()),
      reason: `stopped after ${maxTime.seconds} s (--max-time)`,
    },
  });

const stoppable = (client: Client, { guard }: Pick<StopSignal, 'guard'>): Client => ({
  ...client,
  send: (call) => guard(() => client.send(call)),
  sendTogether: (calls) => guard(() => client.sendTogether(calls)),
  follow: (...link) => guard(() => client.follow(...link)),
  as: (caller) => stoppable(client.as(caller), { guard }),
  room: () => guard(() => client.room()),
});

/** Reading, sealing and reporting a record takes about this multiple of the time for writing it. */
const READING_FACTOR = 1.5;

const later = (at: string, milliseconds: number): string =>
  new Date(Date.parse(at) + milliseconds).toISOString();

/** The record in run time, by which the service is judged. */
const inRunTime = (
  record: RunRecord,
  { ahead }: RunPlan,
  memory: RunMemory,
  target: ResolvedTarget,
  { reserve, seen }: Pick<StopSignal, 'reserve'> & { readonly seen: (exchange: Exchange) => void },
): Pick<RunRecord, 'append'> => ({
  append: (exchange) => {
    const begun = performance.now();
    const recorded = record.append(
      ahead === 0 ? exchange : { ...exchange, at: later(exchange.at, ahead) },
    );
    reserve((performance.now() - begun) * READING_FACTOR);
    memory.answers.note(recorded, (on) => declaredIn(target, on));
    memory.pricedGapDrafts.note(recorded);
    memory.contractAnswers.note(recorded);
    memory.temporaryRefusals.note(recorded);
    seen(recorded);
    return recorded;
  },
});

const linesOf = (cells: readonly Cell[]): readonly Line[] => [
  ...new Set(cells.map((cell) => operation(cell.operation).line)),
];

/** The target of a plan. Its loader is a fifth of all modules here, and hardly any run needs it. */
const targetOf = async ({ target, source }: RunPlan): Promise<ResolvedTarget> => {
  if (target) return target;
  const { loadTarget } = await import('../../client/target/load-target.ts');
  return loadTarget(source);
};

/** Opens a run: takes or loads its target, and opens its streams. `tell` receives its events. Throws TargetError. */
export const openRun = async (
  plan: RunPlan,
  openStreams: () => Streams,
  tell: (news: ProgressEvent) => void,
): Promise<Run> => {
  const target = await targetOf(plan);
  const redactor = createRedactor(target);
  const streams = openStreams();
  const judged = cellsOf(applicableCells(plan, target));
  const applicable = cellsOf(applicableCells({ lines: plan.lines }, target));
  const stop = stopSignalOf(plan);
  const limits = { bytes: target.limits.record, stopped: stop.reason };
  const record = openRecord(redactor, streams.of.exchanges, limits);
  const memory = new RunMemory();
  const isKept = passFilter();
  const planned = countPlan(plan.thorough);
  const pulse = createPulse((each) => tell({ kind: 'pulse', pulse: each }), planned.expected);
  const client = createClient({
    target,
    record: inRunTime(record, plan, memory, target, {
      reserve: stop.reserve,
      seen: pulse,
    }),
    onSecret: redactor.learn,
    // A certify does not identify itself: a service must not recognise its judge.
    userAgent: userAgentOf(target, { id: plan.runId, isNamed: !plan.thorough }),
    isTraced: target.trace ?? (target.traces !== undefined && !plan.thorough),
    breaker: { lines: linesOf(judged.cells), giveUp: stop.giveUp },
    onWait: (wait) => tell(waitEvent(wait)),
    onPace: (pace) => tell(paceEvent(pace)),
  });
  return {
    plan,
    target,
    ...judged,
    applies: applicable.judges,
    stop,
    clock: MACHINE_CLOCK,
    memory,
    redactor,
    client: watchCredentials(stoppable(client, stop), stop, target.limits),
    generators: contextOf(target, plan.today, plan.seed),
    judge: (judge, ...given) => callJudge(target, judge, given),
    write: (found) => {
      memory.noteWritten(found);
      const own = found.filter((each) => judged.judges(each.requirement, each.operation));
      // Includes cells that are not selected: unexplained answers are found by their evidence.
      appendLines(redactor, streams.of.evidence, evidenceOf(found));
      appendLines(redactor, streams.of.findings, own.filter(isKept).map(withoutSource));
    },
    append: (stream, lines) => {
      if (stream === 'probes') planned.note(lines);
      streams.of[stream].append(lines);
    },
    planned: planned.end,
    flush: streams.flush,
    close: () => client.close().finally(streams.close),
  };
};

/** Values that the specification does not show and this target declares (P4, P5); a default is a guess. */
const declaredIn = (
  { bodies, paymentTerms, vehicleCodes }: ResolvedTarget,
  on: OperationId,
): Declared => ({
  body: bodies[on] !== undefined,
  paymentTerms: !isDeepStrictEqual(paymentTerms, DEFAULT_PAYMENT_TERMS),
  vehicleCodes: !isDeepStrictEqual(vehicleCodes, DEFAULT_VEHICLE_CODES),
});
