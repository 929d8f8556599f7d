import { type Answer, type Visitor } from './visitor.ts';
import { contractBody, idOn, writeDraft } from './journey.ts';
import type { Checkpoint } from '../choices/rules.ts';
import type { Line } from '../../spec/line.ts';
import { operationOf } from '../../spec/operations.ts';

/** Result of a journey: the step that refused the draft and the status, or `done`. */
export interface Reached {
  readonly refusedAt: Checkpoint | 'done';
  readonly status: number;
}

const refusal = (refusedAt: Checkpoint, { status }: Answer): Reached | null =>
  status >= 400 ? { refusedAt, status } : null;

/** Takes a written draft through price and contract, and returns the first refusal. */
export const reachFrom = async (
  visitor: Visitor,
  line: Line,
  { draftId, answer }: { readonly draftId: string; readonly answer: Answer },
): Promise<Reached> => {
  const draft = { draftId };
  const atWrite = refusal('write', answer);
  if (atWrite) return atWrite;
  const price = await visitor.call(idOn(line, 'price-request'), draft, {});
  const atPrice = refusal('price', price);
  if (atPrice) return atPrice;
  const posts = operationOf(line, 'token-terms')?.method === 'POST';
  const terms = await visitor.call(idOn(line, 'token-terms'), draft, posts ? {} : undefined);
  const payload = contractBody(visitor, line, price, terms);
  const contract = await visitor.call(idOn(line, 'contract-create'), draft, payload);
  return refusal('contract', contract) ?? { refusedAt: 'done', status: contract.status };
};

/** Takes a draft through write, price and contract, and returns the first refusal. */
export const reach = async (visitor: Visitor, line: Line, body: unknown): Promise<Reached> =>
  reachFrom(visitor, line, await writeDraft(visitor, line, body));
