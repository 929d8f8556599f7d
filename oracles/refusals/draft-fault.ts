import type { Stage } from '../../spec/declared-checkpoint.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId, KnownOperation } from '../../spec/operations.ts';
import { isDisturbance, isTransportStatus } from '../../spec/transport-statuses.ts';
import { statusText } from '../answers/answer-form.ts';
import type { Judgement } from '../finding.ts';
import { contextOf } from '../blame/only-if.ts';
import {
  type Decision,
  FAIL,
  judgeListedStatus,
  leaveOpen,
  PASS,
  type Refusal,
} from './refusal.ts';

/**
 * JOBLOSS-FLAG-06 (E1): Errors, rule 1 states the status of a refused flag, 400. Undefined if nothing was refused, or if
 * another requirement covers it: a status that the operation's list lacks (STATUS-02, S3).
 */
export const judgeFlagStatus = (
  { failures }: KnownOperation,
  status: number | undefined,
): Refusal | undefined => {
  if (status === undefined || status < 400 || status > 499) return undefined;
  const wanted = 'status 400';
  if (status === 400) return { ...PASS, wanted };
  // S8, and 401, which is about the caller.
  if (isTransportStatus(status) || status === 401)
    return { ...leaveOpen('unlisted-sane-code'), wanted };
  return failures === null || failures.includes(status) ? { ...FAIL, wanted } : undefined;
};

/** Answer of a stage; undefined is no answer. */
export interface Leg {
  readonly stage: Stage;
  readonly operation: KnownOperation;
  readonly status: number | undefined;
}

const WORDS = {
  write: 'the write',
  price: 'the price request at the latest',
  contract: 'the contract at the latest',
} as const satisfies Record<Stage, string>;

const decideCheckpoint = (last: Leg | undefined, checkpoint: Stage): Decision => {
  const status = last?.status;
  if (!last || status === undefined || isDisturbance(status, last.operation.step))
    return leaveOpen('disturbance');
  // S4: if no status is listed for the cause, any refusal will do; 401 may be an expired credential.
  const isListed = last.operation.failures?.includes(400) === true;
  const isRefused = status >= 400 && status < 500;
  if (status === 401) return leaveOpen('other-code');
  if (!isListed && isRefused) return PASS;
  if (isTransportStatus(status)) return leaveOpen('unlisted-sane-code');
  if (status === 403 || status === 404) return leaveOpen('other-code');
  if (isRefused) return PASS;
  // S9: a server error is a fault if a client status is listed for the cause; S4, S6: not if none is.
  if (status >= 500) return isListed ? FAIL : leaveOpen('other-code');
  return last.stage === checkpoint ? FAIL : leaveOpen('not-executed');
};

/**
 * Judges if a faulty draft was refused in time (E1–E5): a 4xx at any stage up to the checkpoint passes, a success at the
 * checkpoint itself fails. The last leg decides; an unreached stage settles nothing.
 */
export const judgeCheckpoint = (legs: readonly Leg[], checkpoint: Stage): Refusal => ({
  ...decideCheckpoint(legs.at(-1), checkpoint),
  wanted: `a refusal by ${WORDS[checkpoint]}`,
});

/** Errors, rule 1 states the status of these faults alone (E1). */
export const FLAG_STATUS = 'JOBLOSS-FLAG-06';

/** A fault of a draft, and the operation on which it is tried. */
export interface TriedFault {
  readonly requirement: RequirementId;
  readonly operation: OperationId;
  /** Its place, and a description. */
  readonly pointer: string;
  readonly what: string;
  /** No status is stated for its refusal (E2). */
  readonly isStatusFree?: true | undefined;
  /** The status of its refusal is stated (E1, `FLAG_STATUS`). */
  readonly hasNamedStatus?: true | undefined;
  /** Number of the update in its draft, after refused ones; absent for the first write. */
  readonly nth?: number | undefined;
  /** Conditions that the fault needs, as the end of "only if …"; absent if it occurs in the plain context. */
  readonly onlyIf?: readonly string[] | undefined;
}

/** A draft followed from its write: the answers of its stages in order, and the reason why it stopped. */
export interface Followed {
  readonly legs: readonly (Omit<Leg, 'status'> & { readonly exchange: Exchange })[];
  /** In words; left out: nothing stopped it. */
  readonly stuck?: string;
  /** The target forbids the next stage. */
  readonly isForbidden?: true;
  /** Broken requirement because of which the draft may hold content of another one. */
  readonly mixedUpBy?: RequirementId;
  /** Accepted writes, each replaced by another update at once, which settle nothing. */
  readonly overtaken?: readonly Exchange[];
}

const statusOf = ({ exchange }: Followed['legs'][number]): number | undefined =>
  exchange.response?.status;

/** The last answer to a followed draft, in words: `status 400 at the write`. */
export const endText = ({ legs }: Followed): string => {
  const { exchange, stage = 'write' } = legs.at(-1) ?? {};
  return `${exchange ? statusText(exchange) : 'nothing sent'} at the ${stage}`;
};

