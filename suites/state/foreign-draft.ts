import { programFile } from '../../client/project.ts';
import { subSeed } from '../../generators/sample.ts';
import { isRefused, isAccepted } from '../../oracles/answers/answer-form.ts';
import { judgeUnobservable } from '../../oracles/blame/obstruction.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeForeignId, judgeServedUnknown } from '../../oracles/state/foreign-id.ts';
import { requirementOf } from '../../spec/catalogue.ts';
import { type Line, LINES } from '../../spec/line.ts';
import { operation, type OperationId, operationOf } from '../../spec/operations.ts';
import type { Checks, Try } from '../engine/checks.ts';
import { withOwnData, ITEM_KINDS, type JourneyState, type Visit } from '../journey/state.ts';
import { unreached } from '../journey/unreached.ts';
import { isAllowed, possibleCall, makeVisit } from '../journey/make-call.ts';
import { alteredId } from '../protocol/altered-id.ts';
import { createDraft } from './draft.ts';
import { foreignIdFrom, judgeIds } from './foreign-id.ts';

const REQUIREMENT = 'ID-06';

/** All calls on a draft, in an order in which all of them are served (S18). */
const VISITS: readonly Visit[] = [
  { step: 'draft-update', revised: true },
  ...ITEM_KINDS.flatMap((kind): readonly Visit[] => [
    { step: `${kind}-post` },
    { step: `${kind}-put`, revised: true },
    { step: `${kind}-delete` },
  ]),
  { step: 'price-info' },
  { step: 'price-request' },
  { step: 'token-terms' },
  { step: 'lead-create' },
  { step: 'contract-create' },
  { step: 'payment-status' },
];

const visitsOf = (line: Line): readonly Visit[] =>
  VISITS.filter(({ step }) => operationOf(line, step) !== undefined);

const operationsOf = (line: Line): readonly OperationId[] =>
  requirementOf(REQUIREMENT).operations.filter(
    (on) => operation(on).line === line && operation(on).step !== 'draft-get',
  );

/** A draft of another line. */
interface Foreign {
  readonly from: Line;
  readonly id: string;
}

/** Drafts of other lines whose ids look random (D12). */
const foreignDrafts = async (one: Try, line: Line): Promise<readonly Foreign[]> => {
  const found: Foreign[] = [];
  for (const from of LINES.filter((other) => other !== line)) {
    const id = await foreignIdFrom(one, 'drafts', from);
    if (id !== undefined) found.push({ from, id });
  }
  return found;
};

/** Requests another line's draft first, since a call on its own may be the last possible one; then its own draft. */
const askBoth = async (
  state: JourneyState,
  visit: Visit,
  { from, id }: Foreign,
): Promise<readonly Judgement[]> => {
  const { run } = state;
  const on: OperationId = `${state.line}.${visit.step}` as OperationId;
  const legal = possibleCall(visit, state);
  if (!legal) return [unreached(REQUIREMENT, on, state, on, 'what it needs')];
  const askFor = (draftId: string) =>
    run.client.send({
      ...legal,
      params: { ...legal.params, draftId },
      intent: 'faulty',
      breaks: REQUIREMENT,
    });
  const foreign = await askFor(id);
  const control = await makeVisit(visit, state);
  // The judge of foreign ids reports a foreign draft that alone was accepted.
  if (!control || !(isAccepted(control) || isAccepted(foreign)))
    return [unreached(REQUIREMENT, on, state, on, 'an accepted call')];
  const unknown = isRefused(foreign) ? undefined : await askFor(alteredId(id, 1));
  return judgeIds(run, REQUIREMENT, on, { foreign, twin: control, unknown, from });
};

const collect = async (one: Try, line: Line): Promise<readonly Judgement[]> => {
  const { run } = one;
  const foreign = await foreignDrafts(one, line);
  if (foreign.length === 0) {
    const wanted = 'ids of another line that look random';
    const got = 'no other line issued any such ids';
    return operationsOf(line).map((on) =>
      run.judge(judgeUnobservable, REQUIREMENT, on, wanted, got),
    );
  }
  const { state } = await createDraft(withOwnData(one, 'own'), line);
  const judged: Judgement[] = [];
  for (const visit of visitsOf(line)) {
    const on = `${line}.${visit.step}` as OperationId;
    if (!isAllowed(run, on)) continue;
    // The same in a repeat, so that a fault of one line's drafts is seen twice.
    const other = foreign[subSeed(run.plan.seed, one.test, visit.step) % foreign.length];
    if (other) judged.push(...(await askBoth(state, visit, other)));
  }
  return judged;
};

/** ID-06 (D12, S11): every operation on a draft, called with a draft of another line, and with one of its own. */
export const foreignDraftIds: Checks = {
  suite: 'foreign-ids',
  file: programFile(import.meta.url),
  judges: [judgeForeignId],
  besides: [{ requirements: ['ID-01'], judges: [judgeServedUnknown] }],
  checks: LINES.map((line) => ({
    requirement: REQUIREMENT,
    line,
    operations: operationsOf(line),
    name: `foreign-id/${REQUIREMENT}-everywhere/${line}`,
    collect: (one) => collect(one, line),
  })),
};
