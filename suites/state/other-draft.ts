import { isServed } from '../../oracles/answers/answer-form.ts';
import { judgeBlocked, judgeOnOtherOperation } from '../../oracles/blame/blocked.ts';
import { judgeSameId } from '../../oracles/blame/obstruction.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeMixUp } from '../../oracles/state/read-back.ts';
import { judgeOtherDraft, judgeStillReadable } from '../../oracles/state/other-draft.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { type Line, LINES } from '../../spec/line.ts';
import type { OperationId } from '../../spec/operations.ts';
import { subSeed } from '../../generators/sample.ts';
import { programFile } from '../../client/project.ts';
import type { Checks, Try } from '../engine/checks.ts';
import type { Run } from '../engine/run.ts';
import { mixUpIn } from '../journey/read-back.ts';
import { withOwnData, type JourneyData, type JourneyState } from '../journey/state.ts';
import { unreached } from '../journey/unreached.ts';
import { makeVisit } from '../journey/make-call.ts';
import { createDraft, sameCustomerData, readDraft } from './draft.ts';

/** Number of reads of a draft before it is updated and after each update, and number of updates. */
const TIMES = { gate: { reads: 3, updates: 2 }, certify: { reads: 8, updates: 4 } } as const;

const timesIn = (run: Run) => TIMES[run.plan.thorough ? 'certify' : 'gate'];

/** Reads a draft repeatedly; ends at the first read that is not served. Undefined if there were fewer than two. */
const readOften = async (state: JourneyState, times: number): Promise<Judgement | undefined> => {
  let last: Exchange | undefined;
  let judged: Judgement | undefined;
  for (let read = 1; read <= times; read += 1) {
    const next = await readDraft(state);
    if (last && next)
      judged = state.run.judge(judgeStillReadable, `${state.line}.draft-get`, last, next);
    if (!isServed(next)) return judged;
    last = next;
  }
  return judged;
};

/** A draft that is missing after an update may have been lost by the reads: another draft, only read, decides. */
const attribute = async (
  judged: Judgement,
  reads: number,
  before: JourneyState,
): Promise<readonly Judgement[]> => {
  if (judged.verdict !== 'fail') return [judged];
  const { state } = await createDraft(withOwnData(before, 'only-read'), before.line);
  const onlyRead = await readOften(state, reads + 1);
  return onlyRead?.verdict === 'fail'
    ? [onlyRead, state.run.judge(judgeBlocked, judged, 'DRAFT-03')]
    : [judged];
};

const updateOften = async (state: JourneyState): Promise<readonly Judgement[]> => {
  const on: OperationId = `${state.line}.draft-update`;
  const { reads, updates } = timesIn(state.run);
  let judged = unreached('DRAFT-03', on, state, on, 'the draft');
  for (let update = 1; update <= updates; update += 1) {
    const touched = await makeVisit({ step: 'draft-update', revised: true }, state);
    if (!isServed(touched)) return [unreached('DRAFT-03', on, state, on, 'the draft')];
    const after = await readDraft(state);
    if (after) judged = state.run.judge(judgeStillReadable, on, touched, after);
    if (judged.verdict !== 'pass') return attribute(judged, reads + update, state);
  }
  return [judged];
};

const collectReadable = async (one: Try, line: Line): Promise<readonly Judgement[]> => {
  const get: OperationId = `${line}.draft-get`;
  const update: OperationId = `${line}.draft-update`;
  const { state } = await createDraft(one, line);
  const read = await readOften(state, timesIn(one.run).reads);
  if (!read) {
    const isCreated = state.parameters.draftId !== undefined;
    const origin: OperationId = isCreated ? get : `${line}.draft-create`;
    return [get, update].map((on) =>
      unreached('DRAFT-03', on, state, origin, 'the id of the draft'),
    );
  }
  if (read.verdict === 'pass') return [read, ...(await updateOften(state))];
  return [read, one.run.judge(judgeBlocked, read, 'DRAFT-03', update)];
};

/** DRAFT-03 (D13, D3): a draft is read, updated and read again, and must be served every time. */
export const readableDrafts: Checks = {
  suite: 'drafts',
  file: programFile(import.meta.url),
  judges: [judgeStillReadable],
  checks: LINES.map((line) => ({
    requirement: 'DRAFT-03',
    line,
    operations: [`${line}.draft-get`, `${line}.draft-update`],
    name: `readable-draft/${line}`,
    collect: (one) => collectReadable(one, line),
  })),
};

const REQUIREMENT = 'DRAFT-04';

/** A draft that was served at its last read. */
interface ReadDraft {
  readonly state: JourneyState;
  readonly read: Exchange;
  readonly created: Exchange;
}

/** Concurrent drafts of one line, each read immediately after its creation. */
class ConcurrentDrafts {
  readonly judgements: Judgement[] = [];
  readonly create: OperationId;
  readonly update: OperationId;
  readonly #drafts: ReadDraft[] = [];
  readonly #line: Line;
  readonly #one: Try;

  constructor(one: Try, line: Line) {
    this.#one = one;
    this.#line = line;
    this.create = `${line}.draft-create`;
    this.update = `${line}.draft-update`;
  }

