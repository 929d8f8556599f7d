import type { Call } from '../client/http/client.ts';
import { judgeExchange } from '../oracles/answers/judge-exchange.ts';
import type { Judgement } from '../oracles/finding.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { Run } from './run.ts';

/**
 * Keeps what the universal oracles failed in the answers of a test until its check has ended, which may look at something else
 * in them: a sighting is never forgotten (rule section 0).
 */
export const noteMet = ({ memory }: Run, test: string, judged: readonly Judgement[]): void => {
  const sightings = judged.filter(({ verdict }) => verdict === 'fail');
  if (sightings.length > 0) memory.met.set(test, [...(memory.met.get(test) ?? []), ...sightings]);
};

const signatureOf = ({ requirement, operation, exchanges }: Judgement): string =>
  [requirement, operation, exchanges.at(-1)].join(' ');

/** The sightings of a test that its check does not tell of by itself; they are told once. */
export const takeMet = (
  { memory }: Run,
  test: string,
  told: readonly Judgement[],
): readonly Judgement[] => {
  const met = memory.met.get(test) ?? [];
  memory.met.delete(test);
  const known = new Set(told.map(signatureOf));
  return met.filter((each) => !known.has(signatureOf(each)));
};

/** Notes what the universal oracles fail in answers that no journey made. */
export const noteAnswers = (run: Run, test: string, answers: readonly Exchange[]): void => {
  for (const answer of answers) noteMet(run, test, run.judge(judgeExchange, answer, run.target));
};

/** Sends a call of which a check looks at one thing, and notes what else is wrong with its answer. */
export const sendNoted = async (run: Run, call: Call): Promise<Exchange> => {
  const answer = await run.client.send(call);
  noteAnswers(run, call.test, [answer]);
  return answer;
};
