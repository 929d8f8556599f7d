import { subSeed } from '../../generators/sample.ts';
import type { Finding, Judgement, ReasonCode } from '../../oracles/finding.ts';
import { judgeExchange } from '../../oracles/judge-exchange.ts';
import { graver } from '../../oracles/roll-up.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { operation, type KnownOperation, type OperationId } from '../../spec/operations.ts';
import type { AnnouncedProbe } from '../announce.ts';
import { makeCall } from '../journey/visit.ts';
import { areDataRefused, withOtherData } from '../other-data.ts';
import { prepare, type Preparation } from '../preparation.ts';
import { isTwinReplayed } from '../replayed-probe.ts';
import { run } from '../run.ts';
import { type JudgedProbe, judgeProbe } from './judge-probe.ts';
import { judgeLegalVariants, variantsOf } from './legal-variants.ts';
import { type Probe, probesOf } from './probes.ts';

/** What one probe was answered, judged, before its twin was asked. */
interface Probed {
  readonly probe: Probe;
  readonly exchange: Exchange;
  readonly judged: readonly JudgedProbe[];
  readonly attempt: 1 | 2;
}

/** How the twin, the same call without the fault, fared. */
interface Twin {
  readonly accepted: boolean;
  readonly exchange: Exchange | undefined;
  readonly worst: Judgement | undefined;
}

const testOf = (row: KnownOperation, name: string) => `protocol/${row.id}/${name}`;
const seedOf = (row: KnownOperation, ...parts: (string | number)[]) =>
  subSeed(run.plan.seed, 'protocol', row.id, ...parts);

/** One operation's session: its preparation, its probes, its twin and what was found. */
class Session {
  readonly findings: Finding[] = [];
  /** Name of the newest preparation. */
  latest = 'legal';
  readonly #row: KnownOperation;
  readonly #names = new Map<string, string>();

  constructor(row: KnownOperation) {
    this.#row = row;
  }

