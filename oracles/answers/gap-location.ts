import type { Exchange } from '../../spec/exchange.ts';
import { type Answered, isReportedMissing, isSuccessStatus, statusText } from './answer-form.ts';
import type { Judgement } from '../finding.ts';
import { headerOf, shorten } from './json-body.ts';

/** GAP-CONTRACT-02 (K1): the 303 of a contract creation has a Location header. */
export const judgeLocation = (answered: Answered): readonly Judgement[] => {
  const { operation, response, exchange } = answered;
  if (operation.id !== 'gap.contract-create' || response.status !== 303) return [];
  const location = headerOf(exchange, 'location') ?? '';
  return [
    {
      requirement: 'GAP-CONTRACT-02',
      operation: operation.id,
      verdict: location === '' ? 'fail' : 'pass',
      wanted: 'a Location header with the address of the contract',
      got: location === '' ? 'no such header' : shorten(location),
      where: 'Location',
      exchanges: [exchange.n],
    },
  ];
};

/**
 * GAP-CONTRACT-03 (K1): the answer behind the Location. `foreign` is an origin that the target does not name: the credential
 * was not sent there, and nothing is judged.
 */
export const judgeFollowedLocation = (
  created: Exchange,
  followed: Exchange | 'foreign',
): readonly Judgement[] => {
  const base = {
    requirement: 'GAP-CONTRACT-03',
    operation: 'gap.contract-create',
    wanted: 'the contract at the address in Location',
    where: 'Location',
  } as const;
  if (followed === 'foreign') {
    const got = 'a Location at an address that the target does not name';
    return [
      { ...base, verdict: 'inconclusive', reason: 'foreign-location', got, exchanges: [created.n] },
    ];
  }
  const exchanges = [created.n, followed.n];
  const status = followed.response?.status;
  const got = statusText(followed);
  if (status !== undefined && isSuccessStatus(status))
    return [{ ...base, verdict: 'pass', got, exchanges }];
  if (isReportedMissing(followed)) return [{ ...base, verdict: 'fail', got, exchanges }];
  return [{ ...base, verdict: 'inconclusive', reason: 'disturbance', got, exchanges }];
};

/** Names of these judges in `evidence.jsonl`, which are permanent. */
export const judges = {
  'followed-location': judgeFollowedLocation,
};
