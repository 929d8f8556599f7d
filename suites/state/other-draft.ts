import { judgeSameId } from '../../oracles/blame/obstruction.ts';
import { judgeBlocked, judgeLikewise } from '../../oracles/blame/blocked.ts';
import { subSeed } from '../../generators/sample.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeOtherDraft, judgeStillReadable } from '../../oracles/state/other-draft.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { type Line, LINES } from '../../spec/line.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { Check, Try } from '../engine/checks.ts';
import type { JourneyData, JourneyState } from '../journey/state.ts';
import type { Run } from '../engine/run.ts';
import { mixUpIn } from '../journey/blame.ts';
import { call, createDraft, inOtherWords, isServed, readDraft, updateDraft } from './draft.ts';
import { unreached } from '../journey/unreached.ts';

/** How often a draft is read before it is updated, and after each update. */
const TIMES = { gate: { reads: 3, updates: 2 }, certify: { reads: 8, updates: 4 } } as const;

const timesIn = (run: Run) => TIMES[run.plan.thorough ? 'certify' : 'gate'];

/** Reads a draft again and again; ends at the first read that is not served. Undefined where not two were made. */
const readOften = async (
  run: Run,
  state: JourneyState,
  on: OperationId,
  times: number,
): Promise<Judgement | undefined> => {
  let last: Exchange | undefined;
  let judged: Judgement | undefined;
  for (let read = 1; read <= times; read += 1) {
    const next = await readDraft(run, state);
    if (last && next) judged = run.judge(judgeStillReadable, on, last, next);
    if (!isServed(next)) return judged;
    last = next;
  }
  return judged;
};

/** A draft that is gone after an update may be gone since it was read so often: another one, only read, shows which. */
const attribute = async (
  run: Run,
  judged: Judgement,
  reads: number,
  { line }: JourneyState,
  { test, seed }: Try,
): Promise<readonly Judgement[]> => {
  if (judged.verdict !== 'fail') return [judged];
  const { state } = await createDraft({ run, test, seed: subSeed(seed, 'only-read') }, line);
  const onlyRead = await readOften(run, state, `${line}.draft-get`, reads + 1);
  return onlyRead?.verdict === 'fail'
    ? [onlyRead, run.judge(judgeBlocked, judged, 'DRAFT-03')]
    : [judged];
};

const updateOften = async (
  run: Run,
  state: JourneyState,
  one: Try,
): Promise<readonly Judgement[]> => {
  const on: OperationId = `${state.line}.draft-update`;
  const { reads, updates } = timesIn(run);
  let judged = unreached(run, 'DRAFT-03', on, state, on, 'the draft');
  for (let update = 1; update <= updates; update += 1) {
    const touched = await updateDraft(run, state);
    if (!isServed(touched)) return [unreached(run, 'DRAFT-03', on, state, on, 'the draft')];
    const after = await readDraft(run, state);
    if (after) judged = run.judge(judgeStillReadable, on, touched, after);
    if (judged.verdict !== 'pass') return attribute(run, judged, reads + update, state, one);
  }
  return [judged];
};

const collectReadable =
  (run: Run, line: Line) =>
  async (one: Try): Promise<readonly Judgement[]> => {
    const get: OperationId = `${line}.draft-get`;
    const update: OperationId = `${line}.draft-update`;
    const { state } = await createDraft(one, line);
    const read = await readOften(run, state, get, timesIn(run).reads);
    if (!read) {
      const isCreated = state.parameters.draftId !== undefined;
      const origin: OperationId = isCreated ? get : `${line}.draft-create`;
      return [get, update].map((on) =>
        unreached(run, 'DRAFT-03', on, state, origin, 'the id of the draft'),
      );
    }
    if (read.verdict === 'pass') return [read, ...(await updateOften(run, state, one))];
    return [read, run.judge(judgeBlocked, read, 'DRAFT-03', update)];
  };

/** DRAFT-03 (D13, D3): a draft is read, updated and read again, and has to be served every time. */
export const readableDraftChecks = (run: Run): readonly Check[] =>
  LINES.map((line) => ({
    requirement: 'DRAFT-03',
    line,
    operations: [`${line}.draft-get`, `${line}.draft-update`],
    name: `readable-draft/${line}`,
    collect: collectReadable(run, line),
  }));

const REQUIREMENT = 'DRAFT-04';

/** A draft that was served when it was looked at last. */
interface Standing {
  readonly state: JourneyState;
  readonly read: Exchange;
}

/** What came of one more draft: it stands, or why it does not. */
type Created = { readonly standing: Standing; readonly created: Exchange } | Judgement;

const hasFailed = (judgements: readonly Judgement[]): boolean =>
  judgements.some(({ verdict }) => verdict !== 'pass');

/** Drafts of one line side by side, each read right after it was created. */
class SideBySide {
  readonly judgements: Judgement[] = [];
  readonly #standing: Standing[] = [];
  readonly #run: Run;
  readonly #line: Line;
  readonly #one: Try;

  constructor(run: Run, line: Line, one: Try) {
    this.#run = run;
    this.#line = line;
    this.#one = one;
  }

