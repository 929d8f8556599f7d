import { LEGAL_CALL } from '../../spec/requirements/paths.ts';
import type { Call } from '../../client/http/client.ts';
import { programFile } from '../../client/project.ts';
import { subSeed } from '../../generators/sample.ts';
import { judgeLegalCall } from '../../oracles/answers/legal-call.ts';
import { type Finding, isOpen, type Judgement } from '../../oracles/finding.ts';
import {
  judgeAcceptance,
  notRepeated,
  settleRefusal,
  type ControlAnswer,
} from '../../oracles/refusals/acceptance.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { VERSION_HEADER } from '../../spec/limits.ts';
import type { Step } from '../../spec/operation.ts';
import { type KnownOperation, operation } from '../../spec/operations.ts';
import { prepare, prepareWith } from '../engine/preparation.ts';
import { CALL_DIMENSIONS, PLAIN } from '../contexts/context.ts';
import { drawContext } from '../contexts/draw-context.ts';
import { isReplayedIn } from '../engine/replay.ts';
import type { Run } from '../engine/run.ts';
import type { Subject } from '../engine/suite.ts';
import { mapConcurrently } from '../engine/schedule.ts';
import { withRepeat } from '../engine/sightings.ts';
import type { JourneyState } from '../journey/state.ts';
import { isMissing, pollRead } from '../journey/poll-read.ts';
import { makeCall, isReadBack } from '../journey/make-call.ts';

/** A legal variant of a call, which the service must accept. */
export interface Variant {
  readonly requirement: RequirementId;
  /** Part of the test's name and of the data's seed. */
  readonly name: string;
  readonly wanted: string;
  readonly change: (legal: Call) => Call;
  /** True if the meaning of the call is unchanged, so that similar calls can be sent on the same objects. */
  readonly isSpelling?: true;
  /** Call to make if the variant was refused; only its acceptance is judged. Default: the plain call. */
  readonly control?: (legal: Call) => Call;
}

const spelling = (code: string): Variant => ({
  requirement: 'COUNTRY-01',
  name: `country-${code}`,
  wanted: `${code} is accepted like BE`,
  change: (legal) => ({ ...legal, country: code }),
  isSpelling: true,
});

const SPELLINGS = ['be', 'Be', 'bE'].map(spelling);

const NAME = VERSION_HEADER.toLowerCase();

const headerName = (name: string, spelt: string): Variant => ({
  requirement: 'VERSION-03',
  name: `version-header-${name}`,
  wanted: `${spelt} is accepted like ${VERSION_HEADER}`,
  change: (legal) => ({ ...legal, headerNames: { [NAME]: spelt } }),
  isSpelling: true,
});

const HEADER_NAMES = [headerName('small', NAME), headerName('capitals', NAME.toUpperCase())];

const EMPTY_DRAFT: Variant = {
  requirement: 'DRAFT-02',
  name: 'empty-draft',
  wanted: 'an empty draft is accepted',
  change: (legal) => ({ ...legal, body: {} }),
};

/** D7: the plain deletion, beside one without a body. */
const DELETIONS = (['TRAVEL-CAR-04', 'TRAVEL-METADATA-04'] as const).map(
  (requirement): Variant => ({
    requirement,
    name: 'delete-with-empty-object',
    wanted: 'an empty object is accepted',
    change: (legal) => legal,
    control: (legal) => ({ ...legal, rawBody: '' }),
  }),
);

const VARIANTS = [...SPELLINGS, ...HEADER_NAMES, EMPTY_DRAFT, ...DELETIONS];

/** Requirements that a refused variant breaks. */
export const legalVariants: Subject = {
  file: programFile(import.meta.url),
  requirements: [...new Set(VARIANTS.map(({ requirement }) => requirement))],
  judges: [judgeAcceptance, settleRefusal, notRepeated],
  // A server error is no refusal (S9).
  besides: [{ requirements: [LEGAL_CALL.sound], judges: [settleRefusal] }],
};

