import type { Call } from '../../client/http/client.ts';
import { idAt } from '../../client/target/places.ts';
import { isAccepted } from '../../oracles/answers/answer-form.ts';
import { headerOf } from '../../oracles/answers/json-body.ts';
import type { Judgement } from '../../oracles/finding.ts';
import {
  type ContractCall,
  isContract,
  isSettled,
  judgeOneContract,
} from '../../oracles/state/one-contract.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { programFile } from '../../client/project.ts';
import { PLAIN } from '../contexts/context.ts';
import type { Checks, Try } from '../engine/checks.ts';
import { prepare } from '../engine/preparation.ts';
import type { Run } from '../engine/run.ts';
import { recordSightings } from '../engine/sightings.ts';
import type { JourneyState, Start, Visit } from '../journey/state.ts';
import { contractRefused } from '../journey/unreached.ts';
import { isMissing, pollRead } from '../journey/poll-read.ts';
import { readContractAgain } from '../journey/walk.ts';
import { makeCall, MAY_REFUSE, possibleCall, makeVisit } from '../journey/make-call.ts';

const REQUIREMENT = 'GAP-CONTRACT-01';
const CREATE = 'gap.contract-create';

/** The id of the contract that an answer names, in the answer or behind its link (P3). */
const contractIdOf = async (
  { run, test }: Start,
  exchange: Exchange,
): Promise<string | undefined> => {
  if (!isAccepted(exchange)) return undefined;
  const places = run.target.ids.gap.contract;
  const own = idAt(places, exchange);
  const location = headerOf(exchange, 'location') ?? '';
  if (own !== undefined || location === '') return own;
  const follow = () => run.client.follow(location, exchange, { test });
  const followed = await pollRead(run, follow, isMissing);
  return followed === 'foreign' ? undefined : idAt(places, followed);
};

const readContract = ({ run, test }: Start, contractId: string): Promise<Exchange> => {
  const call: Call = {
    operation: 'gap.contract-get',
    params: { contractId },
    test,
    intent: 'open',
  };
  return pollRead(run, () => run.client.send(call), isMissing);
};

/** Calls for the contracts that a draft's answers name; reads each contract if there is more than one (K2). */
export const contractCallsOf = async (
  start: Start,
  exchanges: readonly Exchange[],
): Promise<readonly ContractCall[]> => {
  const calls: ContractCall[] = [];
  for (const exchange of exchanges)
    calls.push({ exchange, contractId: await contractIdOf(start, exchange) });
  const ids = new Set(calls.flatMap(({ contractId }) => contractId ?? []));
  if (ids.size < 2) return calls;
  const reads = new Map<string | undefined, Exchange>();
  for (const id of ids) reads.set(id, await readContract(start, id));
  return calls.map((call) => ({ ...call, read: reads.get(call.contractId) }));
};

/** Calls that request a draft's contract again: the preceding steps, and the payment term. */
interface Repetition {
  readonly before: readonly Visit[];
  /** True if it requests another payment term than the first contract. */
  readonly hasOtherTerm?: true;
  /** True if its path has the country in another spelling than that of the first contract (W2). */
  readonly isRespelled?: true;
}

/** Repeated contract requests on one draft, in this order: from the identical call to one after an update and a new price. */
const repetitions = (run: Run): readonly Repetition[] => {
  const token: Visit = { step: 'token-terms' };
  const price: Visit = { step: 'price-request' };
  return [
    { before: [] },
    { before: [token] },
    ...(run.target.paymentTerms.length < 2
      ? []
      : [{ before: [token], hasOtherTerm: true } as const]),
    { before: [price, token] },
    { before: [{ step: 'draft-update', revised: true }, price, token] },
    { before: [], isRespelled: true },
  ];
};

/**
 * Requests the contract repeatedly; stops after a call with an unknown result (K4). The specification does not say what a draft
 * with a contract still accepts (S18), so no answer is expected.
 */
export const askAgain = async (state: JourneyState): Promise<readonly Exchange[]> => {
  const asked: Exchange[] = [];
  const country = state.context.country === PLAIN.country ? 'be' : PLAIN.country;
  for (const { before, hasOtherTerm, isRespelled } of repetitions(state.run)) {
    for (const visit of before) await makeVisit(visit, state, MAY_REFUSE);
    const call = possibleCall({ step: 'contract-create' }, state);
    if (!call) continue;
    const own = call.body as { readonly paymentTerm: string };
    const other = state.run.target.paymentTerms.find((term) => term !== own.paymentTerm);
    const body = hasOtherTerm && other !== undefined ? { ...own, paymentTerm: other } : own;
    const again = { ...call, body, intent: 'open', ...(isRespelled && { country }) } as const;
    const exchange = await state.run.client.send(again);
    asked.push(exchange);
    if (!isSettled({ exchange })) break;
  }
  return asked;
};

const collect = async (one: Try): Promise<readonly Judgement[]> => {
  const { state, call, judgements } = await prepare(CREATE, one);
  if (!call) return judgements;
  const first = await makeCall(call, state);
  if (!isContract({ exchange: first }))
    return [...state.judgements, ...contractRefused(REQUIREMENT, state, first)];
  await makeVisit({ step: 'contract-get' }, state);
  const asked = await askAgain(state);
  // K1: a repeated contract answer has a Location as well.
  recordSightings(one.run, one.test, asked);
  const calls = await contractCallsOf(one, [first, ...asked]);
  const judged = one.run.judge(judgeOneContract, calls, 'one call after the other');
  await readContractAgain(state, 'another contract of its draft was requested before');
  return [...state.judgements, judged];
};

/** GAP-CONTRACT-01 (K2, S6): requests the contract of a draft several times in sequence. */
export const secondContract: Checks = {
  suite: 'contract',
  file: programFile(import.meta.url),
  judges: [judgeOneContract],
  checks: [
    {
      requirement: REQUIREMENT,
      line: 'gap',
      operations: [CREATE],
      name: 'second-contract',
      collect,
    },
  ],
};
