import { distinctiveTexts, judgeDisclosure } from '../../oracles/disclosure.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeExchange } from '../../oracles/judge-exchange.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import type { Try } from '../checks.ts';
import { unreachedJudgements } from '../journey/complete.ts';
import type { JourneyState } from '../journey/state.ts';
import { isObstacle, legalCall } from '../journey/visit.ts';
import type { Run } from '../run.ts';
import { asStranger, priceOwnedDraft, writeOwnedDraft } from './owned-draft.ts';
import { declaredStrangers, type Stranger } from './strangers.ts';
import { isDisturbance } from '../../spec/transport-statuses.ts';

/** What is said where a stranger was not refused: who is let in is told by another cell. */
const notRefused = (
  run: Run,
  exchange: Exchange,
  on: OperationId,
  { name, refusedBy }: Stranger,
): Judgement => {
  const status = exchange.response?.status;
  const base = {
    requirement: 'AUTH-04',
    operation: on,
    wanted: `a refusal of ${name} that shows nothing of the draft`,
    got: `status ${status ?? exchange.error?.code ?? 'unknown'}`,
    exchanges: [exchange.n],
  } as const;
  if (isDisturbance(status)) return { ...base, verdict: 'inconclusive', reason: 'disturbance' };
  // S14: an operation that is not there yet may say so to anybody.
  const isComing = operation(on).comingSoon && !run.target.features.landlordLeads;
  return isComing && status === 501
    ? { ...base, verdict: 'observed', reason: 'specification-silent' }
    : { ...base, verdict: 'inconclusive', reason: 'blocked-by', blockedBy: refusedBy(on) };
};

const textsOf = ({ line, data }: JourneyState): readonly string[] =>
  distinctiveTexts(line === 'travel' ? [data.draft, data.car, data.person] : data.draft);

const callAs = async (
  run: Run,
  on: OperationId,
  owner: JourneyState,
  stranger: JourneyState,
): Promise<readonly Judgement[]> => {
  const call = legalCall(run, { step: operation(on).step }, stranger);
  if (isObstacle(call)) {
    owner.blocked.set(on, call);
    return unreachedJudgements(run, owner, [on], (id) => id === 'AUTH-04');
  }
  const found: Judgement[] = [];
  for (const each of declaredStrangers(run)) {
    const exchange = await run.client.send({ ...call, ...each.shown, intent: 'faulty' });
    const judged = judgeDisclosure(exchange, on, textsOf(owner));
    found.push(
      ...judgeExchange(exchange, run.target),
      judged ?? notRefused(run, exchange, on, each),
    );
  }
  return found;
};

/**
 * AUTH-04 (S13) on these operations of one line: strangers call each of them on one draft that has something to hide,
 * with data of their own.
 */
export const judgeDisclosures = async (
  run: Run,
  operations: readonly OperationId[],
  one: Try,
): Promise<readonly Judgement[]> => {
  const [first] = operations;
  if (first === undefined) return [];
  const owner = await writeOwnedDraft(run, operation(first).line, one);
  await priceOwnedDraft(run, owner);
  const stranger = asStranger(run, owner, one);
  const found: Judgement[] = [];
  for (const on of operations) found.push(...(await callAs(run, on, owner, stranger)));
  return [...owner.judgements, ...found];
};