/** Legal variants of an operation that are judged. */
export const variantsOf = (run: Run, { id }: KnownOperation): readonly Variant[] =>
  VARIANTS.filter(
    ({ requirement, name }) =>
      run.judges(requirement, id) || (run.applies(requirement, id) && isReplayedIn(run, id, name)),
  );

const outcomeOf = (plain: Judgement | undefined, control: Exchange): ControlAnswer => {
  if (plain?.verdict === 'pass') return { accepted: control };
  if (plain?.verdict !== 'observed') return 'refused';
  return { observed: plain.reason ?? 'specification-silent' };
};

/** The control request and its outcome; unless it is the plain call, it is inconclusive for any answer. */
const sendControl = async (
  { control }: Variant,
  call: Call,
  state: JourneyState,
): Promise<ControlAnswer> => {
  const { client, target } = state.run;
  const exchange = await (control
    ? client.send({ ...control(call), intent: 'open' })
    : makeCall(call, state));
  const { response } = exchange;
  if (!response) return 'refused';
  const asLegal = { ...exchange, intent: 'legal' } as const;
  const answered = {
    exchange: asLegal,
    operation: operation(call.operation),
    response,
    facts: target,
  };
  return outcomeOf(judgeLegalCall(answered)[0], exchange);
};

/** Number of variants of an operation over which contexts are distributed. */
const CONTEXTS = 60;

/** Answer to a variant, and its judgement. */
interface Sent {
  readonly answer: Exchange;
  readonly judged: Judgement;
}

const sendVariant = async (
  { requirement, wanted, change }: Variant,
  plain: Call,
  state: JourneyState,
): Promise<Sent> => {
  const answer = await makeCall({ ...change(plain), intent: 'open' }, state);
  const row = operation(plain.operation);
  return { answer, judged: state.run.judge(judgeAcceptance, answer, row, requirement, wanted) };
};

/**
 * Repeats a refused variant. A read of an object that no target declares may have come too early, and behind two replicas the
 * next one as well: it is retried until the read-back delay is over (D3).
 */
const sendAgain = (variant: Variant, plain: Call, state: JourneyState): Promise<Sent> => {
  const { run } = state;
  const row = operation(plain.operation);
  const send = (): Promise<Sent> => sendVariant(variant, plain, state);
  return row.method === 'GET' && !isReadBack(run, row)
    ? pollRead(run, send, ({ answer }) => isMissing(answer))
    : send();
};

/**
 * Sends a variant on fresh objects and, if it was refused, its control request, which has its own objects if the call changes
 * something. `draw` determines the data.
 */
export const tryVariant = async (
  run: Run,
  row: KnownOperation,
  variant: Variant,
  attempt: 1 | 2,
  draw: 1 | 2 = attempt,
): Promise<readonly Finding[]> => {
  const { name } = variant;
  const test = `protocol/${row.id}/${name}`;
  // Not the data of the shared objects: a service may answer an equal creation with the earlier draft.
  const seed = subSeed(run.plan.seed, 'variant', row.id, name, draw);
  const number = (subSeed(0, row.id, name) + draw) % CONTEXTS;
  const drawn = drawContext(run.plan.seed, 'variants', number, CALL_DIMENSIONS);
  // A spelling is tried beside the canonical one; any other variant also in another spelling.
  const context = variant.isSpelling || attempt > 1 ? PLAIN : drawn;
  const { call, state, judgements } = await prepare(row.id, { run, test, seed, context });
  const found = (...more: readonly Judgement[]) =>
    [...judgements, ...more].map((each) => ({ ...each, test, attempt, seed }));
  if (!call) return found();
  const { answer, judged } = await sendVariant(variant, call, state);
  if (judged.verdict !== 'fail') return found(judged);
  // Sent before a read is repeated: its objects may not have existed yet (D3), or only intermittently (S14).
  const read = row.method === 'GET' ? await sendControl(variant, call, state) : undefined;
  // A refusal that does not recur for the same call concerns neither the variant nor its control request.
  if ((await sendAgain(variant, call, state)).judged.verdict !== 'fail')
    return found(run.judge(notRepeated, judged, row, run.target));
  if (read) return found(...run.judge(settleRefusal, judged, answer, read));
  // The refusal concerns the variant only if the plain call with the same data is accepted on a fresh draft.
  const fresh = await prepareWith(row.id, state);
  const outcome = fresh.call ? await sendControl(variant, fresh.call, fresh.state) : 'refused';
  const settled = run.judge(settleRefusal, judged, answer, outcome);
  return found(...fresh.judgements, ...settled);
};

