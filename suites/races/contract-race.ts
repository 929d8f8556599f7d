import type { Call } from '../../client/http/client.ts';
import { findAt } from '../../client/target/places.ts';
import { judgeOneContract } from '../../oracles/state/one-contract.ts';
import { contractCallsOf } from '../contract/second-contract.ts';
import { programFile } from '../../client/project.ts';
import type { Checks } from '../engine/checks.ts';
import type { Run } from '../engine/run.ts';
import { possibleCall } from '../journey/make-call.ts';
import { runRace, type Race, raceCalls } from './race.ts';

/** One user terms token for all callers, or one each: some services accept a token only once (K3). */
type Tokens = 'one' | 'each';

const ownTokens = async ({ state, size }: Race): Promise<readonly unknown[]> => {
  const { client, target } = state.run;
  const call = possibleCall({ step: 'token-terms' }, state);
  if (!call) return [];
  const asked = Array.from({ length: size }, (): Call => ({ ...call, intent: 'open' }));
  return (await client.sendTogether(asked)).map((each) => findAt(target.termsToken, each));
};

const contractCalls = async (race: Race, tokens: Tokens): Promise<readonly Call[]> => {
  const { call, size } = race;
  const own = tokens === 'each' ? await ownTokens(race) : [];
  return Array.from({ length: size }, (_, at) => {
    const token = own[at];
    if (typeof token !== 'string') return call;
    return { ...call, body: { ...(call.body as object), userTermsToken: token } };
  });
};

const CONTRACT = { requirement: 'GAP-CONTRACT-01', on: 'gap.contract-create' } as const;

/** Number of calls in a crowd. */
const CROWD = { gate: 10, certify: 12 } as const;

const RACES: readonly (readonly [wanted: number | 'crowd', tokens: Tokens])[] = [
  [2, 'one'],
  [5, 'each'],
  ['crowd', 'one'],
  [5, 'one'],
  ['crowd', 'each'],
];

const sizeOf = (wanted: number | 'crowd', { plan }: Run): number =>
  wanted === 'crowd' ? CROWD[plan.thorough ? 'certify' : 'gate'] : wanted;

/** GAP-CONTRACT-01 (K2, S6): many concurrent requests for the contract of one draft. */
export const contractRaces: Checks = {
  suite: 'races',
  file: programFile(import.meta.url),
  judges: [judgeOneContract],
  checks: RACES.map(([wanted, tokens]) => ({
    requirement: CONTRACT.requirement,
    line: 'gap',
    operations: [CONTRACT.on],
    name: `contract/${wanted}-with-${tokens === 'one' ? 'one-token' : 'a-token-each'}`,
    collect: (one) =>
      runRace(one, CONTRACT, sizeOf(wanted, one.run), async (held) => {
        const exchanges = await raceCalls(await contractCalls(held, tokens), held.state);
        const calls = await contractCallsOf(one, exchanges);
        return [one.run.judge(judgeOneContract, calls, held.scene)];
      }),
  })),
};
