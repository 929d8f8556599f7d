import type { Call } from '../../client/http/client.ts';
import { maxSimultaneous } from '../../client/http/throttle.ts';
import { subSeed } from '../../generators/sample.ts';
import { bodiesIn } from '../../generators/surroundings.ts';
import { type Finding, type Judgement, isDisturbed } from '../../oracles/finding.ts';
import { isAccepted } from '../../oracles/answers/answer-form.ts';
import {
  controlOutcome,
  isSuspect,
  judgeProbe,
  type ControlOutcome,
} from '../../oracles/refusals/judge-probe.ts';
import { judgeOnlyIf } from '../../oracles/blame/only-if.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { isDraftWrite, type KnownOperation, operation } from '../../spec/operations.ts';
import { isConflict } from '../contexts/beside.ts';
import { overConnection } from '../contexts/connection.ts';
import { PLAIN, type ProbeContext } from '../contexts/context.ts';
import { disclosureIn } from '../contexts/disclosure.ts';
import { isFailedIn, repeatInContext } from '../contexts/repeat-in-context.ts';
import { prepare, type Preparation, areDataRefused } from '../engine/preparation.ts';
import type { Run } from '../engine/run.ts';
import { makeCall } from '../journey/make-call.ts';
import type { Probe } from './probes.ts';
import { judgeAnswer } from '../journey/every-answer.ts';

/** The answer to one probe, before its control request is sent. */
export interface Probed {
  readonly probe: Probe;
  readonly exchange: Exchange;
  readonly attempt: 1 | 2;
  /** Probes sent on the same preparation before it, oldest first. */
  readonly before: readonly Probe[];
  /** Context of its preparation. */
  readonly context: ProbeContext;
  /** Seed of the data of its preparation. */
  readonly seed: number;
  /** The failure of a refusal that shows the draft to a caller without access; left out: it shows nothing. */
  readonly disclosure?: Judgement | undefined;
}

/** Name of a session's requests. */
export const testOf = ({ id }: KnownOperation, name: string) => `protocol/${id}/${name}`;
/** Seed of one of its preparations or probes. */
export const seedOf = (run: Run, { id }: KnownOperation, name: string) =>
  subSeed(run.plan.seed, 'protocol', id, name);

/** A preparation whose call writes the fields of its context: of a complete draft, or a drawn subset. */
const withSiblings = (prepared: Preparation, seed: number): Preparation => {
  const { call, state } = prepared;
  const row = call && operation(call.operation);
  const { context, run } = state;
  const isDrawn = context.siblings !== PLAIN.siblings || context.language !== PLAIN.language;
  if (!row || !isDrawn || !isDraftWrite(row)) return prepared;
  const body = bodiesIn(context, `${row.line}-draft`, run.generators, seed)(0);
  return { ...prepared, call: { ...call, body } };
};

/** A preparation, the probes that were sent on it, and the findings of its legal calls. */
interface Prepared {
  readonly name: string;
  readonly context: ProbeContext;
  readonly sent: Probe[];
  readonly findings: Finding[];
}

/** Attempt of a preparation, and the seed of its data; default: the first, and one of its own. */
interface PrepareOptions {
  readonly attempt?: 1 | 2;
  readonly seed?: number | undefined;
}

/** One operation's session: its preparations, probes, control request and findings. */
export class Session {
  readonly run: Run;
  readonly row: KnownOperation;
  readonly findings: Finding[] = [];
  readonly #prepared: Prepared[] = [];

  constructor(run: Run, row: KnownOperation) {
    this.run = run;
    this.row = row;
  }

