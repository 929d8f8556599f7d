import type { CellVerdict } from '../../oracles/finding.ts';
import {
  insteadOfAnswer,
  type BodyText,
  type Exchange,
  type HeaderMap,
} from '../../spec/exchange.ts';
import { operation } from '../../spec/operations.ts';
import { counted } from '../../spec/message-text.ts';
import type { FailureStory, Step } from '../story/failure-story.ts';
import {
  type InjectedDifference,
  injectedDifference,
  namedInAnswer,
} from '../story/injected-difference.ts';
import { type BodyLine, bodyLines, isWithin } from '../story/json-lines.ts';
import { segmentsOf } from '../story/object-history.ts';
import { type Content, element, type Part, shown } from './element.ts';

/** Characters of a body; exchanges.jsonl has it in full. */
const LARGEST_BODY = 4000;

type Marked = Partial<InjectedDifference>;

interface ShownLine {
  readonly text: string;
  readonly isMarked: boolean;
}

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
      pointer !== undefined && marked.body?.some((each) => isWithin(pointer, each)) === true;
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

const headerText = (value: string | readonly string[] | undefined): string =>
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

const answerOf = ({ response, error, timings }: Exchange): string => {
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

/** Request and answer of one exchange. */
export const exchangeView = (title: string, exchange: Exchange, marks: Marks = UNMARKED): Part => {
  const { n, request, response } = exchange;
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

/** Longest segment that is printed whole: longer ones are ids. */
const WHOLE = 18;

const shortPath = ({ request }: Exchange): string =>
  `/${segmentsOf(request.url)
    .map((part) => (part.length > WHOLE ? `${part.slice(0, 8)}…` : part))
    .join('/')}`;

const nameOf = ({ operation: on }: Exchange): string =>
  on === undefined ? 'followed link' : operation(on).name;

/** What a step shows, in a few words. */
const meaningOf = (
  { exchange, part, decides, gives }: Step,
  verdict: CellVerdict,
  hasFault: boolean,
): Content => {
  const { response } = exchange;
  if (decides) return element('strong', shown(verdict.got, 300));
  if (part === 'control request') {
    if ((response?.status ?? 599) >= 400) return 'not accepted either';
    return hasFault ? 'accepted: all but the fault is in order' : 'accepted';
  }
  const location = response?.headers['location'];
  return [
    ...gives.slice(0, 3).map((id) => `gives ${shown(id, 12).split('\n')[0]}… `),
    location === undefined || gives.length > 0
      ? ''
      : shown(`Location ${headerText(location)}`, 120),
  ];
};

const summaryOf = (number: number, step: Step, meaning: Content, bar: readonly Part[]): Part => {
  const { exchange, part } = step;
  const { response, error, timings, request } = exchange;
  const status = response ? String(response.status) : insteadOfAnswer(error);
  return element(
    'summary',
    element('span', { class: 'number' }, `${number}.`),
    element('span', { class: `part as-${part.replace(' ', '-')}` }, part),
    element(
      'span',
      { class: 'call' },
      `${nameOf(exchange)} `,
      element('code', `${request.method} ${shown(shortPath(exchange), 200)}`),
    ),
    element('span', { class: 'status' }, shown(status, 60)),
    element('span', { class: 'time' }, `${Math.round(timings.total)} ms`),
    element('span', { class: 'meaning' }, meaning),
    bar,
  );
};

/** Place of a step in the time of its lane, in per cent. */
const barOf = (step: Step, lane: readonly Step[]): Part => {
  const starts = lane.map(({ exchange }) => Date.parse(exchange.at));
  const ends = lane.map(({ exchange }, at) => (starts[at] ?? 0) + exchange.timings.total);
  const [from, until] = [Math.min(...starts), Math.max(...ends)];
  const whole = Math.max(1, until - from);
  const left = ((Date.parse(step.exchange.at) - from) / whole) * 100;
  const width = Math.max(2, (step.exchange.timings.total / whole) * 100);
  return element(
    'span',
    { class: 'lane-bar', 'aria-hidden': 'true' },
    element('span', {
      style: `margin-left: ${left.toFixed(1)}%; width: ${Math.min(width, 100 - left).toFixed(1)}%`,
    }),
  );
};

/** The decisive call beside the one that it is compared with. */
const pairView = (step: Step, story: FailureStory, verdict: CellVerdict): Part => {
  const { exchange, part } = step;
  const { where } = verdict;
  const other = story.control ?? story.like;
  const steps = story.lanes.flat();
  const issued = new Set(steps.flatMap(({ gives }) => gives));
  const isFaulty = part === 'faulty request' && story.control !== undefined;
  const request = isFaulty
    ? injectedDifference(exchange, story.control, where, (segment) => issued.has(segment))
    : {};
  const back = isFaulty
    ? injectedDifference(story.control, exchange, where, (segment) => issued.has(segment))
    : {};
  const answer = isFaulty ? {} : namedInAnswer(exchange, where);
  return element(
    'div',
    { class: 'pair' },
    exchangeView(part, exchange, { request, answer }),
    other === undefined || other.n === exchange.n
      ? undefined
      : exchangeView(story.control ? 'control request' : 'the same operation before', other, {
          request: back,
          answer: {},
        }),
  );
};

/**
 * The calls that show a verdict, numbered in the order in which they were sent; those that were under way at once stand in one
 * lane. The deciding one is open.
 */
export const storyView = (verdict: CellVerdict, story: FailureStory): Part | undefined => {
  if (story.lanes.length === 0) return undefined;
  let number = 0;
  const hasFault = story.lanes.flat().some((each) => each.part === 'faulty request');
  const stepView = (step: Step, lane: readonly Step[]): Part => {
    number += 1;
    const bar = lane.length > 1 ? [barOf(step, lane)] : [];
    return element(
      'details',
      { class: 'step', open: step.decides },
      summaryOf(number, step, meaningOf(step, verdict, hasFault), bar),
      step.decides ? pairView(step, story, verdict) : exchangeView(step.part, step.exchange),
    );
  };
  const lanes = story.lanes.map((lane) => {
    const steps = lane.map((step) => stepView(step, lane));
    return element(
      'li',
      lane.length === 1
        ? steps
        : element(
            'div',
            { class: 'lane' },
            element('p', { class: 'muted' }, `${lane.length} calls at once`),
            steps,
          ),
    );
  });
  const again =
    story.again === undefined
      ? []
      : [
          element(
            'details',
            { class: 'step' },
            element('summary', `seen again in exchange ${story.again.n}, ${answerOf(story.again)}`),
            exchangeView('the other sighting', story.again, {
              request: {},
              answer: namedInAnswer(story.again, verdict.where),
            }),
          ),
        ];
  const omitted =
    story.leftOut === 0
      ? []
      : [
          element(
            'p',
            { class: 'muted' },
            `${counted(story.leftOut, 'call')} on the same objects that only read or changed nothing are left out`,
          ),
        ];
  return element('section', { class: 'story' }, ...omitted, element('ol', lanes), ...again);
};
