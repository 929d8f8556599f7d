import type { ResolvedTarget } from '../../client/target.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { operation, type OperationId, OPERATIONS } from '../../spec/operations.ts';
import { type Line, LINE_TITLES } from '../../spec/line.ts';
import { type DecisionEvidence, pollVisit } from './examination.ts';
import { edit, fine, type Remark, withEdits, unclear, wrong } from './remark.ts';
import {
  carriesLastModified,
  MIN_ANSWERS,
  isEnoughSeen,
  type LastModifiedSeen,
} from '../../oracles/answers/last-modified.ts';
import { subSeed } from '../../generators/sample.ts';
import { counted } from '../../spec/message-text.ts';
import { initialState } from '../journey/walk.ts';
import type { ExaminationRun } from './examination-run.ts';
import { isServed } from '../../oracles/answers/answer-form.ts';
import { makeVisit } from '../journey/make-call.ts';

const listingOn = (lines: readonly Line[]) =>
  OPERATIONS.filter(
    ({ headers, line }) => headers.includes('Last-Modified') && lines.includes(line),
  );

/** Counts the 200s of an operation with and without the header. */
const seenOf = (sent: readonly Exchange[], on: OperationId): LastModifiedSeen => {
  const own = sent.filter(({ operation }) => operation === on);
  const having = (carries: boolean) =>
    own.filter((each) => carriesLastModified(each) === carries).map(({ n }) => n);
  return { present: having(true), absent: having(false) };
};

/**
 * Updates a draft until an operation sends the listed Last-Modified, or until enough answers lack it to conclude that it is
 * never sent (C2). A service that sends it intermittently may omit it once on each operation.
 */
export const probeLastModified = async (
  run: ExaminationRun,
  lines: readonly Line[],
): Promise<void> => {
  const seen = () => listingOn(lines).map(({ id }) => seenOf(run.sent, id));
  const isNowhere = () => seen().every(({ present }) => present.length === 0);
  const update = listingOn(lines).find(({ step }) => step === 'draft-update');
  if (!run.target.decisions.lastModified || update === undefined || !isNowhere()) return;
  const left = MIN_ANSWERS - seenOf(run.sent, update.id).absent.length;
  const test = `doctor/last-modified/${update.line}`;
  const state = initialState({ run, test, seed: subSeed(run.plan.seed, test) }, update.line);
  await makeVisit({ step: 'draft-create' }, state);
  // A readable draft can be updated (D3).
  await pollVisit(run, { step: 'draft-get' }, state);
  for (let more = left; more > 0 && isNowhere(); more -= 1) {
    const answer = await makeVisit({ step: 'draft-update', revised: true }, state);
    if (answer === undefined || carriesLastModified(answer) === undefined) return;
  }
};

/** The remark on Last-Modified in the 200s of the operations that list it (C2). */
export const lastModifiedRemark = (
  sent: readonly Exchange[],
  lines: readonly Line[],
  { decisions }: { readonly decisions: Pick<ResolvedTarget['decisions'], 'lastModified'> },
): Remark => {
  const about = 'Last-Modified';
  const seen = listingOn(lines).map(({ id }) => seenOf(sent, id));
  const having = seen.flatMap(({ present }) => present).length;
  const all = having + seen.flatMap(({ absent }) => absent).length;
  if (all === 0) return fine(about, 'not known: no operation that lists it answered 200');
  if (having > 0)
    return fine(about, `sent in ${having} of ${counted(all, 'answer')} of operations that list it`);
  const isAsked = seen.every(({ absent }) => absent.length > 0) && seen.some(isEnoughSeen);
  if (!isAsked || !decisions.lastModified)
    return fine(about, `sent in none of ${counted(all, 'answer')} of operations that list it`);
  // No edit: it would switch off the judgement of a header that the specification lists.
  return wrong(
    about,
    `sent in none of the ${all} answers of the ${counted(seen.length, 'operation')} that ${seen.length === 1 ? 'lists' : 'list'} it`,
    'write decisions.lastModified: false if the service is not meant to send it ("may carry", C2); if it is, the service is at fault, and a run reports it',
  );
};

type Target = Pick<ResolvedTarget, 'decisions' | 'features'>;

