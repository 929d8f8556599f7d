import { isSuccessStatus } from '../answers/answer-form.ts';
import { isHttpDate, isReadableTime } from '../answers/date-text.ts';
import { headerOf } from '../answers/json-body.ts';
import type { OpenPoint } from '../open-point.ts';
import { pointsOf, type Question, type ObservedAnswer } from './observed-answers.ts';
import { internalsOf } from '../answers/server-internals.ts';

const isSucceeded = ({ row, response }: ObservedAnswer): boolean =>
  isSuccessStatus(response.status) || response.status === row.success;

const modified = ({ exchange }: ObservedAnswer): string | undefined =>
  headerOf(exchange, 'last-modified');

/** Tolerance in milliseconds: HTTP dates have whole seconds, and answers take time. */
const AT_ONCE = 2000;

const freshness = (one: ObservedAnswer): string | undefined => {
  const value = modified(one);
  if (one.row.method === 'GET' || value === undefined || !isReadableTime(value)) return undefined;
  const answered = Date.parse(headerOf(one.exchange, 'date') ?? one.exchange.at);
  const earlier = answered - Date.parse(value);
  if (Number.isNaN(earlier)) return undefined;
  if (Math.abs(earlier) <= AT_ONCE) return 'the time of the answer';
  return earlier > 0 ? 'an earlier time' : 'a later time';
};

const formOfLink = (link: string): string => {
  if (/^\w+:\/\//.test(link)) return 'an absolute address';
  return link.startsWith('/') ? 'a path' : 'relative to the call';
};

const CREATIONS = ['draft-create', 'car-post', 'person-post', 'metadata-post', 'contract-create'];

const locationIn = ({ exchange }: ObservedAnswer): string | undefined =>
  headerOf(exchange, 'location');

const QUESTIONS: readonly Question[] = [
  {
    id: 'last-modified-form',
    subject: 'answers',
    question: 'which format does Last-Modified have?',
    rule: 'V5',
    grain: 'line',
    outcomeOf: (one) => {
      const value = modified(one);
      if (value === undefined) return undefined;
      return isHttpDate(value) ? 'an HTTP date' : 'ISO 8601';
    },
  },
  {
    id: 'last-modified-unlisted',
    subject: 'answers',
    question: 'is Last-Modified sent by operations whose detail entry does not list it?',
    rule: 'C2',
    grain: 'operation',
    outcomeOf: (one) => {
      if (one.row.headers.includes('Last-Modified')) return undefined;
      return modified(one) === undefined ? 'no' : 'yes';
    },
  },
  {
    id: 'last-modified-freshness',
    subject: 'answers',
    question: 'which time does Last-Modified give after a write?',
    rule: 'V5',
    grain: 'line',
    outcomeOf: freshness,
  },
  {
    id: 'location-of-creations',
    subject: 'answers',
    question: 'does the answer to a creation have a Location header?',
    rule: 'P3',
    grain: 'operation',
    outcomeOf: (one) => {
      const { step, headers } = one.row;
      if (!CREATIONS.includes(step) || headers.includes('Location')) return undefined;
      const location = locationIn(one);
      return location === undefined ? 'no' : `yes, ${formOfLink(location)}`;
    },
  },
  {
    id: 'location-form',
    subject: 'answers',
    question: 'which form does the Location of a new motor gap contract have?',
    rule: 'K1',
    grain: 'operation',
    outcomeOf: (one) => {
      const location = locationIn(one);
      const isLinked = one.row.headers.includes('Location') && location !== undefined;
      return isLinked ? formOfLink(location) : undefined;
    },
  },
];

/** Open points in the headers of a run's successes: Last-Modified (C2, V5) and Location (P3, K1). */
export const headerPoints = (all: readonly ObservedAnswer[]): readonly OpenPoint[] => {
  const seen = all.filter(isSucceeded);
  return QUESTIONS.flatMap((question) => pointsOf(seen, question));
};

/** True for exchanges with questions of their own, which are excluded here. */
const isAsked = ({ exchange }: ObservedAnswer): boolean =>
  exchange.test.startsWith('observations/');

/** Server internals in the refusals and errors of a run, one line per operation and kind (S13). */
export const leakPoints = (seen: readonly ObservedAnswer[]): readonly OpenPoint[] => {
  const found = new Map<string, OpenPoint>();
  for (const one of seen) {
    const { exchange, row, response } = one;
    if (response.status < 400 || isAsked(one)) continue;
    for (const internal of internalsOf(exchange)) {
      const id = `leak/${row.id}/${internal.kind}`;
      if (found.has(id)) continue;
      found.set(id, {
        id,
        subject: 'robustness',
        question: 'an ordinary request that is refused',
        rule: 'S13',
        line: row.line,
        operation: row.id,
        sent: '',
        outcome: `status ${response.status}`,
        status: response.status,
        exchanges: [exchange.n],
        internals: [internal],
      });
    }
  }
  return [...found.values()];
};
