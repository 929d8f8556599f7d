import type { Call } from '../../client/http/client.ts';
import { judgeLegalCall } from '../../oracles/answers/legal-call.ts';
import { type Judgement, type Finding, isOpen } from '../../oracles/finding.ts';
import {
  type TwinOutcome,
  judgeAcceptance,
  notMetAgain,
  settleRefusal,
} from '../../oracles/refusals/acceptance.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { KnownOperation } from '../../spec/operations.ts';
import type { JourneyState } from '../journey/state.ts';
import { makeCall } from '../journey/visit.ts';
import type { Run } from '../engine/run.ts';
import { subSeed } from '../../generators/sample.ts';
import type { Step } from '../../spec/operation.ts';
import { prepare } from '../engine/preparation.ts';

/** A legal call made differently, which the service has to take all the same. */
export interface Variant {
  readonly requirement: RequirementId;
  /** Part of the test's name and of the data's seed. */
  readonly name: string;
  readonly wanted: string;
  readonly change: (legal: Call) => Call;
  /** Whether it leaves what is called and sent as it is, so that others like it can be sent on the same objects. */
  readonly isSpelling?: true;
  /** What is asked where the variant was refused, of which nothing else is judged. Default: the plain call. */
  readonly twin?: (legal: Call) => Call;
}

const outcomeOf = (plain: Judgement | undefined, twin: Exchange): TwinOutcome => {
  if (plain?.verdict === 'pass') return { accepted: twin };
  if (plain?.verdict !== 'observed') return 'refused';
  return { observed: plain.reason ?? 'specification-silent' };
};

/** The twin, and how it fared; one that is not the plain call is open, whatever it answers. */
export const askTwin = async (
  run: Run,
  row: KnownOperation,
  { twin }: Variant,
  call: Call,
  state: JourneyState,
): Promise<TwinOutcome> => {
  const exchange = await (twin
    ? run.client.send({ ...twin(call), intent: 'open' })
    : makeCall(run, call, state));
  const { response } = exchange;
  if (!response) return 'refused';
  const asLegal = { ...exchange, intent: 'legal' } as const;
  const answered = { exchange: asLegal, operation: row, response, facts: run.target };
  return outcomeOf(judgeLegalCall(answered)[0], exchange);
};

/** Beside reads, what can be called again on the same objects; a service that does not take it again is asked on fresh ones. */
const AGAIN: ReadonlySet<Step> = new Set([
  'draft-update',
  'price-request',
  'token-terms',
  'lead-create',
  'car-put',
  'person-put',
  'metadata-put',
]);

const isRepeatable = ({ method, step }: KnownOperation): boolean =>
  method === 'GET' || AGAIN.has(step);

/** What variants of an operation showed on the same objects, and those of which that says nothing. */
interface SentTogether {
  readonly findings: readonly Finding[];
  readonly left: readonly Variant[];
}

/** A spelling that was refused on objects where others were accepted before. */
interface Refused {
  readonly judged: Judgement;
  readonly answer: Exchange;
  readonly again: () => Promise<{ readonly judged: Judgement; readonly answer: Exchange }>;
}

/**
 * Judges a refused spelling beside the plain call on the same objects, and once more: a refusal that only this history shows is
 * a sighting (rule section 0). Where the plain call is refused as well, the service takes no more of these calls, which is its
 * right.
 */
const judgeRefused = async (
  run: Run,
  row: KnownOperation,
  variant: Variant,
  plain: Call,
  state: JourneyState,
  { judged, answer, again }: Refused,
): Promise<readonly Judgement[]> => {
  const twin = await askTwin(run, row, variant, plain, state);
  if (twin === 'refused') return [];
  const second = await again();
  if (second.judged.verdict !== 'fail') return [run.judge(notMetAgain, judged, row, run.target)];
  return [
    ...run.judge(settleRefusal, judged, answer, twin),
    ...run.judge(settleRefusal, second.judged, second.answer, twin),
  ];
};

/** Sends the spellings of a call on the same objects, if it can be called again; what is refused is sent alone as well (W1, W2). */
export const sendTogether = async (
  run: Run,
  row: KnownOperation,
  variants: readonly Variant[],
): Promise<SentTogether> => {
  const alike = variants.filter(({ isSpelling }) => isSpelling);
  const [first] = alike;
  if (!first || !isRepeatable(row)) return { findings: [], left: variants };
  const testOf = ({ name }: Variant): string => `protocol/${row.id}/${name}`;
  const seed = subSeed(run.plan.seed, 'variants', row.id);
  const { call: plain, state } = await prepare(row.id, { run, test: testOf(first), seed });
  // Who is to blame is told by each on objects of its own.
  if (!plain) return { findings: [], left: variants };
  const findings: Finding[] = [];
  const left = variants.filter((each) => !each.isSpelling);
  let told = 0;
  for (const variant of alike) {
    const { requirement, wanted, change } = variant;
    const test = testOf(variant);
    const call: Call = { ...change(plain), test, intent: 'open' };
    const send = async () => {
      const answer = await makeCall(run, call, state);
      return { answer, judged: run.judge(judgeAcceptance, answer, row, requirement, wanted) };
    };
    const { answer, judged } = await send();
    const own =
      judged.verdict === 'fail'
        ? await judgeRefused(run, row, variant, { ...plain, test }, state, {
            judged,
            answer,
            again: send,
          })
        : judged.verdict === 'pass'
          ? [judged]
          : [];
    const shown = [...state.judgements.slice(told), ...own];
    told = state.judgements.length;
    findings.push(...shown.map((each): Finding => ({ ...each, test, attempt: 1, seed })));
    if (judged.verdict !== 'pass' || shown.some(isOpen)) left.push(variant);
  }
  return { findings, left };
};
