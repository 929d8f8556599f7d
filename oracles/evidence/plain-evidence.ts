import type { Exchange } from '../../spec/exchange.ts';
import { type KnownOperation, operation, type OperationId } from '../../spec/operations.ts';
import type { Evidence, Recording, Judgement, Verdicts } from '../finding.ts';
import type { Facts } from '../facts.ts';
import { cellId } from '../ledger.ts';
import { judgeNamed, nameOfJudge } from '../judges.ts';

const isExchange = (value: object): value is Exchange => 'n' in value && 'timings' in value;
const isOperation = (value: object): value is KnownOperation =>
  'id' in value && 'step' in value && 'detail' in value;
const isJudgement = (value: object): value is Judgement =>
  'requirement' in value && 'verdict' in value && 'exchanges' in value;

/** Drops the source of a judgement, which is not part of its content. */
export const withoutSource = <T extends Judgement>({
  from: _from,
  ...judgement
}: T): Omit<T, 'from'> => judgement;

/** Keys that are the content of a judgement. */
const CONTENT = [
  'requirement',
  'operation',
  'verdict',
  'reason',
  'wanted',
  'got',
  'context',
  'where',
  'exchanges',
  'ownEvidence',
  'twin',
  'checkpoint',
  'reached',
  'blockedBy',
] as const satisfies readonly (keyof Judgement)[];

/** True if a judgement, or a finding derived from it, is unchanged since its judge returned it. */
export const isAsJudged = (judgement: Judgement): boolean => {
  const judged = judgement.from?.judged[judgement.from.at];
  return judged !== undefined && CONTENT.every((key) => judgement[key] === judged[key]);
};

const referenceTo = (value: object, facts: Facts): object | undefined => {
  if (value === facts) return { $: 'facts' };
  if (isExchange(value)) return { $: 'exchange', n: value.n };
  if (isOperation(value)) return { $: 'operation', id: value.id };
  if (value instanceof Map) return { $: 'map', entries: serialise([...value], facts) };
  if (!isJudgement(value)) return undefined;
  if (!value.from || !isAsJudged(value)) return withoutSource(value);
  const { evidence, at } = value.from;
  return { $: 'judged', evidence, at, cell: cellId(value.requirement, value.operation) };
};

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && !Object.hasOwn(value, '$');
};

/** Serialises a judge's input as plain JSON in which exchanges, operations, facts and judgements are references. */
const serialise = (value: unknown, facts: Facts): unknown => {
  if (typeof value === 'function')
    throw new TypeError('expected plain data as evidence, got a function');
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => serialise(each, facts));
  const reference = referenceTo(value, facts);
  if (reference) return reference;
  if (!isPlain(value)) throw new TypeError('expected plain data as evidence, got something else');
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, serialise(part, facts)]),
  );
};

/** A serialised reference. */
type Reference =
  | { readonly $: 'facts' }
  | { readonly $: 'exchange'; readonly n: number }
  | { readonly $: 'operation'; readonly id: OperationId }
  | { readonly $: 'map'; readonly entries: unknown }
  | {
      readonly $: 'judged';
      readonly evidence: Evidence;
      readonly at: number;
      readonly cell: string;
    };

/** Repeats an earlier judgement. */
type Rejudge = (evidence: Evidence) => readonly Judgement[];

/** The judgement of a cell among the present ones of a judge; the position distinguishes several judgements of one cell. */
const meant = (judged: readonly Judgement[], at: number, cell: string): Judgement | undefined => {
  const isMeant = ({ requirement, operation: on }: Judgement): boolean =>
    cellId(requirement, on) === cell;
  const there = judged[at];
  return there && isMeant(there) ? there : judged.find(isMeant);
};

const resolved = (value: Reference, recording: Recording, rejudge: Rejudge): unknown => {
  if (value.$ === 'facts') return recording.facts;
  if (value.$ === 'exchange') return recording.exchange(value.n);
  if (value.$ === 'operation') return operation(value.id);
  if (value.$ === 'judged') return meant(rejudge(value.evidence), value.at, value.cell);
  if (value.$ === 'map')
    return new Map(deserialise(value.entries, recording, rejudge) as [never, never][]);
  throw new Error(`the evidence holds a reference of an unknown kind: ${JSON.stringify(value)}`);
};

/** True for an earlier judgement. It may be missing: its judge may now return nothing for the cell. */
const isJudged = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && '$' in value && value.$ === 'judged';

/** Deserialises a judge's input: references are looked up in a recording. */
const deserialise = (value: unknown, recording: Recording, rejudge: Rejudge): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return value.flatMap((each: unknown) => {
      const live = deserialise(each, recording, rejudge);
      return live === undefined && isJudged(each) ? [] : [live];
    });
  if ('$' in value) return resolved(value as Reference, recording, rejudge);
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, deserialise(part, recording, rejudge)]),
  );
};

const listOf = (verdicts: Verdicts): readonly Judgement[] => {
  if (verdicts === undefined) return [];
  return 'verdict' in verdicts ? [verdicts] : verdicts;
};

/** Statuses of the answers in a judge's input, by exchange number. */
const statusesIn = (value: unknown, facts: Facts, found = new Map<number, number>()) => {
  if (typeof value !== 'object' || value === null || value === facts) return found;
  if (isExchange(value)) {
    if (value.response) found.set(value.n, value.response.status);
  } else if (!isOperation(value) && !isJudgement(value)) {
    for (const part of value instanceof Map ? value.values() : Object.values(value))
      statusesIn(part, facts, found);
  }
  return found;
};

/** Judgements with the status of their decisive answer, for code that compares judgements; their texts are for people. */
const withStatus = (
  judged: readonly Judgement[],
  given: readonly unknown[],
  facts: Facts,
): readonly Judgement[] => {
  if (judged.length === 0) return judged;
  const statuses = statusesIn(given, facts);
  return judged.map((each) => {
    const status = statuses.get(each.exchanges.at(-1) ?? 0) ?? each.status;
    return status === undefined ? each : { ...each, status };
  });
};

/**
 * Calls a judge; each judgement names its evidence. Throws unless the judge is one of `JUDGES`, since no other one could be
 * called again.
 */
export const callJudge = <Given extends readonly unknown[], Outcome extends Verdicts>(
  facts: Facts,
  judge: (...given: Given) => Outcome,
  given: Given,
): Outcome => {
  const evidence: Evidence = {
    judge: nameOfJudge(judge),
    given: serialise(given, facts) as readonly unknown[],
  };
  const outcome = judge(...given);
  const judged = withStatus(listOf(outcome), given, facts);
  const sourced = judged.map((each, at) => ({ ...each, from: { evidence, judged, at } }));
  return (Array.isArray(outcome) ? sourced : sourced[0]) as Outcome;
};

/**
 * Judges again from a recording; returns none if it depends on an earlier judgement that no longer exists. Throws if the
 * recording lacks an exchange, or the judge is unknown.
 */
export const rejudge = ({ judge, given }: Evidence, recording: Recording): readonly Judgement[] => {
  const ask = judgeNamed(judge);
  const again = (earlier: Evidence): readonly Judgement[] => rejudge(earlier, recording);
  const live = given.map((each) => deserialise(each, recording, again));
  if (live.some((each, at) => each === undefined && isJudged(given[at]))) return [];
  return withStatus(listOf(ask(...(live as never[]))), live, recording.facts);
};
