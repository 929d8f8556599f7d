import { type JsonObject, isObject } from '../json.ts';
import { type OperationId, operation } from '../../spec/operations.ts';
import type { ClientName } from '../clients.ts';
import type { Line } from '../../spec/line.ts';
import type { RunningReference } from '../start.ts';

/** What came back: a JSON body parsed, anything else as text (broken JSON, too). Header names in lower case. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** What a request departs in from the obvious one. */
export interface Departure {
  readonly country?: string;
  /** Laid over the obvious headers; null leaves one out. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Sent as it is, instead of the body as JSON. */
  readonly raw?: string | Uint8Array;
  readonly as?: ClientName;
  /** Changes the secret's end, so that the credential does not authenticate. */
  readonly altered?: true;
}

interface TargetPart {
  readonly identities: Readonly<
    Record<ClientName, { readonly auth: Readonly<Record<string, string>> }>
  >;
  readonly ids?: Readonly<Record<Line, Readonly<Record<string, string>>>>;
  readonly bodies?: Readonly<Record<string, JsonObject>>;
  readonly termsToken?: string;
  readonly gapPrice?: string;
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

const PLAIN_IDS: Readonly<Record<string, string>> = {
  draft: '/draftId',
  car: '/carId',
  person: '/personId',
  metadata: '/keyId',
  contract: '/contractId',
};

/** Visits a running service knowing nothing of it but its target document, as a harness does. */
export class Visitor {
  readonly #running: RunningReference;
  readonly target: TargetPart;

  constructor(running: RunningReference) {
    this.#running = running;
    this.target = running.target as unknown as TargetPart;
  }

  #credential(name: ClientName, altered = false): Record<string, string> {
    const { auth } = this.target.identities[name];
    const { environment } = this.#running;
    const resolved = (text = ''): string =>
      text
        .replace(/\$\{(\w+)\}/g, (_, variable: string) => environment[variable] ?? '')
        .replace(altered ? /.{4}$/ : /$^/, 'XXXX');
    if (auth['scheme'] === 'bearer') return { authorization: `Bearer ${resolved(auth['token'])}` };
    if (auth['scheme'] === 'apiKey') return { [auth['name'] ?? '']: resolved(auth['key']) };
    const pair = `${auth['username']}:${resolved(auth['password'])}`;
    return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
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
    const headers = Object.entries({
      'service-api-version': '1.0',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...this.#credential(departure.as ?? 'owner', departure.altered),
      ...departure.headers,
    }).filter((entry): entry is [string, string] => entry[1] !== null);
    const sent = departure.raw ?? (body === undefined ? undefined : JSON.stringify(body));
    return request(`${address === 'gap' ? gap_base_url : base_url}${filled}`, {
      method,
      headers,
      ...(sent === undefined ? {} : { body: sent as string }),
    });
  }

  /** Gets what a link leads to, relative to where it was given. */
  async follow(link: string, from: string): Promise<Answer> {
    const headers = { 'service-api-version': '1.0', ...this.#credential('owner') };
    return request(new URL(link, `${this.#running.gap_base_url}${from}`).href, { headers });
  }

  /** The id of what was just created, as text. Throws where it is not in its place. */
  idOf(line: Line, kind: string, { body, headers }: Answer): string {
    const place = this.target.ids?.[line][kind] ?? PLAIN_IDS[kind] ?? '';
    const fromLocation = place === 'location' || (line === 'gap' && kind === 'contract');
    const found = fromLocation ? headers['location']?.split('/').at(-1) : at(body, place);
    if (typeof found !== 'string' && typeof found !== 'number')
      throw new Error(`no id of a ${kind} at ${place} in ${JSON.stringify(body)}`);
    return String(found);
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Sends one request and reads the whole answer; redirects are not followed. */
export const request = async (url: string, init: RequestInit): Promise<Answer> => {
  const response = await fetch(url, { ...init, redirect: 'manual' });
  const text = await response.text();
  const headers = Object.fromEntries(response.headers);
  const body = /json/.test(headers['content-type'] ?? '') ? parsed(text) : text;
  return { status: response.status, headers, body };
};
