import { headerOf, isObject, jsonBody, shorten } from '../answers/json-body.ts';
import type { OpenPoint } from '../open-point.ts';
import { pointsOf, type Seen } from './seen.ts';

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
