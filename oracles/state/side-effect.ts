import { requirementOf, type RequirementId } from '../../spec/catalogue.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import type { Step } from '../../spec/operation.ts';
import { isNotServed } from '../../spec/transport-statuses.ts';
import type { Judgement } from '../finding.ts';

/** The previous call, in relation to a later one. */
export interface CallBefore {
  readonly operation: OperationId;
  readonly exchange: number;
  /** True if both name the same draft, and the same car, person or key. */
  readonly sameDraft: boolean;
  readonly sameItem: boolean;
  /** True for a call that had to be refused, and was. */
  readonly isRefused?: boolean;
}

/** A legal call on existing objects that did not succeed, and the facts beside its answer. */
export interface UnexpectedRefusal {
  readonly operation: OperationId;
  readonly exchange: number;
  readonly status: number;
  /** Judgements of the universal oracles on the answer alone. */
  readonly seen: Judgement;
  readonly before?: CallBefore | undefined;
  /** False if the draft itself is no longer readable. */
  readonly isDraftReadable: boolean;
  /** The last exchange in which this operation was accepted on this draft. */
  readonly acceptedBefore?: number | undefined;
  /** The last exchange in which this operation was accepted on any draft. */
  readonly acceptedElsewhere?: number | undefined;
  /** The draft was priced, not changed since, and has no contract. */
  readonly isPriced: boolean;
  /** A lead of the draft was sent or its user terms were requested, after which a service may refuse changes (S18). */
  readonly isCommitted: boolean;
}

/** Texts for an object that is gone after a call that must not touch it. */
const goneTexts = (
  { operation: on, status }: UnexpectedRefusal,
  broken: RequirementId,
): Pick<Judgement, 'wanted' | 'got'> => {
  const shown = `status ${status} for ${operation(on).name}`;
  if (!broken.startsWith('DRAFT-'))
    return {
      wanted: 'every other item of the draft to still exist',
      got: `${shown} of another item`,
    };
  if (broken === 'DRAFT-04')
    return { wanted: 'every other draft to still exist', got: `${shown} of another draft` };
  return { wanted: 'the draft to still exist', got: shown };
};

const DRAFT_STEPS: ReadonlySet<Step> = new Set(['draft-create', 'draft-get', 'draft-update']);

/** D13, D3: the operation that lost the draft; a read blames its creation (DRAFT-01). */
const lostDraft = ({
  operation: on,
  before,
}: UnexpectedRefusal): Pick<Judgement, 'requirement' | 'operation'> => {
  const { line } = operation(on);
  const unread = { requirement: 'DRAFT-01', operation: `${line}.draft-get` } as const;
  if (!before) return unread;
  const { step } = operation(before.operation);
  if (!DRAFT_STEPS.has(step)) return unread;
  if (before.sameDraft)
    return step === 'draft-create'
      ? unread
      : { requirement: 'DRAFT-03', operation: before.operation };
  return step === 'draft-get' ? unread : { requirement: 'DRAFT-04', operation: before.operation };
};

const OTHER_ITEMS: Readonly<Record<string, RequirementId>> = {
  car: 'TRAVEL-CAR-02',
  person: 'TRAVEL-PERSON-02',
  metadata: 'TRAVEL-METADATA-02',
};

const itemKind = (on: OperationId): string => operation(on).step.split('-')[0] ?? '';

const OTHER_KINDS = 'TRAVEL-ITEM-01';

/** D13: the requirement that an operation keeps the other items of its kind, or those of other kinds, if it did not. */
const lostItem = ({
  operation: on,
  status,
  before,
}: UnexpectedRefusal): Pick<Judgement, 'requirement' | 'operation'> | undefined => {
  const requirement = OTHER_ITEMS[itemKind(on)];
  if (status !== 404 || !requirement || !before?.sameDraft || before.sameItem) return undefined;
  if (operation(on).step.endsWith('-post')) return undefined;
  if (itemKind(before.operation) === itemKind(on))
    return { requirement, operation: before.operation };
  return requirementOf(OTHER_KINDS).operations.includes(before.operation)
    ? { requirement: OTHER_KINDS, operation: before.operation }
    : undefined;
};

/** R6: a draft can be priced again, and changed after it was priced. */
const pricedOnce = ({ operation: on, status, isPriced, acceptedBefore }: UnexpectedRefusal) => {
  if (acceptedBefore === undefined || isNotServed(status) || status >= 500) return undefined;
  if (on === 'gap.price-request') return { requirement: 'GAP-PRICE-01', operation: on } as const;
  return on === 'gap.draft-update' && isPriced
    ? ({ requirement: 'GAP-PRICE-04', operation: on } as const)
    : undefined;
};

/** Steps that change a draft, or an item of it. */
const CHANGES = /^(draft-update|(car|person|metadata)-(post|put|delete))$/;

