import * as fc from 'fast-check';
import { ALL_FAULTS } from '../../generators/invalid/all-faults.ts';
import type { BodyFault, FaultPair } from '../../generators/invalid/fault.ts';
import { shrinkablePair } from '../../generators/invalid/shrinkable-pair.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import { PLAIN_SURROUNDINGS } from '../../generators/surroundings.ts';
import { type Finding, isOpen } from '../../oracles/finding.ts';
import { UnknownReplayPath, valueAt } from '../engine/replay.ts';
import {
  BODY_DIMENSIONS,
  conditionsOf,
  PLAIN,
  type ProbeContext,
  smallestContext,
} from '../contexts/context.ts';
import type { Run } from '../engine/run.ts';
import { withRepeat } from '../engine/sightings.ts';
import { unlessStopped } from '../engine/stop.ts';
import { type DraftProbe, draftsOf } from './draft-probes.ts';
import { drawOf } from './draw-draft.ts';
import { sendPair, unobservable, updateBefore, updatesBefore } from './faulty-draft.ts';
import type { FaultyDraft } from './batch-outcome.ts';
import type { FaultsRun } from './batched-faults.ts';

/** Budget for shrinking a draft. */
const BUDGET = { requests: 200, milliseconds: 10_000 } as const;

type Findings = readonly Finding[];

const findingOn = ({ requirement }: BodyFault, findings: Findings): Finding | undefined =>
  findings.find((each) => each.requirement === requirement);

/** Verdict on a fault so far; a failure without an accepted control request is not conclusive (rule section 0). */
const verdictOn = (fault: BodyFault, findings: Findings) => {
  const { verdict, twin: control } = findingOn(fault, findings) ?? {};
  return verdict === 'fail' && control === undefined ? 'inconclusive' : verdict;
};

/** Number of requests of an attempt according to its findings; a lower bound for the budget. */
const requestsOf = (findings: Findings): number =>
  2 + new Set(findings.flatMap(({ exchanges }) => exchanges)).size;

/** Separates the fault in a path from the faults that the draft refused before it; commas separate those. */
const AFTER = ' after ';

/**
 * `jobloss.draft-update/1/0:3:2/JOBLOSS-FIELD-language-enum/de after JOBLOSS-FIELD-terms-type@2`: operation, draw, fast-check's
 * path, fault, and the faults of earlier refused updates with their draws.
 */
const PATH = /^([\w.-]+)\/(\d+)\/([\d:]+)\/(.+?)(?: after (.+))?$/;

/** Tests if a replay path is the path of a draft fault. */
export const isDraftPath = (path: string): boolean => PATH.test(path);

/** Tests if a replay path names one of the drafts of this probe. */
export const isPathOfProbe = (path: string, { fault, on }: DraftProbe): boolean => {
  const [, operation, , , id] = PATH.exec(path) ?? [];
  return operation === on && id === fault.id;
};

/**
 * Shrinks a failed draft: removes fields that the failure does not need. Bounded; a candidate beyond the budget counts as not
 * failing. Undefined if the unchanged draft does not fail again.
 */
const shrink = async (
  run: FaultsRun,
  probe: DraftProbe,
  draw: number,
): Promise<Findings | undefined> => {
  const { fault, on } = probe;
  const { test, seed, pair } = drawOf(run, probe, draw);
  const failed = new Map<string, Findings>();
  const end = performance.now() + BUDGET.milliseconds;
  let sent = 0;
  const fails = async (candidate: FaultPair): Promise<void> => {
    if (sent >= BUDGET.requests || performance.now() > end) return;
    const origin = { test, attempt: 2, seed: subSeed(seed, 'small', sent) };
    const found = await unlessStopped(() => sendPair(run, probe, candidate, origin));
    if (!found) return;
    sent += requestsOf(found);
    if (verdictOn(fault, found) !== 'fail') return;
    failed.set(JSON.stringify(candidate), found);
    throw new Error(fault.id);
  };
  const property = fc.asyncProperty(shrinkablePair(fault, pair, run.generators), fails);
  const { counterexample, counterexamplePath } = await fc.check(property, { seed: 0, numRuns: 1 });
  const path = `${on}/${draw}/${counterexamplePath ?? '0'}/${fault.id}`;
  // Side findings are reproduced by the probe's name: the path belongs to this fault.
  return failed
    .get(JSON.stringify(counterexample?.[0]))
    ?.map((each) => (each.requirement === fault.requirement ? { ...each, path } : each));
};

