import type { BodyText, Exchange, HeaderMap } from '../../spec/exchange.ts';
import { traceAddress } from '../../spec/trace-context.ts';
import { operation } from '../../spec/operations.ts';
import type { InjectedDifference } from '../story/injected-difference.ts';
import { type BodyLine, bodyLines, isWithin } from '../story/json-lines.ts';
import { type Content, element, type Part, shown } from './element.ts';

/** Characters of a body; exchanges.jsonl has it in full. */
const LARGEST_BODY = 4000;

type Marked = Partial<InjectedDifference>;

interface ShownLine {
  readonly text: string;
  readonly isMarked: boolean;
}

/** Tests if a mark is on the line of a value; the mark of a whole body is on its brackets, not on every line. */
const isMarkedBy = (pointer: string, mark: string): boolean =>
  mark === '' ? pointer === '' : isWithin(pointer, mark);

/** Lines of a body up to the limit, and whether a verdict marks them. */
const shownLines = (body: BodyText, marked: Marked): readonly ShownLine[] => {
  const lines: readonly BodyLine[] =
    body.encoding === 'utf8' ? bodyLines(body.text) : [{ text: `base64: ${body.text}` }];
  let left = LARGEST_BODY;
  return lines.flatMap(({ text: whole, pointer }, at): readonly ShownLine[] => {
    if (left <= 0) return [];
    const text = shown(whole, left);
    left -= text.length + 1;
    const isMarked =
      pointer !== undefined && marked.body?.some((each) => isMarkedBy(pointer, each)) === true;
    const isCut = left <= 0 && at < lines.length - 1;
    const rest = { text: '… the rest is in exchanges.jsonl', isMarked: false };
    return [{ text, isMarked }, ...(isCut ? [rest] : [])];
  });
};

/** Lines around a mark, or at the start of a body without marks, that are printed on paper. */
const NEAR = 3;

const lineView = ({ text, isMarked }: ShownLine): Content => {
  const indent = /^\s*/.exec(text)?.[0] ?? '';
  return isMarked ? [indent, element('mark', text.slice(indent.length)), '\n'] : `${text}\n`;
};

/** Body as a reader sees it, with the marked values; paper leaves out what is far from them. */
const bodyView = (body: BodyText | undefined, marked: Marked, label: string): readonly Part[] => {
  if (body === undefined || body.text === '') return [];
  const lines = shownLines(body, marked);
  const marks = lines.flatMap(({ isMarked }, at) => (isMarked ? [at] : []));
  const isNear = (at: number): boolean =>
    marks.length === 0 ? at < 2 * NEAR : marks.some((each) => Math.abs(each - at) <= NEAR);
  const groups: { readonly near: boolean; readonly lines: ShownLine[] }[] = [];
  for (const [at, line] of lines.entries()) {
    const near = isNear(at);
    const last = groups.at(-1);
    if (last?.near === near) last.lines.push(line);
    else groups.push({ near, lines: [line] });
  }
  const content = groups.map((group) =>
    group.near
      ? group.lines.map(lineView)
      : element('span', { class: 'far' }, group.lines.map(lineView)),
  );
  return [element('pre', { tabindex: 0, role: 'group', 'aria-label': label }, content)];
};

/** Value of a header, for a reader. */
export const headerText = (value: string | readonly string[] | undefined): string =>
  value === undefined ? '(absent)' : [value].flat().join(', ');

const headersView = (title: string, map: HeaderMap): Part =>
  element(
    'details',
    { class: 'headers' },
    element('summary', `${title} (${Object.keys(map).length})`),
    element(
      'pre',
      { tabindex: 0, role: 'group', 'aria-label': title },
      shown(
        Object.entries(map)
          .map(([name, value]) => `${name}: ${headerText(value)}`)
          .join('\n'),
        LARGEST_BODY,
      ),
    ),
  );

const headerLine = (name: string, map: HeaderMap, isMarked: boolean): Part => {
  const text = shown(`${name}: ${headerText(map[name])}`, 600);
  return element('p', { class: 'header' }, isMarked ? element('mark', text) : text);
};

/** Headers of an answer that may decide: those that the operation lists, a redirection's, and the one that the verdict names. */
const decidingHeaders = (
  { operation: on, response }: Exchange,
  marked: Marked,
): readonly string[] => {
  const listed = on === undefined ? [] : operation(on).headers.map((name) => name.toLowerCase());
  const isThere = (name: string): boolean => response?.headers[name] !== undefined;
  const usual = [...listed, 'location', 'www-authenticate'].filter(isThere);
  return [...new Set([...usual, ...(marked.headers ?? [])])];
};

/** Status and duration of an answer, or the error in its place. */
export const answerOf = ({ response, error, timings }: Exchange): string => {
  const took = `${Math.round(timings.total)} ms`;
  if (response) return `status ${response.status}, ${took}`;
  return `no answer: ${error ? shown(`${error.code} ${error.message}`, 300) : 'unknown'}, ${took}`;
};

/** Address of a request; the marked segments of its path are marked. */
const addressView = (url: string, marked: Marked): Content => {
  const text = shown(url, 600);
  const [found] = marked.path ?? [];
  const at = found === undefined ? -1 : text.indexOf(`/${found}`) + 1;
  if (found === undefined || at <= 0) return text;
  return [text.slice(0, at), element('mark', found), text.slice(at + found.length)];
};

/** Marks in the request and in the answer of an exchange. */
interface Marks {
  readonly request: Marked;
  readonly answer: Marked;
}

const UNMARKED: Marks = { request: {}, answer: {} };

/** Request and answer of one exchange; `traces` is the address of a trace of the service. */
export const exchangeView = (
  title: string,
  exchange: Exchange,
  traces: string | undefined,
  marks: Marks = UNMARKED,
): Part => {
  const { n, request, response } = exchange;
  const trace = traceAddress(traces, exchange);
  return element(
    'section',
    { class: 'exchange' },
    element('h3', `${title} (exchange ${n})`),
    element(
      'p',
      { class: 'request' },
      `${request.method} `,
      addressView(request.url, marks.request),
    ),
    (marks.request.headers ?? []).map((name) => headerLine(name, request.headers, true)),
    headersView('request headers', request.headers),
    ...bodyView(request.body, marks.request, `body of request ${n}`),
    element('p', { class: 'answer' }, answerOf(exchange)),
    ...(trace === undefined
      ? []
      : [element('p', element('a', { href: trace, rel: 'noreferrer' }, 'trace of the service'))]),
    ...(response
      ? [
          ...decidingHeaders(exchange, marks.answer).map((name) =>
            headerLine(name, response.headers, marks.answer.headers?.includes(name) === true),
          ),
          headersView('response headers', response.headers),
          ...bodyView(response.body, marks.answer, `body of answer ${n}`),
        ]
      : []),
  );
};