type Seen = DecisionEvidence & { readonly line: Line };

interface DecisionWords {
  readonly about: string;
  readonly path: string;
  readonly declared: boolean | undefined;
  readonly words: readonly [yes: string, no: string];
}

const titles = (lines: readonly Seen[]): string =>
  lines.map(({ line }) => LINE_TITLES[line]).join(', ');

/** The remark on one decision. If lines disagree, one of them may be faulty, and no decision may excuse a fault. */
const remarkOn = (
  { about, path, declared, words }: DecisionWords,
  seen: readonly Seen[],
  of: (line: Seen) => boolean | undefined,
): readonly Remark[] => {
  const yes = seen.filter((each) => of(each) === true);
  const no = seen.filter((each) => of(each) === false);
  if (yes.length === 0 && no.length === 0) return [];
  if (yes.length > 0 && no.length > 0)
    return [
      unclear(
        about,
        `${words[0]} (${titles(yes)}), and ${words[1]} (${titles(no)})`,
        `one key, ${path}, applies to all lines: correct the line that differs, or write ${path}: false if the service is meant to do that`,
      ),
    ];
  const isSeen = yes.length > 0;
  const found = isSeen ? words[0] : words[1];
  return isSeen === declared ? [fine(about, found)] : [withEdits(about, found, edit(path, isSeen))];
};

/** Legal reads of a draft or a contract. */
const readsIn = (sent: readonly Exchange[]): readonly Exchange[] =>
  sent.filter(({ operation: on, intent }) => {
    const step = on && operation(on).step;
    return intent === 'legal' && (step === 'draft-get' || step === 'contract-get');
  });

/** Longest observed read-back delay in milliseconds. */
const longestLag = (reads: readonly Exchange[]): number => {
  const lags = [...Map.groupBy(reads, ({ request }) => request.url)].map(([, all]) => {
    const missed = all.find(({ response }) => response?.status === 404);
    const served = all.find(({ response }) => response?.status === 200);
    if (!missed || !served) return 0;
    return Date.parse(served.at) + served.timings.total - Date.parse(missed.at);
  });
  return Math.max(0, ...lags);
};

/** Tolerance for a busy machine, in milliseconds. */
const TOLERANCE = 2000;

const readBack = (sent: readonly Exchange[], { decisions }: Target): Remark => {
  const about = 'read-back';
  const reads = readsIn(sent);
  if (!reads.some(isServed))
    return fine(about, 'not known: no draft and no contract could be read');
  const lag = Math.ceil(longestLag(reads) / 100) * 100;
  const now = decisions.readBackDelay;
  const found = lag === 0 ? 'a write can be read at once' : `a write can be read within ${lag} ms`;
  return lag === 0 || lag + TOLERANCE / 2 <= now
    ? fine(about, `${found} (decisions.readBackDelay is ${now})`)
    : withEdits(about, found, edit('decisions.readBackDelay', lag + TOLERANCE));
};

/** Remarks on the decisions of the target that apply to all lines. */
export const decisionRemarks = (
  target: Target,
  seen: readonly Seen[],
  sent: readonly Exchange[],
): readonly Remark[] => {
  const { decisions, features } = target;
  const lines = seen.map(({ line }) => line);
  return [
    ...remarkOn(
      {
        about: 'payment status',
        path: 'decisions.paymentStatusExists',
        declared: decisions.paymentStatusExists,
        words: ['exists before any payment', 'does not exist before a payment'],
      },
      seen,
      ({ paymentStatus }) => paymentStatus,
    ),
    ...remarkOn(
      {
        about: 'contract document',
        path: 'decisions.downloadReady',
        declared: decisions.downloadReady,
        words: ['can be downloaded at once', 'cannot be downloaded at once'],
      },
      seen,
      ({ downloadReady }) => downloadReady,
    ),
    ...remarkOn(
      {
        about: 'landlord leads',
        path: 'features.landlordLeads',
        declared: features.landlordLeads,
        words: ['are live', 'are not live'],
      },
      seen.filter(({ line }) => line === 'landlord'),
      ({ leadsLive }) => leadsLive,
    ),
    lastModifiedRemark(sent, lines, target),
    readBack(sent, target),
  ];
};
