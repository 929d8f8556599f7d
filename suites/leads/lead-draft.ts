import type { Call } from '../../client/http/client.ts';
import { lead } from '../../generators/one-shots.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import { isSuccess } from '../../oracles/answers/answer-form.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Line } from '../../spec/line.ts';
import type { Visit } from '../journey/route.ts';
import type { JourneyState } from '../journey/state.ts';
import { isObstacle, legalCall, makeCall, rowOf } from '../journey/visit.ts';
import { initialState } from '../journey/walk.ts';
import type { Run } from '../run.ts';

/** The draft that a lead is to be made of. */
export interface LeadDraft {
  readonly line: Line;
  readonly body: unknown;
  readonly intent: Call['intent'];
  readonly test: string;
  readonly seed: number;
}

/** A draft that was written, or as far as that went. */
export interface WrittenDraft {
  readonly state: JourneyState;
  /** The answer that ended the writing early. */
  readonly refusal?: Exchange;
}

const isRefused = ({ response }: Exchange) => !isSuccess(response?.status ?? 0);

/** Makes one call with the draft's data; undefined where an earlier answer gave no id to make it with. */
const take = async (
  run: Run,
  visit: Visit,
  state: JourneyState,
  labels: Pick<Call, 'intent' | 'breaks'>,
): Promise<Exchange | undefined> => {
  const call = legalCall(run, visit, state);
  if (!isObstacle(call)) return makeCall(run, { ...call, ...labels }, state);
  state.blocked.set(rowOf(state.line, visit.step).id, call);
  return undefined;
};

/** The body of a motor gap creation is not shown, so only an update fills the draft. */
const writesOf = (line: Line): readonly Visit[] => [
  { step: 'draft-create' },
  ...(line === 'gap' ? [{ step: 'draft-update' } as const] : []),
];

/** Writes a draft, with a lead by EMAIL among its data. */
export const writeLeadDraft = async (run: Run, draft: LeadDraft): Promise<WrittenDraft> => {
  const { line, body, intent, test, seed } = draft;
  const byEmail = sample(lead(line, 'EMAIL'), subSeed(seed, 'lead'));
  const state = initialState(run, line, test, seed, { draft: body, revised: body, lead: byEmail });
  for (const visit of writesOf(line)) {
    const exchange = await take(run, visit, state, { intent });
    if (exchange && isRefused(exchange)) return { state, refusal: exchange };
  }
  return { state };
};

/** Asks for a price; undefined where there is no draft to price. */
export const priceLeadDraft = (run: Run, { state }: WrittenDraft, intent: Call['intent']) =>
  take(run, { step: 'price-request' }, state, { intent });

/** Asks for the lead by EMAIL; undefined if there is no draft to make it of. */
export const askForLead = (
  run: Run,
  { state }: WrittenDraft,
  labels: Pick<Call, 'intent' | 'breaks'>,
) => take(run, { step: 'lead-create' }, state, labels);
