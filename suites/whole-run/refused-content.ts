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
  changedIn,
  conditionsOf,
  DIMENSIONS,
  DRAFT_DIMENSIONS,
  isNewObject,
  PLAIN,
  type ProbeContext,
  withPlain,
} from '../contexts/context.ts';
import { valuesOf } from '../contexts/dimension.ts';
import { useDraft } from '../contexts/use-draft.ts';
import type { Check, Checks, Try } from '../engine/checks.ts';
import { isReplayed } from '../engine/replay.ts';
import type { RefusedUpdate } from '../engine/run-memory.ts';
import { MAY_REFUSE, makeVisit } from '../journey/make-call.ts';
import { type JourneyState, withOwnData, writesOf } from '../journey/state.ts';
import { initialState } from '../journey/walk.ts';

/** Number of different bodies that have to be refused (V17), beside that of the first failure. */
const BODIES = 2;
/** Number of bodies to draw for them: most values are in a good part of all bodies. */
const DRAWN = 20;

const update = (state: JourneyState, body: unknown): Promise<Exchange | undefined> =>
  makeVisit({ step: 'draft-update' }, state, { ...MAY_REFUSE, body });

/** Other contents for a draft: with the same fields, and with all fields (D1). */
const othersFor = ({ run, line, seed }: JourneyState, body: object): readonly unknown[] =>
  [
    revisedDraft(line, body as DraftOf<Line>, run.generators),
    completeDraft(line, run.generators),
  ].flatMap((contents) =>
    [1, 2].map((draw) => sample(contents, subSeed(seed, 'other content', draw))),
  );

/** The first of these contents that the draft takes, and takes again, although that changes nothing. */
const takenTwice = async (
  state: JourneyState,
  contents: readonly unknown[],
): Promise<readonly [Exchange, Exchange] | undefined> => {
  for (const body of contents) {
    const taken = await update(state, body);
    if (!isAccepted(taken)) continue;
    const again = await update(state, body);
    return isAccepted(again) ? [taken, again] : undefined;
  }
  return undefined;
};

/** Brings a new draft with this content into the context, and updates it with what it holds, then with other contents. */
const refusalOf = async (
  one: Try,
  line: Line,
  { context, body }: RefusedUpdate,
): Promise<Judgement | undefined> => {
  const { run } = one;
  const state = initialState({ ...one, context }, line, { draft: body, revised: body });
  for (const visit of writesOf(line)) {
    if (!isAccepted(await makeVisit(visit, state, MAY_REFUSE))) return undefined;
  }
  await useDraft(state);
  const held = await update(state, body);
  if (!held || !isRefused(held)) return undefined;
  const other = await takenTwice(state, othersFor(state, body));
  return other && run.judge(judgeRefusedContent, held, other, run.target);
};

/** A failure, and the smallest context that shows it. */
interface ShownRefusal {
  readonly judged: Judgement;
  readonly context: ProbeContext;
}

const inSmallestContext = async (
  one: Try,
  line: Line,
  { context: drawn, body }: RefusedUpdate,
  found: Judgement,
): Promise<ShownRefusal> => {
  let context = drawn;
  let judged = found;
  for (const name of changedIn(drawn)) {
    const smaller = withPlain(context, name);
    const again = await refusalOf(withOwnData(one, name), line, { context: smaller, body });
    if (!again) continue;
    context = smaller;
    judged = again;
  }
  return { context, judged: one.run.judge(judgeOnlyIf, judged, conditionsOf(context)) };
};

/** Contexts that use a draft in one way, for a replay, which does not know what the run had noted. */
const usedContexts = (): readonly ProbeContext[] =>
  DIMENSIONS.filter(({ name }) => DRAFT_DIMENSIONS.some((each) => each === name)).flatMap(
    (dimension) =>
      valuesOf(dimension)
        .map((value) => ({ ...PLAIN, [dimension.name]: value }))
        .filter((context) => !isNewObject(context)),
  );

/** Drawn bodies, the same in every context: complete ones, and ones that lack some optional fields. */
const drawnBodies = ({ run: { generators }, seed }: Try, line: Line): readonly object[] =>
  Array.from({ length: DRAWN }, (_, draw) =>
    sample(
      draw % 2 === 0 ? completeDraft(line, generators) : draft(line, generators),
      subSeed(seed, 'body', draw),
    ),
  );

/** Looks again at the updates that used drafts refused, in a replay at drawn ones; the first failure. */
const firstRefusal = async (one: Try, line: Line): Promise<ShownRefusal | undefined> => {
  const { run } = one;
  const isAgain = isReplayed(run, probeOf(line));
  const refused = isAgain
    ? usedContexts().flatMap((context) => drawnBodies(one, line).map((body) => ({ context, body })))
    : run.memory.refusedUpdates.on(line);
  for (const [at, each] of refused.entries()) {
    if (run.stop.reason() !== undefined) return undefined;
    const own = withOwnData(one, at);
    const judged = await refusalOf(own, line, each);
    if (judged) return inSmallestContext(own, line, each, judged);
  }
  return undefined;
};

/** Judgements on further bodies in the context of the first failure: drawn ones, and those of the run (V17). */
const collect = async (line: Line, one: Try): Promise<readonly Judgement[]> => {
  const first = await firstRefusal(one, line);
  if (!first) return [];
  const { run } = one;
  const { context } = first;
  const found = [first.judged];
  const noted = run.memory.refusedUpdates.on(line).map(({ body }) => body);
  for (const [at, body] of [...drawnBodies(one, line), ...noted].entries()) {
    if (found.length > BODIES || run.stop.reason() !== undefined) break;
    const judged = await refusalOf(withOwnData(one, 'further', at), line, { context, body });
    if (judged) found.push(run.judge(judgeOnlyIf, judged, conditionsOf(context)));
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