/** Steps other than reads that can be repeated on the same objects; if a service refuses the repeat, fresh objects decide. */
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

/**
 * Judges a refused spelling against the plain call on the same objects, and repeats it: a refusal that occurs only after this
 * history is a failure (rule section 0). If the plain call is refused as well, the service accepts no more of these calls,
 * which is permitted.
 */
const judgeRefused = async (
  variant: Variant,
  plain: Call,
  state: JourneyState,
  { judged, answer }: Sent,
): Promise<readonly Judgement[]> => {
  const { run } = state;
  const notMet = (): readonly Judgement[] => [
    run.judge(notRepeated, judged, operation(plain.operation), run.target),
  ];
  const control = await sendControl(variant, plain, state);
  if (control === 'refused') return [];
  // Twice: of a service that refuses every second call, one would be accepted between two refused variants.
  if ((await sendControl(variant, plain, state)) === 'refused') return notMet();
  const second = await sendAgain(variant, plain, state);
  if (second.judged.verdict !== 'fail') return notMet();
  return [
    ...run.judge(settleRefusal, judged, answer, control),
    ...run.judge(settleRefusal, second.judged, second.answer, control),
  ];
};

/** Answers to the variants of an operation on the same objects, and the variants that they leave open. */
interface SentTogether {
  readonly findings: readonly Finding[];
  readonly left: readonly Variant[];
}

/** Sends the spellings of a call on the same objects, if it can be repeated; refused ones are also sent alone (W1, W2). */
const sendTogether = async (
  run: Run,
  row: KnownOperation,
  variants: readonly Variant[],
): Promise<SentTogether> => {
  const alike = variants.filter(({ isSpelling }) => isSpelling);
  const [first] = alike;
  if (!first || !isRepeatable(row)) return { findings: [], left: variants };
  const testOf = ({ name }: Variant): string => `protocol/${row.id}/${name}`;
  const seed = subSeed(run.plan.seed, 'variants', row.id);
  const { call, state } = await prepare(row.id, { run, test: testOf(first), seed });
  // Each variant's own objects settle its blame.
  if (!call) return { findings: [], left: variants };
  const findings: Finding[] = [];
  const left = variants.filter((each) => !each.isSpelling);
  let reported = 0;
  for (const variant of alike) {
    const test = testOf(variant);
    const plain = { ...call, test };
    const sent = await sendVariant(variant, plain, state);
    const { verdict } = sent.judged;
    const refused = verdict === 'fail' ? await judgeRefused(variant, plain, state, sent) : [];
    const accepted = verdict === 'pass' ? [sent.judged] : [];
    const shown = [...state.judgements.slice(reported), ...refused, ...accepted];
    reported = state.judgements.length;
    findings.push(...shown.map((each): Finding => ({ ...each, test, attempt: 1, seed })));
    if (verdict !== 'pass' || shown.some(isOpen)) left.push(variant);
  }
  return { findings, left };
};

/**
 * COUNTRY-01, VERSION-03, DRAFT-02 and TRAVEL-…-04 (W2, W1, D8, D7): legal variants of a call, each on plainly prepared
 * objects, which accepted variants share.
 */
export const collectLegalVariants = async (
  run: Run,
  row: KnownOperation,
): Promise<readonly Finding[]> => {
  const together = await sendTogether(run, row, variantsOf(run, row));
  const alone = await mapConcurrently(together.left, async (variant) => {
    const first = await tryVariant(run, row, variant, 1);
    const lookAgain = (data: 'same' | 'fresh') =>
      tryVariant(run, row, variant, 2, data === 'same' ? 1 : 2);
    return withRepeat(first, lookAgain, ({ verdict }) => verdict === 'fail');
  });
  return [...together.findings, ...alone];
};
