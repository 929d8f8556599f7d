import type { ResolvedTarget } from '../../client/target.ts';
import {
  carriesLastModified,
  ENOUGH_ANSWERS,
  isEnoughSeen,
  type LastModifiedSeen,
} from '../../oracles/answers/last-modified.ts';
import { subSeed } from '../../generators/sample.ts';
import { counted } from '../../oracles/causes/names.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Line } from '../../spec/line.ts';
import { type OperationId, OPERATIONS } from '../../spec/operations.ts';
import { initialState } from '../journey/walk.ts';
import { take, takeThere } from './examination.ts';
import type { QuietRun } from './quiet-run.ts';
import { fine, type Remark, wrong } from './remark.ts';

const listingOn = (lines: readonly Line[]) =>
  OPERATIONS.filter(
    ({ headers, line }) => headers.includes('Last-Modified') && lines.includes(line),
  );

/** What the 200s of an operation had of the header. */
const seenOf = (sent: readonly Exchange[], on: OperationId): LastModifiedSeen => {
  const own = sent.filter(({ operation }) => operation === on);
  const having = (carries: boolean) =>
    own.filter((each) => carriesLastModified(each) === carries).map(({ n }) => n);
  return { present: having(true), absent: having(false) };
};

/**
 * Where no operation that lists Last-Modified sent it, a draft is changed until one does, or until there are as many answers
 * as show that it is never sent (C2). A service that sends it now and then may well leave it out once on each operation.
 */
export const askLastModified = async (run: QuietRun, lines: readonly Line[]): Promise<void> => {
  const seen = () => listingOn(lines).map(({ id }) => seenOf(run.sent, id));
  const isNowhere = () => seen().every(({ present }) => present.length === 0);
  const update = listingOn(lines).find(({ step }) => step === 'draft-update');
  if (!run.target.decisions.lastModified || update === undefined || !isNowhere()) return;
  const left = ENOUGH_ANSWERS - seenOf(run.sent, update.id).absent.length;
  const test = `doctor/last-modified/${update.line}`;
  const state = initialState(run, update.line, test, subSeed(run.plan.seed, test));
  await take({ run, state }, { step: 'draft-create' });
  // Once it can be read it can be changed (D3).
  await takeThere({ run, state }, { step: 'draft-get' });
  for (let more = left; more > 0 && isNowhere(); more -= 1) {
    const answer = await take({ run, state }, { step: 'draft-update', revised: true });
    if (answer === undefined || carriesLastModified(answer) === undefined) return;
  }
};

/** What the 200s of the operations that list Last-Modified had of it (C2). */
export const lastModifiedRemark = (
  sent: readonly Exchange[],
  lines: readonly Line[],
  { decisions }: { readonly decisions: Pick<ResolvedTarget['decisions'], 'lastModified'> },
): Remark => {
  const about = 'Last-Modified';
  const seen = listingOn(lines).map(({ id }) => seenOf(sent, id));
  const having = seen.flatMap(({ present }) => present).length;
  const all = having + seen.flatMap(({ absent }) => absent).length;
  if (having > 0) return fine(about, `comes with ${having} of ${all} answers that list it`);
  const isAsked = seen.every(({ absent }) => absent.length > 0) && seen.some(isEnoughSeen);
  if (!isAsked || !decisions.lastModified)
    return fine(about, `comes with none of ${all} answers that list it`);
  // Not written: what the specification lists would no longer be judged.
  return wrong(
    about,
    `comes with none of ${all} answers of the ${counted(seen.length, 'operation')} that ${seen.length === 1 ? 'lists' : 'list'} it`,
    'write decisions.lastModified: false if the service is not meant to send it ("may carry", C2); if it is, the service is at fault, which a run proves',
  );
};
