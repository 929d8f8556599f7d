import {
  distinctiveTexts,
  judgeDisclosure,
  judgeLetIn,
  judgeServedStranger,
} from '../../oracles/ownership/disclosure.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeExchange } from '../../oracles/answers/judge-exchange.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import type { Try } from '../checks.ts';
import { unreachedJudgements } from '../journey/complete.ts';
import type { JourneyState } from '../journey/state.ts';
import { isObstacle, legalCall } from '../journey/visit.ts';
import type { Run } from '../run.ts';
import { asStranger, priceOwnedDraft, writeOwnedDraft } from './owned-draft.ts';
import { declaredStrangers } from './strangers.ts';

const textsOf = ({ line, data }: JourneyState): readonly string[] =>
  distinctiveTexts(line === 'travel' ? [data.draft, data.car, data.person] : data.draft);

/** What the strangers are answered; they ask at the same time, since none of them changes anything. */
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
  const texts = textsOf(owner);
  const answers = declaredStrangers(run).map(async (each): Promise<readonly Judgement[]> => {
    const exchange = await run.client.send({
      ...call,
      ...each.shown,
      intent: 'faulty',
      breaks: 'AUTH-04',
    });
    const judged = run.judge(judgeDisclosure, exchange, on, texts);
    const caller = { name: each.name, refusedBy: each.refusedBy(on) };
    return [
      ...run.judge(judgeExchange, exchange, run.target),
      judged ?? run.judge(judgeLetIn, exchange, on, caller, run.target),
      ...run.judge(judgeServedStranger, exchange, on, caller),
    ];
  });
  return (await Promise.all(answers)).flat();
};

/**
 * AUTH-04 (S13) on these operations of one line: strangers call each of them on one draft that has something to hide,
 * with data of their own.
 */
export const collectDisclosures = async (
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
