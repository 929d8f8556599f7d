import type { CellVerdict, Finding } from '../../oracles/finding.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { showsInReadBacks } from '../../spec/catalogue.ts';
import { operation } from '../../spec/operations.ts';
import { differentHeaders, sentValue } from './injected-difference.ts';
import { valueAt } from './json-lines.ts';
import { inOrder, type ObjectHistory, type objectHistories } from './object-history.ts';

/** Role of a call in a failure. */
export type StepPart =
  | 'preparation'
  | 'read'
  | 'other call'
  | 'same operation'
  | 'control request'
  | 'comparison'
  | 'faulty request'
  | 'request'
  | 'read-back';

/** Meaning of each role, for the legend. */
export const PART_MEANINGS: Readonly<Record<StepPart, string>> = {
  preparation: 'prepares the objects of the check',
  read: 'reads an object or its terms on the way',
  'other call': 'another call on the same objects that must be, or was, refused',
  'same operation': 'an earlier or later call of the deciding operation on the same objects',
  'control request':
    'the same call without the fault, or with another legal value, which has to be accepted',
  comparison: 'a call of another operation whose answer is compared',
  'faulty request': 'a request with one fault on purpose, which has to be refused',
  request: 'another request that belongs to the evidence',
  'read-back': 'reads what was written before',
};

/** Name of a call: that of its operation, unless it followed a link. */
export const callName = ({ operation: on }: Exchange): string =>
  on === undefined ? 'followed link' : operation(on).name;

/** One call of a failure. */
export interface Step {
  readonly exchange: Exchange;
  readonly part: StepPart;
  /** True for the call whose answer decides. */
  readonly decides: boolean;
  /** Ids in its answer that later steps use. */
  readonly gives: readonly string[];
}

/** Calls that show a verdict, in the order in which they were sent. */
export interface FailureStory {
  /** Steps by lane: those of one inner list were under way at once. */
  readonly lanes: readonly (readonly [Step, ...Step[]])[];
  /** Other calls on the same objects, which only read or were refused. */
  readonly leftOut: number;
  /** The decisive exchange of the repeat. */
  readonly again: Exchange | undefined;
  /** The control request, if there is one. */
  readonly control: Exchange | undefined;
  /** For a value that was read: the call that wrote it last. */
  readonly written: Exchange | undefined;
  /** Another call of the decisive operation among those that show the verdict. */
  readonly like: Exchange | undefined;
}

const NOTHING: FailureStory = {
  lanes: [],
  leftOut: 0,
  again: undefined,
  control: undefined,
  written: undefined,
  like: undefined,
};

/** Maximum number of steps; a longer story loses calls that changed nothing. */
const MOST = 40;

/**
 * The finding that became the verdict. Its own verdict may be another one: a fail that was waived, seen once, or explained by
 * another cell.
 */
const shownFinding = (
  { exchanges, test }: CellVerdict,
  findings: readonly Finding[],
): Finding | undefined => {
  const same = findings.filter((each) => each.exchanges.at(-1) === exchanges.at(-1));
  return same.find((each) => each.test === test && each.twin !== undefined) ?? same.at(-1);
};

const isAccepted = ({ response }: Exchange): boolean => (response?.status ?? 599) < 400;

/** Tests if two calls are of one operation; a link that was followed has none. */
export const isSameOperation = (one: Exchange, other: Exchange | undefined): boolean =>
  one.operation !== undefined && one.operation === other?.operation;

const isRead = ({ request }: Exchange): boolean => request.method === 'GET';

/** Objects of these calls, with those that their creation took, such as the draft of a contract. */
const objectsOf = (
  key: readonly Exchange[],
  historiesOf: ReturnType<typeof objectHistories>,
): readonly ObjectHistory[] => {
  const found = new Map<string, ObjectHistory>();
  const visit = (exchange: Exchange): void => {
    for (const history of historiesOf(exchange)) {
      if (found.has(history.id)) continue;
      found.set(history.id, history);
      visit(history.created);
    }
  };
  key.forEach(visit);
  return [...found.values()];
};

/** Calls on an object before the end that belong to the story: those of its own test, and those that prepared it. */
const historyUntil = (
  { created, calls }: ObjectHistory,
  own: string,
  last: Exchange,
): readonly Exchange[] => {
  const until = calls.filter((each) => inOrder(each, last) <= 0);
  return [created, ...until.filter(({ test }) => test === own || test === created.test)];
};

const changesOnly = (calls: readonly Exchange[], key: ReadonlySet<number>): readonly Exchange[] =>
  calls.filter((each) => key.has(each.n) || (!isRead(each) && isAccepted(each)));

/** Milliseconds by which the times of a record are uncertain. */
const UNCERTAIN = 1;

/** Groups steps that were under way at once, as far as their times prove it. */
const lanesOf = (steps: readonly Step[]): readonly (readonly [Step, ...Step[]])[] => {
  const lanes: [Step, ...Step[]][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const step of steps) {
    const start = Date.parse(step.exchange.at);
    const lane = lanes.at(-1);
    if (lane && start <= end - UNCERTAIN) lane.push(step);
    else lanes.push([step]);
    const own = start + step.exchange.timings.total;
    end = lane && lanes.at(-1) === lane ? Math.max(end, own) : own;
  }
  return lanes;
};

interface Roles {
  readonly key: ReadonlySet<number>;
  readonly decisive: Exchange | undefined;
  readonly control: number | undefined;
  readonly firstWrite: Exchange | undefined;
}

