import { type Answer, type Visitor, shownIn } from './visitor.ts';
import { type OperationId, operation, operationOf } from '../../spec/operations.ts';
import type { JsonObject } from '../json.ts';
import type { Line } from '../../spec/line.ts';
import type { Step } from '../../spec/operation.ts';

/** The answers of a journey by step. */
export type Journey = Partial<Record<Step, Answer>>;

/** Default bodies of the items of a travel draft. */
export const ITEM_BODIES = {
  car: { make: 'Volvo', model: 'V60', plate: '1ABC123' },
  person: { firstName: 'Eva', lastName: 'Maes', birthdate: '2001-07-14' },
  metadata: { key: 'colour', value: 'red' },
} as const;

/** The path parameter of each kind of item. */
export const PARAMETERS = { car: 'carId', person: 'personId', metadata: 'keyId' } as const;

const filled = (template: unknown, values: JsonObject): unknown =>
  JSON.parse(
    JSON.stringify(template)
      .replace(/"\{\{([\w.]+)\}\}"/g, (_, name: string) => JSON.stringify(values[name]))
      .replace(/\{\{([\w.]+)\}\}/g, (_, name: string) => String(values[name])),
  );

/** Id of a step's operation on a line. Throws if the line lacks it. */
export const idOn = (line: Line, step: Step): OperationId => {
  const row = operationOf(line, step);
  if (!row) throw new Error(`${line} has no ${step}`);
  return row.id;
};

/** Creates a draft with this content (motor gap: created empty, then updated); the answers of creation and write. */
export const writeDraft = async (
  visitor: Visitor,
  line: Line,
  body: unknown,
): Promise<{ readonly draftId: string; readonly created: Answer; readonly answer: Answer }> => {
  const created = await visitor.call(idOn(line, 'draft-create'), {}, line === 'gap' ? {} : body);
  if (created.status >= 400) return { draftId: '', created, answer: created };
  const draftId = visitor.idOf(line, 'draft', created);
  if (line !== 'gap') return { draftId, created, answer: created };
  return { draftId, created, answer: await visitor.call('gap.draft-update', { draftId }, body) };
};

/** Writes a draft with this content by one operation: creates it, or updates one that was created empty. */
export const writeDraftBy = async (
  visitor: Visitor,
  on: OperationId,
  body: unknown,
): Promise<{ readonly draftId: string; readonly answer: Answer }> => {
  const { line, step } = operation(on);
  const created = await visitor.call(
    idOn(line, 'draft-create'),
    {},
    step === 'draft-create' ? body : {},
  );
  if (created.status >= 400) return { draftId: '', answer: created };
  const draftId = visitor.idOf(line, 'draft', created);
  if (step === 'draft-create') return { draftId, answer: created };
  return { draftId, answer: await visitor.call(on, { draftId }, body) };
};

/** The amount of a motor gap contract: from the price request, or from the target. */
const amountOf = ({ target }: Visitor, price: Answer): unknown => {
  const { gapPrice = '/totalPrice/withTaxes' } = target;
  if (typeof gapPrice !== 'string') return gapPrice.amount;
  const shown = shownIn(price, gapPrice);
  return typeof shown === 'string' ? Number(shown) : shown;
};

/** The body with which a draft's contract is created, given the answers of price request and token terms. */
export const contractBody = (
  visitor: Visitor,
  line: Line,
  price: Answer,
  terms: Answer,
): unknown => {
  const { target } = visitor;
  const token = shownIn(terms, target.termsToken ?? '/userTermsToken');
  const template = target.bodies?.[`${line}.contract-create`] ?? {};
  if (line !== 'gap') return filled(template, { token });
  const amount = amountOf(visitor, price);
  return {
    paymentTerm: target.paymentTerms[0],
    transactionAmount: {
      ...(typeof amount === 'number' ? { value: amount } : (amount as object)),
      // Some services write it in lower case, and requests must have upper case.
      currency: 'EUR',
    },
    userTermsToken: token,
  };
};

/** Posts, puts and deletes one item of each kind on a travel draft. */
const walkItems = async (visitor: Visitor, draftId: string): Promise<Journey> => {
  const journey: Journey = {};
  for (const kind of ['car', 'person', 'metadata'] as const) {
    const own = ITEM_BODIES[kind];
    const template = visitor.target.bodies?.[`travel.${kind}-post`] ?? own;
    const values = {
      [`${kind}.body`]: own,
      'person.body.firstName': 'Eva',
      today: '2026-03-10',
    };
    const body = filled(template, values);
    const posted = await visitor.call(`travel.${kind}-post`, { draftId }, body);
    const ids = { draftId, [PARAMETERS[kind]]: visitor.idOf('travel', kind, posted) };
    journey[`${kind}-post`] = posted;
    journey[`${kind}-put`] = await visitor.call(`travel.${kind}-put`, ids, body);
    journey[`${kind}-delete`] = await visitor.call(`travel.${kind}-delete`, ids, {});
  }
  return journey;
};

/** Walks a line from the draft to the download as far as possible, whatever the answers. */
export const walk = async (visitor: Visitor, line: Line, body: unknown): Promise<Journey> => {
  const call = (step: Step, ids: Readonly<Record<string, string>>, sent?: unknown) =>
    visitor.call(idOn(line, step), ids, sent);
  const read = (step: Step, ids: Readonly<Record<string, string>>) =>
    visitor.read(idOn(line, step), ids);
  const { draftId, created } = await writeDraft(visitor, line, body);
  const draft = { draftId };
  const journey: Journey = {
    'draft-create': created,
    'draft-update': await call('draft-update', draft, body),
    'draft-get': await read('draft-get', draft),
    ...(line === 'travel' ? await walkItems(visitor, draftId) : {}),
    ...(line === 'travel' ? { 'price-info': await call('price-info', draft, {}) } : {}),
  };
  const price = await call('price-request', draft, {});
  const posts = operationOf(line, 'token-terms')?.method === 'POST';
  const terms = await call('token-terms', draft, posts ? {} : undefined);
  const lead = await call('lead-create', draft, { transport: 'EMAIL' });
  const contract = await call('contract-create', draft, contractBody(visitor, line, price, terms));
  Object.assign(journey, { 'price-request': price, 'token-terms': terms, 'lead-create': lead });
  if (contract.status >= 400) return { ...journey, 'contract-create': contract };
  journey['contract-create'] = contract;
  if (line === 'gap' && !('location' in contract.headers)) return journey;
  const ids = { contractId: visitor.idOf(line, 'contract', contract) };
  return {
    ...journey,
    'contract-get': await read('contract-get', ids),
    ...(line === 'gap' ? {} : { 'payment-status': await call('payment-status', draft) }),
    ...(line === 'gap' ? {} : { 'contract-download': await read('contract-download', ids) }),
  };
};
