import { type BodyContext, bodyFor } from '../../client/target/body-templates.ts';
import type { KnownOperation } from '../../spec/operations.ts';
import { subSeed } from '../../generators/sample.ts';
import type { Visit, JourneyState } from './state.ts';

/** The body of a visit, or the input that is missing for it. `undefined` means no body. */
export type Body = { readonly body: unknown } | { readonly missing: 'token' | 'price' };

/** One of the declared payment terms, drawn by the data of a journey, so that a run tries all of them (V17, P5). */
const paymentTerm = ({ run, seed }: Pick<JourneyState, 'run' | 'seed'>): string => {
  const { paymentTerms } = run.target;
  return paymentTerms[subSeed(seed, 'payment-term') % paymentTerms.length] ?? '';
};

const toContract = (state: JourneyState): Body => {
  const { token, price } = state.known;
  if (token === undefined) return { missing: 'token' };
  if (price.amount === undefined) return { missing: 'price' };
  const transactionAmount = { currency: price.currency ?? 'EUR', value: price.amount };
  return { body: { paymentTerm: paymentTerm(state), transactionAmount, userTermsToken: token } };
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

/** Template values of a visit: known ids and the data, with the visit's changes. */
const contextAt = ({ revised }: Visit, { run, seed, data, known }: JourneyState): BodyContext => ({
  today: run.plan.today,
  run: { id: run.plan.runId },
  // Most templates use little of the data, which are drawn on demand.
  get email() {
    return data.email;
  },
  draft: {
    get body() {
      return revised ? data.revised : data.draft;
    },
    ...known.draft,
  },
  car: {
    get body() {
      return revised ? data.changedCar : data.car;
    },
    ...known.car,
  },
  person: {
    get body() {
      return revised ? data.changedPerson : data.person;
    },
    ...known.person,
  },
  metadata: {
    get body() {
      // The key is kept, so that a service whose keyId is the key's text still finds it.
      const { key } = data.metadata;
      return revised ? { key, value: data.changedMetadata.value } : data.metadata;
    },
    ...known.metadata,
  },
  contract: known.contract,
  price: known.price,
  payment: { term: paymentTerm({ run, seed }) },
  ...(known.token === undefined ? {} : { token: known.token }),
});

/** The body of an operation: as the specification shows it, or from the target's template. */
export const bodyOf = (operation: KnownOperation, visit: Visit, state: JourneyState): Body => {
  if (operation.request.shown) return shownBody(operation.request.name, visit, state);
  if (operation.method === 'GET') return { body: undefined };
  const own =
    operation.id === 'gap.draft-create' ? state.run.memory.emptyDrafts.gapBody() : undefined;
  return { body: own ?? bodyFor(operation.id, state.run.target, contextAt(visit, state)) };
};
