import type { Call } from '../../client/http/client.ts';
import { valueAt, withValue } from '../../generators/pointer.ts';
import { isRefused } from '../../oracles/answers/answer-form.ts';
import { judgeUnobservable } from '../../oracles/blame/obstruction.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeForgedToken } from '../../oracles/refusals/judge-probe.ts';
import { isContract } from '../../oracles/state/one-contract.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { programFile } from '../../client/project.ts';
import type { Checks, Try } from '../engine/checks.ts';
import { prepare } from '../engine/preparation.ts';
import { withOwnData, type JourneyState } from '../journey/state.ts';
import { contractRefused } from '../journey/unreached.ts';
import { makeCall } from '../journey/make-call.ts';
import { alteredInTheMiddle } from '../protocol/altered-id.ts';

const REQUIREMENT = 'GAP-TOKEN-01';
const CREATE = 'gap.contract-create';
const TERM = '/paymentTerm';

/** A shorter token may equal one issued to another caller once four characters are changed. */
const MIN_LENGTH = 8;

/** The token with four characters changed, and with half of them changed (K3); empty if the token is too short. */
const forgedTokens = (token: string, attempt: 1 | 2): readonly string[] => {
  if (token.length < MIN_LENGTH) return [];
  const half = Math.max(4, Math.floor(token.length / 2));
  return [4, half].flatMap((count) => alteredInTheMiddle(token, attempt, count) ?? []);
};

const tooShort = (token: string, { run, exchanges }: JourneyState): Judgement => {
  const wanted = 'a user terms token that can be forged';
  const got = `one of ${token.length} characters`;
  const last = exchanges.slice(-1).map(({ n }) => n);
  return run.judge(judgeUnobservable, REQUIREMENT, CREATE, wanted, got, last);
};

/** The body of the call with each forged token, and with the first one in every other payment term that the target declares. */
const forgedBodies = (
  { run }: Try,
  { body }: Call,
  tokens: readonly string[],
): readonly object[] => {
  const own = tokens.map((userTermsToken) => ({ ...(body as object), userTermsToken }));
  const [first] = own;
  const term = valueAt(body, TERM);
  if (term === undefined) return own;
  const others = run.target.paymentTerms.filter((each) => each !== term);
  return [...own, ...others.map((paymentTerm) => ({ ...first, paymentTerm }))];
};

/** The call with forged tokens, as it was sent. */
interface SentForged {
  readonly sent: readonly Exchange[];
  /** The body that was not refused. */
  readonly unrefused?: object;
}

/** Sends the bodies with a forged token until one is not refused: it may have created the contract. */
const sendForged = async (one: Try, call: Call, tokens: readonly string[]): Promise<SentForged> => {
  const sent: Exchange[] = [];
  for (const body of forgedBodies(one, call, tokens)) {
    const forged = { ...call, body, intent: 'faulty', breaks: REQUIREMENT } as const;
    sent.push(await one.run.client.send(forged));
    if (!isRefused(sent.at(-1))) return { sent, unrefused: body };
  }
  return { sent };
};

/** The legal call in the payment term of this body. */
const inTermOf = (body: object, call: Call): Call => {
  const term = valueAt(body, TERM);
  return term === undefined ? call : { ...call, body: withValue(call.body as object, TERM, term) };
};

const collect = async (one: Try): Promise<readonly Judgement[]> => {
  const prepared = await prepare(CREATE, one);
  const { state, call, judgements } = prepared;
  const { token } = state.known;
  if (!call || token === undefined) return judgements;
  const tokens = forgedTokens(token, one.attempt);
  if (tokens.length === 0) return [...judgements, tooShort(token, state)];
  const { sent: forged, unrefused } = await sendForged(one, call, tokens);
  // An accepted call has created the contract of the draft, and one without an answer may have (K4).
  const fresh = unrefused
    ? await prepare(CREATE, withOwnData({ ...one, test: `${one.test}/twin` }, 'twin'))
    : prepared;
  if (!fresh.call) return [...judgements, ...fresh.judgements];
  const legal = unrefused ? inTermOf(unrefused, fresh.call) : fresh.call;
  const control = await makeCall(legal, fresh.state);
  const met = unrefused ? [...state.judgements, ...fresh.state.judgements] : state.judgements;
  if (!isContract({ exchange: control }))
    return [...met, ...contractRefused(REQUIREMENT, fresh.state, control)];
  return [...met, ...forged.map((each) => one.run.judge(judgeForgedToken, each, control))];
};

/** GAP-TOKEN-01 (K3, S6): requests the contract with a forged token, then with the real one. */
export const forgedToken: Checks = {
  suite: 'contract',
  file: programFile(import.meta.url),
  judges: [judgeForgedToken],
  checks: [
    { requirement: REQUIREMENT, line: 'gap', operations: [CREATE], name: 'forged-token', collect },
  ],
};
