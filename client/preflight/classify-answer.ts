import type { Exchange } from '../../spec/exchange.ts';
import { jsonOf, idAt } from '../target/places.ts';
import { lineOf, type Probe, locationOf } from './probe.ts';
import { isDisturbance, isNotServed } from '../../spec/transport-statuses.ts';
import type { ResolvedTarget } from '../target.ts';
import { onOneLine, visibleText } from '../../spec/message-text.ts';

/** Characters of a body that are shown. */
const LONGEST = 80;

const LONGEST_ADDRESS = 200;

/** Start of a text on one line, with invisible characters shown. */
export const excerptOf = (text: string, longest: number = LONGEST): string => {
  const line = onOneLine(text);
  const characters = Array.from(line);
  return visibleText(
    characters.length > longest ? `${characters.slice(0, longest).join('')}…` : line,
  );
};

const contentText = (answer: NonNullable<Exchange['response']>): string => {
  const { encoding, text } = answer.body;
  if (text === '') return ' without a body';
  const type = mediaTypeOf(answer);
  const shown = encoding === 'utf8' ? ` "${excerptOf(text)}"` : ' bytes that are no text';
  return `${type === '' ? '' : ` ${excerptOf(type)}`}${shown}`;
};

/** Request and answer in one clause: `POST https://… answered 404 text/html "<html>…"`. */
export const evidenceOf = (exchange: Exchange): string => {
  const { request, response, error } = exchange;
  const asked = `${request.method} ${excerptOf(request.url, LONGEST_ADDRESS)}`;
  if (!response) return `${asked} got no answer (${error?.code ?? 'nothing came'})`;
  const location = locationOf(exchange);
  const answered = `${asked} answered ${response.status}`;
  return location === undefined
    ? answered + contentText(response)
    : `${answered}, Location: ${excerptOf(location, LONGEST_ADDRESS)}`;
};

/** Key of the target that holds the address; if both do, the one that always exists. */
export const addressKeyOf = (
  address: string,
  { base_url }: Pick<ResolvedTarget, 'base_url'>,
): 'base_url' | 'gap_base_url' => (address === base_url ? 'base_url' : 'gap_base_url');

/**
 * Classification of an answer. `service`: this service may have sent it, correct or not. The others are typical of other
 * servers; a single one proves nothing. `silent`: no answer.
 */
export type AnswerKind =
  | 'service'
  | 'proxy'
  | 'redirect'
  | 'wants-tls'
  | 'page'
  | 'missing'
  | 'unauthenticated'
  | 'forbidden'
  | 'unclear'
  | 'silent';

type Answer = NonNullable<Exchange['response']>;

const headerOf = ({ headers }: Answer, name: string): string =>
  [headers[name] ?? ''].flat()[0] ?? '';

const mediaTypeOf = (answer: Answer): string =>
  (headerOf(answer, 'content-type').split(';')[0] ?? '').trim().toLowerCase();

const isPage = (answer: Answer): boolean =>
  /^(text\/html|application\/xhtml\+xml)$/.test(mediaTypeOf(answer)) ||
  /^\s*(<!doctype html|<html)\b/i.test(answer.body.text);

const isEmpty = ({ body }: Answer): boolean => body.text.trim() === '';

const isText = (answer: Answer): boolean => !isEmpty(answer) && !jsonOf(answer.body).ok;

const GATEWAY = [502, 503, 504];
/** Statuses of a rejected request, whatever the body is (S13). */
const REFUSALS = [400, 402, 406, 409, 410, 412, 413, 415, 422, 428];
const SPEAKS_OF_TLS = /\bhttps (port|server|scheme)\b|\brequires TLS\b|\bplain http request\b/i;

/** Top-level fields of the draft bodies and resources ("Resources and their fields"). */
const DRAFT_FIELDS =
  'draftId createdAt updatedAt language metadata policyholder risk terms partnerReference whiteLabelId'.split(
    ' ',
  );

/** A success without content (`{}` passes, S17) or with fields of a draft. Any other shape may come from any server. */
const isOwnSuccess = (answer: Answer, probe: Probe): boolean => {
  if (Math.floor(answer.status / 100) !== 2 || isPage(answer)) return false;
  if (isEmpty(answer)) return true;
  const { ids } = probe.target;
  if (idAt(ids[lineOf(probe)].draft, probe.exchange) !== undefined) return true;
  const json = jsonOf(answer.body);
  if (!json.ok || typeof json.value !== 'object' || json.value === null) return false;
  const keys = Array.isArray(json.value) ? ['a list'] : Object.keys(json.value);
  return keys.length === 0 || keys.some((key) => DRAFT_FIELDS.includes(key));
};

const isProxy = (answer: Answer): boolean =>
  [407, 511].includes(answer.status) ||
  (GATEWAY.includes(answer.status) &&
    headerOf(answer, 'retry-after') === '' &&
    // Many services send plain text with 503 while they are busy.
    (answer.status === 503 ? isPage(answer) : isText(answer)));

/** The first match wins. */
const CLASSIFIERS: readonly (readonly [AnswerKind, (answer: Answer, probe: Probe) => boolean])[] = [
  ['proxy', isProxy],
  // A service that asks to wait is not judged here (S8).
  ['service', ({ status }) => status === 500 || isDisturbance(status)],
  ['redirect', (_answer, { exchange }) => locationOf(exchange) !== undefined],
  ['wants-tls', ({ status, body }) => status === 400 && SPEAKS_OF_TLS.test(body.text)],
  ['unauthenticated', ({ status }) => status === 401],
  ['forbidden', ({ status }) => status === 403],
  ['missing', ({ status }) => isNotServed(status)],
  ['page', isPage],
  ['service', isOwnSuccess],
  ['service', ({ status }) => REFUSALS.includes(status)],
];

/** Classifies the answer to a preflight call. */
export const classifyAnswer = (probe: Probe): AnswerKind => {
  const { response } = probe.exchange;
  if (!response) return 'silent';
  return CLASSIFIERS.find(([, holds]) => holds(response, probe))?.[0] ?? 'unclear';
};

const shapeOf = (answer: Answer): string => {
  const json = jsonOf(answer.body);
  if (!json.ok) return isEmpty(answer) ? 'nothing' : 'text';
  const { value } = json;
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? JSON.stringify(Object.keys(value).toSorted())
    : 'a value';
};

/** Tests if two answers are the same except for echoes of their requests. */
export const areSimilar = (one: Probe, other: Probe): boolean => {
  const [first, second] = [one.exchange.response, other.exchange.response];
  if (!first || !second) return false;
  return (
    first.status === second.status &&
    mediaTypeOf(first) === mediaTypeOf(second) &&
    shapeOf(first) === shapeOf(second)
  );
};
