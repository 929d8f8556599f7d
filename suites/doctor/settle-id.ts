import { idAt } from '../../client/places.ts';
import type { ResolvedTarget } from '../../client/target.ts';
import { likelyPlaces, type Wanted } from '../../oracles/causes/likely-places.ts';
import { isSuccess } from '../../oracles/answers/answer-form.ts';
import { nameOf } from '../../oracles/causes/names.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Step } from '../../spec/operation.ts';
import { rowOf } from '../journey/visit.ts';
import {
  aboutLine,
  adopt,
  type Examination,
  refusalOf,
  statusOf,
  stepText,
  take,
  takeThere,
} from './examination.ts';
import { HANDED_OUT, type HandedOut, type Thing } from './ids-handed-out.ts';
import { edit, toWrite, wrong } from './remark.ts';

/** Places of one answer that are tried. */
const MOST_TRIED = 3;

const placesOf = ({ run, line }: Examination, thing: Thing): readonly string[] => {
  const ids: Readonly<Partial<Record<Thing, readonly string[]>>> = run.target.ids[line];
  return ids[thing] ?? [];
};

const withPlace = (
  { run, line }: Examination,
  thing: Thing,
  place: string,
): ResolvedTarget['ids'] => ({
  ...run.target.ids,
  [line]: { ...run.target.ids[line], [thing]: [place] },
});

const setId = (
  { state }: Examination,
  { thing, parameter }: HandedOut,
  id: string | undefined,
): void => {
  if (id === undefined) delete state.parameters[parameter];
  else state.parameters[parameter] = id;
  state.known = { ...state.known, [thing]: id === undefined ? {} : { id } };
};

/** Makes the call that needs the id. */
const check = (exam: Examination, { check: visit }: HandedOut): Promise<Exchange | undefined> =>
  visit.step.endsWith('-get') ? takeThere(exam, visit) : take(exam, visit);

const isGood = (exchange: Exchange | undefined): boolean => isSuccess(statusOf(exchange));

/** Whether another id of the line was found at a place: many a service has one place for all. */
const isUsed = ({ run, line }: Examination, place: string): boolean =>
  Object.values(run.target.ids[line]).some(
    ([first, ...rest]) => first === place && rest.length === 0,
  );

/** Tries the other places of an answer at which an id may stand; the place, once one is proven. */
const tryOthers = async (
  exam: Examination,
  handedOut: HandedOut,
  created: Exchange,
): Promise<{ readonly place: string; readonly exchange: Exchange | undefined } | undefined> => {
  const known = placesOf(exam, handedOut.thing);
  const wanted: Wanted = handedOut.thing === 'metadata' ? 'key' : 'id';
  const likely = likelyPlaces(wanted, [created])
    .filter(({ place }) => !known.includes(place))
    .toSorted((a, b) => Number(isUsed(exam, b.place)) - Number(isUsed(exam, a.place)))
    .slice(0, MOST_TRIED);
  for (const { place } of likely) {
    setId(exam, handedOut, idAt([place], created));
    const exchange = await check(exam, handedOut);
    if (isGood(exchange)) return { place, exchange };
  }
  return undefined;
};

const noteCheck = (
  exam: Examination,
  { check: visit }: HandedOut,
  exchange: Exchange | undefined,
) => {
  if (!exchange) return;
  exam.steps.push(stepText(exam, visit, exchange));
  if (!isGood(exchange)) exam.remarks.push(refusalOf(exam, exchange));
};

/**
 * Finds where the answer to a creation holds the id: at the places of the target, else at another one. An id is proven by the
 * call that needs it.
 */
export const settleId = async (exam: Examination, step: Step, created: Exchange): Promise<void> => {
  const handedOut = HANDED_OUT[step];
  if (!handedOut) return;
  const { thing, parameter } = handedOut;
  const own = exam.state.parameters[parameter] ?? idAt(placesOf(exam, thing), created);
  setId(exam, handedOut, own);
  const first = own === undefined ? undefined : await check(exam, handedOut);
  if (isGood(first)) return noteCheck(exam, handedOut, first);
  const other = await tryOthers(exam, handedOut, created);
  const key = `ids.${exam.line}.${thing}`;
  if (other) {
    adopt(exam, { ids: withPlace(exam, thing, other.place) });
    exam.remarks.push(
      toWrite(
        aboutLine(exam, `${thing} id`),
        `found the id of a new ${thing} at ${other.place}, and it is served under it`,
        edit(key, other.place),
      ),
    );
    return noteCheck(exam, handedOut, other.exchange);
  }
  setId(exam, handedOut, own);
  if (own !== undefined) return noteCheck(exam, handedOut, first);
  const { id } = rowOf(exam.line, step);
  exam.remarks.push(
    wrong(
      aboutLine(exam, `${thing} id`),
      `${nameOf(id)} answered ${statusOf(created)}, but nothing in it is an id under which the ${thing} is served`,
      `set ${key} to where the id stands: a JSON pointer, header:NAME or location`,
    ),
  );
};
