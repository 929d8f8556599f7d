import { type Client, createClient } from '../../client/http/client.ts';
import { MACHINE_CLOCK } from '../../client/http/request-pace.ts';
import { createRedactor } from '../../client/secrets/redactor.ts';
import type { ResolvedTarget } from '../../client/target.ts';
import { callJudge } from '../../oracles/evidence/plain-evidence.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Line } from '../../spec/line.ts';
import { contextOf } from '../../generators/context.ts';
import type { ReadBack } from '../journey/poll-read.ts';
import { RunMemory } from '../engine/run-memory.ts';
import type { Run } from '../engine/run.ts';
import { createStopSignal, type StopSignal } from '../engine/stop.ts';

/** Maximum number of calls of an examination. */
const MAX_CALLS = 200;
/** Maximum wait for Retry-After, in milliseconds. */
const MAX_RETRY = 3000;
/** Minimum time for retrying reads, in milliseconds: the examination has to detect a longer delay than the declared one. */
const MIN_READ_BACK = 1500;

/** A run without cells or records, for the examination of a service before its first real run. */
export interface ExaminationRun extends Run {
  /** Exchanges so far, without secrets. */
  readonly sent: readonly Exchange[];
  /** Read-back delay of retries, and the one of the target. */
  readonly readBack: ReadBack & { readonly declared: number };
}

const planOf = (lines: readonly Line[], seed: number, today: string): Run['plan'] => ({
  source: {},
  lines,
  runs: 1,
  seed,
  thorough: false,
  today,
  ahead: 0,
  runId: `doctor-${seed}`,
  waivers: [],
  probes: [],
  suites: [],
  lastFailures: [],
  failFast: false,
});

/** Calls `spend` before each call, which may stop the run; calls its result after each call. */
const guarded = (
  client: Client,
  { guard }: StopSignal,
  spend: (calls: number) => () => void,
): Client => {
  const counted = <Result>(calls: number, task: () => Promise<Result>): Promise<Result> => {
    const finish = spend(calls);
    return guard(task).finally(finish);
  };
  return {
    ...client,
    send: (call) => counted(1, () => client.send(call)),
    sendTogether: (calls) => counted(calls.length, () => client.sendTogether(calls)),
    follow: (...link) => counted(1, () => client.follow(...link)),
  };
};

/** Counts calls, and reports the call that exceeds the limit. `sentOf` returns the number sent so far, retries included. */
export const callCounter = (
  before: number,
  sentOf: () => number,
  tooMany: (reason: string) => void,
): ((calls: number) => () => void) => {
  let underWay = 0;
  return (calls) => {
    const made = before + sentOf() + underWay + calls;
    if (made > MAX_CALLS) tooMany(`${MAX_CALLS} calls were made`);
    underWay += calls;
    return () => {
      underWay -= calls;
    };
  };
};

/** The target with the limits of an examination. Lagging reads are retried by their callers, not by the client. */
const withExaminationLimits = (target: ResolvedTarget): ResolvedTarget => ({
  ...target,
  limits: { ...target.limits, retryBudget: Math.min(target.limits.retryBudget, MAX_RETRY) },
  decisions: { ...target.decisions, readBackDelay: 0 },
});

/** Opens the run. It stops before it exceeds its call limit; `before` calls of the limit are already used. */
export const openExaminationRun = (
  target: ResolvedTarget,
  lines: readonly Line[],
  {
    seed,
    today,
    before,
  }: { readonly seed: number; readonly today: string; readonly before: number },
): ExaminationRun => {
  const redactor = createRedactor(target);
  const stop = createStopSignal();
  const sent: Exchange[] = [];
  const append = (exchange: Omit<Exchange, 'n'>): Exchange => {
    const numbered = { n: sent.length + 1, ...exchange };
    sent.push(redactor.exchange(numbered));
    return numbered;
  };
  const spend = callCounter(before, () => sent.length, stop.stop);
  const own = withExaminationLimits(target);
  const readBackDelay = Math.max(target.decisions.readBackDelay, MIN_READ_BACK);
  const client = createClient({
    target: own,
    record: { append },
    onSecret: redactor.learn,
    breaker: { lines, giveUp: stop.stop },
  });
  return {
    plan: planOf(lines, seed, today),
    target: own,
    cells: [],
    requirementsOn: () => [],
    judges: () => false,
    applies: () => false,
    stop,
    clock: MACHINE_CLOCK,
    memory: new RunMemory(),
    redactor,
    client: guarded(client, stop, spend),
    generators: contextOf(own, today),
    judge: (judge, ...given) => callJudge(own, judge, given),
    write: () => undefined,
    append: () => undefined,
    planned: () => undefined,
    flush: () => undefined,
    close: () => client.close(),
    sent,
    readBack: {
      target: { decisions: { readBackDelay } },
      declared: target.decisions.readBackDelay,
      clock: MACHINE_CLOCK,
    },
  };
};

/** The same run with changes to its target; shares connections and memory. */
export const withTarget = (
  run: ExaminationRun,
  changes: Partial<ResolvedTarget>,
): ExaminationRun => ({
  ...run,
  target: { ...run.target, ...changes },
});