/** True if a run may send a fault in a draft of this number. */
const isDraw = (run: Run, probe: DraftProbe, draw: number): boolean =>
  Number.isInteger(draw) &&
  draw >= 1 &&
  draw <= draftsOf({ ...run, plan: { ...run.plan, thorough: true } }, probe);

/** The updates that a path names as the history of its draft. Throws UnknownReplayPath. */
const historyOf = (run: Run, { line, on }: DraftProbe, path: string): readonly FaultyDraft[] => {
  const [, , , , , before] = PATH.exec(path) ?? [];
  return (before?.split(',') ?? []).map((name) => {
    const [id, draw] = name.split('@');
    const fault = ALL_FAULTS.find((each) => each.id === id);
    const number = Number(draw);
    if (!fault?.operations.includes(on) || !isDraw(run, { fault, line, on }, number))
      throw new UnknownReplayPath(path);
    return updateBefore(run, { fault, line, on }, number);
  });
};

/**
 * Repeats the one draft that a replay path names (`isPathOfProbe`), twice, since a fail requires two sightings. Throws
 * UnknownReplayPath.
 */
export const replayDraft = async (
  run: FaultsRun,
  probe: DraftProbe,
  path: string,
): Promise<Findings> => {
  const { fault } = probe;
  const [, , number = '1', rest = '0'] = PATH.exec(path) ?? [];
  const draw = Number(number);
  if (!isDraw(run, probe, draw)) throw new UnknownReplayPath(path);
  const { test, seed, context, pair: drawn } = drawOf(run, probe, draw);
  const pair = valueAt(shrinkablePair(fault, drawn, run.generators), rest, path);
  const before = historyOf(run, probe, path);
  const send = (attempt: 1 | 2): Promise<Findings> =>
    sendPair(run, probe, pair, { test, seed, context, path, attempt }, before);
  return withRepeat(await send(1), () => send(2));
};

/** A draw of a probe, and the updates that its draft refused before. */
interface Suspect {
  readonly probe: DraftProbe;
  readonly draw: number;
  readonly before: readonly FaultyDraft[];
}

/**
 * Repeats a draw in its context; returns its findings if it fails again. The last findings are those of the smallest context
 * (rule section 0).
 */
const repeatInItsContext = async (
  run: FaultsRun,
  { probe, draw, before }: Suspect,
): Promise<Findings | undefined> => {
  const { fault, on } = probe;
  const { test, seed, context: drawn, pair } = drawOf(run, probe, draw);
  const history = before.map(({ name }) => name).join(',');
  const origin = {
    test,
    seed,
    attempt: 2,
    ...(before.length > 0 && { path: `${on}/${draw}/0/${fault.id}${AFTER}${history}` }),
  };
  const isSameBody = (context: ProbeContext): boolean =>
    BODY_DIMENSIONS.every((name) => context[name] === drawn[name]);
  const send = (context: ProbeContext, onlyIf?: readonly string[]): Promise<Findings> => {
    const sent = isSameBody(context) ? pair : fault.drawnPair(run.generators, seed, context);
    return sendPair(run, probe, sent, { ...origin, context, onlyIf }, before);
  };
  const fails = (found: Findings): boolean => verdictOn(fault, found) === 'fail';
  const first = await send(drawn);
  if (!fails(first)) return undefined;
  const found = [...first];
  const context = await smallestContext(drawn, async (smaller) => {
    const again = await send(smaller);
    found.push(...again);
    return fails(again);
  });
  return [...found, ...(await send(context, conditionsOf(context)))];
};

/**
 * Repeats a draft that is not judged yet: first the smallest draft that can have the fault, which is the most readable, in the
 * plain context. If that one is refused, the fault depends on more of the draft, and the drawn draft is shrunk. If that is
 * refused as well, the context and the history of its draft are repeated.
 */
