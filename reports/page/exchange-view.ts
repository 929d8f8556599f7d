import type { BodyText, Exchange, HeaderMap } from '../../spec/exchange.ts';
import { element, type Part, shown } from './element.ts';

/** Characters of a body; the whole is in exchanges.jsonl. */
const LARGEST_BODY = 4000;

/** A longer body, or one that is nested deeper, is not laid out over lines. */
const LAID_OUT = { length: 20_000, depth: 50 } as const;

const isDeep = (text: string): boolean => {
  let depth = 0;
  for (const character of text) {
    if (character === '[' || character === '{') depth += 1;
    if (character === ']' || character === '}') depth -= 1;
    if (depth > LAID_OUT.depth) return true;
  }
  return false;
};

const withoutBlanks = (text: string): string => text.replaceAll(/\s/g, '');

/** JSON over several lines; as it came where it is none, or where parsing changes it: 1.0, large numbers, a key that comes twice. */
const laidOut = (text: string): string => {
  if (text.length > LAID_OUT.length || isDeep(text)) return text;
  try {
    const fresh = JSON.stringify(JSON.parse(text), null, 2);
    return withoutBlanks(fresh) === withoutBlanks(text) ? fresh : text;
  } catch {
    return text;
  }
};

/** A body as a person reads it. */
const bodyOf = (body: BodyText | undefined): string => {
  if (body === undefined || body.text === '') return '';
  if (body.encoding === 'base64') return shown(`base64: ${body.text}`, LARGEST_BODY);
  return shown(laidOut(body.text), LARGEST_BODY);
};

const isSame = (line: string): string => line.trim().replace(/,$/, '');

/** The lines of a body; those that the other body does not have are marked. */
const lines = (body: string, other: string | undefined): readonly (Part | string)[] => {
  const known = new Set(other?.split('\n').map(isSame));
  return body
    .split('\n')
    .flatMap((line, at) => [
      at === 0 ? '' : '\n',
      other === undefined || known.has(isSame(line)) ? line : element('mark', {}, line),
    ]);
};

const pre = (body: string, other: string | undefined, label: string): readonly Part[] =>
  body === ''
    ? []
    : [element('pre', { tabindex: 0, role: 'group', 'aria-label': label }, lines(body, other))];

const headerLines = (headers: HeaderMap): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : value.join(', ')}`)
    .join('\n');

const headers = (title: string, map: HeaderMap): Part =>
  element(
    'details',
    {},
    element('summary', {}, `${title} (${Object.keys(map).length})`),
    ...pre(shown(headerLines(map), LARGEST_BODY), undefined, title),
  );

const answerOf = ({ response, error, timings }: Exchange): string => {
  const took = `${Math.round(timings.total)} ms`;
  if (response) return `status ${response.status}, ${took}`;
  return `no answer: ${error ? shown(`${error.code} ${error.message}`, 300) : 'unknown'}, ${took}`;
};

/** One exchange: what was sent and what came; lines in which its bodies differ from those of another one are marked. */
export const exchangeView = (title: string, exchange: Exchange, other?: Exchange): Part => {
  const { n, request, response } = exchange;
  const sent = other && bodyOf(other.request.body);
  const came = other?.response && bodyOf(other.response.body);
  return element(
    'section',
    { class: 'exchange' },
    element('h3', {}, `${title} (exchange ${n})`),
    element('p', { class: 'request' }, `${request.method} ${shown(request.url, 600)}`),
    headers('request headers', request.headers),
    ...pre(bodyOf(request.body), sent, `body of request ${n}`),
    element('p', { class: 'answer' }, answerOf(exchange)),
    ...(response
      ? [
          headers('response headers', response.headers),
          ...pre(bodyOf(response.body), came, `body of answer ${n}`),
        ]
      : []),
  );
};
