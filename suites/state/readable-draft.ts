import { judgeBlocked } from '../../oracles/blame/blocked.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeStillReadable } from '../../oracles/state/readable-draft.ts';
import { subSeed } from '../../generators/sample.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { type Line, LINES } from '../../spec/line.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { Check, Try } from '../checks.ts';
import type { JourneyState } from '../journey/state.ts';
import type { Run } from '../run.ts';
import { createDraft, isServed, readDraft, updateDraft } from './draft.ts';
import { inTurn } from './in-turn.ts';
import { unreached } from './unreached.ts';

/** How often a draft is read before it is updated, and after each update. */
const TIMES = { gate: { reads: 3, updates: 2 }, certify: { reads: 8, updates: 4 } } as const;

const timesIn = (run: Run) => TIMES[run.plan.thorough ? 'certify' : 'gate'];

/** Reads a draft again and again; ends at the first read that is not served. Undefined where not two were made. */
export const readOften = async (
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
  const { state } = await createDraft(run, line, test, subSeed(seed, 'only-read'));
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

const collect =
  (run: Run, line: Line) =>
  async (one: Try): Promise<readonly Judgement[]> => {
    const get: OperationId = `${line}.draft-get`;
    const update: OperationId = `${line}.draft-update`;
    const { state } = await createDraft(run, line, one.test, one.seed);
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
    collect: (one) => inTurn(run, line, () => collect(run, line)(one)),
  }));