const repeatSmaller = async (
  run: FaultsRun,
  probe: DraftProbe,
  draw: number,
  seen: Findings,
): Promise<Findings> => {
  const { fault } = probe;
  const { test, seed, context, pair: drawn } = drawOf(run, probe, draw);
  const again = (pair: FaultPair, name: string) =>
    sendPair(run, probe, pair, { test, attempt: 2, seed: subSeed(seed, name) });
  const smallest = await again(fault.smallest(run.generators), 'small');
  const verdict = verdictOn(fault, smallest);
  if (verdict === 'fail') return smallest;
  const isSighting = findingOn(fault, seen)?.verdict === 'fail';
  // A smaller draft has its fault in the only item.
  const isLater = isSighting && context.listPosition !== PLAIN.listPosition;
  const later = isLater && (await repeatInItsContext(run, { probe, draw, before: [] }));
  if (later) return [...smallest, ...later];
  const shrunk = isSighting ? await shrink(run, probe, draw) : undefined;
  // Findings of the smallest draft are kept; a later attempt settles those it left open.
  const earlier = smallest.map((each) => ({ ...each, attempt: 1 }));
  if (shrunk) return [...earlier, ...shrunk];
  const before = await updatesBefore(run, probe, drawn, { test, seed, context, attempt: 1 });
  // Refused on a new draft of its own: the context and the history are the next suspects (rule section 0); the path names the
  // history.
  for (const history of isSighting ? (before.length > 0 ? [[], before] : [[]]) : []) {
    const repeated = await repeatInItsContext(run, { probe, draw, before: history });
    if (repeated) return [...smallest, ...repeated];
  }
  if (verdict !== undefined && verdict !== 'inconclusive') {
    // The drawn draft may lack what a price needs; a complete one has the fault in the same item of its list.
    const { listPosition } = context;
    const isUnproven =
      verdictOn(fault, seen) === 'inconclusive' && listPosition !== PLAIN.listPosition;
    const around = { ...PLAIN_SURROUNDINGS, listPosition };
    return isUnproven
      ? [...smallest, ...(await again(fault.drawnPair(run.generators, seed, around), 'in list'))]
      : smallest;
  }
  // The smallest draft may lack the prerequisites of a price or a contract, and is then no evidence: other complete data
  // decide, twice if they are the first to fail with an accepted control request.
  const complete = (name: string) =>
    again(sample(fault.pair(run.generators), subSeed(seed, name)), name);
  const others = await complete('again');
  const isFirstProof = verdictOn(fault, seen) !== 'fail' && verdictOn(fault, others) === 'fail';
  return [...earlier, ...others, ...(isFirstProof ? await complete('once more') : [])];
};

/** Sends one faulty draft and its control request up to its checkpoint, and repeats inconclusive ones. */
export const collectDraftFault = async (
  run: FaultsRun,
  probe: DraftProbe,
  draw: number,
): Promise<Findings> => {
  const { test, seed, context, pair: drawn } = drawOf(run, probe, draw);
  const unjudged = unobservable(run, probe);
  if (unjudged) return [{ ...unjudged, test, attempt: 1, seed }];
  const sendDrawn = (attempt: 1 | 2) =>
    sendPair(run, probe, drawn, { test, seed, context, attempt });
  const first = await sendDrawn(1);
  return withRepeat(first, async (data) => {
    if (data === 'fresh') {
      const smaller = await repeatSmaller(run, probe, draw, first);
      // A deviation from another requirement that a smaller draft does not show may depend on the drawn data or their context.
      const isUnrepeated = ({ verdict, requirement, operation: on }: Finding): boolean =>
        verdict === 'fail' &&
        requirement !== probe.fault.requirement &&
        !smaller.some(
          (each) =>
            each.verdict === 'fail' && each.requirement === requirement && each.operation === on,
        );
      return [...(first.some(isUnrepeated) ? await sendDrawn(2) : []), ...smaller];
    }
    const second = await sendDrawn(2);
    const further = second.some(isOpen) ? await repeatSmaller(run, probe, draw, second) : [];
    return [...second, ...further];
  });
};
