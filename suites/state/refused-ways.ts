import type { Call } from '../../client/http/client.ts';
import { subSeed } from '../../generators/sample.ts';
import { isRefused } from '../../oracles/answers/answer-form.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { VERSION_HEADER } from '../../spec/limits.ts';
import type { OperationId } from '../../spec/operations.ts';
import { asksForPatience } from '../../spec/transport-statuses.ts';
import type { Run } from '../engine/run.ts';
import { foreignRequirement } from '../ownership/foreign-calls.ts';

/** One reason for which any call of an operation has to be refused, whatever its body. */
export interface RefusedWay {
  /** In words, such as `without a credential`. */
  readonly name: string;
  readonly breaks: (on: OperationId) => RequirementId;
  readonly change: Partial<Call>;
}

const way = (name: string, breaks: RequirementId, change: Partial<Call>): RefusedWay => ({
  name,
  breaks: () => breaks,
  change,
});

const BY_CREDENTIAL: readonly RefusedWay[] = [
  way('without a credential', 'AUTH-01', { credential: 'missing' }),
  way('with an invalid credential', 'AUTH-02', { credential: 'invalid' }),
];

const BY_HEADER_OR_PATH: readonly RefusedWay[] = [
  way('without a version', 'VERSION-01', { headers: { [VERSION_HEADER]: null } }),
  way('with the version 2.0', 'VERSION-02', { headers: { [VERSION_HEADER]: '2.0' } }),
  way('under the country FR', 'COUNTRY-02', { country: 'FR' }),
];

const WITHOUT_RIGHTS = way('of the identity without rights', 'AUTH-03', {
  identity: 'withoutRights',
});

/** Another identity, which may change nothing of the owner's (D10). */
const OTHER: RefusedWay = {
  name: 'of another identity',
  breaks: foreignRequirement,
  change: { identity: 'other' },
};

/** The ways to be refused that a target leaves possible, in an order of this seed. */
export const refusedWays = ({ target }: Run, seed: number): readonly RefusedWay[] => {
  const { identities, decisions } = target;
  const ways = [
    ...(identities.owner.auth.scheme === 'none' ? [] : BY_CREDENTIAL),
    ...BY_HEADER_OR_PATH,
    ...(identities.withoutRights ? [WITHOUT_RIGHTS] : []),
    ...(identities.other && decisions.othersMay !== 'everything' ? [OTHER] : []),
  ];
  return ways.toSorted((a, b) => subSeed(seed, a.name) - subSeed(seed, b.name));
};

/** A legal call, changed so that it has to be refused. */
export const callIn = (legal: Call, { change, breaks }: RefusedWay): Call => ({
  ...legal,
  ...change,
  intent: 'faulty',
  breaks: breaks(legal.operation),
});

/** True of a refusal by the service itself, after which nothing may have changed (S8). */
export const isWithoutEffect = (answer: Exchange): boolean =>
  isRefused(answer) && !asksForPatience(answer.response.status);