  /** Creates another draft; returns a judgement if it is not created and readable. */
  async add(name: string, given: Partial<JourneyData>): Promise<ReadDraft | Judgement> {
    const { run } = this.#one;
    const { state, created } = await createDraft(withOwnData(this.#one, name), this.#line, given);
    const missing = 'the id of the draft';
    if (!created || state.parameters.draftId === undefined)
      return unreached(REQUIREMENT, this.create, state, this.create, missing);
    const read = await readDraft(state);
    if (!isServed(read))
      return unreached(REQUIREMENT, this.create, state, `${this.#line}.draft-get`, missing);
    const isTwice = this.#drafts.some(
      ({ state: { parameters } }) => parameters.draftId === state.parameters.draftId,
    );
    if (isTwice) {
      const about = [REQUIREMENT, this.create, 'UNIQUE-01', 'another draft'] as const;
      return run.judge(judgeSameId, ...about, [created.n]);
    }
    const mixUp = mixUpIn(state, read);
    if (mixUp) this.judgements.push(mixUp);
    const draft = { state, read, created };
    this.#drafts.push(draft);
    return draft;
  }

  /** Reads every draft except the changed one. */
  async look(on: OperationId, touched: Exchange, owner: JourneyState): Promise<void> {
    for (const { state, read } of this.#drafts) {
      const after = state === owner ? undefined : await readDraft(state);
      if (!after) continue;
      const judged = state.run.judge(judgeOtherDraft, on, { before: read, touched, after });
      this.judgements.push(isServed(after) ? judged : await this.#unlessRead(judged, state));
    }
  }

  /** If a draft would also be missing after the same number of reads alone, no other draft is to blame (DRAFT-03). */
  async #unlessRead(judged: Judgement, { exchanges }: JourneyState): Promise<Judgement> {
    const reads = exchanges.filter((each) => each.operation === `${this.#line}.draft-get`).length;
    const start = withOwnData(this.#one, 'only-read', judged.exchanges.join());
    const { state } = await createDraft(start, this.#line);
    const onlyRead = await readOften(state, reads);
    if (onlyRead?.verdict !== 'fail') return judged;
    return state.run.judge(judgeBlocked, judged, 'DRAFT-03');
  }

  /**
   * Updates one draft and reads the others; the body of a motor gap creation is not shown, so the update also fills the draft.
   */
  async change(state: JourneyState, data: { readonly revised?: true }): Promise<void> {
    const on = this.update;
    const touched = await makeVisit({ step: 'draft-update', ...data }, state);
    if (isServed(touched)) await this.look(on, touched, state);
    else this.judgements.push(unreached(REQUIREMENT, on, state, on, 'the draft'));
  }

  /** True if any judgement is not a pass. */
  hasFailed(): boolean {
    return this.judgements.some(({ verdict }) => verdict !== 'pass');
  }
}

/** Adds the reason if an update was not tried. */
const withUpdate = (
  { run }: Try,
  judgements: readonly Judgement[],
  update: OperationId,
): readonly Judgement[] => {
  const why = judgements.find(({ verdict }) => verdict !== 'pass');
  if (!why || judgements.some(({ operation }) => operation === update)) return judgements;
  const ofUpdate =
    why.verdict === 'fail'
      ? run.judge(judgeBlocked, why, REQUIREMENT, update)
      : run.judge(judgeOnOtherOperation, why, update);
  return [...judgements, ofUpdate];
};

const collectOthers = async (one: Try, line: Line): Promise<readonly Judgement[]> => {
  const drafts = new ConcurrentDrafts(one, line);
  const states: JourneyState[] = [];
  for (const name of ['first', 'second', 'third']) {
    const [before] = states;
    // The second draft has the same customer, with other texts.
    const isSame = name === 'second' && before;
    const given = isSame ? sameCustomerData(before, subSeed(one.seed, 'second words')) : {};
    const next = await drafts.add(name, given);
    if (!('state' in next)) return withUpdate(one, [...drafts.judgements, next], drafts.update);
    const { state } = next;
    states.push(state);
    await drafts.look(drafts.create, next.created, state);
    // Only if all drafts survived the creation: an update cannot be blamed for an earlier loss.
    if (line === 'gap' && !drafts.hasFailed()) await drafts.change(state, {});
    if (drafts.hasFailed()) return withUpdate(one, drafts.judgements, drafts.update);
  }
  const [, second] = states;
  if (second) await drafts.change(second, { revised: true });
  return drafts.judgements;
};

/** DRAFT-04 (D13, D2): three drafts of a line are created, one is updated, and the others are read each time. */
export const otherDrafts: Checks = {
  suite: 'drafts',
  file: programFile(import.meta.url),
  judges: [judgeOtherDraft, judgeMixUp],
  checks: LINES.map((line) => ({
    requirement: REQUIREMENT,
    line,
    operations: [`${line}.draft-create`, `${line}.draft-update`],
    name: `other-draft/${line}`,
    collect: (one) => collectOthers(one, line),
  })),
};
