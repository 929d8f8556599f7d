import { type Answer, request } from './request.ts';
import { type JsonObject, isObject } from '../json.ts';
import { type OperationId, operation } from '../../spec/operations.ts';
import { type Alteration, Caller } from './caller.ts';
import type { ClientName } from '../clients.ts';
import type { Line } from '../../spec/line.ts';
import type { RunningReference } from '../start.ts';
import { VERSION_HEADER } from '../../spec/limits.ts';
import { setTimeout as sleep } from 'node:timers/promises';

/** Deviations of a request from the default one. */
export interface Departure {
  readonly country?: string;
  /** Merged into the default headers; null removes one. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Raw body, sent instead of the JSON. */
  readonly raw?: string | Uint8Array;
  readonly as?: ClientName;
  /** Alters the secret, so that the credential is invalid. */
  readonly altered?: Alteration;
  /** Without any credential. */
  readonly anonymous?: true;
}

interface TargetPart {
  readonly base_url: string;
  readonly decisions: { readonly readBackDelay: number };
  readonly ids?: Readonly<Record<Line, Readonly<Record<string, string>>>>;
  readonly bodies?: Readonly<Record<string, JsonObject>>;
  readonly termsToken?: string;
  readonly envelope?: string;
  readonly gapPrice?: string | { readonly amount: number };
  readonly paymentTerms: readonly string[];
}

/** The value at a JSON pointer, or undefined. */
export const at = (value: unknown, pointer: string): unknown =>
  pointer
    .slice(1)
    .split('/')
    .reduce<unknown>(
      (inner, key) =>
        isObject(inner) || Array.isArray(inner) ? (inner as JsonObject)[key] : undefined,
      value,
    );

const HEADER = 'header:';

/** The value at a place of an answer, a JSON pointer or `header:NAME`; undefined if there is none. */
export const shownIn = ({ body, headers }: Answer, place: string): unknown =>
  place.startsWith(HEADER) ? headers[place.slice(HEADER.length).toLowerCase()] : at(body, place);

const PLAIN_IDS: Readonly<Record<string, string>> = {
  draft: '/draftId',
  car: '/carId',
  person: '/personId',
  metadata: '/keyId',
  contract: '/contractId',
};

/** Milliseconds of declared read-back delay from which reads are expected to lag. */
const LAGGING = 300;

/** Calls a running service with only the knowledge of its target document, like a harness. */
export class Visitor {
  readonly #running: RunningReference;
  readonly #callers = new Map<ClientName, Caller>();
  readonly target: TargetPart;

  constructor(running: RunningReference) {
    this.#running = running;
    this.target = running.target as unknown as TargetPart;
  }

  #caller(name: ClientName): Caller {
    const known = this.#callers.get(name) ?? new Caller(this.#running, name);
    this.#callers.set(name, known);
    return known;
  }

  /** Performs an operation; `ids` fill the placeholders of its path. */
  async call(
    id: OperationId,
    ids: Readonly<Record<string, string>> = {},
    body?: unknown,
    departure: Departure = {},
  ): Promise<Answer> {
    const { method, path, address } = operation(id);
    const { base_url, gap_base_url } = this.#running;
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(name === 'country' ? (departure.country ?? 'BE') : (ids[name] ?? '')),
    );
    const { as = 'owner', altered, anonymous } = departure;
    const presented = anonymous ? undefined : await this.#caller(as).presented(altered);
    const headers = Object.entries({
      [VERSION_HEADER]: '1.0',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...presented?.headers,
      ...departure.headers,
    }).filter((entry): entry is [string, string] => entry[1] !== null);
    const sent = departure.raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const url = `${address === 'gap' ? gap_base_url : base_url}${filled}${presented?.query ?? ''}`;
    const answer = await request(url, {
      method,
      headers,
      ...(sent === undefined ? {} : { body: sent as string }),
    });
    return this.#unwrapped(answer);
  }

  /** The answer with the envelope removed from its body. */
  #unwrapped(answer: Answer): Answer {
    const { envelope } = this.target;
    const inside = envelope === undefined ? undefined : at(answer.body, envelope);
    return inside === undefined ? answer : { ...answer, body: inside };
  }

  /** Like `call`, for a read after a write: polls while the object is missing, if reads lag. */
  async read(
    id: OperationId,
    ids: Readonly<Record<string, string>>,
    departure: Departure = {},
  ): Promise<Answer> {
    const { readBackDelay } = this.target.decisions;
    const end = performance.now() + (readBackDelay < LAGGING ? 0 : readBackDelay);
    for (;;) {
      const isLast = performance.now() >= end;
      const answer = await this.call(id, ids, undefined, departure);
      if (answer.status !== 404 || isLast) return answer;
      await sleep(50);
    }
  }

  /** Follows a link, relative to its source. */
  async follow(link: string, from: string): Promise<Answer> {
    const presented = await this.#caller('owner').presented();
    const headers = { [VERSION_HEADER]: '1.0', ...presented.headers };
    const { href } = new URL(link, `${this.#running.gap_base_url}${from}`);
    return this.#unwrapped(await request(`${href}${presented.query}`, { headers }));
  }

  /** The id of the created object, as text. Throws if it is not at its place. */
  idOf(line: Line, kind: string, answer: Answer): string {
    const { status, body, headers } = answer;
    const place = this.target.ids?.[line][kind] ?? PLAIN_IDS[kind] ?? '';
    const inLocation = place === 'location' || status === 303;
    const found = inLocation
      ? decodeURIComponent(headers['location']?.split('/').at(-1) ?? '')
      : shownIn(answer, place);
    if ((typeof found !== 'string' && typeof found !== 'number') || found === '')
      throw new Error(`no id of a ${kind} at ${place} in ${JSON.stringify(body)}`);
    return String(found);
  }
}

export type { Answer };
