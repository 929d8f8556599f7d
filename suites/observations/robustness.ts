import type { Call } from '../../client/http/client.ts';
import { completeDraft } from '../../generators/draft.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import type { Finding } from '../../oracles/finding.ts';
import type { OpenPoint } from '../../oracles/open-point.ts';
import type { Internal } from '../../oracles/answers/server-internals.ts';
import { LANDLORD_LANGUAGES, LANGUAGES } from '../../spec/enumerations.ts';
import type { Line } from '../../spec/line.ts';
import { type KnownOperation, operation, type OperationId } from '../../spec/operations.ts';
import type { AnnouncedProbe } from '../engine/suite.ts';
import type { JourneyState } from '../journey/state.ts';
import { makeCall, rowOf } from '../journey/make-call.ts';
import { prepare } from '../engine/preparation.ts';
import type { Run } from '../engine/run.ts';
import { withRepeat } from '../engine/sightings.ts';
import { answerOf, type ObservedOutcome, outcomeOf } from './observed-outcome.ts';
import { readKept } from './ask-draft.ts';
import { ODD_JSON, ODD_REQUESTS, type RobustnessInput, ODD_TEXTS } from './odd-requests.ts';

/** Length of the longest text in characters, if the target's largest body allows it. */
const MAX_TEXT = 100_000;

/** Preferred lines: landlord shows the stored draft, the others show at least if it was accepted. */
const ORDER: readonly Line[] = ['landlord', 'jobloss', 'travel', 'gap'];

/** Operations of one line that receive the odd requests. */
const operationsOf = (line: Line): Readonly<Record<RobustnessInput['on'], OperationId>> => ({
  write: rowOf(line, line === 'gap' ? 'draft-update' : 'draft-create').id,
  read: rowOf(line, 'draft-get').id,
});

const sizeOf = ({ rawBody, body }: Call): number =>
  rawBody === undefined
    ? Buffer.byteLength(JSON.stringify(body ?? {}))
    : Buffer.byteLength(rawBody);

const evaluatedIn = ({ evaluated }: RobustnessInput, value: unknown): readonly Internal[] =>
  evaluated !== undefined && typeof value === 'string' && value.includes(evaluated)
    ? [{ kind: 'evaluated template', excerpt: value }]
    : [];

const pointOf = (
  { id, what: sent, rule }: RobustnessInput,
  { line, id: on }: KnownOperation,
  answers: ObservedOutcome,
  evaluated: readonly Internal[],
): OpenPoint => {
  const internals = [...evaluated, ...(answers.internals ?? [])];
  return {
    id: `robustness/${id}`,
    subject: 'robustness',
    question: sent,
    rule,
    line,
    operation: on,
    sent,
    ...answers,
    ...(internals.length === 0 ? {} : { internals }),
  };
};

/** Reads an accepted draft, and records the result. */
type Look = () => Promise<OpenPoint>;

/** Sends the odd request; its effect can be read later. */
const answered = async (input: RobustnessInput, odd: Call, state: JourneyState): Promise<Look> => {
  const row = operation(odd.operation);
  // A read of a missing object would be repeated; a write returns the draft's id.
  const exchange = await (input.on === 'read' ? state.run.client.send(odd) : makeCall(odd, state));
  delete state.written;
  const { kind, words } = answerOf(exchange);
  return async () => {
    const isKept = kind === 'accepted' && input.place !== undefined;
    const kept = isKept ? await readKept(state, odd.body, input.place) : undefined;
    const evaluated = evaluatedIn(input, kept?.value);
    const exchanges = [exchange, ...(kept ? [kept.exchange] : [])];
    const read = kept && (input.tell?.(kept.value, odd) ?? kept.words);
    return pointOf(input, row, outcomeOf(words, exchanges, read), evaluated);
  };
};

const testOf = ({ id, on }: RobustnessInput, line: Line): string =>
  `robustness/${operationsOf(line)[on]}/${id}`;
const seedOf = (run: Run, { id }: RobustnessInput): number =>
  subSeed(run.plan.seed, 'robustness', id);

/** An odd request, ready to be sent; undefined if there is nothing to send. */
const readyOne = async (
  run: Run,
  input: RobustnessInput,
  line: Line,
): Promise<(() => Promise<Look>) | undefined> => {
  const row = operation(operationsOf(line)[input.on]);
  const seed = seedOf(run, input);
  const { call, state } = await prepare(row.id, { run, test: testOf(input, line), seed });
  const draft = sample(completeDraft(line, run.generators), subSeed(seed, 'draft'));
  const longest = Math.min(MAX_TEXT, Math.floor(run.target.limits.bodySize / 2));
  if (!call) return undefined;
  const languages = line === 'landlord' ? LANDLORD_LANGUAGES : LANGUAGES;
  const material = { draft, languages: [languages[0], languages[1]], longest } as const;
  const odd = input.change({ ...call, intent: 'open' }, material);
  // A body beyond the target's limit must not be sent.
  if (sizeOf(odd) > run.target.limits.bodySize) return undefined;
  return () => answered(input, odd, state);
};

const oddRequests = (run: Run): readonly RobustnessInput[] =>
  [...ODD_TEXTS, ...ODD_JSON, ...ODD_REQUESTS].filter(
    ({ inGate }) => run.plan.thorough || inGate === true,
  );
const oddLine = (run: Run): Line =>
  ORDER.find((each) => run.plan.lines.includes(each)) ?? 'landlord';

/** Odd requests as announced. */
export const announcedOddRequests = (run: Run): readonly AnnouncedProbe[] =>
  oddRequests(run).map((input) => ({
    name: testOf(input, oddLine(run)),
    data: seedOf(run, input),
  }));

/**
 * Sends the odd requests one after another, on one line; creates their prerequisites before the first, and reads their effects
 * after the last.
 */
export const sendOddRequests = async (run: Run): Promise<readonly OpenPoint[]> => {
  const line = oddLine(run);
  const ready = await Promise.all(oddRequests(run).map((input) => readyOne(run, input, line)));
  const looks: Look[] = [];
  for (const send of ready) if (send) looks.push(await send());
  return Promise.all(looks.map((look) => look()));
};

/** Judges a plain legal creation on a line after the odd requests, with a repeat if it looks wrong. */
const survivalOn = async (run: Run, line: Line): Promise<readonly Finding[]> => {
  const { id } = rowOf(line, 'draft-create');
  const test = `robustness/${id}/afterwards`;
  const create = async (attempt: 1 | 2): Promise<readonly Finding[]> => {
    const seed = subSeed(run.plan.seed, 'robustness', 'afterwards', line, attempt);
    const { call, state } = await prepare(id, { run, test, seed });
    if (call) await makeCall(call, state);
    return state.judgements.map((each) => ({ ...each, test, attempt, seed }));
  };
  return withRepeat(await create(1), () => create(2));
};

/** Judgements of plain legal creations after the odd requests: a crashed service no longer answers. */
export const collectSurvival = async (run: Run): Promise<readonly Finding[]> =>
  (await Promise.all(run.plan.lines.map((line) => survivalOn(run, line)))).flat();
