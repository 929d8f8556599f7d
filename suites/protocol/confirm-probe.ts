import { isRefused } from '../../oracles/answers/answer-form.ts';
import {
  changedIn,
  conditionsOf,
  PLAIN,
  type ProbeContext,
  smallestContext,
  withPlain,
} from '../contexts/context.ts';
import { withOtherData } from '../engine/preparation.ts';
import type { Probe } from './probes.ts';
import {
  isInConflict,
  isControlRefused,
  isSuspicious,
  type Probed,
  type Session,
  wasAccepted,
} from './session.ts';

/** Circumstances of a repeat: the preceding probes, the context, and the conditions that the finding names. */
interface Circumstances {
  readonly before: readonly Probe[];
  readonly context: ProbeContext;
  readonly onlyIf?: readonly string[];
  /** Seed of the data; default: fresh data. */
  readonly seed?: number;
}

const nameOfRepeat = ({ name }: Probe, { before, context, seed }: Circumstances): string => {
  const changed = changedIn(context);
  const kind = `${seed === undefined ? '' : 'same-'}${before.length > 0 ? 'after' : 'again'}`;
  return `${name}/${kind}${changed.map((each) => `-${each}-${context[each]}`).join('')}`;
};

/** Repeats a suspected probe on fresh objects with its own control request. True if it looks like a fail again. */
const repeat = async (
  session: Session,
  { probe }: Probed,
  circumstances: Circumstances,
): Promise<boolean> => {
  const { before, context, onlyIf, seed } = circumstances;
  let isSeen = false;
  await withOtherData(
    async (data) => {
      const name = `${nameOfRepeat(probe, circumstances)}${data}`;
      const prepared = await session.prepare(name, context, { seed });
      const sent: Probed[] = [];
      for (const [at, each] of [...before, probe].entries()) {
        // Beside another call: the same one.
        const copies = each === probe && context.beside === 'call' ? [each, each] : [each];
        const answers = await session.send(copies, prepared, 2, before.slice(0, at));
        const probed = answers.filter((one) => !isInConflict(one));
        if (probed.length === 0) return undefined;
        sent.push(...probed);
      }
      const own = sent.filter((each) => each.probe === probe);
      isSeen ||= own.some((each) => isSuspicious(session, each));
      const isUsedUp = sent.some(wasAccepted);
      const onFresh = async () =>
        session.control(await session.prepare(`${name}/twin`, context), name);
      // A service may refuse changes after a refusal (R5), or have made the change that it refused.
      prepared.state.isUsed = true;
      const after = isUsedUp ? undefined : await session.control(prepared, name);
      const control = after === undefined || isRefused(after.exchange) ? await onFresh() : after;
      for (const each of sent)
        session.conclude(each, control, each.probe === probe ? onlyIf : undefined);
      return control;
    },
    (control) => seed === undefined && isControlRefused(session.run, control),
  );
  return isSeen;
};

/** Repeats a probe on fresh objects, in the plain context and without the preceding probes. True if it looks like a fail. */
export const repeatAlone = (session: Session, probed: Probed): Promise<boolean> =>
  repeat(session, probed, { before: [], context: PLAIN });

/**
 * Repeats a suspected probe alone and in the plain context; if it does not fail there, after the preceding probes, in its
 * context, or both (rule section 0). The finding names the smallest context that shows it. At last it is repeated with the same
 * data, which may then be the reason, so that no context is named.
 */
export const confirmProbe = async (session: Session, suspect: Probed): Promise<void> => {
  const { probe, before, context, seed } = suspect;
  if (await repeatAlone(session, suspect)) return;
  if (!isSuspicious(session, suspect)) return;
  const isHistory = before.length > 0;
  if (isHistory && (await repeat(session, suspect, { before, context: PLAIN }))) return;
  const histories = isHistory ? [[], before] : [[]];
  for (const history of changedIn(context).length > 0 ? histories : []) {
    if (!(await repeat(session, suspect, { before: history, context }))) continue;
    const smallest = await smallestContext(context, (smaller) =>
      repeat(session, suspect, { before: history, context: smaller }),
    );
    // Of two calls at the same time, the second one may be wrong because the first was refused.
    const inTurn = { before: [...history, probe], context: withPlain(smallest, 'beside') };
    const isInTurn =
      smallest.beside === 'call' &&
      (await repeat(session, suspect, { ...inTurn, onlyIf: conditionsOf(inTurn.context) }));
    if (isInTurn) return;
    const onlyIf = conditionsOf(smallest);
    await repeat(session, suspect, { before: history, context: smallest, onlyIf });
    return;
  }
  for (const history of histories)
    if (await repeat(session, suspect, { before: history, context, seed })) return;
};
