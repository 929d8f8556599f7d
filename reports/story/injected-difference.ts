import type { Exchange } from '../../spec/exchange.ts';
import { TRACE_HEADER } from '../../spec/trace-context.ts';
import { segmentsOf } from './object-history.ts';
import { differences, isWithin, parsedBody, valueAt } from './json-lines.ts';

/** Places in which a faulty request differs from its control request on purpose. */
export interface InjectedDifference {
  /** JSON pointers into the body. */
  readonly body: readonly string[];
  /** Names of headers, in lower case. */
  readonly headers: readonly string[];
  /** Segments of the path. */
  readonly path: readonly string[];
}

const NONE: InjectedDifference = { body: [], headers: [], path: [] };

/** Headers that differ by chance: sizes, dates, connections, traces. */
const BY_CHANCE = ['content-length', 'host', 'connection', TRACE_HEADER];

const headerText = (value: string | readonly string[] | undefined): string | undefined =>
  value === undefined ? undefined : [value].flat().join(', ');

/** Names of the headers in which two requests differ, but for those that differ by chance. */
export const differentHeaders = (one: Exchange, other: Exchange): readonly string[] => {
  const [own, others] = [one.request.headers, other.request.headers];
  return [...new Set([...Object.keys(own), ...Object.keys(others)])].filter((name) => {
    // Without a body there is no type of it.
    const isOfBody = name === 'content-type' && !(one.request.body && other.request.body);
    return (
      !isOfBody && !BY_CHANCE.includes(name) && headerText(own[name]) !== headerText(others[name])
    );
  });
};

/** Segments of the path that the other lacks; `isIssued` tells ids of the service, which differ by chance. */
const pathOf = (
  one: Exchange,
  other: Exchange,
  isIssued: (segment: string) => boolean,
): readonly string[] => {
  const others = new Set(segmentsOf(other.request.url));
  return segmentsOf(one.request.url).filter((part) => !others.has(part) && !isIssued(part));
};

/** JSON value of a request's body; undefined for other bodies, and without one. */
export const sentValue = ({ request: { body } }: Exchange): unknown =>
  body?.encoding === 'utf8' ? parsedBody(body.text) : undefined;

/**
 * Compares a faulty request with its control request. The field that the verdict names is the fault; otherwise it is a part of
 * the path, then a header, then the body, whose other values may differ by chance.
 */
export const injectedDifference = (
  faulty: Exchange,
  control: Exchange,
  where: string | undefined,
  isIssued: (segment: string) => boolean,
): InjectedDifference => {
  const body = differences(sentValue(faulty), sentValue(control));
  const named = where?.startsWith('/') ? body.filter((each) => isWithin(each, where)) : [];
  if (named.length > 0) return { ...NONE, body: named };
  const path = pathOf(faulty, control, isIssued);
  if (path.length > 0) return { ...NONE, path };
  const headers = differentHeaders(faulty, control);
  return headers.length > 0 ? { ...NONE, headers } : { ...NONE, body };
};

/** JSON value of an answer; undefined for other bodies, and without an answer. */
export const answeredValue = ({ response }: Exchange): unknown =>
  response?.body.encoding === 'utf8' ? parsedBody(response.body.text) : undefined;

/** Places of an answer that a verdict names: a value of the body or a header. */
export const namedInAnswer = (
  exchange: Exchange,
  where: string | undefined,
): InjectedDifference => {
  if (where === undefined || exchange.response === undefined) return NONE;
  if (!where.startsWith('/')) return { ...NONE, headers: [where.toLowerCase()] };
  const value = answeredValue(exchange);
  if (valueAt(value, where) !== undefined) return { ...NONE, body: [where] };
  // A missing value is shown by the object that lacks it.
  const parent = where.slice(0, where.lastIndexOf('/'));
  return parent !== '' && valueAt(value, parent) !== undefined ? { ...NONE, body: [parent] } : NONE;
};
