import type { IdentityName } from '../../client/target/target-auth.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Line } from '../../spec/line.ts';
import { isObstacle, legalCall, makeCall } from '../journey/visit.ts';
import { initialState } from '../journey/walk.ts';
import { subSeed } from '../../generators/sample.ts';
import { takeThere } from './examination.ts';
import type { QuietRun } from './quiet-run.ts';

/** What another identity was answered: on a draft of its own, and on one of the owner. Left out: it was not asked. */
export interface ForeignAnswers {
  readonly created?: Exchange;
  readonly read?: Exchange;
  readonly updated?: Exchange;
}

const isServed = (exchange: Exchange | undefined): boolean => {
  const status = exchange?.response?.status ?? 0;
  return status >= 200 && status < 300;
};

/** Lets an identity create a draft of its own, read one of the owner, and change it where it could be read. */
export const askAs = async (
  run: QuietRun,
  line: Line,
  identity: IdentityName,
): Promise<ForeignAnswers> => {
  const test = `doctor/${identity}/${line}`;
  const state = initialState(run, line, test, subSeed(run.plan.seed, test));
  const own = legalCall(run, { step: 'draft-create' }, state);
  if (isObstacle(own)) return {};
  await makeCall(run, own, state);
  const call = (step: 'draft-get' | 'draft-update') =>
    legalCall(run, { step, ...(step === 'draft-update' ? { revised: true as const } : {}) }, state);
  const [read, update] = [call('draft-get'), call('draft-update')];
  // Once the owner can read it there is something to be read.
  await takeThere({ run, state }, { step: 'draft-get' });
  const as = (legal: typeof own) => run.client.send({ ...legal, identity, intent: 'open' });
  const foreign = initialState(run, line, test, subSeed(run.plan.seed, test, 'own'));
  const first = legalCall(run, { step: 'draft-create' }, foreign);
  const created = isObstacle(first) ? {} : { created: await as(first) };
  if (isObstacle(read)) return created;
  const seen = await as(read);
  if (!isServed(seen) || isObstacle(update)) return { ...created, read: seen };
  return { ...created, read: seen, updated: await as(update) };
};
