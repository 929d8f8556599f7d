import type { Choices } from './choices.ts';
import type { Draft } from './store.ts';

type Lifetimes = Pick<Choices, 'termsTokens' | 'priceRequests'>;

/** Maximum number of tokens of a draft; beyond it the oldest expire. */
const MAX_TOKENS = 50;

const endPrices = ({ priceRequests }: Draft): void => {
  for (const price of priceRequests) price.invalidated = true;
};

/** Records a user terms token of a draft, which may invalidate earlier ones (K3). */
export const recordToken = (
  { openTokens }: Draft,
  token: string,
  { termsTokens }: Lifetimes,
): void => {
  if (termsTokens === 'newest') openTokens.length = 0;
  openTokens.push(token);
  openTokens.splice(0, openTokens.length - MAX_TOKENS);
};

/** True if a user terms token of the draft is still valid (K3). */
export const isTokenValid = (
  { openTokens }: Draft,
  token: string,
  { termsTokens }: Lifetimes,
): boolean => termsTokens === 'kept' || openTokens.includes(token);

/** Invalidates tokens (K3) and price requests (R3) when the draft or one of its items changes. */
export const expireOnChange = (draft: Draft, { termsTokens, priceRequests }: Lifetimes): void => {
  if (termsTokens === 'until-change') draft.openTokens.length = 0;
  if (priceRequests === 'until-change') endPrices(draft);
};

/** Invalidates the token of a contract call, successful or not, and after a success its price request. */
export const expireOnContractCall = (
  draft: Draft,
  token: unknown,
  hasContract: boolean,
  { termsTokens, priceRequests }: Lifetimes,
): void => {
  const at = draft.openTokens.findIndex((open) => open === token);
  if (termsTokens === 'once' && at !== -1) draft.openTokens.splice(at, 1);
  if (priceRequests === 'once' && hasContract) endPrices(draft);
};
