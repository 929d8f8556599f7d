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
import { isTaken } from '../../oracles/answers/answer-form.ts';

/** The answer to one probe, before its control request is sent. */
interface Probed {
  readonly probe: Probe;
  readonly exchange: Exchange;
  readonly attempt: 1 | 2;
  /** The probes that were sent on the same preparation before it, oldest first. */
  readonly before: readonly Probe[];
}

/** The test name of a session's requests. */
const testOf = ({ id }: KnownOperation, name: string) => `protocol/${id}/${name}`;
/** The seed of one of its preparations or probes. */
const seedOf = (run: Run, { id }: KnownOperation, name: string) =>
  subSeed(run.plan.seed, 'protocol', id, name);

/** One operation's session: its preparations, its probes, its control request and the findings. */
class Session {
  readonly run: Run;
  readonly row: KnownOperation;
  readonly findings: Finding[] = [];
  readonly #prepared = new Set<string>();

  constructor(run: Run, row: KnownOperation) {
    this.run = run;
    this.row = row;
  }

  #note(judgements: readonly Judgement[], name: string, attempt: 1 | 2): void {
    const test = testOf(this.row, name);
    const { seed } = this.run.plan;
    this.findings.push(...judgements.map((each) => ({ ...each, test, attempt, seed })));
  }

  /** Prepares under a name of its own, which the data's seed follows from. */
  async prepare(name: string, attempt: 1 | 2 = 1): Promise<Preparation> {
    const { run, row } = this;
    this.#prepared.add(name);
    const start = { run, test: testOf(row, name), seed: seedOf(run, row, name) };
    const prepared = await prepare(row.id, start);
    // A copy: findings of the control request are recorded with it.
    this.#note([...prepared.judgements], name, attempt);
    return prepared;
  }

  /** Sends a probe on a preparation, after these; undefined if it could not be prepared. */
  async send(
    probe: Probe,
    { call }: Preparation,
    attempt: 1 | 2,
    before: readonly Probe[],
  ): Promise<Probed | undefined> {
    if (!call) return undefined;
    const { client, target } = this.run;
    const test = testOf(this.row, probe.name);
    const labels = { test, intent: 'faulty', breaks: probe.requirement } as const;
    const exchange = await client.send({ ...probe.change(call, attempt), ...labels });
    this.#note(this.run.judge(judgeExchange, exchange, target), probe.name, attempt);
    return { probe, exchange, attempt, before };
  }

  /** Makes the legal call of a preparation. */
  async twin(
    { call, state, judgements }: Preparation,
    name: string,
    attempt: 1 | 2 = 1,
  ): Promise<ProbeTwin> {
    if (!call) return { worst: judgements.at(-1) };
    const before = state.judgements.length;
    const exchange = await makeCall(call, state);
    const judged = state.judgements.slice(before);
    this.#note(judged, name, attempt);
    const about = judged.filter(({ requirement }) => OF_LEGAL_CALLS.includes(requirement));
    const [first, ...rest] = about;
    return { exchange, worst: first && rest.reduce(graver, first) };
  }

  /** Judges a probe beside its control request. */
  conclude({ probe, exchange, attempt, before }: Probed, twin: ProbeTwin): void {
    const { requirement, kind, name } = probe;
    const after = before.length > 0 ? before.length : undefined;
    const sent = { requirement, kind, name, after };
    this.#note(this.run.judge(judgeProbe, sent, this.row, exchange, twin), name, attempt);
  }

  /**
   * Repeats, on the same data, the failures that the universal oracles found on the way to a control request: one may be
   * chance.
   */
  async lookAgain(): Promise<void> {
    const isOpen = (each: Finding) => (each.verdict === 'fail' || isDisturbed(each)) && !each.twin;
    const again = new Set(this.findings.filter(isOpen).map(({ test }) => test));
    for (const name of [...this.#prepared].filter((each) => again.has(testOf(this.row, each))))
      await this.twin(await this.prepare(name, 2), name, 2);
  }
}

/** A legal call whose data are refused is no control request, and no evidence about the same call with a fault. */
const isTwinRefused = (run: Run, twin: ProbeTwin | undefined): boolean =>
  !run.plan.failFast &&
  twin?.exchange !== undefined &&
  twin.worst !== undefined &&
  areDataRefused([twin.worst]);

const wasAccepted = ({ exchange }: Probed) => isTaken(exchange);

/**
 * Repeats a suspected probe on fresh objects, after these probes and beside a control request of its own. True if it looked
 * like a fail again.
 */
const repeat = async (
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
      isSeen ||= isSuspect(probe, session.row, (sent.at(-1) as Probed).exchange);
      const isUsedUp = sent.some(wasAccepted);
      const fresh = isUsedUp ? await session.prepare(`${name}/twin`) : prepared;
      const twin = await session.twin(fresh, name);
      for (const each of sent) session.conclude(each, twin);
      return twin;
    },
    (twin) => isTwinRefused(session.run, twin),
  );
  return isSeen;
};

