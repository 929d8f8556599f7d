import { idAt, textAt } from '../../client/target/places.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { KnownOperation } from '../../spec/operations.ts';
import { extractPrice } from './extract-price.ts';
import type { JourneyState, Parameter } from './state.ts';

const first = <T>(exchanges: readonly Exchange[], find: (exchange: Exchange) => T | undefined) => {
  for (const exchange of exchanges) {
    const found = find(exchange);
    if (found !== undefined) return found;
  }
  return undefined;
};

type Thing = 'draft' | 'car' | 'person' | 'metadata' | 'contract';

const learnId = (
  state: JourneyState,
  parameter: Parameter,
  thing: Thing,
  answers: readonly Exchange[],
) => {
  const ids: Readonly<Partial<Record<Thing, readonly string[]>>> = state.run.target.ids[state.line];
  const id = first(answers, (exchange) => idAt(ids[thing] ?? [], exchange));
  const [created] = answers;
  if (id === undefined || !created) return;
  state.run.memory.ids.note(id, created, state);
  state.parameters[parameter] = id;
  state.known = { ...state.known, [thing]: { id } };
};

const learnToken = (state: JourneyState, answers: readonly Exchange[]) => {
  const token = first(answers, (exchange) => textAt(state.run.target.termsToken, exchange));
  if (token !== undefined) state.known = { ...state.known, token };
};

/** Extracts the inputs of later steps from the answers of a step. */
export const extractInputs = (
  operation: KnownOperation,
  state: JourneyState,
  answers: readonly Exchange[],
): void => {
  switch (operation.step) {
    case 'draft-create':
      return learnId(state, 'draftId', 'draft', answers);
    case 'car-post':
      return learnId(state, 'carId', 'car', answers);
    case 'person-post':
      return learnId(state, 'personId', 'person', answers);
    case 'metadata-post':
      return learnId(state, 'keyId', 'metadata', answers);
    case 'contract-create':
      return learnId(state, 'contractId', 'contract', answers);
    case 'price-request':
      return extractPrice(state, answers);
    case 'token-terms':
      return learnToken(state, answers);
    default:
      return undefined;
  }
};
