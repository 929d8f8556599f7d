import type { Choices } from './choices.ts';
import type { Draft } from './store.ts';

type Lives = Pick<Choices, 'termsTokens' | 'priceRequests'>;

/** Tokens that a draft keeps at most; of more the oldest end. */
const MAX_TOKENS = 50;

const endPrices = ({ priceRequests }: Draft): void => {
  for (const price of priceRequests) price.invalidated = true;
};

/** Records a user terms token of a draft; earlier ones may end with it (K3). */
export const recordToken = ({ openTokens }: Draft, token: string, { termsTokens }: Lives): void => {
  if (termsTokens === 'newest') openTokens.length = 0;
  openTokens.push(token);
  openTokens.splice(0, openTokens.length - MAX_TOKENS);
};

/** True if a user terms token of the draft has not ended yet (K3). */
export const isTokenValid = (
  { openTokens }: Draft,
  token: string,
  { termsTokens }: Lives,
): boolean => termsTokens === 'kept' || openTokens.includes(token);

/** Ends what a change of the draft, or of an item of it, ends: its tokens (K3) and its price requests (R3). */
export const expireOnChange = (draft: Draft, { termsTokens, priceRequests }: Lives): void => {
  if (termsTokens === 'until-change') draft.openTokens.length = 0;
  if (priceRequests === 'until-change') endPrices(draft);
};

/** Ends the token of a contract call, however the call ended, and the prices that it used if it made a contract. */
export const expireOnContractCall = (
  draft: Draft,
  token: unknown,
  hasContract: boolean,
  { termsTokens, priceRequests }: Lives,
): void => {
  const at = draft.openTokens.findIndex((open) => open === token);
  if (termsTokens === 'once' && at !== -1) draft.openTokens.splice(at, 1);
  if (priceRequests === 'once' && hasContract) endPrices(draft);
};
