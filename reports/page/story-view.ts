import type { CellVerdict } from '../../oracles/finding.ts';
import { type Exchange, insteadOfAnswer } from '../../spec/exchange.ts';
import { counted } from '../../spec/message-text.ts';
import { callName, type FailureStory, type Step } from '../story/failure-story.ts';
import { injectedDifference, namedInAnswer } from '../story/injected-difference.ts';
import { inOrder, segmentsOf } from '../story/object-history.ts';
import { type Content, element, type Part, shown } from './element.ts';
import { answerOf, exchangeView, headerText } from './exchange-view.ts';

/** Longest segment that is printed whole: longer ones are ids. */
const WHOLE = 18;

const shortPath = ({ request }: Exchange): string =>
  `/${segmentsOf(request.url)
    .map((part) => (part.length > WHOLE ? `${part.slice(0, 8)}…` : part))
    .join('/')}`;

/** Meaning of a step, in a few words. */
const meaningOf = (
  { exchange, part, decides, gives }: Step,
  verdict: CellVerdict,
  hasFault: boolean,
): Content => {
  const { response } = exchange;
  if (decides) return element('strong', shown(verdict.got, 300));
  if (part === 'control request') {
    if ((response?.status ?? 599) >= 400) return 'not accepted either';
    return hasFault ? 'accepted: everything except the fault is valid' : 'accepted';
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

const otherTitle = (decisive: Exchange, { control, like }: FailureStory): string => {
  if (control) return 'control request';
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
    exchangeView(part, exchange, traces, { request, answer }),
    other === undefined || other.n === exchange.n
      ? undefined
      : exchangeView(otherTitle(exchange, story), other, traces, { request: back, answer: {} }),
  );
};

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
  const hasFault = story.lanes.flat().some((each) => each.part === 'faulty request');
  const stepView = (step: Step, lane: readonly Step[]): Part => {
    number += 1;
    const bar = lane.length > 1 ? [barOf(step, lane)] : [];
    return element(
      'details',
      { class: 'step', open: step.decides },
      summaryOf(number, step, meaningOf(step, verdict, hasFault), bar),
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
  const again =
    story.again === undefined
      ? []
      : [
          element(
            'details',
            { class: 'step' },
            element('summary', `also seen in exchange ${story.again.n}, ${answerOf(story.again)}`),
            exchangeView('the other sighting', story.again, traces, {
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
            `${counted(story.leftOut, 'call')} on the same objects that only read or changed nothing are omitted`,
          ),
        ];
  return element('section', { class: 'story' }, ...omitted, element('ol', lanes), ...again);
};
