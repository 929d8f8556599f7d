import { OF_LEGAL_CALLS } from '../../oracles/blame/unreached.ts';
import { isSuccess } from '../../oracles/answers/answer-form.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeOneContract } from '../../oracles/state/one-contract.ts';
import {
  type CallBefore,
  judgeChangedDraft,
  judgeUnexpectedRefusal,
  judgeIdTwice,
} from '../../oracles/state/side-effect.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { operation } from '../../spec/operations.ts';
import { contractCallsOf } from '../contract/second-contract.ts';
import type { JourneyState } from '../journey/state.ts';
import { isObstacle, legalCall, makeCall } from '../journey/visit.ts';
import { itemKindOf, type SequenceCommand } from './model.ts';
import { identityOf, type Stage } from './stage.ts';
import type { Run } from '../engine/run.ts';

/** What a command showed that the specification excludes. */
export interface Sighting {
  /** Alike for what may be the same fault: two sequences that fail alike have the same. */
  readonly signature: string;
  readonly judgements: readonly Judgement[];
}

/** A command that was answered, and all that is known around it. */
export interface Answer {
  readonly stage: Stage;
  readonly command: SequenceCommand;
  readonly legal: boolean;
  /** As it is seen from the command. */
  readonly journey: JourneyState;
  readonly exchange: Exchange;
  /** What the universal oracles made of the exchange. */
  readonly seen: readonly Judgement[];
  /** Another item of the draft that has the same id. */
  readonly twin: string | undefined;
}

const sameItem = (a: SequenceCommand, b: SequenceCommand): boolean =>
  a.draft === b.draft && itemKindOf(a.step) === itemKindOf(b.step) && a.item === b.item;

const beforeOf = ({ stage, command }: Answer): CallBefore | undefined => {
  const last = stage.played.at(-1);
  if (!last) return undefined;
  return {
    operation: last.operation,
    exchange: last.exchange,
    sameDraft: last.command.draft === command.draft,
    sameItem: sameItem(last.command, command),
  };
};

/** Whether the draft is served to its owner; asked apart from the sequence, where it seems to be gone. */
const isReadable = async (run: Run, { command, journey, exchange }: Answer): Promise<boolean> => {
  if (command.step === 'draft-get') return false;
  const needsDraft = operation(exchange.operation ?? 'gap.draft-get').path.includes('{draftId}');
  if (exchange.response?.status !== 404 || !needsDraft) return true;
  const apart: JourneyState = { ...journey, judgements: [], blocked: new Map() };
  const call = legalCall({ step: 'draft-get' }, apart);
  if (isObstacle(call)) return true;
  const read = await makeCall(
    { ...call, intent: 'open', identity: identityOf(run, command) },
    apart,
  );
  return isSuccess(read.response?.status ?? 0);
};

const acceptedOn = ({ stage, exchange }: Answer, draft?: number): number | undefined =>
  stage.played.findLast(
    (each) =>
      each.isAccepted &&
      each.operation === exchange.operation &&
      (draft === undefined || each.command.draft === draft),
  )?.exchange;

const refusalIn = async (run: Run, answer: Answer): Promise<readonly Judgement[]> => {
  const { seen, exchange, stage, command } = answer;
  const own = seen.find(({ requirement }) => OF_LEGAL_CALLS.includes(requirement));
  if (!own || own.verdict === 'observed' || exchange.operation === undefined) return [];
  const before = beforeOf(answer);
  const acceptedBefore = acceptedOn(answer, command.draft);
  const acceptedElsewhere = acceptedOn(answer);
  const phase = stage.model.drafts.get(command.draft)?.phase;
  const judged = run.judge(judgeUnexpectedRefusal, {
    operation: exchange.operation,
    exchange: exchange.n,
    status: exchange.response?.status ?? 0,
    seen: own,
    ...(before ? { before } : {}),
    isDraftReadable: await isReadable(run, answer),
    ...(acceptedBefore === undefined ? {} : { acceptedBefore }),
    ...(acceptedElsewhere === undefined ? {} : { acceptedElsewhere }),
    isPriced: phase === 'priced' || phase === 'ready',
  });
  return judged ? [judged] : [];
};

/** A landlord draft that differs from what was written to it, whoever's values it shows instead. */
const isDifference = ({ requirement, verdict, blockedBy }: Judgement): boolean =>
  requirement.startsWith('LANDLORD-READBACK-') && (verdict === 'fail' || blockedBy === 'DRAFT-04');

const OWN_ID: Readonly<Partial<Record<string, RequirementId>>> = {
  'car-post': 'UNIQUE-03',
  'metadata-post': 'UNIQUE-04',
};

const sameIdIn = (run: Run, { twin, command, exchange }: Answer): readonly Judgement[] => {
  const requirement = OWN_ID[command.step];
  if (twin === undefined || !requirement || exchange.operation === undefined) return [];
  return [run.judge(judgeIdTwice, requirement, exchange.operation, exchange.n)];
};

/** K2: one more contract of a motor gap draft that has one. */
const secondContractIn = async (run: Run, answer: Answer): Promise<readonly Judgement[]> => {
  const { stage, command, exchange, journey } = answer;
  const isSecond =
    exchange.operation === 'gap.contract-create' &&
    stage.model.drafts.get(command.draft)?.phase === 'contracted' &&
    identityOf(run, command) === 'owner';
  const first = journey.exchanges.find(
    ({ operation: on, response }) => on === 'gap.contract-create' && response?.status === 303,
  );
  if (!isSecond || !first) return [];
  const judged = run.judge(
    judgeOneContract,
    await contractCallsOf(journey, [first, exchange]),
    'in a sequence',
  );
  return judged.verdict === 'fail' ? [judged] : [];
};

const sightingOf = (kind: string, judgements: readonly Judgement[]): Sighting | undefined =>
  judgements.length === 0 ? undefined : { signature: kind, judgements };

/** What a command showed that the specification excludes; undefined where it excludes nothing of it. */
export const collectSighting = async (run: Run, answer: Answer): Promise<Sighting | undefined> => {
  const { legal, seen, exchange } = answer;
  const on = exchange.operation ?? '';
  const status = exchange.response?.status ?? 0;
  // Whatever nobody had to accept: two contracts, or two items under one id, are too many.
  if (!legal)
    return (
      sightingOf(`second ${on}`, await secondContractIn(run, answer)) ??
      sightingOf(`${on} same id`, sameIdIn(run, answer))
    );
  const fails = seen.filter(({ verdict }) => verdict === 'fail');
  const form = fails.find(
    ({ requirement }) =>
      !OF_LEGAL_CALLS.includes(requirement) && !requirement.startsWith('LANDLORD-READBACK-'),
  );
  return (
    sightingOf(
      `${on} ${status}`,
      isSuccess(status) || status === 303 ? [] : await refusalIn(run, answer),
    ) ??
    sightingOf(
      'read-back',
      run.judge(judgeChangedDraft, seen.filter(isDifference), beforeOf(answer)),
    ) ??
    sightingOf(`${on} same id`, sameIdIn(run, answer)) ??
    (form && sightingOf(`${on} ${form.requirement}`, [form]))
  );
};
