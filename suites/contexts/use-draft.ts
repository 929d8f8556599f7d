import type { Call } from '../../client/http/client.ts';
import { programFile } from '../../client/project.ts';
import { isObject } from '../../oracles/answers/json-body.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeDisclosure } from '../../oracles/ownership/disclosure.ts';
import { judgeRepeatedPrices } from '../../oracles/prices/price-acceptance.ts';
import type { PriceOutcome } from '../../oracles/prices/price-outcome.ts';
import {
  controlOutcome,
  isSuspect,
  judgeProbe,
  type SentProbe,
} from '../../oracles/refusals/judge-probe.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { VERSION_HEADER } from '../../spec/limits.ts';
import { operation, operationOf } from '../../spec/operations.ts';
import type { Step } from '../../spec/operation.ts';
import type { Subject } from '../engine/suite.ts';
import type { JourneyState, Visit } from '../journey/state.ts';
import { withValues } from '../journey/data.ts';
import { outcomeOfPrice } from '../journey/extract-price.ts';
import { isAllowed, makeCall, possibleCall } from '../journey/make-call.ts';
import { isNewObject, type ProbeContext } from './context.ts';
import { disclosureIn } from './disclosure.ts';
import { earlierLead } from './lead.ts';

const times = (count: number, use: (nth: number) => Visit): readonly Visit[] =>
  Array.from({ length: count }, (_, at) => use(at + 1));

/** The last update restores the draft's own content. */
const updatesIn = ({ updates }: ProbeContext): readonly Visit[] =>
  times(updates, (nth) => ({
    step: 'draft-update',
    ...((updates - nth) % 2 === 1 && { revised: true as const }),
  }));

const ITEM_STEPS: readonly Step[] = ['car-post', 'person-post', 'metadata-post'];

/** Of two cars, the first is deleted before the second is added, which later calls name. */
const itemsIn = ({ items }: ProbeContext): readonly Visit[] =>
  ITEM_STEPS.flatMap((step) => {
    const added = times(items, () => ({ step }));
    const isReplaced = step === 'car-post' && items > 1;
    return isReplaced ? [{ step }, { step: 'car-delete' } as const, ...added.slice(1)] : added;
  });

/** A call of a caller without access, as sent, and its answer. */
export interface StrangersCall {
  readonly sent: SentProbe;
  readonly answer: Exchange;
}

/**
 * Judges those of these calls whose answers look like a fail, such as by a wrong status (S10). Only then is the control request
 * sent, once: the owner's call.
 */
export const judgeStrangers = async (
  calls: readonly StrangersCall[],
  ownersCall: Call,
  state: JourneyState,
): Promise<readonly Judgement[]> => {
  const row = operation(ownersCall.operation);
  const suspects = calls.filter(({ sent, answer }) => isSuspect(sent, row, answer));
  if (suspects.length === 0) return [];
  const before = state.judgements.length;
  const exchange = await makeCall(ownersCall, state);
  const control = controlOutcome(exchange, state.judgements.slice(before));
  return suspects.flatMap(({ sent, answer }) =>
    state.run.judge(judgeProbe, sent, row, answer, control),
  );
};

/** Reads that must be refused. */
const REFUSED_READS = {
  'no-credential': {
    sent: { requirement: 'AUTH-01', kind: 'missing-credential' },
    change: { credential: 'missing' },
  },
  'invalid-credential': {
    sent: { requirement: 'AUTH-02', kind: 'invalid-credential' },
    change: { credential: 'invalid' },
  },
  'version-missing': {
    sent: { requirement: 'VERSION-01', kind: 'version' },
    change: { headers: { [VERSION_HEADER]: null } },
  },
} as const;

/** Makes a read that must be refused; an accepted one is a sighting like any other. */
const readRefused = async (
  state: JourneyState,
  name: keyof typeof REFUSED_READS,
): Promise<void> => {
  const { run, judgements } = state;
  const call = possibleCall({ step: 'draft-get' }, state);
  const { sent: probe, change } = REFUSED_READS[name];
  const isByCredential = 'credential' in change;
  if (!call || (isByCredential && run.target.identities.owner.auth.scheme === 'none')) return;
  const sent = { ...probe, name };
  const labels = { intent: 'faulty', breaks: sent.requirement } as const;
  const answer = await run.client.send({ ...call, ...change, ...labels });
  const disclosed = disclosureIn(state, sent.kind, answer);
  const judged = await judgeStrangers([{ sent, answer }], call, state);
  const shown = [...judged, ...(disclosed ? [disclosed] : [])];
  // No check that uses drafts may lose a disclosure.
  run.memory.met.note(state.test, shown);
  judgements.push(...shown);
};

