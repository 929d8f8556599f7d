import type { Exchange } from '../../spec/exchange.ts';
import { atPointer } from '../../spec/place-in-answer.ts';
import type { Judgement } from '../finding.ts';
import { isObject, jsonBody } from './json-body.ts';
import { escapeKey } from './value.ts';

/** A part of an answer, with its place as a JSON pointer; empty for the whole body. */
export interface AnswerPart {
  readonly at: string;
  readonly value: unknown;
}

/** The resource in an answer: the value below the declared envelope, else the whole body (P3, D2). */
export const shownResource = ({ envelope, response }: Exchange): AnswerPart => {
  const body = jsonBody(response?.body);
  if (!body.ok) return { at: '', value: undefined };
  const inside = envelope === undefined ? undefined : atPointer(body.value, envelope);
  return inside === undefined || inside === null
    ? { at: '', value: body.value }
    : { at: envelope ?? '', value: inside };
};

/** The value of that resource; undefined if the body is not JSON. */
export const resourceIn = (exchange: Exchange): unknown => shownResource(exchange).value;

/** Maximum depth of a search for a resource. */
const MAX_DEPTH = 4;

/** The first object in an answer that matches, nearest to the root (P3). */
export const strayPart = (
  { response }: Exchange,
  isWanted: (value: unknown) => boolean,
): AnswerPart | undefined => {
  const body = jsonBody(response?.body);
  let level: readonly AnswerPart[] = body.ok ? [{ at: '', value: body.value }] : [];
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth += 1) {
    const found = level.find(({ value }) => isObject(value) && isWanted(value));
    if (found) return found;
    level = level.flatMap(({ at, value }) => {
      const below = Array.isArray(value) ? value.slice(0, 1) : isObject(value) ? value : {};
      return Object.entries(below).map(([key, part]: [string, unknown]) => ({
        at: `${at}/${escapeKey(key)}`,
        value: part,
      }));
    });
  }
  return undefined;
};

/** The key of the target for a place of resources. */
export const envelopeAt = (at: string): string =>
  at === '' ? 'no envelope for it' : `envelope: ${at}`;

/** The verdict on a field outside the declared place (P3). */
export const standsElsewhere = (
  { at }: AnswerPart,
  pointer: string,
): Pick<Judgement, 'verdict' | 'reason' | 'got' | 'where'> => ({
  verdict: 'inconclusive',
  reason: 'not-found-by-target',
  got: `the answer has it at ${at + pointer || 'its root'}, where the target does not look for it: set ${envelopeAt(at)}`,
  where: `${at}${pointer}`,
});
