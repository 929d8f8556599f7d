import { VERSION, VERSION_HEADER } from '../../spec/limits.ts';
import { memoizedByObject } from '../../spec/memoized.ts';
import { jsonBody, headerOf, isObject, shorten } from '../answers/json-body.ts';
import type { OpenPoint } from '../open-point.ts';
import { pathIn, pointsOf, type Question, type ObservedAnswer } from './observed-answers.ts';

const isRefused = ({ response }: ObservedAnswer): boolean =>
  response.status >= 400 && response.status < 500;
const status = ({ response }: ObservedAnswer): string => String(response.status);

/** The path segments between the country and the next parameter. */
const behindCountry = memoizedByObject((row: ObservedAnswer['row']): string => {
  const [, behind = ''] = row.path.split('/{country}');
  return behind.split('/{')[0] ?? '';
});

/** The country of a call. The base address may have the same segments, so the last match counts. */
const countryOf = ({ exchange, row }: ObservedAnswer): string | undefined => {
  const path = pathIn(exchange.request.url);
  const at = path.lastIndexOf(behindCountry(row));
  return at < 0 ? undefined : path.slice(path.lastIndexOf('/', at - 1) + 1, at);
};

const QUESTIONS: readonly Question[] = [
  {
    id: 'success-status',
    subject: 'answers',
    question: 'which status does a success have if the specification states none?',
    rule: 'S1',
    grain: 'operation',
    outcomeOf: (one) =>
      one.row.success !== null || one.response.status >= 400 ? undefined : status(one),
  },
  {
    id: 'country-case',
    subject: 'requests',
    question: 'how is a path with be, Be or bE instead of BE answered?',
    rule: 'W2',
    grain: 'line',
    outcomeOf: (one) => {
      const { response, row } = one;
      if (response.status >= 400) return undefined;
      const country = countryOf(one) ?? '';
      if (country === 'BE' || country.toUpperCase() !== 'BE') return undefined;
      const isSent = response.status >= 300 && response.status !== row.success;
      return isSent ? `redirected with ${status(one)}` : 'the same as BE';
    },
  },
  {
    id: 'other-country',
    subject: 'answers',
    question: 'which status refuses another country?',
    rule: 'W2',
    grain: 'line',
    outcomeOf: (one) => {
      if (!isRefused(one)) return undefined;
      const country = countryOf(one);
      return country === undefined || country.toUpperCase() === 'BE' ? undefined : status(one);
    },
  },
  {
    id: 'other-version',
    subject: 'answers',
    question: 'which status refuses a missing or wrong version?',
    rule: 'W1',
    grain: 'line',
    // Neither an alternative spelling of the version nor the version itself.
    outcomeOf: (one) => {
      if (!isRefused(one)) return undefined;
      const sent = String(one.exchange.request.headers[VERSION_HEADER.toLowerCase()] ?? 'none');
      return sent.includes(VERSION) || sent.startsWith('1') ? undefined : status(one);
    },
  },
  {
    id: 'malformed-body',
    subject: 'answers',
    question: 'which status refuses a body that is not JSON?',
    rule: 'S4',
    grain: 'operation',
    outcomeOf: (one) => {
      // First, since the checks below may parse a body.
      if (!isRefused(one)) return undefined;
      const { body } = one.exchange.request;
      if (body?.encoding !== 'utf8' || body.text === '' || jsonBody(body).ok) return undefined;
      return status(one);
    },
  },
  {
    id: 'challenge',
    subject: 'answers',
    question: 'does a 401 carry WWW-Authenticate?',
    rule: 'S13',
    grain: 'line',
    // As HTTP requires (S10).
    outcomeOf: ({ response }) => {
      if (response.status !== 401) return undefined;
      const scheme = String(response.headers['www-authenticate'] ?? '').split(' ')[0] ?? '';
      return scheme === '' ? 'no' : `yes, ${scheme}`;
    },
  },
];

/** Open points in the statuses of a run's answers. */
export const statusPoints = (seen: readonly ObservedAnswer[]): readonly OpenPoint[] =>
  QUESTIONS.flatMap((question) => pointsOf(seen, question));

interface Form {
  /** Such as `JSON`. */
  readonly kind: string;
  readonly keys: readonly string[];
}

const formOf = ({ exchange, response }: ObservedAnswer): Form => {
  const type = (headerOf(exchange, 'content-type') ?? '').split(';')[0]?.trim() ?? '';
  if (response.body.text === '') return { kind: 'nothing', keys: [] };
  const body = jsonBody(response.body);
  if (!body.ok) return { kind: type === '' ? 'text without a type' : type, keys: [] };
  const kind = /^application\/json$/i.test(type) ? 'JSON' : type || 'JSON without a type';
  return { kind, keys: isObject(body.value) ? Object.keys(body.value) : [] };
};

/** Maximum number of reported keys of a body; a service may generate a new one for every value. */
const MAX_KEYS = 50;

/** Keys of all bodies of a kind, and keys of only some. */
class Keys {
  #always: readonly string[] | undefined;
  readonly #all = new Set<string>();

  add(all: readonly string[]): void {
    const keys = all.slice(0, MAX_KEYS).map((key) => shorten(key));
    this.#always = this.#always?.filter((key) => keys.includes(key)) ?? keys;
    for (const key of keys) if (this.#all.size < MAX_KEYS) this.#all.add(key);
  }

  toString(): string {
    const always = this.#always ?? [];
    const sometimes = [...this.#all].filter((key) => !always.includes(key)).toSorted();
    const parts = [
      ...(always.length > 0 ? [always.toSorted().join(', ')] : []),
      ...(sometimes.length > 0 ? [`sometimes ${sometimes.join(', ')}`] : []),
    ];
    return parts.length > 0 ? ` (${parts.join('; ')})` : '';
  }
}

/** S13: content of each refusing status. A kind of body has one list of keys, on any operation. */
export const errorBodyPoints = (seen: readonly ObservedAnswer[]): readonly OpenPoint[] => {
  const refusals = seen.filter(({ response }) => response.status >= 400);
  const forms = new Map(refusals.map((one) => [one, formOf(one)]));
  const keys = new Map<string, Keys>();
  const keyOf = (one: ObservedAnswer, kind: string) => `${one.response.status} ${kind}`;
  for (const [one, form] of forms) {
    const known = keys.get(keyOf(one, form.kind)) ?? new Keys();
    known.add(form.keys);
    keys.set(keyOf(one, form.kind), known);
  }
  const statuses = [...new Set(refusals.map(({ response }) => response.status))];
  return statuses
    .toSorted((a, b) => a - b)
    .flatMap((status) =>
      pointsOf(
        refusals.filter(({ response }) => response.status === status),
        {
          id: `body-of-${status}`,
          subject: 'answers',
          question: `what is the body of a ${status}?`,
          rule: 'S13',
          grain: 'line',
          outcomeOf: (one) => {
            const { kind = '' } = forms.get(one) ?? {};
            return `${kind}${String(keys.get(keyOf(one, kind)) ?? '')}`;
          },
        },
      ),
    );
};
