import type { Call } from '../../client/http/client.ts';
import { subSeed } from '../../generators/sample.ts';
import { isRefused, isAccepted } from '../../oracles/answers/answer-form.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeForeignCall } from '../../oracles/ownership/foreign-call.ts';
import { controlOutcome, judgeProbe } from '../../oracles/refusals/judge-probe.ts';
import type { ProbeKind } from '../../oracles/refusals/refusal.ts';
import type { RefusedCall } from '../../oracles/state/refused-call.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { VERSION_HEADER } from '../../spec/limits.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { asksToWait } from '../../spec/transport-statuses.ts';
import type { Run } from '../engine/run.ts';
import type { RequirementJudges } from '../engine/suite.ts';
import type { JourneyState } from '../journey/state.ts';
import { effectOf, foreignRequirement } from '../ownership/foreign-effect.ts';

/** A reason for which any call of an operation must be refused, with any body. */
export interface RefusalReason {
  /** In words, such as `without a credential`. */
  readonly name: string;
  readonly breaks: (on: OperationId) => RequirementId;
  /** Rule of its refusal; for another identity it depends on what that identity may do (D10). */
  readonly kind: ProbeKind | 'foreign';
  readonly change: Partial<Call>;
}

const way = (
  name: string,
  breaks: RequirementId,
  kind: ProbeKind,
  change: Partial<Call>,
): RefusalReason => ({ name, breaks: () => breaks, kind, change });

const BY_CREDENTIAL: readonly RefusalReason[] = [
  way('without a credential', 'AUTH-01', 'missing-credential', { credential: 'missing' }),
  way('with an invalid credential', 'AUTH-02', 'invalid-credential', { credential: 'invalid' }),
];

/** A call without the version header that it needs (W1). */
export const WITHOUT_VERSION = way('without a version', 'VERSION-01', 'version', {
  headers: { [VERSION_HEADER]: null },
});

const BY_HEADER_OR_PATH: readonly RefusalReason[] = [
  WITHOUT_VERSION,
  way('with the version 2.0', 'VERSION-02', 'version', { headers: { [VERSION_HEADER]: '2.0' } }),
  way('under the country FR', 'COUNTRY-02', 'country', { country: 'FR' }),
];

const WITHOUT_RIGHTS = way('by the identity without rights', 'AUTH-03', 'no-rights', {
  identity: 'withoutRights',
});

/** Another identity, which may change nothing of the owner's (D10). */
export const OTHER: RefusalReason = {
  name: 'by another identity',
  breaks: foreignRequirement,
  kind: 'foreign',
  change: { identity: 'other' },
};

/** Reasons for refusal that are possible on a target, in an order drawn from this seed. */
export const refusalReasons = ({ target }: Run, seed: number): readonly RefusalReason[] => {
  const { identities, decisions } = target;
  const ways = [
    ...(identities.owner.auth.scheme === 'none' ? [] : BY_CREDENTIAL),
    ...BY_HEADER_OR_PATH,
    ...(identities.withoutRights ? [WITHOUT_RIGHTS] : []),
    ...(identities.other && decisions.othersMay !== 'everything' ? [OTHER] : []),
  ];
  return ways.toSorted((a, b) => subSeed(seed, a.name) - subSeed(seed, b.name));
};

/** A legal call, changed so that it must be refused. */
export const refusedCallFor = (legal: Call, { change, breaks }: RefusalReason): Call => ({
  ...legal,
  ...change,
  intent: 'faulty',
  breaks: breaks(legal.operation),
});

/** True for a refusal by the service itself, after which nothing may have changed (S8). */
export const isWithoutEffect = (answer: Exchange): boolean =>
  isRefused(answer) && !asksToWait(answer.response.status);

/** Calls that were refused, and the first one that was not. */
interface Refusals<Of> {
  readonly refused: readonly RefusedCall[];
  readonly unrefused?: { readonly attempt: Of; readonly exchange: Exchange };
}

/** Makes calls in sequence until one is not refused. */
export const callUntilUnrefused = async <Of extends { readonly how: string }>(
  attempts: readonly Of[],
  send: (attempt: Of) => Promise<Exchange>,
): Promise<Refusals<Of>> => {
  const refused: RefusedCall[] = [];
  for (const attempt of attempts) {
    const exchange = await send(attempt);
    if (!isWithoutEffect(exchange)) return { refused, unrefused: { attempt, exchange } };
    refused.push({ how: attempt.how, exchange });
  }
  return { refused };
};

/**
 * Judges a call that was accepted although it had to be refused; for any other call, nothing. `legal` is the same call without
 * the change, which `control` makes, on the same object or another one.
 */
export const judgeUnrefused = async (
  { name, kind, breaks }: RefusalReason,
  exchange: Exchange,
  legal: Call,
  owner: JourneyState,
  control: () => Promise<Exchange | undefined>,
): Promise<readonly Judgement[]> => {
  const { run } = owner;
  const on = legal.operation;
  if (!isAccepted(exchange)) return [];
  if (kind === 'foreign') {
    const call = { foreign: exchange, effect: await effectOf(legal, owner) };
    return [run.judge(judgeForeignCall, foreignRequirement(on), on, call, run.target)];
  }
  const sent = { requirement: breaks(on), kind, name };
  const answer = await control();
  const about = owner.judgements.filter((each) => each.exchanges.at(-1) === answer?.n);
  const outcome = isAccepted(answer) ? controlOutcome(answer, about) : {};
  const judged = run.judge(judgeProbe, sent, operation(on), exchange, outcome);
  return judged.filter(({ verdict }) => verdict === 'fail');
};

/** Requirements on calls that had to be refused and were not, for the checks that make such calls. */
export const UNREFUSED_JUDGES: readonly RequirementJudges[] = [
  {
    requirements: ['AUTH-01', 'AUTH-02', 'AUTH-03', 'VERSION-01', 'VERSION-02', 'COUNTRY-02'],
    judges: [judgeProbe],
  },
  { requirements: ['AUTH-05', 'AUTH-06'], judges: [judgeForeignCall] },
];
