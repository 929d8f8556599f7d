import type { BodyText, Exchange, HeaderMap } from '../../spec/exchange.ts';
import { element, type Part, shown } from './element.ts';

/** Characters of a body; the whole is in exchanges.jsonl. */
const LARGEST_BODY = 4000;

/** A body as a person reads it: JSON over several lines, anything else as it came. */
const bodyOf = (body: BodyText | undefined): string => {
  if (body === undefined || body.text === '') return '';
  if (body.encoding === 'base64') return shown(`base64: ${body.text}`, LARGEST_BODY);
  // What is long is rather cut than laid out.
  if (body.text.length > 50_000) return shown(body.text, LARGEST_BODY);
  try {
    return shown(JSON.stringify(JSON.parse(body.text), null, 2), LARGEST_BODY);
  } catch {
    return shown(body.text, LARGEST_BODY);
  }
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
