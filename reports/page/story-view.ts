import type { CellVerdict } from '../../oracles/finding.ts';
import { type Exchange, insteadOfAnswer } from '../../spec/exchange.ts';
import { counted } from '../../spec/message-text.ts';
import {
  callName,
  type FailureStory,
  isSameOperation,
  PART_MEANINGS,
  placeInRequest,
  type Step,
} from '../story/failure-story.ts';
import {
  answeredValue,
  injectedDifference,
  namedInAnswer,
  sentValue,
} from '../story/injected-difference.ts';
import { valueAt } from '../story/json-lines.ts';
import { inOrder, segmentsOf } from '../story/object-history.ts';
import { type Content, element, type Part, shown } from './element.ts';
import { answerOf, exchangeView, headerText } from './exchange-view.ts';

/** Longest segment of a path that is printed whole: longer ones are ids. */
const WHOLE = 18;

const shortened = (id: string): string => (id.length > WHOLE ? `${id.slice(0, 8)}…` : id);

const shortPath = ({ request }: Exchange): string =>
  `/${segmentsOf(request.url).map(shortened).join('/')}`;

/** Meaning of a step, in a few words. */
const meaningOf = (
  { exchange, part, decides, gives }: Step,
  verdict: CellVerdict,
  { faulty, origin }: { readonly faulty: Step | undefined; readonly origin: number | undefined },
): Content => {
  const { response } = exchange;
  if (decides)
    return element(
      'strong',
      shown(verdict.got, 300),
      origin === undefined ? '' : `, as in step ${origin}`,
    );
  if (part === 'control request') {
    if ((response?.status ?? 599) >= 400) return 'not accepted either';
    return isSameOperation(exchange, faulty?.exchange)
      ? 'accepted: everything except the fault is valid'
      : 'accepted';
  }
  const location = response?.headers['location'];
  return [
    ...gives.slice(0, 3).map((id) => `gives ${shown(shortened(id))} `),
    location === undefined || gives.length > 0
      ? ''
      : shown(`Location ${headerText(location)}`, 120),
  ];
};

/** Number of the step before the write that holds the value that was read after it; undefined if none does. */
const originOf = (
  { lanes, written }: FailureStory,
  where: string | undefined,
): number | undefined => {
  const steps = lanes.flat();
  const decisive = steps.find(({ decides }) => decides);
  if (written === undefined || where === undefined || decisive === undefined) return undefined;
  const read = valueAt(answeredValue(decisive.exchange), where);
  const sent = placeInRequest(decisive.exchange, where) ?? where;
  const found = steps.findLastIndex(
    ({ exchange }) =>
      inOrder(exchange, written) < 0 &&
      read !== undefined &&
      [valueAt(sentValue(exchange), sent), valueAt(answeredValue(exchange), where)].includes(read),
  );
  return found < 0 ? undefined : found + 1;
};

const summaryOf = (number: number, step: Step, meaning: Content, bar: readonly Part[]): Part => {
  const { exchange, part } = step;
  const { response, error, timings, request } = exchange;
  const status = response ? String(response.status) : insteadOfAnswer(error);
  return element(
    'summary',
    element('span', { class: 'number' }, `${number}.`),
    element(
      'span',
      { class: `part as-${part.replace(' ', '-')}`, title: PART_MEANINGS[part] },
      part,
    ),
    element(
      'span',
      { class: 'call' },
      `${callName(exchange)} `,
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

const otherTitle = (decisive: Exchange, { control, written, like }: FailureStory): string => {
  if (control) return isSameOperation(control, decisive) ? 'control request' : 'comparison';
  if (written) return 'what was written';
  return like && inOrder(like, decisive) > 0
    ? 'the same operation later'
    : 'the same operation before';
};

/** The decisive call beside the one that it is compared with. */
const pairView = (
  step: Step,
  story: FailureStory,
  verdict: CellVerdict,
  traces: string | undefined,
): Part => {
  const { exchange, part } = step;
  const { where } = verdict;
  const { control, written, like } = story;
  const other = control ?? written ?? like;
  const steps = story.lanes.flat();
  const issued = new Set(steps.flatMap(({ gives }) => gives));
  const isIssued = (segment: string): boolean => issued.has(segment);
  const isFaulty = part === 'faulty request' && control !== undefined;
  // Calls of two operations differ in everything.
  const isAlike = isFaulty && isSameOperation(control, exchange);
  const request = isAlike ? injectedDifference(exchange, control, where, isIssued) : {};
  const ofControl = isAlike ? injectedDifference(control, exchange, where, isIssued) : {};
  const place = placeInRequest(exchange, where);
  const ofWrite = other === written && place !== undefined ? { body: [place] } : {};
  const answer = isFaulty ? {} : namedInAnswer(exchange, where);
  const ofWritten = other !== undefined && other === written ? namedInAnswer(other, where) : {};
  return element(
    'div',
    { class: 'pair' },
    exchangeView(part, exchange, traces, { request, answer }),
    other === undefined || other.n === exchange.n
      ? undefined
      : exchangeView(otherTitle(exchange, story), other, traces, {
          request: { ...ofControl, ...ofWrite },
          answer: ofWritten,
        }),
  );
};

const omittedView = ({ leftOut }: FailureStory): Part | undefined =>
  leftOut === 0
    ? undefined
    : element(
        'p',
        { class: 'muted' },
        `${counted(leftOut, 'call')} on the same objects that only read or changed nothing are omitted`,
      );

const againView = (
  { again }: FailureStory,
  where: string | undefined,
  traces: string | undefined,
): Part | undefined =>
  again &&
  element(
    'details',
    { class: 'step' },
    element('summary', `also seen in exchange ${again.n}, ${answerOf(again)}`),
    exchangeView('the other sighting', again, traces, {
      request: {},
      answer: namedInAnswer(again, where),
    }),
  );

/**
 * The calls that show a verdict, numbered in the order in which they were sent; those that were under way at once stand in one
 * lane. The deciding one is open. `traces` is the address of a trace of the service.
 */
export const storyView = (
  verdict: CellVerdict,
  story: FailureStory,
  traces: string | undefined,
): Part | undefined => {
  if (story.lanes.length === 0) return undefined;
  let number = 0;
  const known = {
    faulty: story.lanes.flat().find((each) => each.part === 'faulty request'),
    origin: originOf(story, verdict.where),
  };
  const stepView = (step: Step, lane: readonly Step[]): Part => {
    number += 1;
    const bar = lane.length > 1 ? [barOf(step, lane)] : [];
    return element(
      'details',
      { class: 'step', open: step.decides },
      summaryOf(number, step, meaningOf(step, verdict, known), bar),
      step.decides
        ? pairView(step, story, verdict, traces)
        : exchangeView(step.part, step.exchange, traces),
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
  return element(
    'section',
    { class: 'story' },
    omittedView(story),
    element('ol', lanes),
    againView(story, verdict.where, traces),
  );
};