/** Refusals about the caller, or about a missing object or path. */
const UNRELATED_REFUSALS: readonly number[] = [401, 404, 405];

/**
 * R5, S18: state and order of steps are free, so a service may close a draft on its way to a contract, with any status. Not on
 * motor gap, whose drafts can be changed until then (R6).
 */
const isClosed = ({ operation: on, status, isCommitted }: UnexpectedRefusal): boolean => {
  const { line, step } = operation(on);
  const isRefusal = status >= 400 && status < 500 && !UNRELATED_REFUSALS.includes(status);
  return isCommitted && isRefusal && line !== 'gap' && CHANGES.test(step);
};

/** D13: a document that was served before, and so was ready, and is missing now. */
const isGoneDocument = ({ operation: on, status, acceptedBefore }: UnexpectedRefusal): boolean =>
  operation(on).step === 'contract-download' && acceptedBefore !== undefined && isNotServed(status);

/**
 * Attributes a refusal in the middle of a sequence (D13, D3, S16, R6): to the previous operation if that one must not affect
 * this object, else to its own path, legality or soundness. Undefined if the specification leaves the refusal open. The
 * previous operation is to blame only if the sequence succeeds without it.
 */
export const judgeUnexpectedRefusal = (refusal: UnexpectedRefusal): Judgement | undefined => {
  const { seen, exchange, before, status, isDraftReadable } = refusal;
  const got = `status ${status}`;
  const aside = isDraftReadable ? lostItem(refusal) : lostDraft(refusal);
  const exchanges = before ? [before.exchange, exchange] : [exchange];
  if (aside)
    return {
      ...aside,
      verdict: 'fail',
      ...goneTexts(refusal, aside.requirement),
      exchanges,
      status,
    };
  const again = pricedOnce(refusal);
  if (again) {
    const acceptedBefore =
      refusal.acceptedBefore === undefined ? {} : { twin: refusal.acceptedBefore };
    return {
      ...again,
      verdict: 'fail',
      wanted: 'the call to be accepted again',
      got,
      exchanges,
      status,
      ...acceptedBefore,
    };
  }
  if (isGoneDocument(refusal)) {
    const { reason: _reason, ...rest } = seen;
    return { ...rest, verdict: 'fail', exchanges, status };
  }
  if (seen.verdict !== 'fail') return undefined;
  if (isClosed(refusal))
    return { ...seen, verdict: 'observed', reason: 'specification-silent', exchanges, status };
  const control = refusal.acceptedBefore ?? refusal.acceptedElsewhere;
  return { ...seen, exchanges, status, ...(control === undefined ? {} : { twin: control }) };
};

/** D11: a creation in the middle of a sequence got the id of another object of its draft. */
export const judgeIdTwice = (
  requirement: RequirementId,
  on: OperationId,
  exchange: number,
): Judgement => ({
  requirement,
  operation: on,
  verdict: 'fail',
  wanted: 'a different id for every creation',
  got: 'the id of another item of this draft',
  exchanges: [exchange],
});

/** The requirement that a call on a draft has broken if the content of a landlord draft changed with it (D13). */
const changedBy = ({ operation: on, sameDraft, isRefused }: CallBefore) => {
  if (isRefused === true && sameDraft && requirementOf('DRAFT-05').operations.includes(on))
    return 'DRAFT-05';
  const { step } = operation(on);
  const isWrite = step === 'draft-create' || step === 'draft-update';
  return isWrite && !sameDraft && isRefused !== true ? 'DRAFT-04' : undefined;
};

/**
 * Attributes a landlord draft whose read-back differs from its write (D13, D2): to the previous call if it was a refused update
 * (DRAFT-05) or the write of another draft (DRAFT-04), else to the read-back of its own fields. `seen`: the fields that differ,
 * at least one.
 */
export const judgeChangedDraft = (
  seen: readonly Judgement[],
  before: CallBefore | undefined,
): readonly Judgement[] => {
  const [first] = seen;
  const own = seen.map(({ from: _from, ...each }): Judgement => ({ ...each, verdict: 'fail' }));
  const requirement = before && changedBy(before);
  if (!first || !requirement) return own;
  const { wanted, got, where, exchanges } = first;
  return [
    {
      requirement,
      operation: before.operation,
      verdict: 'fail',
      wanted,
      got,
      ...(where === undefined ? {} : { where }),
      exchanges: [...exchanges.slice(0, -1), before.exchange, ...exchanges.slice(-1)],
    },
  ];
};

/** Names of these judges in `evidence.jsonl`, which are permanent. */
export const judges = {
  'changed-draft': judgeChangedDraft,
  'unexpected-refusal': judgeUnexpectedRefusal,
  'id-twice': judgeIdTwice,
};
