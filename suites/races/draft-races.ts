import { judgeNoRace } from '../../oracles/state/race.ts';
import { findAt } from '../../client/target/places.ts';
import type { Call } from '../../client/http/client.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeOneContract } from '../../oracles/state/one-contract.ts';
import { operation } from '../../spec/operations.ts';
import type { Check, Try } from '../engine/checks.ts';
import { contractCallsOf } from '../contract/second-contract.ts';
import type { JourneyState } from '../journey/state.ts';
import { isObstacle, legalCall, rowOf } from '../journey/visit.ts';
import { prepare } from '../engine/preparation.ts';
import type { Run } from '../engine/run.ts';
import { mostTogether } from '../../client/http/throttle.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { noteAnswers } from '../engine/sightings.ts';

/** How many calls a race makes at once, and how it is called in findings. */
interface RaceSize {
  readonly size: number;
  readonly scene: string;
}

/** The wanted number of calls at once, or as many as the target's limits allow. */
export const raceSize = (run: Run, wanted: number): RaceSize => {
  const size = Math.min(wanted, mostTogether(run.target.limits));
  const bound = size < wanted ? ", all that the target's limits allow" : '';
  return { size, scene: `${size} calls at once${bound}` };
};

/** Opens as many connections as a race needs, by harmless reads of a draft, so that no call of it has to wait for one. */
const warmUp = (run: Run, { line, parameters, test }: JourneyState, size: number) => {
  const { draftId = '' } = parameters;
  const read: Call = {
    operation: rowOf(line, 'draft-get').id,
    params: { draftId },
    test,
    intent: 'open',
  };
  return run.client.sendTogether(Array.from({ length: size }, () => read));
};

/** Sends calls at once over connections that are open. Nothing is expected of a single one: it may have to give way. */
export const race = async (
  run: Run,
  calls: readonly Call[],
  state: JourneyState,
): Promise<readonly Exchange[]> => {
  await warmUp(run, state, calls.length);
  const answers = await run.client.sendTogether(calls.map((call) => ({ ...call, intent: 'open' })));
  noteAnswers(run, state.test, answers);
  return answers;
};

const ROW = operation('gap.contract-create');

/** Whether all callers come with one user terms token, or each with its own: some services take a token only once (K3). */
type Tokens = 'one' | 'each';

const ownTokens = async (
  run: Run,
  state: JourneyState,
  size: number,
): Promise<readonly unknown[]> => {
  const call = legalCall(run, { step: 'token-terms' }, state);
  if (isObstacle(call)) return [];
  const asked = Array.from({ length: size }, (): Call => ({ ...call, intent: 'open' }));
  const answers = await run.client.sendTogether(asked);
  return answers.map((each) => findAt(run.target.termsToken, each));
};

const callsOf = async (
  run: Run,
  call: Call,
  state: JourneyState,
  size: number,
  tokens: Tokens,
): Promise<readonly Call[]> => {
  const own = tokens === 'each' ? await ownTokens(run, state, size) : [];
  return Array.from({ length: size }, (_, at) => {
    const token = own[at];
    if (typeof token !== 'string') return call;
    return { ...call, body: { ...(call.body as object), userTermsToken: token } };
  });
};

const collect =
  (run: Run, wanted: number, tokens: Tokens) =>
  async ({ test, seed }: Try): Promise<readonly Judgement[]> => {
    const { state, call, judgements } = await prepare(ROW.id, { run, test, seed });
    if (!call) return judgements;
    const { size, scene } = raceSize(run, wanted);
    if (size < 2)
      return [
        ...judgements,
        run.judge(judgeNoRace, 'GAP-CONTRACT-01', ROW.id, state.exchanges.at(-1)),
      ];
    const exchanges = await race(run, await callsOf(run, call, state, size, tokens), state);
    const calls = await contractCallsOf(run, exchanges, test);
    return [...judgements, run.judge(judgeOneContract, calls, scene)];
  };

const RACES: readonly (readonly [wanted: number, tokens: Tokens])[] = [
  [2, 'one'],
  [5, 'each'],
  [20, 'one'],
  [5, 'one'],
  [20, 'each'],
];

/** GAP-CONTRACT-01 (K2, S6): one draft is asked for its contract by many at once. */
export const contractRaces = (run: Run): readonly Check[] =>
  RACES.map(([wanted, tokens]) => ({
    requirement: 'GAP-CONTRACT-01',
    line: 'gap',
    operations: [ROW.id],
    name: `contract/${wanted}-with-${tokens === 'one' ? 'one-token' : 'a-token-each'}`,
    collect: collect(run, wanted, tokens),
  }));
