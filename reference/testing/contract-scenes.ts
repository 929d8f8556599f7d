import { contractBody, writeDraft } from './journey.ts';
import { type Answer, type Visitor } from './visitor.ts';
import type { JsonObject } from '../json.ts';
import { SAMPLE_DRAFTS } from './sample-drafts.ts';
import type { Scene } from './fault-scenes.ts';

const BODY = SAMPLE_DRAFTS.gap;

/** The draft's contract body: priced anew, and with a new user terms token. */
const payloadOf = async (visitor: Visitor, draftId: string): Promise<JsonObject> => {
  const price = await visitor.call('gap.price-request', { draftId }, {});
  const terms = await visitor.call('gap.token-terms', { draftId });
  return contractBody(visitor, 'gap', price, terms) as JsonObject;
};

/** A motor gap draft that can be turned into a contract, and the body to do it with. */
export const contractable = async (
  visitor: Visitor,
): Promise<{ readonly draftId: string; readonly payload: JsonObject }> => {
  const { draftId } = await writeDraft(visitor, 'gap', BODY);
  return { draftId, payload: await payloadOf(visitor, draftId) };
};

/** How many different contracts the answers lead to. */
export const contractsIn = async (
  visitor: Visitor,
  answers: readonly Answer[],
): Promise<number> => {
  const made = answers.filter(({ status }) => status === 303);
  const ids = new Set(made.map((answer) => visitor.idOf('gap', 'contract', answer)));
  let served = 0;
  for (const contractId of ids)
    if ((await visitor.call('gap.contract-get', { contractId })).status === 200) served += 1;
  return served;
};

/** A draft is asked for its contract, again, with another term, after a price request, and after an update. */
const asksAgain: Scene = async (visitor) => {
  const { draftId, payload } = await contractable(visitor);
  const ask = (body: JsonObject): Promise<Answer> =>
    visitor.call('gap.contract-create', { draftId }, body);
  const answers = [await ask(payload), await ask(payload)];
  answers.push(await ask({ ...payload, paymentTerm: visitor.target.paymentTerms[1] }));
  answers.push(await ask(await payloadOf(visitor, draftId)));
  await visitor.call('gap.draft-update', { draftId }, BODY);
  answers.push(await ask(await payloadOf(visitor, draftId)));
  return (await contractsIn(visitor, answers)) > 1;
};

/** Four characters in the middle of the token are others. */
const forgesToken: Scene = async (visitor) => {
  const { draftId, payload } = await contractable(visitor);
  const token = String(payload['userTermsToken']);
  const at = Math.floor(token.length / 2) - 2;
  const middle = token.slice(at, at + 4) === 'aaaa' ? 'bbbb' : 'aaaa';
  const userTermsToken = `${token.slice(0, at)}${middle}${token.slice(at + 4)}`;
  const body = { ...payload, userTermsToken };
  const { status } = await visitor.call('gap.contract-create', { draftId }, body);
  return status < 400;
};

/** Scenes of the motor gap contract, by requirement. */
export const contractScenes: Readonly<Record<string, Scene>> = {
  'GAP-CONTRACT-01': asksAgain,
  'GAP-TOKEN-01': forgesToken,
};