/** Tests if two calls are the same; a faulty call may differ from a correct one in a header alone. */
const isSameCall = (a: Exchange, b: Exchange | undefined): boolean =>
  b !== undefined &&
  a.request.method === b.request.method &&
  a.request.url === b.request.url &&
  a.request.body?.text === b.request.body?.text &&
  differentHeaders(a, b).length === 0;

const partOf = (exchange: Exchange, roles: Roles): StepPart => {
  const { key, decisive, control, firstWrite } = roles;
  if (exchange.n === control)
    return decisive === undefined || isSameOperation(exchange, decisive)
      ? 'control request'
      : 'comparison';
  if (!key.has(exchange.n)) {
    if (isSameCall(exchange, decisive)) return 'same operation';
    if (exchange.intent === 'faulty') return 'other call';
    if (isSameOperation(exchange, decisive)) return 'same operation';
    if (isRead(exchange)) return 'read';
    return isAccepted(exchange) ? 'preparation' : 'other call';
  }
  if (exchange.intent === 'faulty') return 'faulty request';
  if (isRead(exchange) && firstWrite && inOrder(firstWrite, exchange) < 0) return 'read-back';
  return 'request';
};

/** Place in a request of a value that an answer shows, which may stand in an envelope there; undefined for a header. */
export const placeInRequest = (
  { envelope = '' }: Exchange,
  where: string | undefined,
): string | undefined => {
  if (where?.startsWith('/') !== true) return undefined;
  return envelope !== '' && where.startsWith(`${envelope}/`) ? where.slice(envelope.length) : where;
};

/** Of a read-back: the last accepted call among those that show it whose body holds a value at the place that was read. */
const writerOf = (
  shown: readonly Exchange[],
  decider: Exchange | undefined,
  verdict: CellVerdict,
): Exchange | undefined => {
  if (decider === undefined || !isRead(decider) || !showsInReadBacks(verdict.requirement))
    return undefined;
  const where = placeInRequest(decider, verdict.where);
  if (where === undefined) return undefined;
  return shown
    .toSorted(inOrder)
    .findLast(
      (each) =>
        isAccepted(each) &&
        inOrder(each, decider) < 0 &&
        valueAt(sentValue(each), where) !== undefined,
    );
};

/**
 * Tests if the call after a read is the same read with an answer as long, which may differ by an id and a time: a read-back is
 * polled while it is stale.
 */
const isPolled = (read: Exchange, next: Exchange | undefined): boolean =>
  isRead(read) &&
  read.intent !== 'faulty' &&
  next !== undefined &&
  next.intent !== 'faulty' &&
  isSameCall(read, next) &&
  read.response?.status === next.response?.status &&
  read.response?.body?.text.length === next.response?.body?.text.length;

/**
 * The story of a verdict. `findings` are those of the cell, `historiesOf` those of the run. Empty if no exchange shows the
 * verdict.
 */
export const failureStory = (
  verdict: CellVerdict,
  findings: readonly Finding[],
  byNumber: ReadonlyMap<number, Exchange>,
  historiesOf: ReturnType<typeof objectHistories>,
): FailureStory => {
  const decisive = verdict.exchanges.at(-1);
  const origin = shownFinding(verdict, findings);
  const same = findings.filter(
    (each) => each.verdict === origin?.verdict && each.reason === origin.reason,
  );
  // A repetition may have been sent without its control request.
  const control =
    origin?.twin ??
    same.find((each) => each.test === origin?.test && each.twin !== undefined)?.twin;
  const numbers = [...verdict.exchanges, ...(control === undefined ? [] : [control])];
  const shown = numbers.flatMap((n) => byNumber.get(n) ?? []);
  const [first, ...others] = shown.toSorted(inOrder);
  if (first === undefined) return NOTHING;
  const last = others.at(-1) ?? first;
  const key = new Set(shown.map(({ n }) => n));
  const decider = byNumber.get(decisive ?? 0);
  const own = decider?.test ?? first.test;
  const objects = objectsOf(shown, historiesOf);
  const all = [...shown, ...objects.flatMap((each) => historyUntil(each, own, last))];
  const distinct = [...new Map(all.map((each) => [each.n, each])).values()].toSorted(inOrder);
  const withoutPolls = distinct.filter(
    (each, at) => key.has(each.n) || !isPolled(each, distinct[at + 1]),
  );
  const kept = withoutPolls.length > MOST ? changesOnly(withoutPolls, key) : withoutPolls;
  const tail = kept.filter((each, at) => key.has(each.n) || at >= kept.length - MOST);
  const roles = {
    key,
    decisive: decider,
    control,
    firstWrite: shown.toSorted(inOrder).find((each) => !isRead(each)),
  };
  const steps = tail.map((exchange) => ({
    exchange,
    part: partOf(exchange, roles),
    decides: exchange.n === decisive,
    gives: objects.filter(({ created }) => created.n === exchange.n).map(({ id }) => id),
  }));
  const seen = same.map((each) => each.exchanges.at(-1)).find((n) => n !== decisive);
  return {
    lanes: lanesOf(steps),
    leftOut: distinct.length - tail.length,
    again: seen === undefined ? undefined : byNumber.get(seen),
    control: control === undefined ? undefined : byNumber.get(control),
    written: writerOf(shown, decider, verdict),
    like: shown.findLast((each) => each.n !== decisive && each.operation === decider?.operation),
  };
};
