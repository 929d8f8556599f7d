import {
  judgeCalledValid,
  judgeListedStatus,
  judgeRefusal,
  judgeServerError,
  type Refusal,
} from '../../oracles/refusal.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { KnownOperation } from '../../spec/operations.ts';
import type { Probe } from './probes.ts';

/** What the answer to a probe says of a requirement, before its twin was asked. */
export type JudgedProbe = Refusal & { readonly requirement: RequirementId };

/** What the answer to a probe says: of its own requirement, and of those on how a refusal is told (S3, S9). */
export const judgeProbe = (
  probe: Probe,
  row: KnownOperation,
  exchange: Exchange,
): readonly JudgedProbe[] => {
  const status = exchange.response?.status;
  const main = judgeRefusal(probe.kind, row, status);
  const judged: JudgedProbe[] = [{ ...main, requirement: probe.requirement }];
  if (status === undefined) return judged;
  const server = judgeServerError(probe.kind, row, status);
  if (server) judged.push({ ...server, requirement: 'BODY-05' });
  const valid = judgeCalledValid(probe.kind, row, status);
  if (valid) judged.push({ ...valid, requirement: 'STATUS-03' });
  // One deviation is punished once (S3).
  const listed = main.verdict === 'fail' ? undefined : judgeListedStatus(probe.kind, row, status);
  if (listed) judged.push({ ...listed, requirement: 'STATUS-02' });
  return judged;
};
