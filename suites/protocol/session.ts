import { subSeed } from '../../generators/sample.ts';
import { type Finding, type Judgement, isDisturbed } from '../../oracles/finding.ts';
import { judgeExchange } from '../../oracles/answers/judge-exchange.ts';
import {
  isSuspect,
  isWorthRepeating,
  judgeProbe,
  type ProbeTwin,
} from '../../oracles/refusals/judge-probe.ts';
import { graver } from '../../oracles/roll-up.ts';
import { OF_LEGAL_CALLS } from '../../oracles/blame/unreached.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { type KnownOperation, operation, type OperationId } from '../../spec/operations.ts';
import { makeCall } from '../journey/visit.ts';
import { prepare, type Preparation, areDataRefused, withOtherData } from '../engine/preparation.ts';
import type { Run } from '../engine/run.ts';
import { type Probe, probesOf } from './probes.ts';
import type { AnnouncedProbe } from '../engine/suite.ts';
import { isTwinReplayed } from '../engine/replay.ts';
import { collectLegalVariants, variantsOf } from './legal-variants.ts';

/** What one probe was answered, before its twin was asked. */
interface Probed {
  readonly probe: Probe;
  readonly exchange: Exchange;
  readonly attempt: 1 | 2;
  /** The probes that were sent on the same preparation before it, oldest first. */
  readonly before: readonly Probe[];
}

/** The name under which what a session sends is recorded. */
const testOf = (row: KnownOperation, name: string) => `protocol/${row.id}/${name}`;
/** The seed of one of its preparations or probes. */
const seedOf = (run: Run, row: KnownOperation, ...parts: (string | number)[]) =>
  subSeed(run.plan.seed, 'protocol', row.id, ...parts);

/** One operation's session: its preparation, its probes, its twin and what was found. */
class Session {
  readonly findings: Finding[] = [];
  /** Name of the newest preparation. */
  latest = 'legal';
  readonly #run: Run;
  readonly #row: KnownOperation;
  readonly #names = new Map<string, string>();

  constructor(run: Run, row: KnownOperation) {
    this.#run = run;
    this.#row = row;
  }

  note(judgements: readonly Judgement[], name: string, attempt: number): void {
    const test = testOf(this.#row, name);
    const seed = this.#run.plan.seed;
    this.findings.push(...judgements.map((each) => ({ ...each, test, attempt, seed })));
  }

  /** Prepares under a name of its own, which the data's seed follows from. */
  async prepare(name: string, attempt: 1 | 2 = 1): Promise<Preparation> {
    const test = testOf(this.#row, name);
    this.#names.set(test, name);
    this.latest = name;
    const prepared = await prepare(this.#row.id, { run: this.#run, test, seed: seedOf(this.#run, this.#row, name) });
    // A copy: what the twin shows is noted with the twin.
    this.note([...prepared.judgements], name, attempt);
    return prepared;
  }

  /** The names of the preparations with these tests. */
  names(tests: ReadonlySet<string>): readonly string[] {
    return [...this.#names].flatMap(([test, name]) => (tests.has(test) ? [name] : []));
  }

  async send(
    probe: Probe,
    prepared: Preparation,
    attempt: 1 | 2,
    before: readonly Probe[] = [],
  ): Promise<Probed | undefined> {
    if (!prepared.call) return undefined;
    const changed = probe.change(prepared.call, attempt);
    const test = testOf(this.#row, probe.name);
    const exchange = await this.#run.client.send({
      ...changed,
      test,
      intent: 'faulty',
      breaks: probe.requirement,
    });
    this.note(this.#run.judge(judgeExchange, exchange, this.#run.target), probe.name, attempt);
    return { probe, exchange, attempt, before };
  }

  async twin(prepared: Preparation, name: string, attempt: 1 | 2 = 1): Promise<ProbeTwin> {
    if (!prepared.call) return { worst: prepared.judgements.at(-1) };
    const before = prepared.state.judgements.length;
    const exchange = await makeCall(this.#run, prepared.call, prepared.state);
    const judged = prepared.state.judgements.slice(before);
    this.note(judged, name, attempt);
    const about = judged.filter(({ requirement }) => OF_LEGAL_CALLS.includes(requirement));
    const [first, ...rest] = about;
    const worst = first && rest.reduce(graver, first);
    return { exchange, worst };
  }

  /** Whether an answer looks like a fail, before its twin was asked, or none came. */
  isWorthRepeating({ probe, exchange }: Probed): boolean {
    return isWorthRepeating(probe, this.#row, exchange);
  }

  /** True if an answer looks like a fail before its control request was asked. */
  isSuspect({ probe, exchange }: Probed): boolean {
    return isSuspect(probe, this.#row, exchange);
  }

  /** Judges a probe beside its twin. */
  conclude({ probe, exchange, attempt, before }: Probed, twin: ProbeTwin): void {
    const { requirement, kind, name } = probe;
    const history = before.length > 0 ? { after: before.length } : {};
    const sent = { requirement, kind, name, ...history };
    this.note(this.#run.judge(judgeProbe, sent, this.#row, exchange, twin), name, attempt);
  }
}

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

/** Holds the session of an operation; what was found is written. */
export const conductSession = async (run: Run, on: OperationId): Promise<readonly Finding[]> => {
  const row = operation(on);
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
