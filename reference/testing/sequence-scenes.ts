import { type Answer, type Visitor, at } from './visitor.ts';
import { ITEM_BODIES, PARAMETERS, contractBody, idOn } from './journey.ts';
import type { Line } from '../../spec/line.ts';
import { SAMPLE_DRAFTS } from './sample-drafts.ts';
import type { Scene } from './fault-scenes.ts';
import type { Step } from '../../spec/operation.ts';
import { operationOf } from '../../spec/operations.ts';
import { withPointer } from '../json.ts';

const RENT = '/risk/insuredProperty/monthlyRent/value';

type Kind = keyof typeof PARAMETERS;
const kindOf = (step: string): Kind | undefined =>
  (Object.keys(PARAMETERS) as Kind[]).find((kind) => step.startsWith(`${kind}-`));

/** One playing of a told sequence: the ids that were handed out, and what was answered and written last, by draft. */
class Playing {
  readonly answers: Answer[] = [];
  readonly #visitor: Visitor;
  readonly #line: Line;
  readonly #ids = new Map<string, string>();
  readonly #last = new Map<string, Answer>();
  readonly rents = new Map<string, number>();

  constructor(visitor: Visitor, line: Line) {
    this.#visitor = visitor;
    this.#line = line;
  }

  #bodyOf(step: Step, draft: string): unknown {
    const kind = kindOf(step);
    if (kind) return step.endsWith('-delete') ? {} : ITEM_BODIES[kind];
    if (step === 'lead-create') return { transport: 'EMAIL' };
    if (step === 'contract-create') {
      const [price, terms] = ['price-request', 'token-terms'].map((each) =>
        this.#last.get(`${draft} ${each}`),
      );
      if (!price || !terms) throw new Error(`the story lacks the price or the terms of ${draft}`);
      return contractBody(this.#visitor, this.#line, price, terms);
    }
    if (step !== 'draft-create' && step !== 'draft-update')
      return operationOf(this.#line, step)?.method === 'GET' ? undefined : {};
    if (this.#line === 'gap' && step === 'draft-create') return {};
    if (this.#line !== 'landlord') return SAMPLE_DRAFTS[this.#line];
    const rent = 100_000 + this.answers.length;
    this.rents.set(draft, rent);
    return withPointer(SAMPLE_DRAFTS.landlord, RENT, rent);
  }

  /** Makes one call, such as `car-put a 2`; what is done with draft `o` is done by another customer. */
  async call(told: string): Promise<void> {
    const [step, draft = '', item = ''] = told.trim().split(' ') as [Step, string?, string?];
    const kind = kindOf(step);
    const ids: Record<string, string> = {
      draftId: this.#ids.get(draft) ?? '',
      contractId: this.#ids.get(`${draft} contract`) ?? '',
      ...(kind ? { [PARAMETERS[kind]]: this.#ids.get(`${draft} ${kind} ${item}`) ?? '' } : {}),
    };
    const departure = draft === 'o' ? { as: 'other' as const } : {};
    const body = this.#bodyOf(step, draft);
    const answer = await this.#visitor.call(idOn(this.#line, step), ids, body, departure);
    this.answers.push(answer);
    this.#last.set(`${draft} ${step}`, answer);
    if (answer.status >= 400) return;
    if (step === 'draft-create')
      this.#ids.set(draft, this.#visitor.idOf(this.#line, 'draft', answer));
    if (step === 'contract-create')
      this.#ids.set(`${draft} contract`, this.#visitor.idOf(this.#line, 'contract', answer));
    if (kind && step.endsWith('-post'))
      this.#ids.set(`${draft} ${kind} ${item}`, this.#visitor.idOf(this.#line, kind, answer));
  }
}

/** A sequence whose last call, and no one before it, shows the fault. */
const story =
  (
    line: Line,
    told: string,
    isWrong: (last: Answer, playing: Playing) => boolean = ({ status }) => status >= 400,
  ): Scene =>
  async (visitor) => {
    const playing = new Playing(visitor, line);
    for (const call of told.split(',')) await playing.call(call);
    const [last, ...before] = playing.answers.toReversed();
    const early = before.find(({ status }) => status >= 400);
    if (early) throw new Error(`the story "${told}" was refused before its end: ${early.status}`);
    return last !== undefined && isWrong(last, playing);
  };

const otherRent =
  (draft: string) =>
  ({ body }: Answer, { rents }: Playing): boolean =>
    at(body, RENT) !== rents.get(draft);

/** How the faults that only a sequence brings to light show, by their ids. */
export const sequenceScenes: Readonly<Record<string, Scene>> = {
  'jobloss-draft-gone-after-four-updates': story(
    'jobloss',
    'draft-create a, draft-update a, draft-update a, draft-update a, draft-update a, draft-get a',
  ),
  'jobloss-update-unknown-after-lead': story(
    'jobloss',
    'draft-create a, lead-create a, draft-update a',
  ),
  'jobloss-price-breaks-down-after-terms-and-update': story(
    'jobloss',
    'draft-create a, token-terms a, draft-update a, price-request a',
  ),
  'travel-price-unknown-after-price-info-and-car-deletion': story(
    'travel',
    'draft-create a, price-info a, car-post a 1, car-delete a 1, price-request a',
  ),
  'metadata-breaks-down-after-an-exchanged-person': story(
    'travel',
    'draft-create a, person-post a 1, person-delete a 1, person-post a 2, metadata-post a 1',
  ),
  'third-gap-price-refused-after-two-updates': story(
    'gap',
    'draft-create a, draft-update a, draft-update a, price-request a, price-request a, price-request a',
  ),
  'gap-update-refused-after-two-prices-and-terms': story(
    'gap',
    'draft-create a, draft-update a, price-request a, price-request a, token-terms a, draft-update a',
  ),
  'second-gap-contract-once-the-draft-was-read': story(
    'gap',
    'draft-create a, draft-update a, price-request a, token-terms a, contract-create a, draft-get a, contract-create a',
    ({ status }) => status === 303,
  ),
  'third-car-deleted-with-the-second': story(
    'travel',
    'draft-create a, car-post a 1, car-post a 2, car-post a 3, car-delete a 2, car-put a 3',
  ),
  'first-car-lost-when-one-is-added-after-a-deletion': story(
    'travel',
    'draft-create a, car-post a 1, car-post a 2, car-delete a 2, car-post a 3, car-put a 1',
  ),
  'first-person-lost-when-the-second-is-changed-twice': story(
    'travel',
    'draft-create a, person-post a 1, person-post a 2, person-put a 2, person-put a 2, person-put a 1',
  ),
  'key-id-of-a-deleted-key-handed-out-again': story(
    'travel',
    'draft-create a, metadata-post a 1, metadata-delete a 1, metadata-post a 2',
    ({ body }, { answers }) => at(body, '/keyId') === at(answers[1]?.body, '/keyId'),
  ),
  'landlord-update-overwrites-the-next-draft': story(
    'landlord',
    'draft-create a, draft-create b, draft-update a, draft-update a, draft-get b',
    otherRent('b'),
  ),
  'landlord-contract-lost-when-another-customer-updates': story(
    'landlord',
    'draft-create a, price-request a, token-terms a, contract-create a, draft-create o, draft-update o, contract-get a',
  ),
  'landlord-rent-frozen-once-read-after-pricing': story(
    'landlord',
    'draft-create a, price-request a, draft-get a, draft-update a, draft-get a',
    otherRent('a'),
  ),
};
