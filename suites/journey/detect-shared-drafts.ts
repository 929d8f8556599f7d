import { idAt } from '../../client/target/places.ts';
import type { Line } from '../../spec/line.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { Run } from '../engine/run.ts';
import { unlessStopped } from '../engine/stop.ts';

const creationOn = (line: Line): OperationId => `${line}.draft-create`;

/** The body of motor gap's creation is not shown (P4); a body that the target declares is not changed. */
const isOurs = (run: Run, line: Line): boolean =>
  line !== 'gap' || run.target.bodies['gap.draft-create'] === undefined;

/** The id of a draft created from an empty body; undefined if none is shown. */
const createEmptyDraft = async (run: Run, line: Line): Promise<string | undefined> => {
  const call = {
    operation: creationOn(line),
    body: {},
    test: 'bare-drafts',
    intent: 'open',
  } as const;
  const exchange = await unlessStopped(() => run.client.send(call));
  return exchange && idAt(run.target.ids[line].draft, exchange);
};

/** Tests if equal bodies make one draft (D11): all tests that start with an empty draft would share it. */
const isSharedDraft = async (run: Run, line: Line): Promise<boolean> => {
  // A replay of one case sends nothing else.
  if (!isOurs(run, line) || run.plan.path !== undefined) return false;
  const first = await createEmptyDraft(run, line);
  return first !== undefined && first === (await createEmptyDraft(run, line));
};

/** Determines the lines on which equal bodies make one draft, before any other request. */
export const detectSharedDrafts = async (run: Run): Promise<void> => {
  await Promise.all(
    run.plan.lines.map(async (line) => {
      if (await isSharedDraft(run, line)) run.memory.emptyDrafts.noteSharedDraft(line);
    }),
  );
};
