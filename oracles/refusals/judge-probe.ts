import type { RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { isRefused, statusText } from '../answers/answer-form.ts';
import { OF_STATE } from '../answers/legal-call.ts';
import { LEGAL_CALL_REQUIREMENTS, worstOf } from '../blame/unreached.ts';
import { contextOf } from '../blame/only-if.ts';
import { type KnownOperation, operation } from '../../spec/operations.ts';
import { isDisturbed, type Judgement } from '../finding.ts';
import {
  judgeCalledValid,
  judgeListedStatus,
  judgeRefusal,
  judgeServerError,
  type ProbeKind,
  type Refusal,
} from './refusal.ts';
import { isTransportStatus } from '../../spec/transport-statuses.ts';

/** A request with one fault, as sent. */
export interface SentProbe {
  readonly requirement: RequirementId;
  readonly kind: ProbeKind;
  /** Such as `version-2.0`. */
  readonly name: string;
  /** Number of faulty calls on the same objects before; absent if it was sent alone. */
  readonly after?: number | undefined;
  /** Conditions that the fault needs, as the end of "only if …"; absent if it occurs in the plain context. */
  readonly onlyIf?: readonly string[];
}

/** Outcome of the control request, the same call without the fault. */
export interface ControlOutcome {
  /** Left out: it could not be called. */
  readonly exchange?: Exchange | undefined;
  /** The most serious judgement of it, or of the reason why it could not be called. */
  readonly worst?: Judgement | undefined;
}

/** The outcome of a control request, by the judgements of it. */
export const controlOutcome = (
  exchange: Exchange,
  judgements: readonly Judgement[],
): ControlOutcome => ({
  exchange,
  worst: worstOf(
    judgements.filter(({ requirement }) => LEGAL_CALL_REQUIREMENTS.includes(requirement)),
  ),
});

/** Judgement of a probe's answer, before its control request was sent. */
type Shown = Refusal & { readonly requirement: RequirementId };

/** Judges a probe's answer by its own requirement, and by those on the form of a refusal (S3, S9). */
const shownBy = (
  probe: SentProbe,
  row: KnownOperation,
  { response }: Exchange,
): readonly Shown[] => {
  const status = response?.status;
  const main = judgeRefusal(probe.kind, row, status);
  const shown: Shown[] = [{ ...main, requirement: probe.requirement }];
  if (status === undefined) return shown;
  const server = judgeServerError(probe.kind, row, status);
  if (server) shown.push({ ...server, requirement: 'BODY-05' });
  const valid = judgeCalledValid(probe.kind, row, status);
  if (valid) shown.push({ ...valid, requirement: 'STATUS-03' });
  // One deviation fails once (S3).
  const listed = main.verdict === 'fail' ? undefined : judgeListedStatus(probe.kind, row, status);
  if (listed) shown.push({ ...listed, requirement: 'STATUS-02' });
  return shown;
};

/** True if an answer looks like a fail before its control request was sent. */
export const isSuspect = (probe: SentProbe, row: KnownOperation, answer: Exchange): boolean =>
  shownBy(probe, row, answer).some(({ verdict }) => verdict === 'fail');

/**
 * True if an answer looks like a fail before its control request was sent, or if no answer came: fresh data settle it (rule
 * section 0).
 */
export const isWorthRepeating = (
  probe: SentProbe,
  row: KnownOperation,
  answer: Exchange,
): boolean =>
  shownBy(probe, row, answer).some((shown) => shown.verdict === 'fail' || isDisturbed(shown));

const withoutControl = ({
  worst,
}: ControlOutcome): Pick<Judgement, 'verdict' | 'reason' | 'blockedBy'> => {
  if (!worst) return { verdict: 'inconclusive', reason: 'twin-refused' };
  return worst.verdict === 'observed'
    ? { verdict: 'observed', reason: worst.reason ?? 'specification-silent' }
    : { verdict: 'inconclusive', reason: 'blocked-by', blockedBy: worst.requirement };
};

/** The history and the conditions with which an answer contradicts the specification (rule section 0). */
const contextOfProbe = ({ after, onlyIf }: SentProbe): ReturnType<typeof contextOf> =>
  contextOf(
    after === undefined
      ? undefined
      : `after ${after} refused ${after === 1 ? 'call' : 'calls'} on the same objects`,
    onlyIf,
  );

const OF_CREDENTIAL: readonly ProbeKind[] = ['missing-credential', 'invalid-credential'];

/**
 * True if the owner's same call was refused otherwise, as on a draft that takes no more calls: then the credential alone decided
 * the answer to the probe (S10).
 */
const isDecidedByCredential = (
  { kind }: SentProbe,
  { request, response }: Exchange,
  { exchange: owners }: ControlOutcome,
): boolean =>
  OF_CREDENTIAL.includes(kind) &&
  isRefused(owners) &&
  // A path that is not served may be guarded otherwise (S14).
  ![401, 404, 405, response?.status].includes(owners.response.status) &&
  // A state may have come between both calls.
  !OF_STATE.includes(response?.status ?? 0) &&
  !isTransportStatus(owners.response.status) &&
  // In whatever spelling of the country (W2).
  owners.request.url.toLowerCase() === request.url.toLowerCase() &&
  owners.request.body?.text === request.body?.text;

/** Judges a probe against its control request, which must be accepted; otherwise reports the problem of the control request. */
export const judgeProbe = (
  probe: SentProbe,
  row: KnownOperation,
  exchange: Exchange,
  control: ControlOutcome,
): readonly Judgement[] => {
  const { response, n } = exchange;
  const isAccepted =
    (control.exchange !== undefined && control.worst?.verdict === 'pass') ||
    isDecidedByCredential(probe, exchange, control);
  return shownBy(probe, row, exchange).map(({ requirement, wanted, ...decision }): Judgement => {
    const isFail = decision.verdict === 'fail';
    const { text = '', ...met } = isFail ? contextOfProbe(probe) : {};
    const subject = {
      requirement,
      operation: row.id,
      wanted: `${wanted}; probe: ${probe.name}`,
      got: `${statusText(exchange)}${text}`,
      ...met,
      exchanges: [n],
    };
    // An accepted fault remains a sighting whatever the outcome of its control request; the roll-up requires an accepted one.
    const isSighting = isFail && (response?.status ?? 599) < 400;
    if (!isAccepted && isSighting) return { ...subject, verdict: 'fail' };
    const base = { ...subject, ...(control.exchange ? { twin: control.exchange.n } : {}) };
    // S9: a server error is a fault by itself, since every operation lists a client status for the cause.
    const ownEvidence = isFail && response?.status === 500;
    if (!isAccepted && !ownEvidence) return { ...base, ...withoutControl(control) };
    return { ...base, ...(ownEvidence ? { ownEvidence } : {}), ...decision };
  });
};

const ROW = operation('gap.contract-create');

/** GAP-TOKEN-01 (K3, S6): a contract requested with a forged user terms token, and one with the real token. */
export const judgeForgedToken = (forged: Exchange, control: Exchange): Judgement => {
  const { wanted, ...decision } = judgeRefusal('field', ROW, forged.response?.status);
  return {
    requirement: 'GAP-TOKEN-01',
    operation: ROW.id,
    ...decision,
    wanted: `${wanted} of a forged token`,
    got: statusText(forged),
    exchanges: [forged.n],
    twin: control.n,
  };
};

/** Names of these judges in `evidence.jsonl`, which are permanent. */
export const judges = {
  probe: judgeProbe,
  'forged-token': judgeForgedToken,
};
