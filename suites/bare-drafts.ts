import { idAt } from '../client/target/places.ts';
import type { Line } from '../spec/line.ts';
import type { OperationId } from '../spec/operations.ts';
import type { Run } from './run.ts';
import { unlessStopped } from './stop.ts';

const creationOn = (line: Line): OperationId => `${line}.draft-create`;

/** The body of motor gap's creation is not shown (P4); what the target says of it is left alone. */
const isOurs = (run: Run, line: Line): boolean =>
  line !== 'gap' || run.target.bodies['gap.draft-create'] === undefined;

/** The id of a draft that was created of nothing; undefined where there is none to be seen. */
const createBare = async (run: Run, line: Line): Promise<string | undefined> => {
  const call = {
    operation: creationOn(line),
    body: {},
    test: 'bare-drafts',
    intent: 'open',
  } as const;
  const exchange = await unlessStopped(() => run.client.send(call));
  return exchange && idAt(run.target.ids[line].draft, exchange);
};

/** Whether equal bodies make one draft (D11): all tests that begin with a draft of nothing would share it. */
const isOneDraft = async (run: Run, line: Line): Promise<boolean> => {
  // Who replays one case wants nothing sent beside it.
  if (!isOurs(run, line) || run.plan.path !== undefined) return false;
  const first = await createBare(run, line);
  return first !== undefined && first === (await createBare(run, line));
};

/** Asks on which lines equal bodies make one draft, before anything else is sent. */
export const askForOneDraft = async (run: Run): Promise<void> => {
  await Promise.all(
    run.plan.lines.map(async (line) => {
      if (await isOneDraft(run, line)) run.memory.oneDraft.add(line);
    }),
  );
};

/**
 * The body of a draft that holds nothing of what is tried on it: an empty one, or, where all empty ones are one draft, one
 * that holds a telephone number of its own.
 */
export const bareDraft = (run: Run, line: Line): object => {
  const { memory } = run;
  if (!memory.oneDraft.has(line)) return {};
  memory.toldApart += 1;
  return { policyholder: { contact: { phone: `+32 2 ${1_000_000 + memory.toldApart}` } } };
};

/** The body of motor gap's creation where it is not for the target to say: undefined otherwise. */
export const bareGapDraft = (run: Run): object | undefined =>
  run.memory.oneDraft.has('gap') ? bareDraft(run, 'gap') : undefined;
