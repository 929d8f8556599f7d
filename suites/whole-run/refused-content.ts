import { programFile } from '../../client/project.ts';
import { completeDraft, draft, type DraftOf, revisedDraft } from '../../generators/draft.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import { judgeRefusedContent } from '../../oracles/answers/legal-call.ts';
import { isAccepted, isRefused } from '../../oracles/answers/answer-form.ts';
import { judgeOnlyIf } from '../../oracles/blame/only-if.ts';
import type { Judgement } from '../../oracles/finding.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { type Line, LINES } from '../../spec/line.ts';
import { operationOf } from '../../spec/operations.ts';
import {
  conditionsOf,
  DIMENSIONS,
  isNewObject,
  LEGAL_CALL_DIMENSIONS,
  PLAIN,
  type ProbeContext,
  smallestContext,
} from '../contexts/context.ts';
import { valuesOf } from '../contexts/dimension.ts';
import type { Check, Checks, Try } from '../engine/checks.ts';
import { isReplayed } from '../engine/replay.ts';
import type { RefusedUpdate } from '../engine/refused-updates.ts';
import { type JourneyState, withOwnData } from '../journey/state.ts';
import { initialState } from '../journey/walk.ts';
import { makeUsedDraft, updateUsedDraft } from './body-calls.ts';

/** Number of bodies that have to be refused in the smallest context (V17), of which the first is already known. */
const BODIES = 3;
/** Number of bodies to draw for them: most values are in a good part of all bodies. */
const DRAWN = 20;

/** Another content that a draft takes, and takes again, although that changes nothing. */
interface TakenContent {
  readonly answers: readonly [Exchange, Exchange];
  /** True if it has the same fields, so that nothing of it remains after an update that is merged (D1). */
  readonly hasSameFields: boolean;
}

/** The first other content that the draft takes twice: with the same fields, or with all fields. */
const takenTwice = async (state: JourneyState, body: object): Promise<TakenContent | undefined> => {
  const { line, seed, run } = state;
  for (const hasSameFields of [true, true, false, false]) {
    const contents = hasSameFields
      ? revisedDraft(line, body as DraftOf<Line>, run.generators)
      : completeDraft(line, run.generators);
    const content = sample(contents, subSeed(seed, 'other content', state.exchanges.length));
    const taken = await updateUsedDraft(state, content);
    if (!isAccepted(taken)) continue;
    const again = await updateUsedDraft(state, content);
    return isAccepted(again) ? { answers: [taken, again], hasSameFields } : undefined;
  }
  return undefined;
};

/** The judgement of a draft's own content, if it is refused, and everything else that its answers showed. */
interface Look {
  readonly judged: Judgement | undefined;
  readonly met: readonly Judgement[];
}

/** Brings a new draft with this content into the context, and updates it with what it holds, then with other contents. */
const lookAt = async (one: Try, line: Line, { context, body }: RefusedUpdate): Promise<Look> => {
  const { run } = one;
  const state = initialState({ ...one, context }, line, { draft: body, revised: body });
  const { judgements: met } = state;
  if (!(await makeUsedDraft(state, context))) return { judged: undefined, met };
  const held = await updateUsedDraft(state, body);
  if (!held || !isRefused(held)) return { judged: undefined, met };
  const other = await takenTwice(state, body);
  if (!other) return { judged: undefined, met };
  const again = other.hasSameFields ? await updateUsedDraft(state, body) : undefined;
  return { judged: run.judge(judgeRefusedContent, held, other.answers, again, run.target), met };
};

const withContract = (context: ProbeContext): ProbeContext => ({ ...context, contract: 'made' });

/** Dimensions in which a draft can be used without a contract, by which a service may close it (S18). */
const USES = DIMENSIONS.filter(({ name }) => LEGAL_CALL_DIMENSIONS.some((each) => each === name));

const OTHER_VALUES = USES.map((use) => ({
  use,
  values: valuesOf(use).filter((value) => value !== use.plain),
}));

