import { operation } from '../../spec/operations.ts';
import { prepare } from '../preparation.ts';
import type { Run } from '../run.ts';
import { answerOf } from './answer.ts';
import type { Ask } from './ask-draft.ts';
import { type Told, told, undecided } from './told.ts';

/** Sends a body that is taken or refused at once, such as a car or a lead; where it is refused, the legal one after it. */
export const askBody = async (run: Run, { on, pair, test, seed }: Ask): Promise<Told> => {
  const { call } = await prepare(run, operation(on), test, seed);
  if (!call) return undecided('the operation could not be called');
  const odd = { ...call, body: pair.odd, rawBody: pair.text, intent: 'open' } as const;
  const exchange = await run.client.send(odd);
  const { kind, words } = answerOf(exchange);
  if (kind === 'disturbed') return undecided(words, [exchange]);
  if (kind === 'accepted') return told(words, [exchange]);
  if (kind === 'server-error') return told(`${words} at the write`, [exchange]);
  const twin = await run.client.send({ ...call, body: pair.valid, intent: 'open' });
  return answerOf(twin).kind === 'accepted'
    ? told(`${words} at the write`, [exchange])
    : undecided('the legal body is refused as well', [exchange]);
};
