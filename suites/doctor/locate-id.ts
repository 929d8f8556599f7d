import { idAt } from '../../client/target/places.ts';
import type { ResolvedTarget } from '../../client/target.ts';
import { likelyPlaces, type SearchedValue } from '../../oracles/causes/likely-places.ts';
import { nameOf } from '../../oracles/causes/first-cause.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Step } from '../../spec/operation.ts';
import { rowOf, makeVisit } from '../journey/make-call.ts';
import {
  lineTitle,
  adopt,
  type Examination,
  refusalOf,
  stepText,
  pollWhileMissing,
} from './examination.ts';
import { edit, withEdits, wrong } from './remark.ts';
import type { Visit, Parameter } from '../journey/state.ts';
import { isServed, statusOf } from '../../oracles/answers/answer-form.ts';

/** Kind of resource whose id a step issues. */
export type IssuedResource = 'draft' | 'car' | 'person' | 'metadata' | 'contract';

/** The kind of resource whose id a step issues, and the call that proves the id. */
export interface IssuedId {
  readonly thing: IssuedResource;
  readonly parameter: Parameter;
  readonly check: Visit;
}

/** Steps that issue an id. */
const ISSUED_IDS: Readonly<Partial<Record<Step, IssuedId>>> = {
  'draft-create': { thing: 'draft', parameter: 'draftId', check: { step: 'draft-get' } },
  'car-post': { thing: 'car', parameter: 'carId', check: { step: 'car-put', revised: true } },
  'person-post': {
    thing: 'person',
    parameter: 'personId',
    check: { step: 'person-put', revised: true },
  },
  'metadata-post': {
    thing: 'metadata',
    parameter: 'keyId',
    check: { step: 'metadata-put', revised: true },
  },
  'contract-create': {
    thing: 'contract',
    parameter: 'contractId',
    check: { step: 'contract-get' },
  },
};

/** Maximum number of places to try in one answer. */
const MAX_PLACES = 3;

const placesOf = ({ run, line }: Examination, thing: IssuedResource): readonly string[] => {
  const ids: Readonly<Partial<Record<IssuedResource, readonly string[]>>> = run.target.ids[line];
  return ids[thing] ?? [];
};

const withPlace = (
  { run, line }: Examination,
  thing: IssuedResource,
  place: string,
): ResolvedTarget['ids'] => ({
  ...run.target.ids,
  [line]: { ...run.target.ids[line], [thing]: [place] },
});

const setId = (exam: Examination, { thing, parameter }: IssuedId, id: string | undefined): void => {
  exam.parameters[parameter] = id;
  exam.known = { ...exam.known, [thing]: id === undefined ? {} : { id } };
};

/** Tests if another id of the line was found at a place: many services use one place for all ids. */
const isUsed = ({ run, line }: Examination, place: string): boolean =>
  Object.values(run.target.ids[line]).some(
    ([first, ...rest]) => first === place && rest.length === 0,
  );

/** A possible id in an answer; without a place, it is at the declared one. */
interface Candidate {
  readonly id: string;
  readonly place?: string;
}

/** Candidates: the id at the declared place, then ids at other places of the answer. */
const candidatesIn = (
  exam: Examination,
  { thing }: IssuedId,
  created: Exchange,
  own: string | undefined,
): readonly Candidate[] => {
  const known = placesOf(exam, thing);
  const wanted: SearchedValue = thing === 'metadata' ? 'key' : 'id';
  const others = likelyPlaces(wanted, [created])
    .filter(({ place }) => !known.includes(place))
    .toSorted((a, b) => Number(isUsed(exam, b.place)) - Number(isUsed(exam, a.place)))
    .slice(0, MAX_PLACES)
    .flatMap(({ place }) => {
      const id = idAt([place], created);
      return id === undefined || id === own ? [] : [{ id, place }];
    });
  return [...(own === undefined ? [] : [{ id: own }]), ...others];
};

interface Checked extends Partial<Candidate> {
  readonly exchange: Exchange | undefined;
}

/** Makes the proving call with each candidate; returns the first that is served, else the first. */
const tryAll = async (
  exam: Examination,
  issuedId: IssuedId,
  candidates: readonly Candidate[],
): Promise<Checked> => {
  let first: Checked | undefined;
  for (const candidate of candidates) {
    setId(exam, issuedId, candidate.id);
    const checked = { ...candidate, exchange: await makeVisit(issuedId.check, exam) };
    if (isServed(checked.exchange)) return checked;
    first ??= checked;
  }
  return first ?? { exchange: undefined };
};

/** The same, with retries while none is served: all candidates share the read-back delay (D3). */
const check = (
  exam: Examination,
  issuedId: IssuedId,
  candidates: readonly Candidate[],
): Promise<Checked> => {
  const all = () => tryAll(exam, issuedId, candidates);
  const isRead = issuedId.check.step.endsWith('-get');
  return isRead ? pollWhileMissing(exam.run, all, ({ exchange }) => exchange) : all();
};

const noteCheck = (
  exam: Examination,
  { check: visit }: IssuedId,
  exchange: Exchange | undefined,
) => {
  if (!exchange) return;
  exam.steps.push(stepText(exam, visit, exchange));
  if (!isServed(exchange)) exam.remarks.push(refusalOf(exam, exchange));
};

/** Locates the id in the answer to a creation: at the declared places, else elsewhere. The call that needs the id proves it. */
export const locateId = async (exam: Examination, step: Step, created: Exchange): Promise<void> => {
  const issuedId = ISSUED_IDS[step];
  if (!issuedId) return;
  const { thing, parameter } = issuedId;
  const own = exam.parameters[parameter] ?? idAt(placesOf(exam, thing), created);
  setId(exam, issuedId, own);
  const candidates = candidatesIn(exam, issuedId, created, own);
  const { place, exchange } = await check(exam, issuedId, candidates);
  const key = `ids.${exam.line}.${thing}`;
  if (isServed(exchange) && place !== undefined) {
    adopt(exam, { ids: withPlace(exam, thing, place) });
    const found = `the id of a new ${thing} is at ${place}; a call with it succeeds`;
    exam.remarks.push(withEdits(lineTitle(exam, `${thing} id`), found, edit(key, place)));
  }
  if (!isServed(exchange)) setId(exam, issuedId, own);
  if (isServed(exchange) || own !== undefined) return noteCheck(exam, issuedId, exchange);
  const { id } = rowOf(exam.line, step);
  exam.remarks.push(
    wrong(
      lineTitle(exam, `${thing} id`),
      `${nameOf(id)} answered ${statusOf(created)}, but no call succeeds with any value in the answer as the id of the ${thing}`,
      `set ${key} to the place of the id: a JSON pointer, header:NAME or location`,
    ),
  );
};
