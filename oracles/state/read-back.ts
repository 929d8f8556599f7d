import type { RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { type OperationId, operation } from '../../spec/operations.ts';
import { readBackRequirementId } from '../../spec/requirements/resources.ts';
import type { ResourceRow } from '../../spec/resource-rows.ts';
import { isServed, isSuccessStatus, statusText } from '../answers/answer-form.ts';
import type { Judgement } from '../finding.ts';
import { isObject } from '../answers/json-body.ts';
import { LANDLORD_VALUES, strayDraft, valueAt } from '../answers/landlord-draft.ts';
import { resourceIn, shownResource, standsElsewhere } from '../answers/resource.ts';
import { isAbsent, judgeValue, valueText } from '../answers/value.ts';

/** A written landlord draft: the operation, the exchange and the body. */
export interface Written {
  readonly operation: OperationId;
  readonly exchange: number;
  readonly body: unknown;
}

/** The text without case, in which ß is ss (D2). */
const plain = (text: string): string => text.normalize('NFC').trim().toUpperCase().toLowerCase();
/** The text without blanks and punctuation that a service may add to a phone or VAT number (D2). */
const bare = (text: string): string => plain(text).replace(/[\s./()-]/g, '');
/** The date of a text. A date may come as that day's midnight with any offset, and in compact form (D2). */
const day = (text: string): string =>
  plain(text)
    .replace(/[t ]00:?00(:?00(\.0+)?)?\s?(z|[+-]\d\d(:?\d\d)?)?$/, '')
    .replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');

const meaningOf = (row: ResourceRow): ((text: string) => string) => {
  if (row.schema.format === 'date') return day;
  return /\.(phone|vat)$/.test(row.name) ? bare : plain;
};

/** Exchanges of a write and a read, or of a write whose own answer shows the draft. */
const shownBy = ({ exchange }: Written, { n }: Exchange): readonly number[] => [
  ...new Set([exchange, n]),
];

/** True if the row excludes a value: another type, unlisted or malformed (LANDLORD-RESOURCE-…). */
const isExcluded = (row: ResourceRow, got: unknown): boolean =>
  row.kinds.some((kind) => judgeValue(row, kind, got) === 'fail');

/** True if two values mean the same (D2); values that the row excludes have failed there already. */
export const sameMeaning = (row: ResourceRow, sent: unknown, got: unknown): boolean => {
  if (isExcluded(row, got)) return true;
  if (typeof sent !== 'string' || typeof got !== 'string') return sent === got;
  const meaning = meaningOf(row);
  return meaning(sent) === meaning(got);
};

/**
 * LANDLORD-READBACK-… (D2): every written value is read with the same meaning. An absent one is observed, since every field of
 * the resource is optional; one outside the declared envelope is open (P3). Fields that were not sent are not judged.
 */
export const judgeReadBack = (written: Written, read: Exchange): readonly Judgement[] => {
  const { response } = read;
  if (!response || !isSuccessStatus(response.status)) return [];
  const { at, value: resource } = shownResource(read);
  if (!isObject(resource)) return [];
  const stray = strayDraft(read);
  return LANDLORD_VALUES.flatMap((row): readonly Judgement[] => {
    const sent = valueAt(written.body, row.pointer);
    if (isAbsent(sent)) return [];
    const got = valueAt(resource, row.pointer);
    const base = {
      requirement: readBackRequirementId(row),
      operation: written.operation,
      wanted: valueText(sent),
      where: at + row.pointer,
      exchanges: shownBy(written, read),
    };
    if (stray && !isAbsent(valueAt(stray.value, row.pointer)))
      return [{ ...base, ...standsElsewhere(stray, row.pointer) }];
    if (isAbsent(got)) {
      const absent = { verdict: 'observed', reason: 'specification-silent' } as const;
      return [{ ...base, ...absent, got: 'the field is absent' }];
    }
    const verdict = sameMeaning(row, sent, got) ? 'pass' : 'fail';
    return [{ ...base, verdict, got: valueText(got) }];
  });
};

const agrees = (row: ResourceRow, root: unknown, value: unknown): boolean => {
  const other = valueAt(root, row.pointer);
  return !isAbsent(other) && sameMeaning(row, other, value);
};

/** True for a text, a number or true, which a service does not show as a placeholder of its own, as it may show false. */
const isTelling = (value: unknown): boolean =>
  ['string', 'number', 'boolean'].includes(typeof value) && Boolean(value);

const isLegal = (row: ResourceRow, sent: unknown): boolean =>
  !isAbsent(sent) && !isExcluded(row, sent);

/**
 * LANDLORD-READBACK-… (D2, D3): a read that may come too early, or the answer to a write, shows an earlier content of the draft,
 * or less, but no value of a field that was written from the creation on, other than those written. A field that was left out
 * once may have a default, and one that was written with a fault may be changed.
 * `all`: everything that was written to the draft; `counts`: which shown values are judged. Returns the fails.
 */
export const judgeEarlyRead = (
  written: Written,
  read: Exchange,
  all: readonly Written[],
  counts: (row: ResourceRow, value: unknown) => boolean = (_row, value) => isTelling(value),
): readonly Judgement[] => {
  const resource = resourceIn(read);
  const strange = new Set<RequirementId>(
    LANDLORD_VALUES.filter((row) => {
      const got = valueAt(resource, row.pointer);
      const isWritten = all.every(({ body }) => isLegal(row, valueAt(body, row.pointer)));
      return isWritten && counts(row, got) && !all.some(({ body }) => agrees(row, body, got));
    }).map(readBackRequirementId),
  );
  return judgeReadBack(written, read).filter(
    ({ verdict, requirement }) => verdict === 'fail' && strange.has(requirement),
  );
};

/** Minimum number of values from another draft before it counts as their source. */
const MIN_VALUES = 3;
/** Minimum length of a text, or digits of a number, that hardly ever occurs in two drafts. */
const MIN_DISTINCTIVE = 5;
const LARGE = 10_000;

/** True for a value that two drafts hardly ever share. */
export const isDistinctive = (row: ResourceRow, value: unknown): boolean => {
  if (row.schema.enum || row.schema.format === 'country-code') return false;
  return typeof value === 'string' ? value.length >= MIN_DISTINCTIVE : Number(value) >= LARGE;
};

/**
 * The draft whose values a landlord draft shows instead of its own (D13). All values that differ belong to that other draft,
 * and they are too many and too distinctive for chance. Undefined if there is no such draft.
 */
export const shownInstead = (
  own: Written,
  read: Exchange,
  others: readonly Written[],
): Written | undefined => {
  if (!isServed(read)) return undefined;
  const resource = resourceIn(read);
  const shown = LANDLORD_VALUES.map((row) => [row, valueAt(resource, row.pointer)] as const);
  const strange = shown.filter(([row, value]) => !isAbsent(value) && !agrees(row, own.body, value));
  const isEnough =
    strange.length >= MIN_VALUES && strange.some(([row, value]) => isDistinctive(row, value));
  if (!isEnough) return undefined;
  return others.find((other) => strange.every(([row, value]) => agrees(row, other.body, value)));
};

/** DRAFT-04 (D13): a landlord draft that shows the values of another one; undefined if it does not. */
export const judgeMixUp = (own: Written, read: Exchange, other: Written): Judgement | undefined => {
  if (!shownInstead(own, read, [other])) return undefined;
  return {
    requirement: 'DRAFT-04',
    operation: other.operation,
    verdict: 'fail',
    wanted: 'what was written to this draft',
    got: `${statusText(read)} with the values that ${operation(other.operation).name} wrote to another draft`,
    exchanges: shownBy(own, read),
  };
};

/** Names of these judges in `evidence.jsonl`, which are permanent. */
export const judges = {
  'read-back': judgeReadBack,
  'early-read': judgeEarlyRead,
  'mix-up': judgeMixUp,
};
