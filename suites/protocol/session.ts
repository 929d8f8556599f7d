import { subSeed } from '../../generators/sample.ts';
import type { Finding, Judgement } from '../../oracles/finding.ts';
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
import type { KnownOperation } from '../../spec/operations.ts';
import { makeCall } from '../journey/visit.ts';
import { prepare, type Preparation } from '../preparation.ts';
import type { Run } from '../run.ts';
import type { Probe } from './probes.ts';

/** What one probe was answered, before its twin was asked. */
export interface Probed {
  readonly probe: Probe;
  readonly exchange: Exchange;
  readonly attempt: 1 | 2;
  /** The probes that were sent on the same preparation before it, oldest first. */
  readonly before: readonly Probe[];
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
