import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';
import { bodyRows } from '../../spec/requirements/field-bodies.ts';
import { readBackRequirementId } from '../../spec/requirements/resources.ts';
import type { ResourceRow } from '../../spec/resource-rows.ts';
import { isSuccess } from '../answers/answer-form.ts';
import type { Judgement } from '../finding.ts';
import { isObject, jsonBody } from '../answers/json-body.ts';
import { judgeValue, show } from '../answers/value.ts';

/** A written landlord draft: the operation, the exchange and the body. */
export interface Written {
  readonly operation: OperationId;
  readonly exchange: number;
  readonly body: unknown;
}

/** The value at a pointer of a landlord draft, or undefined. */
export const valueAt = (root: unknown, pointer: string): unknown =>
  pointer
    .slice(1)
    .split('/')
    .reduce<unknown>(
      (value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
      root,
    );

const plain = (text: string): string => text.normalize('NFC').trim().toLowerCase();
/** Blanks and punctuation that a service may add to a phone or VAT number (D2). */
const bare = (text: string): string => plain(text).replace(/[\s./()-]/g, '');
/** A date may come as that day's midnight with any offset, and in compact form (D2). */
const day = (text: string): string =>
  plain(text)
    .replace(/[t ]00:?00(:?00(\.0+)?)?\s?(z|[+-]\d\d(:?\d\d)?)?$/, '')
    .replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');

const meaningOf = (row: ResourceRow): ((text: string) => string) => {
  if (row.schema.format === 'date') return day;
  return /\.(phone|vat)$/.test(row.name) ? bare : plain;
};

/** Whether a value is none that the row allows: of another type, unlisted or malformed (LANDLORD-RESOURCE-…). */
const isExcluded = ({ kinds, schema }: ResourceRow, got: unknown): boolean =>
  kinds.some((kind) => judgeValue(schema, kind, got) === 'fail');

/** Whether two values mean the same (D2); values that the row excludes have failed there already. */
export const sameMeaning = (row: ResourceRow, sent: unknown, got: unknown): boolean => {
  if (isExcluded(row, got)) return true;
  if (typeof sent !== 'string' || typeof got !== 'string') return sent === got;
  const meaning = meaningOf(row);
  return meaning(sent) === meaning(got);
};

/** The rows of a landlord draft that hold a value. */
export const LANDLORD_VALUES = bodyRows('landlord-draft').filter(
  ({ schema }) => !schema.properties && !schema.items,
);

/**
 * LANDLORD-READBACK-… (D2): every value that was written is read with the same meaning. An absent one is observed, since
 * every field of the resource is optional; what was not sent is not judged.
 */
export const judgeReadBack = (written: Written, read: Exchange): readonly Judgement[] => {
  const { response } = read;
  if (!response || !isSuccess(response.status)) return [];
  const body = jsonBody(response.body);
  if (!body.ok || !isObject(body.value)) return [];
  const resource = body.value;
  return LANDLORD_VALUES.flatMap((row): readonly Judgement[] => {
    const sent = valueAt(written.body, row.pointer);
    if (sent === undefined || sent === null) return [];
    const got = valueAt(resource, row.pointer);
    const base = {
      requirement: readBackRequirementId(row),
      operation: written.operation,
      wanted: show(sent),
      where: row.pointer,
      exchanges: [written.exchange, read.n],
    };
    if (got === undefined || got === null) {
      return [
        {
          ...base,
          verdict: 'observed',
          reason: 'specification-silent',
          got: 'the field is absent',
        },
      ];
    }
    const verdict = sameMeaning(row, sent, got) ? 'pass' : 'fail';
    return [{ ...base, verdict, got: show(got) }];
  });
};
