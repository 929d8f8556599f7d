import type { Exchange } from '../../spec/exchange.ts';
import type { ResolvedTarget } from '../target.ts';
import { mediaTypeOf } from './look.ts';
import { locationOf } from './redirect.ts';

/** Characters of a body that are shown. */
const LONGEST = 80;

/** And of an address. */
const LONGEST_ADDRESS = 200;

/** The beginning of a text in one line that no terminal obeys. */
export const beginningOf = (text: string, longest: number = LONGEST): string => {
  const line = text.replaceAll(/[\s\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim();
  const characters = Array.from(line);
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : line;
};

const saying = (answer: NonNullable<Exchange['response']>): string => {
  const { encoding, text } = answer.body;
  if (text === '') return ' without a body';
  const type = mediaTypeOf(answer);
  const shown = encoding === 'utf8' ? ` "${beginningOf(text)}"` : ' bytes that are no text';
  return `${type === '' ? '' : ` ${beginningOf(type)}`}${shown}`;
};

/** What was sent and what came, in one clause: `POST https://… answered 404 text/html "<html>…"`. */
export const evidenceOf = (exchange: Exchange): string => {
  const { request, response, error } = exchange;
  const asked = `${request.method} ${beginningOf(request.url, LONGEST_ADDRESS)}`;
  if (!response) return `${asked} got no answer (${error?.code ?? 'nothing came'})`;
  const location = locationOf(exchange);
  const answered = `${asked} answered ${response.status}`;
  return location === undefined
    ? answered + saying(response)
    : `${answered}, Location: ${beginningOf(location, LONGEST_ADDRESS)}`;
};

/** The key of the target by which an address goes; where both keys hold it, the one that is always there. */
export const keyOf = (
  address: string,
  { base_url }: Pick<ResolvedTarget, 'base_url'>,
): 'base_url' | 'gap_base_url' => (address === base_url ? 'base_url' : 'gap_base_url');
