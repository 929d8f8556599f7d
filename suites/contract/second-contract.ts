import type { Call } from '../../client/http/client.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { isContract, isSettled, judgeOneContract } from '../../oracles/state/one-contract.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { operation } from '../../spec/operations.ts';
import type { Try } from '../checks.ts';
import type { Visit } from '../journey/route.ts';
import type { JourneyState } from '../journey/state.ts';
import { isObstacle, legalCall, makeCall } from '../journey/visit.ts';
import { prepare } from '../preparation.ts';
import type { Run } from '../run.ts';
import { contractCallsOf } from './contract-calls.ts';
import { notContracted } from './not-contracted.ts';

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
  const { state, call, judgements } = await prepare(
    run,
    operation('gap.contract-create'),
    test,
    seed,
  );
  if (!call) return judgements;
  const first = await makeCall(run, call, state);
  if (!isContract({ exchange: first })) {
    return [...state.judgements, ...notContracted(run, 'GAP-CONTRACT-01', state, first)];
  }
  const calls = await contractCallsOf(run, [first, ...(await askAgain(run, state))], test);
  return [...state.judgements, run.judge(judgeOneContract, calls, 'one call after the other')];
};
