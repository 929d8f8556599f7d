import { type Pointer, valueAt } from '../../generators/pointer.ts';
import { jsonBody } from '../../oracles/answers/json-body.ts';
import { show } from '../../oracles/answers/value.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { JourneyState } from '../journey/state.ts';
import { untilThere } from '../journey/until-there.ts';
import { isServed } from '../state/draft.ts';
import { visit } from './draft.ts';
import type { Run } from '../run.ts';

/** What became of a value that was written, in words, and the exchange that shows it. */
export interface Kept {
  readonly words: string;
  readonly value?: unknown;
  readonly exchange: Exchange;
}

/** The draft that a read shows; undefined where it shows none. */
const readOf = (exchange: Exchange | undefined) => {
  if (!isServed(exchange)) return undefined;
  const read = jsonBody(exchange.response?.body);
  return read.ok ? read : undefined;
};

const isWithout = (exchange: Exchange | undefined, place: Pointer): boolean => {
  const read = readOf(exchange);
  return read !== undefined && valueAt(read.value, place) === undefined;
};

const wordsOf = (sent: unknown, got: unknown): string => {
  if (JSON.stringify(sent) === JSON.stringify(got)) return 'kept as sent';
  const isAbsent = got === undefined || got === null;
  return isAbsent ? 'absent when read' : `kept as ${show(got)}`;
};
/**
 * Reads a landlord draft and says what it shows at this place; other lines show no drafts. Where reads were seen to lag, again
 * while it lacks what was written: elsewhere a field that is absent is left out.
 */
export const readKept = async (
  run: Run,
  state: JourneyState,
  body: unknown,
  place: Pointer,
): Promise<Kept | undefined> => {
  if (state.line !== 'landlord') return undefined;
  const sent = valueAt(body, place);
  const exchange = await untilThere(
    run,
    () => visit(run, state, { step: 'draft-get' }),
    (read) => run.memory.readsLag && sent !== undefined && sent !== null && isWithout(read, place),
  );
  const read = readOf(exchange);
  if (!exchange || !read) return undefined;
  const got = valueAt(read.value, place);
  return { words: wordsOf(sent, got), value: got, exchange };
};
