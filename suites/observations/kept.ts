import { setTimeout as sleep } from 'node:timers/promises';
import { type Pointer, valueAt } from '../../generators/pointer.ts';
import { jsonBody } from '../../oracles/answers/json-body.ts';
import { show } from '../../oracles/answers/value.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { JourneyState } from '../journey/state.ts';
import { visit } from './draft.ts';
import type { Run } from '../run.ts';

/** What became of a value that was written, in words, and the exchange that shows it. */
export interface Kept {
  readonly words: string;
  readonly value?: unknown;
  readonly exchange: Exchange;
}

/** Milliseconds before a landlord draft is read, and read again while it lacks what was written to it. */
const PAUSES = [0, 40, 160];

const wordsOf = (sent: unknown, got: unknown): string => {
  if (JSON.stringify(sent) === JSON.stringify(got)) return 'kept as sent';
  const isAbsent = got === undefined || got === null;
  return isAbsent ? 'absent when read' : `kept as ${show(got)}`;
};

/** Reads a landlord draft and says what it shows at this place; other lines show no drafts. */
export const readKept = async (
  run: Run,
  state: JourneyState,
  body: unknown,
  place: Pointer,
): Promise<Kept | undefined> => {
  if (state.line !== 'landlord') return undefined;
  const sent = valueAt(body, place);
  for (const [at, pause] of PAUSES.entries()) {
    await sleep(pause);
    const exchange = await visit(run, state, { step: 'draft-get' });
    const read = jsonBody(exchange?.response?.body);
    if (!exchange || !read.ok || (exchange.response?.status ?? 599) >= 300) return undefined;
    const got = valueAt(read.value, place);
    const isLate = got === undefined && sent !== undefined && sent !== null;
    if (!isLate || at === PAUSES.length - 1) {
      return { words: wordsOf(sent, got), value: got, exchange };
    }
  }
  return undefined;
};