/** Repeats a suspected probe: alone, and with the preceding history if the fault does not show alone (rule section 0). */
const confirm = async (session: Session, suspect: Probed): Promise<void> => {
  const { probe, exchange, before } = suspect;
  if (await repeat(session, suspect, [])) return;
  if (before.length > 0 && isSuspect(probe, session.row, exchange))
    await repeat(session, suspect, before);
};

/** Faulty calls with the same data, and the control request after them. */
interface Round {
  readonly probed: readonly Probed[];
  readonly twin: ProbeTwin;
}

/** Sends every probe on one preparation, then the control request. */
const sendAll = async (
  session: Session,
  probes: readonly Probe[],
  data: string,
): Promise<Round> => {
  let name = `legal${data}`;
  let prepared = await session.prepare(name);
  const probed: Probed[] = [];
  let before: readonly Probe[] = [];
  for (const probe of probes) {
    const result = await session.send(probe, prepared, 1, before);
    if (!result) break;
    probed.push(result);
    before = [...before, probe];
    if (!wasAccepted(result)) continue;
    // A wrongly accepted request may have used the preparation up.
    name = `after-${probe.name}${data}`;
    prepared = await session.prepare(name);
    before = [];
  }
  return { probed, twin: await session.twin(prepared, name) };
};

/** Conducts every probe beside its control request, then repeats apparent failures. */
const conductProbes = async (session: Session, probes: readonly Probe[]): Promise<void> => {
  const rounds: Round[] = [];
  await withOtherData(
    async (data) => {
      const before = session.findings.length;
      const round = await sendAll(session, probes, data);
      rounds.push(round);
      const isUnanswered = round.twin.worst?.verdict !== 'pass';
      return isUnanswered && session.findings.slice(before).some(isDisturbed);
    },
    (wasDisturbed) => wasDisturbed || isTwinRefused(session.run, rounds.at(-1)?.twin),
  );
  await session.lookAgain();
  // Beside a refused control request, only findings that need none count.
  for (const { probed, twin } of rounds) for (const each of probed) session.conclude(each, twin);
  const suspects = rounds
    .flatMap(({ probed }) => probed)
    .filter(({ probe, exchange }) => isWorthRepeating(probe, session.row, exchange));
  const last = new Map(suspects.map((each) => [each.probe, each]));
  for (const suspect of last.values()) await confirm(session, suspect);
};

/** Conducts the session of an operation and writes its findings. */
export const conductSession = async (run: Run, on: OperationId): Promise<readonly Finding[]> => {
  const row = operation(on);
  const session = new Session(run, row);
  const probes = probesOf(run, row);
  const isProbed = probes.length > 0 || isTwinReplayed(run, on);
  const [variants] = await Promise.all([
    collectLegalVariants(run, row),
    isProbed ? conductProbes(session, probes) : undefined,
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
