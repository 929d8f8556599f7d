import { judgeNothingToSee } from '../../oracles/blame/obstruction.ts';
import { judgeForgedToken } from '../../oracles/refusals/judge-probe.ts';
import type { Call } from '../../client/http/client.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { isContract } from '../../oracles/state/one-contract.ts';
import { subSeed } from '../../generators/sample.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { operation } from '../../spec/operations.ts';
import type { Try } from '../engine/checks.ts';
import { makeCall } from '../journey/visit.ts';
import { type Preparation, prepare } from '../engine/preparation.ts';
import { alteredInTheMiddle } from '../protocol/altered-id.ts';
import type { Run } from '../engine/run.ts';
import { contractRefused } from '../journey/unreached.ts';

const ROW = operation('gap.contract-create');
const ABOUT = { requirement: 'GAP-TOKEN-01', operation: ROW.id } as const;

/** A token of fewer characters may be one that was issued to another after four are changed. */
const SHORTEST = 8;

/** The token with four characters changed, and with half of them (K3); none where it is too short. */
const forgeries = (token: string, attempt: 1 | 2): readonly string[] => {
  if (token.length < SHORTEST) return [];
  const half = Math.max(4, Math.floor(token.length / 2));
  return [4, half].flatMap((count) => alteredInTheMiddle(token, attempt, count) ?? []);
};

const tooShort = (run: Run, token: string, { exchanges }: Preparation['state']): Judgement => {
  const wanted = 'a user terms token that can be forged';
  const got = `one of ${token.length} characters`;
  const last = exchanges.slice(-1).map(({ n }) => n);
  return run.judge(judgeNothingToSee, ABOUT.requirement, ABOUT.operation, wanted, got, last);
};

/** Sends the forgeries until one is not refused: it may have made the contract. */
const sendForged = async (
  run: Run,
  call: Call,
  tokens: readonly string[],
): Promise<readonly Exchange[]> => {
  const sent: Exchange[] = [];
  for (const userTermsToken of tokens) {
    const body = { ...(call.body as object), userTermsToken };
    const exchange = await run.client.send({
      ...call,
      body,
      intent: 'faulty',
      breaks: ABOUT.requirement,
    });
    sent.push(exchange);
    const { status = 0 } = exchange.response ?? {};
    if (status < 400 || status >= 500) break;
  }
  return sent;
};

/** GAP-TOKEN-01 (K3, S6): the contract is asked for with a forged token, then with the real one. */
export const collectForgedToken = async (
  run: Run,
  { test, attempt, seed }: Try,
): Promise<readonly Judgement[]> => {
  const prepared = await prepare(ROW.id, { run, test, seed });
  const { state, call, judgements } = prepared;
  const { token } = state.known;
  if (!call || token === undefined) return judgements;
  const tokens = forgeries(token, attempt);
  if (tokens.length === 0) return [...judgements, tooShort(run, token, state)];
  const forged = await sendForged(run, call, tokens);
  const isRefused = forged.every(
    ({ response }) => response && Math.floor(response.status / 100) === 4,
  );
  // What was accepted has used the draft up, what was not answered may have (K4).
  const fresh = isRefused
    ? prepared
    : await prepare(ROW.id, { run, test: `${test}/twin`, seed: subSeed(seed, 'twin') });
  if (!fresh.call) return [...judgements, ...fresh.judgements];
  const twin = await makeCall(run, fresh.call, fresh.state);
  const met = isRefused ? state.judgements : [...state.judgements, ...fresh.state.judgements];
  if (!isContract({ exchange: twin })) {
    return [...met, ...contractRefused(run, ABOUT.requirement, fresh.state, twin)];
  }
  return [...met, ...forged.map((each) => run.judge(judgeForgedToken, each, twin))];
};