  #note(judgements: readonly Judgement[], name: string, attempt: 1 | 2): void {
    const test = testOf(this.row, name);
    const { seed } = this.run.plan;
    const found = judgements.map((each) => ({ ...each, test, attempt, seed }));
    this.findings.push(...found);
    this.#prepared.findLast((each) => each.name === name)?.findings.push(...found);
  }

  /** Prepares under its own name, which determines the seed of the data unless one is given. */
  async prepare(
    name: string,
    context: ProbeContext,
    { attempt = 1, seed = seedOf(this.run, this.row, name) }: PrepareOptions = {},
  ): Promise<Preparation> {
    const { run, row } = this;
    this.#prepared.push({ name, context, sent: [], findings: [] });
    const start = { run, test: testOf(row, name), seed, context };
    const prepared = withSiblings(await prepare(row.id, start), seed);
    // A copy: findings of the control request are recorded with it.
    this.#note([...prepared.judgements], name, attempt);
    return prepared;
  }

  /**
   * Sends probes on a preparation at the same time, after these; empty if it could not be prepared. `own`: what differs from the
   * context.
   */
  async send(
    probes: readonly Probe[],
    { call: legal, state }: Preparation,
    attempt: 1 | 2,
    before: readonly Probe[],
    own: Partial<ProbeContext> = {},
  ): Promise<readonly Probed[]> {
    if (!legal) return [];
    const context = { ...state.context, ...own };
    const made = probes.map((probe) => {
      const call = probe.change(overConnection(legal, context), attempt);
      const labels = { test: testOf(this.row, probe.name), breaks: probe.requirement } as const;
      return { probe, call: { ...call, ...labels, intent: 'faulty' as const } };
    });
    this.#prepared
      .findLast(({ name }) => testOf(this.row, name) === state.test)
      ?.sent.push(...probes);
    const answers = await this.#sendAtOnce(made.map(({ call }) => call));
    return made.flatMap(({ probe }, at) => {
      const exchange = answers[at];
      if (!exchange) return [];
      this.#note(judgeAnswer(this.run, exchange), probe.name, attempt);
      const disclosure = disclosureIn(state, probe.kind, exchange);
      return [{ probe, exchange, attempt, before, context, seed: state.seed, disclosure }];
    });
  }

  /** Sends calls at the same moment if the target's limits allow. */
  async #sendAtOnce(calls: readonly Call[]): Promise<readonly Exchange[]> {
    const { client, target } = this.run;
    return calls.length > 1 && calls.length <= maxSimultaneous(target.limits)
      ? client.sendTogether(calls)
      : Promise.all(calls.map((call) => client.send(call)));
  }

  /** Makes the legal call of a preparation. */
  async control(
    { call, state, judgements }: Preparation,
    name: string,
    attempt: 1 | 2 = 1,
  ): Promise<ControlOutcome> {
    if (!call) return { worst: judgements.at(-1) };
    const before = state.judgements.length;
    const exchange = await makeCall(call, state);
    const judged = state.judgements.slice(before);
    this.#note(judged, name, attempt);
    return controlOutcome(exchange, judged);
  }

  /** Judges a probe against its control request. */
  conclude(
    { probe, exchange, attempt, before, disclosure }: Probed,
    control: ControlOutcome,
    onlyIf: readonly string[] = [],
  ): void {
    const { requirement, kind, name } = probe;
    const after = before.length > 0 ? before.length : undefined;
    const sent = { requirement, kind, name, after, ...(onlyIf.length > 0 && { onlyIf }) };
    this.#note(this.run.judge(judgeProbe, sent, this.row, exchange, control), name, attempt);
    if (disclosure) this.#note([this.run.judge(judgeOnlyIf, disclosure, onlyIf)], name, attempt);
  }

  /** Prepares, sends these probes and makes the legal call again, with the same data; returns the findings. */
  async #repeat(
    name: string,
    context: ProbeContext,
    before: readonly Probe[],
  ): Promise<readonly Finding[]> {
    const first = this.findings.length;
    const prepared = await this.prepare(name, context, { attempt: 2 });
    for (const [at, probe] of before.entries())
      await this.send([probe], prepared, 2, before.slice(0, at));
    if (before.length > 0) prepared.state.isUsed = true;
    await this.control(prepared, name, 2);
    return this.findings.slice(first);
  }

  /**
   * Repeats, with the same data, the failures that the universal oracles found before a control request: one may be chance. What
   * the operation itself does not show again in the plain context is repeated in its own, which is reduced to the smallest, and
   * then after the same probes; calls before it are judged by their own sessions as well.
   */
  async lookAgain(): Promise<void> {
    const isOpen = (each: Finding) => each.verdict === 'fail' || isDisturbed(each);
    const again = this.#prepared.filter(({ findings }) => findings.some(isOpen));
    for (const { name, context, findings, sent } of again) {
      const failed = findings.filter(
        (each) => each.verdict === 'fail' && each.operation === this.row.id,
      );
      const probes = [...sent];
      for (const before of failed.length > 0 && probes.length > 0 ? [[], probes] : [[]]) {
        const repeat = (smaller: ProbeContext) => this.#repeat(name, smaller, before);
        const plain = await repeat(failed.length > 0 ? PLAIN : context);
        if (failed.every(isFailedIn(plain))) break;
        const found = await repeatInContext(this.run, context, failed, plain, repeat);
        this.findings.push(...found.filter((each) => !this.findings.includes(each)));
        if (found.some(isFailedIn(failed))) break;
      }
    }
  }
}

/** True if the control request was refused because of its data: it is then no evidence about the same call with a fault. */
export const isControlRefused = (run: Run, control: ControlOutcome | undefined): boolean =>
  !run.plan.failFast &&
  control?.exchange !== undefined &&
  control.worst !== undefined &&
  areDataRefused([control.worst]);

/** True if the other call in flight may have caused the refusal of a probe. */
export const isInConflict = ({ exchange, context }: Probed): boolean =>
  isConflict(exchange, context);

/** True if an answer looks like a fail before its control request was sent, or shows the draft to a caller without access. */
export const isSuspicious = ({ row }: Session, { probe, exchange, disclosure }: Probed): boolean =>
  disclosure !== undefined || isSuspect(probe, row, exchange);

/** True if the service accepted a request that it must refuse. */
export const wasAccepted = ({ exchange }: Probed) => isAccepted(exchange);