  operation(step: 'draft-create' | 'draft-update'): OperationId {
    return `${this.#line}.${step}`;
  }

  async create(name: string, given: Partial<JourneyData> = {}): Promise<Created> {
    const on = this.operation('draft-create');
    const seed = subSeed(this.#one.seed, name);
    const { state, created } = await createDraft({ ...this.#one, seed }, this.#line, given);
    const missing = 'the id of the draft';
    if (!created || state.parameters.draftId === undefined) {
      return unreached(this.#run, REQUIREMENT, on, state, on, missing);
    }
    const read = await readDraft(this.#run, state);
    if (!isServed(read)) {
      return unreached(this.#run, REQUIREMENT, on, state, `${this.#line}.draft-get`, missing);
    }
    const twice = this.#standing.some(
      ({ state: { parameters } }) => parameters.draftId === state.parameters.draftId,
    );
    if (twice)
      return this.#run.judge(judgeSameId, REQUIREMENT, on, 'UNIQUE-01', 'another draft', [
        created.n,
      ]);
    const mixUp = mixUpIn(this.#run, state, read);
    if (mixUp) this.judgements.push(mixUp);
    const standing = { state, read };
    this.#standing.push(standing);
    return { standing, created };
  }

  /** Looks at every draft but the one that was touched. */
  async look(on: OperationId, touched: Exchange, owner: JourneyState): Promise<void> {
    for (const { state, read } of this.#standing) {
      const after = state === owner ? undefined : await readDraft(this.#run, state);
      if (!after) continue;
      const judged = this.#run.judge(judgeOtherDraft, on, { before: read, touched, after });
      this.judgements.push(isServed(after) ? judged : await this.#unlessRead(judged, state));
    }
  }

  /** A draft that would be gone as well if it were only read so often is no other draft's fault (DRAFT-03). */
  async #unlessRead(judged: Judgement, { exchanges }: JourneyState): Promise<Judgement> {
    const reads = exchanges.filter((each) => each.operation === `${this.#line}.draft-get`).length;
    const seed = subSeed(this.#one.seed, 'only-read', judged.exchanges.join());
    const { state } = await createDraft({ ...this.#one, seed }, this.#line);
    const onlyRead = await readOften(this.#run, state, `${this.#line}.draft-get`, reads);
    if (onlyRead?.verdict !== 'fail') return judged;
    return this.#run.judge(judgeBlocked, judged, 'DRAFT-03');
  }

  /** Updates one draft and looks at the others; the body of a motor gap creation is not shown, so it fills the draft, too. */
  async update(state: JourneyState, visit: 'filled' | 'revised'): Promise<void> {
    const on = this.operation('draft-update');
    const revised = visit === 'revised' ? ({ revised: true } as const) : {};
    const touched = await call(this.#run, { step: 'draft-update', ...revised }, state);
    if (isServed(touched)) await this.look(on, touched, state);
    else this.judgements.push(unreached(this.#run, REQUIREMENT, on, state, on, 'the draft'));
  }
}

const isStanding = (created: Created): created is Exclude<Created, Judgement> =>
  'standing' in created;

/** Where an update was not tried, what kept it from that. */
const withUpdate = (
  run: Run,
  judgements: readonly Judgement[],
  update: OperationId,
): readonly Judgement[] => {
  const why = judgements.find(({ verdict }) => verdict !== 'pass');
  if (!why || judgements.some(({ operation }) => operation === update)) return judgements;
  const told =
    why.verdict === 'fail'
      ? run.judge(judgeBlocked, why, REQUIREMENT, update)
      : run.judge(judgeLikewise, why, update);
  return [...judgements, told];
};

const collectOthers =
  (run: Run, line: Line) =>
  async (one: Try): Promise<readonly Judgement[]> => {
    const drafts = new SideBySide(run, line, one);
    const [create, update] = [drafts.operation('draft-create'), drafts.operation('draft-update')];
    const states: JourneyState[] = [];
    for (const name of ['first', 'second', 'third']) {
      const [before] = states;
      // The second draft is the same customer's, in other words.
      const given =
        name === 'second' && before
          ? inOtherWords(run, line, before, subSeed(one.seed, 'second words'))
          : {};
      const next = await drafts.create(name, given);
      if (!isStanding(next)) return withUpdate(run, [...drafts.judgements, next], update);
      const { state } = next.standing;
      states.push(state);
      await drafts.look(create, next.created, state);
      // What a creation took away is not taken away by the update after it.
      if (line === 'gap' && !hasFailed(drafts.judgements)) await drafts.update(state, 'filled');
      if (hasFailed(drafts.judgements)) return withUpdate(run, drafts.judgements, update);
    }
    const [, second] = states;
    if (second) await drafts.update(second, 'revised');
    return drafts.judgements;
  };

/** DRAFT-04 (D13, D2): three drafts of a line are created, one is updated, and the others are read each time. */
export const otherDraftChecks = (run: Run): readonly Check[] =>
  LINES.map((line) => ({
    requirement: REQUIREMENT,
    line,
    operations: [`${line}.draft-create`, `${line}.draft-update`],
    name: `other-draft/${line}`,
    collect: collectOthers(run, line),
  }));
