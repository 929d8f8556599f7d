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
import {
  type KnownOperation,
  operation,
  type OperationId,
  OPERATIONS,
} from '../../spec/operations.ts';
import { makeCall } from '../journey/visit.ts';
import {
  changedIn,
  conditionsOf,
  type DimensionName,
  PLAIN,
  type ProbeContext,
  withPlain,
} from '../contexts/context.ts';
import { drawContext } from '../contexts/draw-context.ts';
import { prepare, type Preparation, areDataRefused, withOtherData } from '../engine/preparation.ts';
import type { Run } from '../engine/run.ts';
import { type Probe, probesOf } from './probes.ts';
import type { AnnouncedProbe } from '../engine/suite.ts';
import { isTwinReplayed } from '../engine/replay.ts';
import { collectLegalVariants, variantsOf } from './legal-variants.ts';
import { isTaken } from '../../oracles/answers/answer-form.ts';

/** Dimensions of an operation's context: its call's own, and those of the draft that its path names. */
const dimensionsOf = ({ path, step }: KnownOperation): readonly DimensionName[] => {
  if (!path.includes('{draftId}')) return ['country'];
  const used = ['country', 'updates', 'readers', 'priceRequests', 'terms', 'lead'] as const;
  return step.startsWith('contract-') ? used : [...used, 'items'];
};

/** Contexts that a gate and a certify send the probes of an operation in. */
const CONTEXTS = { gate: 1, certify: 3 } as const;

/** The contexts of a session, drawn by the run's seed and its place among the operations. */
const contextsOf = ({ run, row }: Pick<Session, 'run' | 'row'>): readonly ProbeContext[] => {
  const number = OPERATIONS.findIndex(({ id }) => id === row.id);
  const count = CONTEXTS[run.plan.thorough ? 'certify' : 'gate'];
  return Array.from({ length: count }, (_, at) =>
    drawContext(run.plan.seed, 'protocol', number + at * OPERATIONS.length, dimensionsOf(row)),
  );
};

/** The answer to one probe, before its control request is sent. */
interface Probed {
  readonly probe: Probe;
  readonly exchange: Exchange;
  readonly attempt: 1 | 2;
  /** The probes that were sent on the same preparation before it, oldest first. */
  readonly before: readonly Probe[];
  /** Context of its preparation. */
  readonly context: ProbeContext;
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
  readonly #prepared = new Map<string, ProbeContext>();

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
  async prepare(name: string, context: ProbeContext, attempt: 1 | 2 = 1): Promise<Preparation> {
    const { run, row } = this;
    this.#prepared.set(name, context);
    const start = { run, test: testOf(row, name), seed: seedOf(run, row, name), context };
    const prepared = await prepare(row.id, start);
    // A copy: findings of the control request are recorded with it.
    this.#note([...prepared.judgements], name, attempt);
    return prepared;
  }