/** The accepted call of the control draft at the last step of the faulty draft. */
const acceptedControl = (faulty: Followed, control: Followed): Exchange | undefined => {
  const last = faulty.legs.at(-1)?.operation.id;
  const isAccepted = (leg: Followed['legs'][number]): boolean =>
    leg.operation.id === last && (statusOf(leg) ?? 599) < 400;
  return control.legs.find(isAccepted)?.exchange;
};

const wasLost = ({ legs }: Followed): boolean => {
  const last = legs.at(-1);
  const status = last && statusOf(last);
  return last !== undefined && (status === undefined || isDisturbance(status, last.operation.step));
};

const wasAccepted = ({ legs }: Followed): boolean => {
  const last = legs.at(-1);
  return last !== undefined && (statusOf(last) ?? 599) < 400;
};

/** Ordinals in words, for readability. */
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

const nthUpdate = (nth: number): string => {
  const ordinal = ORDINALS[nth - 1];
  return ordinal === undefined ? `update ${nth}` : `the ${ordinal} update`;
};

/** The context of an update that followed refused ones (rule section 0). */
const contextOfFault = ({ nth, onlyIf }: TriedFault): ReturnType<typeof contextOf> =>
  contextOf(nth === undefined ? undefined : `from ${nthUpdate(nth)} of one draft on`, onlyIf);

const settledBeside = (
  decision: Decision,
  faulty: Followed,
  control: Followed,
): Pick<Judgement, 'verdict' | 'reason' | 'twin' | 'blockedBy'> => {
  if (faulty.mixedUpBy)
    return { verdict: 'inconclusive', reason: 'blocked-by', blockedBy: faulty.mixedUpBy };
  // A fault that only a contract reveals is not observable if the target allows none.
  if (faulty.isForbidden) return { verdict: 'observed', reason: 'side-effects-never' };
  // An answer before the obstacle, such as a 200 without a token, does not come from the checkpoint.
  if (faulty.stuck !== undefined) return { verdict: 'inconclusive', reason: 'blocked-by' };
  const shown = acceptedControl(faulty, control);
  // An accepted fault remains a sighting whatever the outcome of its control request; the roll-up requires an accepted one.
  if (!shown && wasAccepted(faulty) && decision.verdict === 'fail') return FAIL;
  if (!shown)
    return { verdict: 'inconclusive', reason: wasLost(control) ? 'disturbance' : 'twin-refused' };
  return { ...decision, twin: shown.n };
};

/** Judgements on the status of a refusal at the write, in addition to the refusal itself. */
const statusJudgements = (
  fault: TriedFault,
  { legs }: Followed,
  { exchanges, got, twin: control }: Judgement,
): readonly Judgement[] => {
  const [first, ...others] = legs;
  const status = first && statusOf(first);
  if (!first || status === undefined || others.length > 0 || fault.isStatusFree) return [];
  const refused = { operation: first.operation.id, exchanges, got };
  const listed = judgeListedStatus('field', first.operation, status);
  const named = fault.hasNamedStatus && judgeFlagStatus(first.operation, status);
  return [
    ...(listed ? [{ ...refused, ...listed, requirement: 'STATUS-02' } as const] : []),
    ...(named && control !== undefined
      ? [{ ...refused, ...named, twin: control, requirement: FLAG_STATUS } as const]
      : []),
  ];
};

/** Judges if a faulty draft was refused by its checkpoint, with its control request (E1–E5, S2, S9). */
export const judgeDraftFault = (
  fault: TriedFault,
  faulty: Followed,
  control: Followed,
  checkpoint: Stage,
): readonly Judgement[] => {
  const legs = faulty.legs.map((leg) => ({ ...leg, status: statusOf(leg) }));
  const { wanted, ...decision } = judgeCheckpoint(legs, checkpoint);
  const status = endText(faulty);
  const { text = '', ...met } = decision.verdict === 'fail' ? contextOfFault(fault) : {};
  const got = faulty.stuck ?? `${status}${text}`;
  const main: Judgement = {
    ...settledBeside(decision, faulty, control),
    requirement: fault.requirement,
    operation: fault.operation,
    exchanges: faulty.legs.map(({ exchange }) => exchange.n),
    checkpoint,
    wanted: `${wanted}: ${fault.what}`,
    got,
    ...(faulty.stuck === undefined && met),
    where: fault.pointer,
  };
  return [main, ...statusJudgements(fault, faulty, { ...main, got: status })];
};

/** The verdict on a fault whose refusal no run can observe, with the target's reason (C8, E6). */
export const judgeUnobservableFault = (
  { requirement, operation, what }: Pick<TriedFault, 'requirement' | 'operation' | 'what'>,
  why: string,
): Judgement => ({
  requirement,
  operation,
  verdict: 'observed',
  reason: 'not-declared',
  wanted: `a refusal: ${what}`,
  got: why,
  exchanges: [],
});

/** Names of these judges in `evidence.jsonl`, which are permanent. */
export const judges = {
  'draft-fault': judgeDraftFault,
  'unseen-fault': judgeUnobservableFault,
};
