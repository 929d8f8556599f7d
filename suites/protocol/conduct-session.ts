import type { ProbeTwin } from '../../oracles/refusals/judge-probe.ts';
import { type Finding, isDisturbed } from '../../oracles/finding.ts';
import { operation, type KnownOperation, type OperationId } from '../../spec/operations.ts';
import type { AnnouncedProbe } from '../announce.ts';
import { areDataRefused, withOtherData } from '../other-data.ts';
import { isTwinReplayed } from '../replayed-probe.ts';
import type { Run } from '../run.ts';
import { collectLegalVariants, variantsOf } from './legal-variants.ts';
import { type Probe, probesOf } from './probes.ts';
import { type Probed, seedOf, Session, testOf } from './session.ts';

/** A legal call whose data are refused is no twin, and says nothing of the same call with a fault. */
const isTwinRefused = (run: Run, twin: ProbeTwin | undefined): boolean =>
  !run.plan.failFast &&
  twin?.exchange !== undefined &&
  twin.worst !== undefined &&
  areDataRefused([twin.worst]);

const wasAccepted = ({ exchange }: Probed) => (exchange.response?.status ?? 500) < 400;

/**
 * Sends a suspected probe again on fresh objects, after these probes and beside a twin of its own: the second sighting. True if
 * it looked like a fail again.
 */
const repeat = async (
  run: Run,
  session: Session,
  { probe }: Probed,
  before: readonly Probe[],
): Promise<boolean> => {
  let isSeen = false;
  await withOtherData(
    async (data) => {
      const name = `${probe.name}/${before.length > 0 ? 'after' : 'again'}${data}`;
      const prepared = await session.prepare(name);
      const sent: Probed[] = [];
      for (const [at, each] of [...before, probe].entries()) {
        const probed = await session.send(each, prepared, 2, before.slice(0, at));
        if (!probed) return undefined;
        sent.push(probed);
      }
      isSeen ||= session.isSuspect(sent.at(-1) as Probed);
      const isUsedUp = sent.some(wasAccepted);
      const fresh = isUsedUp ? await session.prepare(`${name}/twin`) : prepared;
      const twin = await session.twin(fresh, name);
      for (const each of sent) session.conclude(each, twin);
      return twin;
    },
    (twin) => isTwinRefused(run, twin),
  );
  return isSeen;
};

/** Looks for a suspicion again: alone, and with the history that led to it if it does not show alone (rule section 0). */
const confirm = async (run: Run, session: Session, suspect: Probed): Promise<void> => {
  const { before } = suspect;
  if (await repeat(run, session, suspect, [])) return;
  if (before.length > 0 && session.isSuspect(suspect)) await repeat(run, session, suspect, before);
};

/** What the universal oracles saw on the way to the twin is seen a second time on the same data, or was chance. */
const lookAgain = async (session: Session): Promise<void> => {
  const isOpen = (each: Finding) => (each.verdict === 'fail' || isDisturbed(each)) && !each.twin;
  const again = new Set(session.findings.filter(isOpen).map(({ test }) => test));
  for (const name of session.names(again)) {
    const prepared = await session.prepare(name, 2);
    await session.twin(prepared, name, 2);
  }
};

/** Every probe on one preparation, then the twin. */
const sendAll = async (
  session: Session,
  probes: readonly Probe[],
  data: string,
): Promise<{ readonly probed: readonly Probed[]; readonly twin: ProbeTwin }> => {
  let prepared = await session.prepare(`legal${data}`);
  const probed: Probed[] = [];
  let before: readonly Probe[] = [];
  for (const probe of probes) {
    const result = await session.send(probe, prepared, 1, before);
    if (!result) break;
    probed.push(result);
    before = [...before, probe];
    if (!wasAccepted(result)) continue;
    // What was wrongly accepted may have used the preparation up.
    prepared = await session.prepare(`after-${probe.name}${data}`);
    before = [];
  }
  return { probed, twin: await session.twin(prepared, session.latest) };
};

/** Every probe beside its twin, then what looked like a fail once more. */
const conductProbes = async (
  run: Run,
  session: Session,
  probes: readonly Probe[],
): Promise<void> => {
  const rounds: Awaited<ReturnType<typeof sendAll>>[] = [];
  await withOtherData(
    async (data) => {
      const before = session.findings.length;
      const round = await sendAll(session, probes, data);
      rounds.push(round);
      const isUnanswered = round.twin.worst?.verdict !== 'pass';
      return isUnanswered && session.findings.slice(before).some(isDisturbed);
    },
    (wasDisturbed) => wasDisturbed || isTwinRefused(run, rounds.at(-1)?.twin),
  );
  await lookAgain(session);
  // Beside a twin that was refused only that counts which needs none.
  for (const { probed, twin } of rounds) for (const each of probed) session.conclude(each, twin);
  const suspects = rounds.flatMap(({ probed }) =>
    probed.filter((each) => session.isWorthRepeating(each)),
  );
  const last = new Map(suspects.map((each) => [each.probe, each]));
  for (const suspect of last.values()) await confirm(run, session, suspect);
};

const conduct = async (run: Run, row: KnownOperation): Promise<readonly Finding[]> => {
  const session = new Session(run, row);
  const probes = probesOf(run, row);
  const isProbed = probes.length > 0 || isTwinReplayed(run, row.id);
  const [variants] = await Promise.all([
    collectLegalVariants(run, row),
    isProbed ? conductProbes(run, session, probes) : undefined,
  ]);
  session.findings.push(...variants);
  run.write(session.findings);
  return session.findings;
};

/** The announced probes of an operation's session; their requests come from the session's own data. */
export const announcedSession = (run: Run, id: OperationId): readonly AnnouncedProbe[] => {
  const row = operation(id);
  const names = [...probesOf(run, row), ...variantsOf(run, row)].map(({ name }) => name);
  return names.map((name) => ({ name: testOf(row, name), data: seedOf(run, row, name) }));
};

/** The findings of one operation's session, held once however many tests ask for it. */
export const sessionOf = (run: Run, id: OperationId): Promise<readonly Finding[]> => {
  const { sessions } = run.memory;
  const held = sessions.get(id) ?? conduct(run, operation(id));
  sessions.set(id, held);
  return held;
};
