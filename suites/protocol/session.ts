import { subSeed } from '../../generators/sample.ts';
import type { Finding, Judgement, ReasonCode } from '../../oracles/finding.ts';
import { judgeExchange } from '../../oracles/judge-exchange.ts';
import { graver } from '../../oracles/roll-up.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { KnownOperation } from '../../spec/operations.ts';
import { makeCall } from '../journey/visit.ts';
import { prepare, type Preparation } from '../preparation.ts';
import type { Run } from '../run.ts';
import { type JudgedProbe, judgeProbe } from './judge-probe.ts';
import type { Probe } from './probes.ts';

/** What one probe was answered, judged, before its twin was asked. */
export interface Probed {
  readonly probe: Probe;
  readonly exchange: Exchange;
  readonly judged: readonly JudgedProbe[];
  readonly attempt: 1 | 2;
}

/** How the twin, the same call without the fault, fared. */
export interface Twin {
  readonly accepted: boolean;
  readonly exchange: Exchange | undefined;
  readonly worst: Judgement | undefined;
}

/** The name under which what a session sends is recorded. */
export const testOf = (row: KnownOperation, name: string) => `protocol/${row.id}/${name}`;
/** The seed of one of its preparations or probes. */
export const seedOf = (run: Run, row: KnownOperation, ...parts: (string | number)[]) =>
  subSeed(run.plan.seed, 'protocol', row.id, ...parts);

/** One operation's session: its preparation, its probes, its twin and what was found. */
export class Session {
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
    const prepared = await prepare(this.#run, this.#row, test, seedOf(this.#run, this.#row, name));
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
    const exchange = await this.#run.client.send({ ...changed, test, intent: 'faulty' });
    this.note(judgeExchange(exchange, this.#run.target), probe.name, attempt);
    return { probe, exchange, judged: judgeProbe(probe, this.#row, exchange), attempt };
  }

  async twin(prepared: Preparation, name: string, attempt: 1 | 2 = 1): Promise<Twin> {
    if (!prepared.call)
      return { accepted: false, exchange: undefined, worst: prepared.judgements.at(-1) };
    const before = prepared.state.judgements.length;
    const exchange = await makeCall(this.#run, prepared.call, prepared.state);
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
