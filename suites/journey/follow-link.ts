import type { Call } from '../../client/http/client.ts';
import { programFile } from '../../client/project.ts';
import { statusOf } from '../../oracles/answers/answer-form.ts';
import { judgeFollowedLocation } from '../../oracles/answers/gap-location.ts';
import { headerOf } from '../../oracles/answers/json-body.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { KnownOperation } from '../../spec/operations.ts';
import type { Subject } from '../engine/suite.ts';
import { isMissing, pollRead } from './poll-read.ts';
import type { JourneyState } from './state.ts';

/**
 * Follows the link of a redirection as the caller, over the same kind of connection; `nowhere` if the link of a contract is
 * broken.
 */
export const followLink = async (
  { id }: KnownOperation,
  state: JourneyState,
  exchange: Exchange,
  { identity, connection }: Call,
): Promise<readonly Exchange[] | 'nowhere'> => {
  const { run, test } = state;
  const { reads } = run.memory;
  const status = statusOf(exchange);
  const location = headerOf(exchange, 'location') ?? '';
  if (status < 300 || status > 399 || location === '') return [];
  const options = {
    test,
    ...(identity === undefined ? {} : { identity }),
    ...(connection === undefined ? {} : { connection }),
  };
  const read = () => run.client.follow(location, exchange, options);
  const followed = await pollRead(reads.delayOf(run, id), read, isMissing);
  if (followed !== 'foreign') reads.note(id, followed);
  if (id === 'gap.contract-create') {
    const judged = run.judge(judgeFollowedLocation, exchange, followed);
    state.judgements.push(...judged);
    // A broken link names no contract, so nothing that needs one is blamed on its own operation.
    if (judged.some(({ verdict }) => verdict === 'fail')) return 'nowhere';
  }
  if (followed === 'foreign') return [];
  state.exchanges.push(followed);
  return [followed];
};

/** GAP-CONTRACT-03 (K1): the link to a motor gap contract is followed after every creation. */
export const contractLinks: Subject = {
  file: programFile(import.meta.url),
  requirements: ['GAP-CONTRACT-03'],
  judges: [judgeFollowedLocation],
};