/**
 * Contexts that use a draft in one way, then in all, then with a contract as well: for a replay, which does not know what the run
 * had noted.
 */
export const usedContexts = (): readonly ProbeContext[] => {
  const single = OTHER_VALUES.flatMap(({ use, values }) =>
    values.map((value) => ({ ...PLAIN, [use.name]: value })),
  );
  const all = Object.fromEntries(OTHER_VALUES.map(({ use, values }) => [use.name, values[0]]));
  const open = [...single, { ...PLAIN, ...all }].filter((context) => !isNewObject(context));
  return [...open, ...[PLAIN, { ...PLAIN, ...all }].map(withContract)];
};

/** Drawn bodies, the same in every context: complete ones, and ones that lack some optional fields. */
const drawnBodies = ({ run: { generators }, seed }: Try, line: Line): readonly object[] =>
  Array.from({ length: DRAWN }, (_, draw) =>
    sample(
      draw % 2 === 0 ? completeDraft(line, generators) : draft(line, generators),
      subSeed(seed, 'body', draw),
    ),
  );

/** Refusals to look at again: those of the run, or in a replay drawn ones. */
const refusedBefore = (one: Try, line: Line): readonly RefusedUpdate[] =>
  isReplayed(one.run, probeOf(line))
    ? usedContexts().flatMap((context) => drawnBodies(one, line).map((body) => ({ context, body })))
    : one.run.memory.refusedUpdates.on(line);

/**
 * Looks again at refusals until one is a failure, in ever smaller contexts, and then at further bodies in the smallest one: drawn
 * ones, and those of the run (V17). Returns all that the answers showed.
 */
const collect = async (line: Line, one: Try): Promise<readonly Judgement[]> => {
  const { run } = one;
  const found: Judgement[] = [];
  const isFailing = async (
    refused: RefusedUpdate,
    parts: readonly (string | number)[],
    conditions: readonly string[] = [],
  ): Promise<boolean> => {
    if (run.stop.reason() !== undefined) return false;
    const { judged, met } = await lookAt(withOwnData(one, ...parts), line, refused);
    found.push(...met);
    if (judged) found.push(run.judge(judgeOnlyIf, judged, conditions));
    return judged?.verdict === 'fail';
  };
  const firstFailing = async (): Promise<RefusedUpdate | undefined> => {
    for (const [at, refused] of refusedBefore(one, line).entries())
      if (await isFailing(refused, [at])) return refused;
    return undefined;
  };
  const shown = await firstFailing();
  if (!shown) return found;
  const { body: first } = shown;
  let tried = 0;
  const context = await smallestContext(shown.context, (smaller) =>
    isFailing({ context: smaller, body: first }, ['smaller', (tried += 1)]),
  );
  const noted = run.memory.refusedUpdates.on(line).map(({ body }) => body);
  let left = BODIES;
  for (const [at, body] of [first, ...drawnBodies(one, line), ...noted].entries()) {
    if (left === 0) break;
    const isShown = await isFailing({ context, body }, ['further', at], conditionsOf(context));
    if (isShown) left -= 1;
  }
  return found;
};

/** Name of the probe on a line. */
const probeOf = (line: Line): string => `breakdowns/refused-content/${line}`;

const checkOn = (line: Line): readonly Check[] => {
  const on = operationOf(line, 'draft-update');
  if (!on) return [];
  return [
    {
      requirement: 'LEGAL-01',
      line,
      operations: [on.id],
      name: `refused-content/${line}`,
      collect: (one) => collect(line, one),
    },
  ];
};

/**
 * LEGAL-01 (V17, rule section 0): legal contents that only used drafts refuse. A service may refuse every change of a used
 * draft (R5), so each refusal of the run is looked at again on a draft that has to take another content.
 */
export const refusedContents: Checks = {
  suite: 'breakdowns',
  file: programFile(import.meta.url),
  judges: [judgeRefusedContent],
  checks: LINES.flatMap(checkOn),
};