  /** Sends a probe on a preparation, after these; undefined if it could not be prepared. */
  async send(
    probe: Probe,
    { call, state: { context } }: Preparation,
    attempt: 1 | 2,
    before: readonly Probe[],
  ): Promise<Probed | undefined> {
    if (!call) return undefined;
    const { client, target } = this.run;
    const test = testOf(this.row, probe.name);
    const labels = { test, intent: 'faulty', breaks: probe.requirement } as const;
    const exchange = await client.send({ ...probe.change(call, attempt), ...labels });
    this.#note(this.run.judge(judgeExchange, exchange, target), probe.name, attempt);
    return { probe, exchange, attempt, before, context };
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
  conclude(
    { probe, exchange, attempt, before }: Probed,
    twin: ProbeTwin,
    onlyIf: readonly string[] = [],
  ): void {
    const { requirement, kind, name } = probe;
    const after = before.length > 0 ? before.length : undefined;
    const sent = { requirement, kind, name, after, ...(onlyIf.length > 0 && { onlyIf }) };
    this.#note(this.run.judge(judgeProbe, sent, this.row, exchange, twin), name, attempt);
  }

  /**
   * Repeats, on the same data, the failures that the universal oracles found on the way to a control request: one may be
   * chance.
   */
  async lookAgain(): Promise<void> {
    const isOpen = (each: Finding) => (each.verdict === 'fail' || isDisturbed(each)) && !each.twin;
    const again = new Set(this.findings.filter(isOpen).map(({ test }) => test));
    for (const [name, context] of [...this.#prepared].filter(([each]) =>
      again.has(testOf(this.row, each)),
    ))
      await this.twin(await this.prepare(name, context, 2), name, 2);
  }
}

/** A legal call whose data are refused is no control request, and no evidence about the same call with a fault. */
const isTwinRefused = (run: Run, twin: ProbeTwin | undefined): boolean =>
  !run.plan.failFast &&
  twin?.exchange !== undefined &&
  twin.worst !== undefined &&
  areDataRefused([twin.worst]);

const wasAccepted = ({ exchange }: Probed) => isTaken(exchange);

/** Circumstances of a repeat: the probes that precede it, its context, and the conditions that the finding names. */
interface Circumstances {
  readonly before: readonly Probe[];
  readonly context: ProbeContext;
  readonly onlyIf?: readonly string[];
}

const nameOfRepeat = ({ name }: Probe, { before, context }: Circumstances): string => {
  const changed = changedIn(context);
  const kind = before.length > 0 ? 'after' : 'again';
  return `${name}/${kind}${changed.length > 0 ? `-${changed.join('-')}` : ''}`;
};

/**
 * Repeats a suspected probe on fresh objects, beside a control request of its own. True if it looked like a fail again.
 */
const repeat = async (
  session: Session,
  { probe }: Probed,
  circumstances: Circumstances,
): Promise<boolean> => {
  const { before, context, onlyIf } = circumstances;
  let isSeen = false;
  await withOtherData(
    async (data) => {
      const name = `${nameOfRepeat(probe, circumstances)}${data}`;
      const prepared = await session.prepare(name, context);
      const sent: Probed[] = [];
      for (const [at, each] of [...before, probe].entries()) {
        const probed = await session.send(each, prepared, 2, before.slice(0, at));
        if (!probed) return undefined;
        sent.push(probed);
      }
      isSeen ||= isSuspect(probe, session.row, (sent.at(-1) as Probed).exchange);
      const isUsedUp = sent.some(wasAccepted);
      const fresh = isUsedUp ? await session.prepare(`${name}/twin`, context) : prepared;
      const twin = await session.twin(fresh, name);
      for (const each of sent)
        session.conclude(each, twin, each.probe === probe ? onlyIf : undefined);
      return twin;
    },
    (twin) => isTwinRefused(session.run, twin),
  );
  return isSeen;
};

/** The smallest context in which a probe still looks like a fail: every part that may be plain is. */
const smallestContext = async (
  session: Session,
  suspect: Probed,
  before: readonly Probe[],
): Promise<ProbeContext> => {
  let { context } = suspect;
  for (const name of changedIn(context)) {
    const smaller = withPlain(context, name);
    if (await repeat(session, suspect, { before, context: smaller })) context = smaller;
  }
  return context;
};

/**
 * Repeats a suspected probe alone and in the plain context; if it does not show there, with the preceding history, in its
 * context, or in both (rule section 0). The finding names the smallest context that shows it.
 */
const confirm = async (session: Session, suspect: Probed): Promise<void> => {
  const { probe, exchange, before, context } = suspect;
  if (await repeat(session, suspect, { before: [], context: PLAIN })) return;
  if (!isSuspect(probe, session.row, exchange)) return;
  const isHistory = before.length > 0;
  if (isHistory && (await repeat(session, suspect, { before, context: PLAIN }))) return;
  if (changedIn(context).length === 0) return;
  const histories = isHistory ? [[], before] : [[]];
  for (const history of histories) {
    if (!(await repeat(session, suspect, { before: history, context }))) continue;
    const smallest = await smallestContext(session, suspect, history);
    const onlyIf = conditionsOf(smallest);
    await repeat(session, suspect, { before: history, context: smallest, onlyIf });
    return;
  }
};

/** Faulty calls with the same data, and the control request after them. */
interface Round {
  readonly probed: readonly Probed[];
  readonly twin: ProbeTwin;
  /** Context in which the control request was made. */
  readonly context: ProbeContext;
}

/** The probes in an order that the run's seed draws, so that any of them may come after any number of refusals. */
const inDrawnOrder = (
  { run, row }: Session,
  probes: readonly Probe[],
  data: string,
): readonly Probe[] => {
  const first = probes.length === 0 ? 0 : seedOf(run, row, `order${data}`) % probes.length;
  return [...probes.slice(first), ...probes.slice(0, first)];
};

/** Sends every probe on one preparation, then the control request. */
const sendAll = async (
  session: Session,
  probes: readonly Probe[],
  context: ProbeContext,
  data: string,
): Promise<Round> => {
  let name = `legal${data}`;
  let prepared = await session.prepare(name, context);
  const probed: Probed[] = [];
  let before: readonly Probe[] = [];
  for (const probe of inDrawnOrder(session, probes, data)) {
    const result = await session.send(probe, prepared, 1, before);
    if (!result) break;
    session.run.memory.contexts.note(probe.requirement, result.context, dimensionsOf(session.row));
    probed.push(result);
    before = [...before, probe];
    if (!wasAccepted(result)) continue;
    // A wrongly accepted request may have used the preparation up.
    name = `after-${probe.name}${data}`;
    prepared = await session.prepare(name, context);
    before = [];
  }
  const twin = await session.twin(prepared, name);
  return { probed, twin, context: prepared.state.context };
};

/**
 * Sends the probes in a drawn context; returns nothing if the control request is refused there, which is the service's right.
 * What was wrongly accepted remains a sighting.
 */
const sendInContext = async (
  session: Session,
  probes: readonly Probe[],
  context: ProbeContext,
  data: string,
): Promise<readonly Round[]> => {
  const round = await sendAll(session, probes, context, data);
  const { probed, twin } = round;
  const isServed = twin.worst?.verdict === 'pass' || twin.worst?.verdict === 'observed';
  const isTakenThere = isServed && round.context.country === context.country;
  return isTakenThere ? [round] : [{ ...round, probed: probed.filter(wasAccepted) }];
};

/** Sends the probes in the plain context, with other data as long as these are refused. */
const sendInPlain = async (
  session: Session,
  probes: readonly Probe[],
): Promise<readonly Round[]> => {
  const rounds: Round[] = [];
  await withOtherData(
    async (data) => {
      const before = session.findings.length;
      const round = await sendAll(session, probes, PLAIN, data);
      rounds.push(round);
      const isUnanswered = round.twin.worst?.verdict !== 'pass';
      return isUnanswered && session.findings.slice(before).some(isDisturbed);
    },
    (wasDisturbed) => wasDisturbed || isTwinRefused(session.run, rounds.at(-1)?.twin),
  );
  return rounds;
};

/** Conducts every probe beside its control request, then repeats apparent failures. */
const conductProbes = async (session: Session, probes: readonly Probe[]): Promise<void> => {
  const rounds: Round[] = [];
  for (const [at, context] of contextsOf(session).entries())
    rounds.push(
      ...(await sendInContext(session, probes, context, at === 0 ? '' : `.context-${at + 1}`)),
    );
  const isJudged = rounds.some(({ probed }) => probed.length === probes.length);
  if (!isJudged) rounds.push(...(await sendInPlain(session, probes)));
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
