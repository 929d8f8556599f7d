import { isServed } from '../../oracles/answers/answer-form.ts';
import { isObject, objectIn } from '../../oracles/answers/json-body.ts';
import type { PricedDrafts } from '../../oracles/prices/priced-content.ts';
import type { BodyText, Exchange } from '../../spec/exchange.ts';
import { atPointer } from '../../spec/place-in-answer.ts';

/** The motor gap draft in the path of a call. */
const DRAFT = /\/motor\/gap\/drafts\/([^/?#]+)/;

const isObjectOrAbsent = (value: unknown): boolean => value === undefined || isObject(value);

/** True if a body may hold vehicle details: also if it is not readable, or if a value of another type stands in their place. */
const mayHoldDetails = (body: BodyText | undefined): boolean => {
  if (body === undefined) return false;
  if (body.encoding === 'base64' || body.text.includes('"details"')) return true;
  const update = objectIn(body);
  const places = ['/risk', '/risk/vehicle'].map((pointer) => atPointer(update, pointer));
  return !places.every(isObjectOrAbsent);
};

/** Prefixes of tests that compare two clients, whose differences are judged there. */
const OF_CLIENTS = ['other-client/', 'own-client/'];

/**
 * Motor gap drafts of a run that were updated and priced, and whether vehicle details were ever sent to them, accepted or not. The
 * order of calls does not matter: an update and a price may have been in flight at the same time.
 */
export class PricedGapDrafts {
  /** Ids of drafts to which vehicle details were sent. */
  readonly #withDetails = new Set<string>();
  /** Body of the last update of each other draft. */
  readonly #updates = new Map<string, BodyText | undefined>();
  /** Number of the last price request of each draft that was served. */
  readonly #priced = new Map<string, number>();

  /** Records an answer; only those of motor gap drafts count. */
  note(exchange: Exchange): void {
    const { n, test, operation: on, request } = exchange;
    const { url, body } = request;
    const id = DRAFT.exec(url)?.[1];
    if (id === undefined || OF_CLIENTS.some((prefix) => test.startsWith(prefix))) return;
    if (on === 'gap.draft-update') {
      if (mayHoldDetails(body)) this.#withDetails.add(id);
      else this.#updates.set(id, body);
    }
    if (on === 'gap.price-request' && isServed(exchange)) this.#priced.set(id, n);
  }

  /** Id and last update of each draft that was priced although no vehicle details were sent to it. */
  get #pricedWithout(): readonly (readonly [id: string, update: BodyText | undefined])[] {
    return [...this.#updates].filter(([id]) => this.#priced.has(id) && !this.#withDetails.has(id));
  }

  /** The prices so far. */
  prices(): PricedDrafts {
    return {
      without: this.#pricedWithout.flatMap(([id]) => this.#priced.get(id) ?? []),
      control: [...this.#priced].findLast(([id]) => this.#withDetails.has(id))?.[1],
    };
  }

  /** Update of the newest draft that was priced without vehicle details, if it is an object. */
  get update(): object | undefined {
    return objectIn(this.#pricedWithout.at(-1)?.[1]);
  }
}
