import type { Exchange } from '../../spec/exchange.ts';
import { operation } from '../../spec/operations.ts';
import type { Judgement } from '../finding.ts';
import { judgeRefusal } from './refusal.ts';

const ROW = operation('gap.contract-create');

/** GAP-TOKEN-01 (K3, S6): a contract that is asked for with a forged user terms token, beside one with the real token. */
export const judgeForgedToken = (forged: Exchange, twin: Exchange): Judgement => {
  const status = forged.response?.status;
  const { verdict, reason, wanted } = judgeRefusal('field', ROW, status);
  return {
    requirement: 'GAP-TOKEN-01',
    operation: ROW.id,
    verdict,
    ...(reason ? { reason } : {}),
    wanted: `${wanted} (forged token)`,
    got: `status ${status ?? forged.error?.code ?? 'unknown'}`,
    exchanges: [forged.n],
    twin: twin.n,
  };
};