/** Makes the refused calls of a context, one after the other. */
const makeRefusals = async ({ refusals }: ProbeContext, state: JourneyState): Promise<void> => {
  const names = Object.keys(REFUSED_READS) as (keyof typeof REFUSED_READS)[];
  for (const name of names.slice(0, refusals)) await readRefused(state, name);
};

/** True if the draft was read by its owner, or by a caller that was refused. */
export const isReadBy = (reader: 'owner' | 'stranger', { readers }: ProbeContext): boolean =>
  readers === reader || readers === 'both';

/** The steps to a contract that the draft has not taken yet. */
const contractIn = ({ contract, priceRequests, terms }: ProbeContext): readonly Visit[] =>
  contract === 'none'
    ? []
    : [
        ...(priceRequests === 0 ? [{ step: 'price-request' } as const] : []),
        ...(terms === 'none' ? [{ step: 'token-terms' } as const] : []),
        { step: 'contract-create' },
      ];

/** Calls of the owner before the unauthorised read, and after it. */
const callsOf = (context: ProbeContext): readonly (readonly Visit[])[] => [
  [...updatesIn(context), ...itemsIn(context)],
  [
    ...(isReadBy('owner', context) ? [{ step: 'draft-get' } as const] : []),
    ...times(context.priceRequests, () => ({ step: 'price-request' })),
    ...(context.terms === 'taken' ? [{ step: 'token-terms' } as const] : []),
    ...(context.lead === 'none' ? [] : [{ step: 'lead-create' } as const]),
    ...contractIn(context),
  ],
];

/** Makes a call, whose lead is the journey's for the time being, so that its refusal is looked at again. */
const callWith = async (call: Call, state: JourneyState): Promise<Exchange> => {
  const { data } = state;
  const { body } = call;
  if (operation(call.operation).step === 'lead-create' && isObject(body))
    Object.assign(state, { data: withValues(data, { lead: body }) });
  const answer = await makeCall(call, state);
  Object.assign(state, { data });
  return answer;
};

/** Makes these calls. GAP-PRICE-03 (R7): several prices of the draft, which they do not change in between, are the same. */
const useBy = async (visits: readonly Visit[], state: JourneyState): Promise<void> => {
  const { run, line, judgements } = state;
  const prices: PriceOutcome[] = [];
  for (const visit of visits) {
    const row = operationOf(line, visit.step);
    const legal = row && isAllowed(run, row.id) ? possibleCall(visit, state) : undefined;
    if (!legal) continue;
    const call =
      visit.step === 'lead-create'
        ? earlierLead(legal, state.context.lead, state.data.draft)
        : legal;
    const isPrice = call.operation === 'gap.price-request';
    const { price } = state.known;
    // The amount has to come from this answer.
    if (isPrice) state.known = { ...state.known, price: {} };
    const answer = await callWith(call, state);
    if (!isPrice) continue;
    prices.push(outcomeOfPrice(state, answer));
    // A price that was not given again stays that of the draft.
    state.known = { ...state.known, price: { ...price, ...state.known.price } };
  }
  state.prices = prices;
  if (prices.length < 2) return;
  const judged = run.judge(judgeRepeatedPrices, prices);
  // Other checks judge if a draft can be priced several times.
  if (judged.verdict === 'fail') judgements.push(judged);
};

/** Brings a written draft into its context: updates it, adds items, reads and prices it, sends a lead. */
export const useDraft = async (state: JourneyState): Promise<void> => {
  const { context, run, test } = state;
  run.memory.contexts.noteUse(test);
  if (isNewObject(context) || state.parameters.draftId === undefined) return;
  state.isUsed = true;
  const [before = [], after = []] = callsOf(context);
  await useBy(before, state);
  await makeRefusals(context, state);
  // The first of the refused calls is the stranger's read.
  if (context.refusals === 0 && isReadBy('stranger', context))
    await readRefused(state, 'no-credential');
  await useBy(after, state);
};

/** Requirements that these calls may show to be broken as a side effect. */
export const usedDrafts: Subject = {
  file: programFile(import.meta.url),
  requirements: ['AUTH-01', 'AUTH-02', 'AUTH-04', 'VERSION-01', 'GAP-PRICE-03'],
  judges: [judgeProbe, judgeDisclosure, judgeRepeatedPrices],
};
