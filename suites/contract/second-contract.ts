import type { Call } from '../../client/http/client.ts';
import type { Judgement } from '../../oracles/finding.ts';
import {
  isContract,
  isSettled,
  judgeOneContract,
  type ContractCall,
} from '../../oracles/state/one-contract.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { operation } from '../../spec/operations.ts';
import type { Try } from '../engine/checks.ts';
import type { Visit, JourneyState } from '../journey/state.ts';
import { isObstacle, legalCall, makeCall } from '../journey/visit.ts';
import { prepare } from '../engine/preparation.ts';
import type { Run } from '../engine/run.ts';
import { contractRefused } from '../journey/unreached.ts';
import { idAt } from '../../client/target/places.ts';
import { headerOf } from '../../oracles/answers/json-body.ts';
import { isMissing, untilThere } from '../journey/until-there.ts';

/** The id of the contract that an answer names, itself or behind its link (P3). */
const contractIdOf = async (
  run: Run,
  exchange: Exchange,
  test: string,
): Promise<string | undefined> => {
  const places = run.target.ids.gap.contract;
  const own = idAt(places, exchange);
  const location = headerOf(exchange, 'location') ?? '';
  if (own !== undefined || location === '') return own;
  const followed = await untilThere(
    run,
    () => run.client.follow(location, exchange, { test }),
    isMissing,
  );
  return followed === 'foreign' ? undefined : idAt(places, followed);
};

const readContract = (run: Run, contractId: string, test: string): Promise<Exchange> =>
  untilThere(
    run,
    () =>
      run.client.send({
        operation: 'gap.contract-get',
        params: { contractId },
        test,
        intent: 'open',
      }),
    isMissing,
  );

/** What the answers to calls for one draft's contract name; where that is more than one contract, each is read (K2). */
export const contractCallsOf = async (
  run: Run,
  exchanges: readonly Exchange[],
  test: string,
): Promise<readonly ContractCall[]> => {
  const calls: ContractCall[] = [];
  for (const exchange of exchanges) {
    const { status = 0 } = exchange.response ?? {};
    const contractId =
      status >= 200 && status < 400 ? await contractIdOf(run, exchange, test) : undefined;
    calls.push({ exchange, ...(contractId === undefined ? {} : { contractId }) });
  }
  const ids = new Set(calls.flatMap(({ contractId }) => contractId ?? []));
  if (ids.size < 2) return calls;
  const reads = new Map<string | undefined, Exchange>();
  for (const id of ids) reads.set(id, await readContract(run, id, test));
  return calls.map((call) => {
    const read = reads.get(call.contractId);
    return read ? { ...call, read } : call;
  });
};

/** How to ask a draft for its contract again: the steps before, and the payment term. */
interface Repetition {
  readonly before: readonly Visit[];
  readonly term?: string;
}

/** In this order on one draft, from the same call again to one on a draft that was changed and priced anew. */
const repetitions = (run: Run): readonly Repetition[] => {
  const [, other] = run.target.paymentTerms;
  const token: Visit = { step: 'token-terms' };
  const price: Visit = { step: 'price-request' };
  return [
    { before: [] },
    { before: [token] },
    ...(other === undefined ? [] : [{ before: [token], term: other }]),
    { before: [price, token] },
    { before: [{ step: 'draft-update', revised: true }, price, token] },
    { before: [] },
  ];
};

/** What may happen to a draft that has its contract is not stated (S18), so nothing is expected of these calls. */
const tryVisit = async (run: Run, visit: Visit, state: JourneyState): Promise<void> => {
  const call = legalCall(run, visit, state);
  if (!isObstacle(call)) await makeCall(run, { ...call, intent: 'open' }, state);
};

const contractCall = (
  run: Run,
  state: JourneyState,
  term: string | undefined,
): Call | undefined => {
  const call = legalCall(run, { step: 'contract-create' }, state);
  if (isObstacle(call)) return undefined;
  const body = { ...(call.body as object), ...(term === undefined ? {} : { paymentTerm: term }) };
  return { ...call, body, intent: 'open' };
};

/** Asks for the contract repeatedly; stops after a call with an unknown result (K4). */
const askAgain = async (run: Run, state: JourneyState): Promise<readonly Exchange[]> => {
  const asked: Exchange[] = [];
  for (const { before, term } of repetitions(run)) {
    for (const visit of before) await tryVisit(run, visit, state);
    const call = contractCall(run, state, term);
    if (!call) continue;
    const exchange = await run.client.send(call);
    asked.push(exchange);
    if (!isSettled({ exchange })) break;
  }
  return asked;
};

/** GAP-CONTRACT-01 (K2, S6): a draft that has its contract is asked for one again, one call after the other. */
export const collectSecondContract = async (
  run: Run,
  { test, seed }: Try,
): Promise<readonly Judgement[]> => {
  const { state, call, judgements } = await prepare('gap.contract-create', { run, test, seed });
  if (!call) return judgements;
  const first = await makeCall(run, call, state);
  if (!isContract({ exchange: first })) {
    return [...state.judgements, ...contractRefused(run, 'GAP-CONTRACT-01', state, first)];
  }
  const calls = await contractCallsOf(run, [first, ...(await askAgain(run, state))], test);
  return [...state.judgements, run.judge(judgeOneContract, calls, 'one call after the other')];
};
