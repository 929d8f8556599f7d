import type { Line } from '../../spec/line.ts';
import type { LoadFault, ProxyAnswer } from './load-fault.ts';

const json = (status: number, value: unknown, headers = {}): ProxyAnswer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
});

const ERROR = { error: { code: 'INTERNAL', message: 'the pricing engine is down' } };

/** Rewrites the members of an answer that is a JSON object. */
const withMembers = (
  answer: ProxyAnswer,
  change: (members: Record<string, unknown>) => void,
): ProxyAnswer => {
  const members = JSON.parse(answer.body) as Record<string, unknown>;
  change(members);
  return { ...answer, body: JSON.stringify(members) };
};

const idOf = ({ body }: ProxyAnswer): unknown =>
  (JSON.parse(body) as Record<string, unknown>)['priceRequestId'];

/** Requests per second that the limiter allows. */
const ALLOWED = 30;
/** The slow line, and its delay in milliseconds. */
const SLOW_LINE: Line = 'travel';
const SLOW = 120;
/** Milliseconds that the leak adds every second, up to a maximum. */
const LEAK = 4;
const LEAK_MOST = 2000;
const STALL_EVERY = 20_000;
const STALL = 2000;
/** The price requests during which the service is down, three seconds of 160 each; a slow preparation would outlast a time. */
const AWAY = { from: 7000, to: 7480 } as const;

/** Faults of a service that show under load, and hardly anywhere else; all of them in price requests. */
export const LOAD_FAULTS = {
  'wrong-currency': {
    description: 'amounts in USD',
    share: 0.01,
    rewrite: (answer) => ({ ...answer, body: answer.body.replaceAll('"EUR"', '"USD"') }),
  },
  'error-body': {
    description: 'an error in the body of a 200',
    share: 0.01,
    instead: () => json(200, ERROR, { 'last-modified': new Date().toUTCString() }),
  },
  'other-draft': {
    description: "another draft's answer",
    share: 0.002,
    rewrite: (answer, call, memory) => memory.another(call, answer),
  },
  'other-line': {
    description: "another line's answer",
    share: 0.002,
    rewrite: (_answer, call, memory) => memory.foreign(call),
  },
  'double-ids': {
    description: 'the priceRequestId of another draft',
    share: 0.005,
    rewrite: (answer, call, memory) => {
      const other = memory.another(call, answer);
      return (
        other &&
        withMembers(answer, (members) => {
          members['priceRequestId'] = idOf(other);
        })
      );
    },
  },
  'stale-price': {
    description: 'the first answer of a draft, for ever, also after a change',
    share: 1,
    rewrite: (_answer, call, memory) => memory.first(call),
  },
  'wrong-amount': {
    description: 'amounts that are higher by one euro',
    share: 0.005,
    rewrite: (answer) => ({
      ...answer,
      body: answer.body.replace(/(?<=[:[])\d{3,}(?=[,}\]])/g, (text) => String(Number(text) + 100)),
    }),
  },
  'dropped-member': {
    description: 'answers without the last list or object of their members',
    share: 0.01,
    rewrite: (answer) =>
      withMembers(answer, (members) => {
        const last = Object.keys(members).findLast((key) => typeof members[key] === 'object');
        if (last !== undefined) delete members[last];
      }),
  },
  'no-last-modified': {
    description: 'answers without Last-Modified',
    share: 0.01,
    rewrite: ({ headers: { 'last-modified': _modified, ...headers }, ...answer }) => ({
      ...answer,
      headers,
    }),
  },
  'empty-body': {
    description: '200 without a body',
    share: 0.01,
    rewrite: (answer) => ({ ...answer, body: '' }),
  },
  'truncated-body': {
    description: 'JSON that breaks off',
    share: 0.005,
    rewrite: (answer) => ({
      ...answer,
      body: answer.body.slice(0, Math.floor(answer.body.length / 2)),
    }),
  },
  'html-page': {
    description: '200 with a page for people',
    share: 0.005,
    instead: () => ({
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: '<html><body>We will be back soon</body></html>',
    }),
  },
  'wrong-status': {
    description: '201 in place of 200',
    share: 0.005,
    rewrite: (answer) => ({ ...answer, status: 201 }),
  },
  'expired-price': {
    description: 'prices that expired a year ago',
    share: 0.01,
    rewrite: (answer) =>
      withMembers(answer, (members) => {
        if ('validUntil' in members)
          members['validUntil'] = new Date(Date.now() - 365 * 86_400_000).toISOString();
      }),
  },
  'server-errors': { description: '500', share: 0.005, instead: () => json(500, ERROR) },
  resets: { description: 'connections that are reset', share: 0.005, instead: () => 'reset' },
  hangs: { description: 'no answer at all', share: 0.003, instead: () => 'silence' },
  'rate-limiter': {
    description: `429 beyond ${ALLOWED} per second`,
    share: 1,
    instead: ({ inSecond }) =>
      inSecond > ALLOWED ? json(429, ERROR, { 'retry-after': '1' }) : undefined,
  },
  outage: {
    description: 'three seconds of 503',
    share: 1,
    instead: ({ nth }) => (nth >= AWAY.from && nth < AWAY.to ? json(503, ERROR) : undefined),
  },
  'slow-line': {
    description: `${SLOW_LINE} slower by ${SLOW} ms`,
    share: 1,
    delay: ({ line }) => (line === SLOW_LINE ? SLOW : 0),
  },
  'slow-tail': { description: 'some answers slower by 60 ms', share: 0.02, delay: () => 60 },
  leak: {
    description: `slower by ${LEAK} ms every second`,
    share: 1,
    delay: ({ at }) => Math.min(LEAK_MOST, (at / 1000) * LEAK),
  },
  stall: {
    description: 'no answer for 2 s, every 20 s',
    share: 1,
    delay: ({ at }) => Math.max(0, STALL - (at % STALL_EVERY)),
  },
  churn: {
    description: 'a new connection for every request',
    share: 1,
    rewrite: (answer) => ({ ...answer, headers: { ...answer.headers, connection: 'close' } }),
  },
} as const satisfies Readonly<Record<string, LoadFault>>;

/** Name of a fault. */
export type LoadFaultName = keyof typeof LOAD_FAULTS;
