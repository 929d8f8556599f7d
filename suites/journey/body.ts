import { bodyFor } from '../../client/template.ts';
import type { KnownOperation } from '../../spec/operations.ts';
import { run } from '../run.ts';
import type { Visit } from './route.ts';
import type { JourneyState } from './state.ts';

/** The body of a visit, or what is missing to make one. `undefined` is no body at all. */
export type Body = { readonly body: unknown } | { readonly missing: 'token' | 'price' };

const toContract = ({ context }: JourneyState): Body => {
  const { token, price, payment } = context;
  if (token === undefined) return { missing: 'token' };
  if (price.amount === undefined) return { missing: 'price' };
  const transactionAmount = { currency: price.currency ?? 'EUR', value: price.amount };
  return { body: { paymentTerm: payment.term, transactionAmount, userTermsToken: token } };
};

const shownBody = (name: string, visit: Visit, state: JourneyState): Body => {
  const { data } = state;
  switch (name) {
    case 'none':
      return { body: undefined };
    case 'car':
      return { body: data.car };
    case 'empty-object':
      return { body: {} };
    case 'lead':
    case 'gap-lead':
      return { body: data.lead };
    case 'gap-price-request':
      return { body: data.priceRequest };
    case 'to-contract':
      return toContract(state);
    default:
      return { body: visit.revised ? data.revised : data.draft };
  }
};

/** What the templates may name at this visit: the same, with the changed data where the visit changes something. */
const contextAt = (visit: Visit, { data, context }: JourneyState): JourneyState['context'] => {
  if (!visit.revised) return context;
  return {
    ...context,
    draft: { ...context.draft, body: data.revised },
    car: { ...context.car, body: data.changedCar },
    person: { ...context.person, ...(data.changedPerson ? { body: data.changedPerson } : {}) },
    metadata: {
      ...context.metadata,
      // The key stays, so that a service whose keyId is the key's text still finds it.
      ...(data.metadata && data.changedMetadata
        ? { body: { key: data.metadata.key, value: data.changedMetadata.value } }
        : {}),
    },
  };
};

/** The body of an operation: as the specification shows it, or from the target's template. */
export const bodyOf = (operation: KnownOperation, visit: Visit, state: JourneyState): Body => {
  if (operation.request.shown) return shownBody(operation.request.name, visit, state);
  if (operation.method === 'GET') return { body: undefined };
  return { body: bodyFor(operation.id, run.target, contextAt(visit, state)) };
};
