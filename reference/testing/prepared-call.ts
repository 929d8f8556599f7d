import { ITEM_BODIES, PARAMETERS, contractBody, idOn, writeDraft } from './journey.ts';
import { type OperationId, operation, operationOf } from '../../spec/operations.ts';
import type { JsonObject } from '../json.ts';
import type { Line } from '../../spec/line.ts';
import { SAMPLE_DRAFTS } from './sample-drafts.ts';
import type { Visitor } from './visitor.ts';

/** A legal call of an operation on objects created for it. */
export interface PreparedCall {
  readonly ids: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const itemKindOf = (step: string): keyof typeof PARAMETERS | undefined =>
  (['car', 'person', 'metadata'] as const).find((kind) => step.startsWith(`${kind}-`));

const contractPayload = async (visitor: Visitor, line: Line, draftId: string): Promise<unknown> => {
  const price = await visitor.call(idOn(line, 'price-request'), { draftId }, {});
  const posts = operationOf(line, 'token-terms')?.method === 'POST';
  const terms = await visitor.call(idOn(line, 'token-terms'), { draftId }, posts ? {} : undefined);
  return contractBody(visitor, line, price, terms);
};

const contractIds = async (visitor: Visitor, line: Line, draftId: string) => {
  const payload = await contractPayload(visitor, line, draftId);
  const created = await visitor.call(idOn(line, 'contract-create'), { draftId }, payload);
  return { contractId: visitor.idOf(line, 'contract', created) };
};

/** Makes an operation of a plain service callable with a draft of this content. */
export const preparedCall = async (
  visitor: Visitor,
  id: OperationId,
  content?: JsonObject,
): Promise<PreparedCall> => {
  const { line, method, path, step } = operation(id);
  const draft = content ?? SAMPLE_DRAFTS[line];
  if (step === 'draft-create') return { ids: {}, body: line === 'gap' ? {} : draft };
  const { draftId } = await writeDraft(visitor, line, draft);
  const ids = { draftId };
  if (step === 'draft-update') return { ids, body: draft };
  if (step === 'lead-create') return { ids, body: { transport: 'EMAIL' } };
  if (step === 'contract-create')
    return { ids, body: await contractPayload(visitor, line, draftId) };
  if (path.includes('{contractId}'))
    return { ids: await contractIds(visitor, line, draftId), body: undefined };
  const kind = itemKindOf(step);
  if (!kind) return { ids, body: method === 'GET' ? undefined : {} };
  const body = step.endsWith('-delete') ? {} : ITEM_BODIES[kind];
  if (step.endsWith('-post')) return { ids, body };
  const posted = await visitor.call(`travel.${kind}-post`, ids, ITEM_BODIES[kind]);
  return { ids: { ...ids, [PARAMETERS[kind]]: visitor.idOf(line, kind, posted) }, body };
};
