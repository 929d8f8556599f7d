import { VERSION, VERSION_HEADER } from '../../spec/limits.ts';
import { memoizedByObject } from '../../spec/memoized.ts';
import { isSuccess } from '../answers/answer-form.ts';
import { jsonBody, headerOf, isObject, shorten } from '../answers/json-body.ts';
import type { OpenPoint } from '../open-point.ts';
import { pathIn, pointsOf, type Seen } from './seen.ts';

const isRefused = ({ response }: Seen): boolean => response.status >= 400 && response.status < 500;
const status = ({ response }: Seen): string => String(response.status);

/** S1: the status of a success where no detail entry states it. */
const successes = (seen: readonly Seen[]): readonly OpenPoint[] =>
  pointsOf(
    seen,
    {
      id: 'success-status',
      subject: 'answers',
      question: 'which status has a success where none is stated?',
      rule: 'S1',
    },
    'operation',
    (one) => {
      if (one.row.success !== null || one.response.status >= 400) return undefined;
      return status(one);
    },
  );

/** What stands behind the country in the paths of an operation, up to the next parameter. */
const behindCountry = memoizedByObject((row: Seen['row']): string => {
  const [, behind = ''] = row.path.split('/{country}');
  return behind.split('/{')[0] ?? '';
});

/** The country of a call: the first part of its path is the address's own, so the last before the line's counts. */
const countryOf = ({ exchange, row }: Seen): string | undefined => {
  const path = pathIn(exchange.request.url);
  const at = path.lastIndexOf(behindCountry(row));
  return at < 0 ? undefined : path.slice(path.lastIndexOf('/', at - 1) + 1, at);
};

/** W2: the same country in other letters, and other countries. */
const countries = (seen: readonly Seen[]): readonly OpenPoint[] => [
  ...pointsOf(
    seen,
    {
      id: 'country-case',
      subject: 'requests',
      question: 'what does a path with be, Be or bE instead of BE answer?',
      rule: 'W2',
    },
    'line',
    (one) => {
      if (one.response.status >= 400) return undefined;
      const country = countryOf(one) ?? '';
      if (country === 'BE' || country.toUpperCase() !== 'BE') return undefined;
      const { response } = one;
      const isSent = response.status >= 300 && response.status !== one.row.success;
      return isSent ? `redirected with ${status(one)}` : 'the same as BE';
    },
  ),
  ...pointsOf(
    seen,
    {
      id: 'other-country',
      subject: 'answers',
      question: 'which status refuses another country?',
      rule: 'W2',
    },
    'line',
    (one) => {
      if (!isRefused(one)) return undefined;
      const country = countryOf(one);
      if (country === undefined || country.toUpperCase() === 'BE') return undefined;
      return status(one);
    },
  ),
];

/** W1: neither close to the one version nor the one version. */
const versions = (seen: readonly Seen[]): readonly OpenPoint[] =>
  pointsOf(
    seen,
    {
      id: 'other-version',
      subject: 'answers',
      question: 'which status refuses a missing or another version?',
      rule: 'W1',
    },
    'line',
    (one) => {
      if (!isRefused(one)) return undefined;
      const sent = String(one.exchange.request.headers[VERSION_HEADER.toLowerCase()] ?? 'none');
      return sent.includes(VERSION) || sent.startsWith('1') ? undefined : status(one);
    },
  );

/** S2, S4, S6: text that is not JSON, above all where the lists have no code for it. */
const malformed = (seen: readonly Seen[]): readonly OpenPoint[] =>
  pointsOf(
    seen,
    {
      id: 'malformed-body',
      subject: 'answers',
      question: 'which status refuses a body that is not JSON?',
      rule: 'S4',
    },
    'operation',
    (one) => {
      // Asked first, since a body may have to be read for it.
      if (!isRefused(one)) return undefined;
      const { body } = one.exchange.request;
      if (body?.encoding !== 'utf8' || body.text === '' || jsonBody(body).ok) return undefined;
      return status(one);
    },
  );

/** S10: whether a 401 names the scheme, as HTTP asks of it. */
const challenges = (seen: readonly Seen[]): readonly OpenPoint[] =>
  pointsOf(
    seen,
    {
      id: 'challenge',
      subject: 'answers',
      question: 'does a 401 carry WWW-Authenticate?',
      rule: 'S13',
    },
    'line',
    ({ response }) => {
      if (response.status !== 401) return undefined;
      const scheme = String(response.headers['www-authenticate'] ?? '').split(' ')[0] ?? '';
      return scheme === '' ? 'no' : `yes, ${scheme}`;
    },
  );

/** What the statuses of a run's answers tell. */
export const statusPoints = (seen: readonly Seen[]): readonly OpenPoint[] => [
  ...successes(seen.filter(({ response }) => isSuccess(response.status) || response.status < 400)),
  ...countries(seen),
  ...versions(seen),
  ...malformed(seen),
  ...challenges(seen),
];

interface Form {
  /** Such as `JSON`. */
  readonly kind: string;
  readonly keys: readonly string[];
}

const formOf = ({ exchange, response }: Seen): Form => {
  const type = (headerOf(exchange, 'content-type') ?? '').split(';')[0]?.trim() ?? '';
  if (response.body.text === '') return { kind: 'nothing', keys: [] };
  const body = jsonBody(response.body);
  if (!body.ok) return { kind: type === '' ? 'text without a type' : type, keys: [] };
  const kind = /^application\/json$/i.test(type) ? 'JSON' : type || 'JSON without a type';
  return { kind, keys: isObject(body.value) ? Object.keys(body.value) : [] };
};

/** Keys of a body that are told of; a service may make up a new one for every value. */
const TOLD = 50;

/** Keys that every body of a kind has, and those that some have. */
class Keys {
  #always: readonly string[] | undefined;
  readonly #all = new Set<string>();

  add(all: readonly string[]): void {
    const keys = all.slice(0, TOLD).map((key) => shorten(key));
    this.#always = this.#always?.filter((key) => keys.includes(key)) ?? keys;
    for (const key of keys) if (this.#all.size < TOLD) this.#all.add(key);
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

/** S13: the contents of each refusing status. A kind of body has one list of keys, on any operation. */
export const errorBodyPoints = (seen: readonly Seen[]): readonly OpenPoint[] => {
  const refusals = seen.filter(({ response }) => response.status >= 400);
  const forms = new Map(refusals.map((one) => [one, formOf(one)]));
  const keys = new Map<string, Keys>();
  const keyOf = (one: Seen, kind: string) => `${one.response.status} ${kind}`;
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
        },
        'line',
        (one) => {
          const { kind = '' } = forms.get(one) ?? {};
          return `${kind}${String(keys.get(keyOf(one, kind)) ?? '')}`;
        },
      ),
    );
};
