import { programFile } from '../../client/project.ts';
import { isServed, statusOf } from '../../oracles/answers/answer-form.ts';
import { judgeCallOnUsed } from '../../oracles/answers/legal-call.ts';
import { LEGAL_CALL_REQUIREMENTS } from '../../oracles/blame/unreached.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeUnexpectedRefusal } from '../../oracles/state/side-effect.ts';
import { CATALOGUE, showsInReadBacks } from '../../spec/catalogue.ts';
import type { Step } from '../../spec/operation.ts';
import { operation } from '../../spec/operations.ts';
import type { JourneyState } from '../journey/state.ts';
import { makeVisit } from '../journey/make-call.ts';
import { REFUSED_CALL } from './changed-draft.ts';
import { deletedInSequences } from './deleted-item.ts';
import { sameIds } from './same-id.ts';
import { contractsInSequences } from './second-contract.ts';
import { type Answer, beforeOf, type SequenceCheck } from './sequence-check.ts';
import { identityOf, isCommandAccepted } from './sequence-state.ts';

const isOfLegalCall = ({ requirement }: Judgement): boolean =>
  LEGAL_CALL_REQUIREMENTS.includes(requirement);

/** Tests if the owner can read a draft that seems to be missing, outside the sequence. */
const isReadable = async ({ command, journey, on, exchange }: Answer): Promise<boolean> => {
  if (command.step === 'draft-get') return false;
  const needsDraft = operation(on).path.includes('{draftId}');
  if (exchange.response?.status !== 404 || !needsDraft) return true;
  const apart: JourneyState = { ...journey, judgements: [], blocked: new Map() };
  const identity = identityOf(journey.run, command);
  const read = await makeVisit({ step: 'draft-get' }, apart, { intent: 'open', identity });
  return read === undefined || isServed(read);
};

/** Steps after which a service may refuse further changes of the draft (R5, S18). */
const COMMITS: ReadonlySet<Step> = new Set(['lead-create', 'token-terms']);

/**
 * Judgement on a server error that answers the read of a draft with a contract. State and order of steps are free (R5), so a
 * service may refuse this read, but not break down on it while it serves others (S9).
 */
const brokenRead = ({
  exchange,
  command,
  stage,
  journey: { run },
}: Answer): Judgement | undefined => {
  const { phase } = stage.model.drafts.get(command.draft) ?? {};
  const isRead = command.step === 'draft-get' && phase === 'contracted';
  if (!isRead || statusOf(exchange) !== 500) return undefined;
  return run.judge(judgeCallOnUsed, exchange, true, run.target).find(isOfLegalCall);
};

const refusalIn = async (answer: Answer): Promise<readonly Judgement[]> => {
  const { seen, exchange, stage, command, on, journey } = answer;
  const acceptedOn = (isMeant: (draft: number) => boolean): number | undefined =>
    stage.played.findLast(
      (each) => each.isAccepted && each.operation === on && isMeant(each.command.draft),
    )?.exchange;
  if (!answer.isLegal) {
    const broken = acceptedOn(() => true) === undefined ? undefined : brokenRead(answer);
    return broken ? [broken] : [];
  }
  const own = seen.find(isOfLegalCall);
  if (!own || own.verdict === 'observed') return [];
  const phase = stage.model.drafts.get(command.draft)?.phase;
  const judged = journey.run.judge(judgeUnexpectedRefusal, {
    operation: on,
    exchange: exchange.n,
    status: exchange.response?.status ?? 0,
    seen: own,
    before: beforeOf(answer),
    isDraftReadable: await isReadable(answer),
    acceptedBefore: acceptedOn((draft) => draft === command.draft),
    acceptedElsewhere: acceptedOn(() => true),
    isPriced: phase === 'priced' || phase === 'ready',
    isCommitted: stage.played.some(
      (each) =>
        each.isAccepted && each.command.draft === command.draft && COMMITS.has(each.command.step),
    ),
  });
  if (judged?.verdict !== 'observed') return judged ? [judged] : [];
  const { test, seed } = stage;
  stage.run.write([{ ...judged, test, attempt: 1, seed }]);
  return [];
};

const OTHERS = [
  ...[sameIds, contractsInSequences, deletedInSequences].flatMap(
    ({ requirements }) => requirements,
  ),
  REFUSED_CALL,
];

/** D13, D3, R6: a legal command is refused in a state that other calls led to. */
export const unexpectedRefusals: SequenceCheck = {
  file: programFile(import.meta.url),
  requirements: [...CATALOGUE]
    .filter(([, { isStateful }]) => isStateful)
    .map(([id]) => id)
    .filter((id) => !showsInReadBacks(id) && !OTHERS.includes(id)),
  judges: [judgeUnexpectedRefusal, judgeCallOnUsed],
  collect: async (answer) => {
    if (isCommandAccepted(answer.exchange)) return undefined;
    const judgements = await refusalIn(answer);
    const signature = `${answer.on} ${answer.exchange.response?.status ?? 0}`;
    return judgements.length === 0 ? undefined : { signature, judgements };
  },
};