  note(judgements: readonly Judgement[], name: string, attempt: number): void {
    const test = testOf(this.#row, name);
    const seed = run.plan.seed;
    this.findings.push(...judgements.map((each) => ({ ...each, test, attempt, seed })));
  }

  /** Prepares under a name of its own, which the data's seed follows from. */
  async prepare(name: string, attempt: 1 | 2 = 1): Promise<Preparation> {
    const test = testOf(this.#row, name);
    this.#names.set(test, name);
    this.latest = name;
    const prepared = await prepare(this.#row, test, seedOf(this.#row, name));
    // A copy: what the twin shows is noted with the twin.
    this.note([...prepared.judgements], name, attempt);
    return prepared;
  }

  /** The names of the preparations with these tests. */
  names(tests: ReadonlySet<string>): readonly string[] {
    return [...this.#names].flatMap(([test, name]) => (tests.has(test) ? [name] : []));
  }

  async send(probe: Probe, prepared: Preparation, attempt: 1 | 2): Promise<Probed | undefined> {
    if (!prepared.call) return undefined;
    const changed = probe.change(prepared.call, attempt);
    const test = testOf(this.#row, probe.name);
    const exchange = await run.client.send({ ...changed, test, intent: 'faulty' });
    this.note(judgeExchange(exchange, run.target), probe.name, attempt);
    return { probe, exchange, judged: judgeProbe(probe, this.#row, exchange), attempt };
  }

  async twin(prepared: Preparation, name: string, attempt: 1 | 2 = 1): Promise<Twin> {
    if (!prepared.call)
      return { accepted: false, exchange: undefined, worst: prepared.judgements.at(-1) };
    const before = prepared.state.judgements.length;
    const exchange = await makeCall(prepared.call, prepared.state);
    const judged = prepared.state.judgements.slice(before);
    this.note(judged, name, attempt);
    const about = judged.filter(({ requirement }) =>
      ['PATH-01', 'LEGAL-01', 'ERROR-01', 'DRAFT-01'].includes(requirement),
    );
    const [first, ...rest] = about;
    const worst = first && rest.reduce(graver, first);
    return { accepted: worst?.verdict === 'pass', exchange, worst };
  }

  /** A verdict on refused needs an accepted twin; without one it is the twin's own trouble that is told. */
  conclude({ probe, exchange, judged, attempt }: Probed, twin: Twin): void {
    const got = `status ${exchange.response?.status ?? exchange.error?.code ?? 'unknown'}`;
    const judgements = judged.map((each): Judgement => {
      const base = {
        requirement: each.requirement,
        operation: this.#row.id,
        wanted: `${each.wanted} (${probe.name})`,
        got,
        exchanges: [exchange.n],
        ...(twin.exchange ? { twin: twin.exchange.n } : {}),
      };
      // S9: a server error where every operation lists a client code is a fault by itself.
      const ownEvidence = each.verdict === 'fail' && exchange.response?.status === 500;
      if (twin.accepted || ownEvidence) {
        return {
          ...base,
          ...(ownEvidence ? { ownEvidence } : {}),
          verdict: each.verdict,
          ...(each.reason ? { reason: each.reason } : {}),
        };
      }
      return { ...base, ...withoutTwin(twin) };
    });
    this.note(judgements, probe.name, attempt);
  }
}

const withoutTwin = ({ worst }: Twin): Pick<Judgement, 'verdict' | 'reason' | 'blockedBy'> => {
  if (worst?.verdict === 'observed') {
    return { verdict: 'observed', reason: worst.reason ?? 'specification-silent' };
  }
  const reason: ReasonCode = worst ? 'blocked-by' : 'twin-refused';
  return {
    verdict: 'inconclusive',
    reason,
    ...(worst ? { blockedBy: worst.requirement } : {}),
  };
};

/** A legal call whose data are refused is no twin, and says nothing of the same call with a fault. */
const isTwinRefused = (twin: Twin | undefined): boolean =>
  !run.plan.failFast &&
  twin?.exchange !== undefined &&
  twin.worst !== undefined &&
  areDataRefused([twin.worst]);

const isSuspect = ({ judged }: Probed) => judged.some(({ verdict }) => verdict === 'fail');
const wasAccepted = ({ exchange }: Probed) => (exchange.response?.status ?? 500) < 400;

/** Sends a suspected probe again on fresh data, beside a twin of its own: the second sighting. */
const confirm = async (session: Session, suspect: Probed): Promise<void> => {
  await withOtherData(
    async (data) => {
      const name = `${suspect.probe.name}/again${data}`;
      const prepared = await session.prepare(name);
      const again = await session.send(suspect.probe, prepared, 2);
      if (!again) return undefined;
      const fresh = wasAccepted(again) ? await session.prepare(`${name}/twin`) : prepared;
      const twin = await session.twin(fresh, name);
      session.conclude(again, twin);
      return twin;
    },
    (twin) => isTwinRefused(twin),
  );
};

/** What the universal oracles saw on the way to the twin is seen a second time on the same data, or was chance. */
const lookAgain = async (session: Session): Promise<void> => {
  const again = new Set(
    session.findings.flatMap((each) => (each.verdict === 'fail' && !each.twin ? [each.test] : [])),
  );
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
): Promise<{ readonly probed: readonly Probed[]; readonly twin: Twin }> => {
  let prepared = await session.prepare(`legal${data}`);
  const probed: Probed[] = [];
  for (const probe of probes) {
    const result = await session.send(probe, prepared, 1);
    if (!result) break;
    probed.push(result);
    // What was wrongly accepted may have used the preparation up.
    if (wasAccepted(result)) prepared = await session.prepare(`after-${probe.name}${data}`);
  }
  return { probed, twin: await session.twin(prepared, session.latest) };
};

/** Every probe beside its twin, then what looked like a fail once more. */
const conductProbes = async (session: Session, probes: readonly Probe[]): Promise<void> => {
  const rounds: Awaited<ReturnType<typeof sendAll>>[] = [];
  await withOtherData(
    async (data) => {
      rounds.push(await sendAll(session, probes, data));
    },
    () => isTwinRefused(rounds.at(-1)?.twin),
  );
  await lookAgain(session);
  // Beside a twin that was refused only that counts which needs none.
  for (const { probed, twin } of rounds) for (const each of probed) session.conclude(each, twin);
  const suspects = rounds.flatMap(({ probed }) => probed.filter(isSuspect));
  const last = new Map(suspects.map((each) => [each.probe, each]));
  for (const suspect of last.values()) await confirm(session, suspect);
};

const conduct = async (row: KnownOperation): Promise<readonly Finding[]> => {
  const session = new Session(row);
  const probes = probesOf(row);
  if (probes.length > 0 || isTwinReplayed(row.id)) await conductProbes(session, probes);
  session.findings.push(...(await judgeLegalVariants(row)));
  run.write(session.findings);
  return session.findings;
};

/** The probes of an operation's session as they are announced; what they send is made from the session's own data. */
export const announcedSession = (id: OperationId): readonly AnnouncedProbe[] => {
  const row = operation(id);
  const names = [...probesOf(row), ...variantsOf(row)].map(({ name }) => name);
  return names.map((name) => ({ name: testOf(row, name), data: seedOf(row, name) }));
};

const sessions = new Map<OperationId, Promise<readonly Finding[]>>();

/** The findings of one operation's session, held once however many tests ask for it. */
export const sessionOf = (id: OperationId): Promise<readonly Finding[]> => {
  const held = sessions.get(id) ?? conduct(operation(id));
  sessions.set(id, held);
  return held;
};
