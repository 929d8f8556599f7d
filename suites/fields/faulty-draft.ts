import type { BodyFault, Checkpoint, FaultPair } from '../../generators/invalid/fault.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import { judgeCheckpoint, type Stage } from '../../oracles/checkpoint.ts';
import type { Finding, Judgement } from '../../oracles/finding.ts';
import { judgeFlagStatus } from '../../oracles/flag-status.ts';
import { judgeListedStatus, type Refusal } from '../../oracles/refusal.ts';
import type { Line } from '../../spec/line.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { AnnouncedProbe } from '../announce.ts';
import type { Run } from '../run.ts';
import { type Chase, chase, viaOf } from './chase.ts';

/** A fault of one line on one of the operations that write a draft. */
export interface DraftProbe {
  readonly fault: BodyFault;
  readonly line: Line;
  readonly on: OperationId;
}

/** The name, the seed and the pair of a draw of a probe, which are the same at any concurrency. */
export const drawOf = (run: Run, { fault, on }: DraftProbe, draw: number) => {
  const test = `fields/${on}/${fault.id}/${draw}`;
  const seed = subSeed(run.plan.seed, 'fields', on, fault.id, draw);
  // Drawing an announced pair once more would cost a gate a second.
  const announced = run.memory.faultPairs;
  const pair = announced.get(test) ?? sample(fault.pair(run.generators), seed);
  announced.delete(test);
  return { test, seed, pair };
};

/** A draw of a probe as it is announced: its faulty draft and the twin. */
export const announcedDraft = (run: Run, probe: DraftProbe, draw: number): AnnouncedProbe => {
  const { test, pair } = drawOf(run, probe, draw);
  run.memory.faultPairs.set(test, pair);
  return { name: test, data: pair };
};

/** The last stage at which this target may refuse a fault (P6, E1–E5). */
const stageOf = (run: Run, checkpoint: Checkpoint): Stage => {
  if (checkpoint === 'at-once') return 'write';
  if (checkpoint === 'price' || checkpoint === 'contract') return checkpoint;
  if (checkpoint === 'lead') return 'contract';
  return run.target.decisions.checkpoints[checkpoint];
};

/** Errors, rule 1 names the status of these faults alone (E1). */
export const FLAG_STATUS = 'JOBLOSS-FLAG-06';

/** Whether the status of a fault's refusal is that requirement's. */
export const isFlag = ({ kind, isStatusFree }: BodyFault): boolean =>
  kind === 'forbidden-flag' && !isStatusFree;

interface Pair {
  readonly faulty: Chase;
  readonly twin: Chase;
  readonly stage: Stage;
}

/** Follows the faulty draft to its refusal, and its twin to the same stage. */
const pursue = async (
  run: Run,
  { line, on }: DraftProbe,
  pair: FaultPair,
  stage: Stage,
  test: string,
  seed: number,
): Promise<Pair> => {
  const common = { line, via: viaOf(on), test, seed };
  const faulty = await chase(run, { ...common, body: pair.faulty, until: stage, intent: 'faulty' });
  const reached = faulty.legs.at(-1)?.stage ?? 'write';
  const twin = await chase(run, { ...common, body: pair.valid, until: reached, intent: 'open' });
  return { faulty, twin, stage };
};

const isAccepted = ({ legs, stuck }: Chase, stage: Stage): boolean => {
  const last = legs.at(-1);
  return stuck === undefined && last?.stage === stage && (last.status ?? 599) < 400;
};

const told = (
  refusal: Refusal,
  { faulty, twin }: Pair,
): Pick<Judgement, 'verdict' | 'reason' | 'twin' | 'blockedBy'> => {
  if (faulty.mixedUpBy) {
    return { verdict: 'inconclusive', reason: 'blocked-by', blockedBy: faulty.mixedUpBy };
  }
  // What only a contract could show stays unseen where the target allows none.
  if (faulty.isForbidden) return { verdict: 'observed', reason: 'side-effects-never' };
  const reached = faulty.legs.at(-1)?.stage ?? 'write';
  const shown = twin.legs.at(-1)?.exchange.n;
  if (!isAccepted(twin, reached)) {
    return {
      verdict: 'inconclusive',
      reason: faulty.stuck === undefined ? 'twin-refused' : 'blocked-by',
    };
  }
  const { verdict, reason } = refusal;
  return {
    verdict,
    ...(reason ? { reason } : {}),
    ...(shown === undefined ? {} : { twin: shown }),
  };
};

const judgementsOf = ({ fault, on }: DraftProbe, pair: Pair): readonly Judgement[] => {
  const { faulty, stage } = pair;
  const last = faulty.legs.at(-1);
  const refusal = judgeCheckpoint(faulty.legs, stage);
  const status = `status ${last?.status ?? 'none'} at the ${last?.stage ?? 'write'}`;
  const base = { operation: on, exchanges: faulty.legs.map(({ exchange }) => exchange.n) };
  const main: Judgement = {
    ...base,
    ...told(refusal, pair),
    requirement: fault.requirement,
    wanted: `${refusal.wanted}: ${fault.what}`,
    got: faulty.stuck ?? status,
    where: fault.pointer,
  };
  const first = faulty.legs[0];
  if (!first || first.status === undefined || first !== last) return [main];
  if (fault.isStatusFree) return [main];
  const refused = { ...base, operation: first.operation.id, got: status };
  const listed = judgeListedStatus('field', first.operation, first.status);
  const named = isFlag(fault) ? judgeFlagStatus(first.operation, first.status) : undefined;
  return [
    main,
    ...(listed ? [{ ...refused, ...listed, requirement: 'STATUS-02' } as const] : []),
    ...(named && main.twin !== undefined
      ? [{ ...refused, ...named, twin: main.twin, requirement: FLAG_STATUS } as const]
      : []),
  ];
};

/** With purchase at the payment, a start date's limit is counted from a moment that no run sees (P6, E6). */
export const isUnseen = (run: Run, { checkpoint }: BodyFault): boolean =>
  checkpoint === 'startDate' && run.target.decisions.purchaseMoment === 'payment';

/** What is said of a fault that no run sees refused. */
export const unseen = ({ fault, on }: DraftProbe): Judgement => ({
  requirement: fault.requirement,
  operation: on,
  verdict: 'observed',
  reason: 'specification-silent',
  wanted: `a refusal: ${fault.what}`,
  got: 'the policy is purchased at its payment, which no run makes',
  exchanges: [],
});

/** Where a finding comes from, apart from its attempt at the drawn data. */
export type Origin = Pick<Finding, 'test' | 'attempt' | 'seed' | 'path'>;

/** Sends one faulty draft beside its twin, as far as its checkpoint; what all answers say. */
export const sendPair = async (
  run: Run,
  probe: DraftProbe,
  pair: FaultPair,
  origin: Origin,
): Promise<readonly Finding[]> => {
  const { test, seed } = origin;
  const pursued = await pursue(run, probe, pair, stageOf(run, probe.fault.checkpoint), test, seed);
  const all = [
    ...pursued.faulty.judgements,
    ...pursued.twin.judgements,
    ...judgementsOf(probe, pursued),
  ];
  return all.map((each) => ({ ...each, ...origin }));
};
